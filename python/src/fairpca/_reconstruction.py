# SPDX-License-Identifier: BSD-3-Clause
"""Methods by which no group is described worse."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

from fairpca._base import BaseFairPCA


@dataclass(eq=False, repr=False)
class FairPCA(BaseFairPCA):
    """Reconstruction fairness: the group that loses most against its own PCA loses least.

    Samadi et al. (2018). For two groups the optimum has exactly ``n_components`` dimensions and
    equal losses, and ``optimality_gap_`` proves it.

    Parameters
    ----------
    criterion : {"loss", "error", "nash"}, default="loss"
        What is fair: equal losses against the groups' own PCA, equal reconstruction errors, or the
        largest product of captured variances.
    solver : {"exact", "multiplicative-weights"}, default="exact"
        The exact search with its certificate, or the paper's own solver.
    extra_dimensions : {"forbid", "allow"}, default="forbid"
        With more than two groups the best fair reconstruction can need a few dimensions more.
    nested : bool, default=False
        Every prefix of the components is fair by itself.
    tol : float, default=0.0
        Relative gap to the bound at which to stop; 0 takes 1e-10 for two groups, 1e-6 for more,
        1e-3 for multiplicative weights.
    max_iter : int, default=1000
        Maximum number of iterations of the search, or of rounds of multiplicative weights.
    eta : float, default=0.0
        Step size of multiplicative weights; 0 fits it to the losses.
    accuracy : float, default=0.0
        Additive error of the mean of the rounds of multiplicative weights, whose step and number
        follow from it by Theorem A.2 of the paper; 0 takes ``eta`` and ``max_iter``.
    iterate : {"best", "average", "last"}, default="best"
        Which point multiplicative weights returns.

    Examples
    --------
    >>> import fairpca
    >>> X, group = fairpca.synthetic("rfpca-toy", random_state=0)
    >>> fair = fairpca.FairPCA(n_components=1).fit(X, sensitive_features=group)
    >>> first, second = fair.group_loss_
    >>> bool(abs(first - second) < 1e-8 * first)
    True
    >>> fair.status_
    'optimal'
    """

    criterion: str = "loss"
    solver: str = "exact"
    extra_dimensions: str = "forbid"
    nested: bool = False
    tol: float = 0.0
    max_iter: int = 1000
    eta: float = 0.0
    accuracy: float = 0.0
    iterate: str = "best"

    _method: ClassVar[str] = "fair-pca"

    def _objective_terms(self) -> dict[str, tuple[float, int]]:
        return {"loss_worst" if self.criterion == "loss" else "reconstruction_error_worst": (1, 1)}


@dataclass(eq=False, repr=False)
class RobustFairPCA(BaseFairPCA):
    """Reconstruction fairness: least error plus a penalty on the gap between groups, worst case.

    Vu et al. (2022): the worst case is over distributions near the data. For two groups the result
    is the global optimum, with a certificate; ``lam=0, alpha=0`` is PCA.

    Parameters
    ----------
    lam : float, default=0.5
        Penalty weight of the gap between the groups' errors (``--lambda`` on the command line).
    alpha : float, default=0.15
        Radius of the worst case: alpha / sqrt(effective size of the group).
    epsilon : float, list of float or None, default=None
        The radii themselves, one for all groups or one per group, instead of alpha.
    large_lambda : {"keep", "reset"}, default="keep"
        A lam beyond the condition of the paper's Theorem 3.2: keep it, or reset it to the smallest
        share of a group as the authors' program does; ``measures_["lambda_used"]`` tells it.
    solver : {"exact", "subgradient"}, default="exact"
        The exact search with its certificate, or the paper's own solver.
    tol : float, default=1e-9
        Relative gap to the bound at which to stop.
    max_iter : int, default=1000
        Maximum number of iterations of the exact search.
    retraction : {"qr", "polar"}, default="qr"
        Of the subgradient solver.
    starts : int, default=20
        Number of random starts of the subgradient solver, in addition to PCA.
    steps : int, default=1000
        Steps of the subgradient solver from each start.
    weight_kind : {"sampling", "frequency"}, default="sampling"
        What ``sample_weight`` says about the size of a group: "sampling" takes the effective size
        (sum w)^2 / sum w^2, "frequency" takes sum w, as if each row were there w times.
    random_state : int, RandomState or None, default=0
        Seed of the random starts; None draws one from NumPy's global state, as in scikit-learn.

    Examples
    --------
    >>> import fairpca
    >>> X, group = fairpca.synthetic("rfpca-toy", random_state=0)
    >>> gaps = []
    >>> for lam in (0.0, 2.0):
    ...     robust = fairpca.RobustFairPCA(1, lam=lam).fit(X, sensitive_features=group)
    ...     errors = robust.group_reconstruction_error_
    ...     gaps.append(errors.max() - errors.min())
    >>> bool(gaps[1] < gaps[0])
    True
    """

    lam: float = 0.5
    alpha: float = 0.15
    epsilon: float | Sequence[float] | None = None
    large_lambda: str = "keep"
    solver: str = "exact"
    tol: float = 1e-9
    max_iter: int = 1000
    retraction: str = "qr"
    starts: int = 20
    steps: int = 1000
    weight_kind: str = "sampling"
    random_state: Any = 0

    _method: ClassVar[str] = "robust-fair-pca"

    def _objective_terms(self) -> dict[str, tuple[float, int]]:
        # At lam = 1: with a lam of its own each setting would be scored by another scale, and
        # lam = 0 would win.
        return {"reconstruction_error": (1, 1), "gap": (1, 1)}


@dataclass(eq=False, repr=False)
class GapCappedPCA(BaseFairPCA):
    """Reconstruction fairness: least error with a cap on the gap between the groups' errors.

    Section 2.2 of Vu et al. (2022). For two groups the result is the global optimum, with a
    certificate; a cap that plain PCA meets gives PCA. A cap that no projection can meet gives the
    status "infeasible" and a warning that names the smallest cap that can be met;
    ``measures_`` holds ``gap``, ``max_gap`` (the cap) and ``gap_pca``.

    Parameters
    ----------
    max_gap : float or None, default=None
        Largest difference of the errors of two groups, in the scaled space.
    relative_max_gap : float, default=0.5
        The same as a share, 0 to 1, of plain PCA's gap; ``max_gap`` replaces it.
    tol : float, default=0.0
        Relative gap to the bound at which to stop; 0 takes 1e-10 for two groups, 1e-6 for more.

    Examples
    --------
    >>> import fairpca
    >>> X, group = fairpca.synthetic("rfpca-toy", random_state=0)
    >>> capped = fairpca.GapCappedPCA(1, relative_max_gap=0.2).fit(X, sensitive_features=group)
    >>> errors = capped.group_reconstruction_error_
    >>> gap = errors.max() - errors.min()
    >>> bool(gap <= 0.2 * capped.measures_["gap_pca"] + 1e-12)
    True
    >>> capped.status_
    'optimal'
    """

    max_gap: float | None = None
    relative_max_gap: float = 0.5
    tol: float = 0.0

    _method: ClassVar[str] = "gap-capped-pca"

    def _objective_terms(self) -> dict[str, tuple[float, int]]:
        return {"reconstruction_error": (1, 1), "gap": (1, 1)}
