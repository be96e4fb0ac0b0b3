# SPDX-License-Identifier: BSD-3-Clause
"""Methods by which groups cannot be told apart."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

from fairpca._base import BaseFairPCA


@dataclass(eq=False, repr=False)
class MeanMatchingPCA(BaseFairPCA):
    """Representation fairness: PCA among the directions in which all groups have the same mean.

    Kleindessner et al. (2023); closed form for any number of groups and attributes.

    Parameters
    ----------
    positive : label or None, default=None
        Match only the means of rows whose ``y`` is this (equal opportunity).
    covariance_dimensions : float, default=0.0
        Number, or fraction, of those directions to keep in which the groups' covariances differ
        least; 0 keeps all.

    Examples
    --------
    >>> import fairpca
    >>> X, group = fairpca.synthetic("frmppca-balanced", random_state=0)
    >>> fair = fairpca.MeanMatchingPCA(2).fit(X, sensitive_features=group)
    >>> Z = fair.transform(X)
    >>> bool(abs(Z[group == 0].mean(axis=0) - Z[group == 1].mean(axis=0)).max() < 1e-12)
    True
    """

    positive: Any = None
    covariance_dimensions: float = 0.0

    _method: ClassVar[str] = "mean-matching-pca"

    def _objective_terms(self) -> dict[str, tuple[float, int]]:
        return {"reconstruction_error": (1, 1), "mean_difference": (1, 2)}


@dataclass(eq=False, repr=False)
class ConstrainedFairPCA(BaseFairPCA):
    """Representation fairness: PCA whose projected group means differ by at most delta.

    Olfat & Aswani (2019). The mean constraint of two groups is exact at ``n_components``
    dimensions. With ``mu`` unequal covariances are penalised: a convex program, whose gap is in
    ``measures_["relaxation_gap"]``, and the top eigenvectors of its solution.

    Parameters
    ----------
    delta : float, default=0.0
        Largest distance of the projected group means, in the scaled space; of more than two groups
        each is compared with all rows.
    relative_delta : float or None, default=None
        The same as a share, 0 to 1, of their distance before projection; instead of delta.
    mu : float, default=0.0
        Penalty weight of unequal covariances of the projected groups; 0 constrains means only.
    formulation : {"default", "authors", "printed"}, default="default"
        Unit of mu: the variance, or as in the authors' program; or the program as it is printed,
        with a trace of at most ``n_components`` and one penalty for both signs.
    keep_relaxation : bool, default=False
        Keep the spectrum of the convex program's solution: ``report_["relaxation_eigenvalues"]``
        and the variances along its eigenvectors, ``report_["relaxation_variances"]``.
    tol : float, default=1e-10
        Relative gap to the bound at which to stop.
    relaxation_tol : float, default=1e-7
        With mu: gap of the convex program at which to stop, as a share of the variance.
    max_iter : int, default=20000
        Maximum number of iterations: of the convex program, of which ``mu`` may take thousands, or
        of the search for two groups' means, which takes tens.

    Examples
    --------
    >>> import numpy as np, fairpca
    >>> X, group = fairpca.synthetic("frmppca-balanced", random_state=0)
    >>> fair = fairpca.ConstrainedFairPCA(2, relative_delta=0.5).fit(X, sensitive_features=group)
    >>> difference = X[group == 0].mean(axis=0) - X[group == 1].mean(axis=0)
    >>> Z = fair.components_ @ difference
    >>> bool(np.linalg.norm(Z) <= 0.5 * np.linalg.norm(difference) * (1 + 1e-9))
    True
    """

    delta: float = 0.0
    relative_delta: float | None = None
    mu: float = 0.0
    formulation: str = "default"
    keep_relaxation: bool = False
    tol: float = 1e-10
    relaxation_tol: float = 1e-7
    max_iter: int = 20_000

    _method: ClassVar[str] = "constrained-fair-pca"

    def _objective_terms(self) -> dict[str, tuple[float, int]]:
        return {"reconstruction_error": (1, 1), "mean_difference": (1, 2)}


@dataclass(eq=False, repr=False)
class MMDFairPCA(BaseFairPCA):
    """Representation fairness: PCA whose projected groups are alike as distributions.

    MbF-PCA of Lee et al. (2022): the largest variance with a squared maximum mean discrepancy of at
    most tau between any two groups. A local method over the rows in memory; ``measures_`` holds
    ``mmd2`` (exact) and ``tau`` of the pair nearest to its tau, ``feasible`` and the
    ``bandwidth``; ``constraints_`` holds ``name``, ``mmd2``, ``tau`` and, with a level, the
    adjusted ``p_value`` of every pair (NaN where withheld, see ``min_group_size``). A fit that
    misses tau has the status "infeasible" and warns.

    Parameters
    ----------
    tau : float, default=1e-3
        Largest MMD^2 between two projected groups.
    tau_level : float, default=0.0
        In (0, 1): take a tau for each pair of groups such that groups permuted at random exceed
        any of them with this probability.
    permutations : int, default=200
        Permutations behind tau_level; at least 1 / tau_level - 1.
    bandwidth : {"authors", "median"} or float, default="authors"
        Of the kernel: the median pairwise distance after PCA divided by sqrt(2) ("authors"), the
        median itself ("median"), or a number.
    estimator : {"v", "u"}, default="v"
        Biased or unbiased estimate of MMD^2.
    pairs : {"max", "mean"}, default="max"
        More than two groups: constrain every pair, or their mean.
    weight_kind : {"sampling", "frequency"}, default="sampling"
        What a weight of w means for the unbiased estimate and for permutations: one row that
        stands for others, or w equal rows.
    conditional : {"none", "equal-opportunity", "equalized-odds"}, default="none"
        Compare all rows, those of the positive label, or those of each label of ``y``.
    positive : label or None, default=None
        Label of equal opportunity; None is 1.
    solver : {"refined", "repms", "augmented-lagrangian"}, default="refined"
        The paper's exact penalty refined up to tau, it alone, or augmented Lagrangian steps.
    inner_solver : {"quasi-newton", "conjugate-gradient", "trust-region"}, default="quasi-newton"
        How the inner problems are minimised.
    first_tolerance : float, default=0.1
        Of the solver "repms", as the next six: tolerance on the gradient of the first inner
        problem, the paper's eps_0.
    last_tolerance : float, default=1e-6
        Tolerance on the last ones, eps_min, or first_tolerance where that is smaller.
    tolerance_factor : float, default=0.0
        Factor of the tolerance per round, theta_eps; 0: what takes five rounds to the last.
    first_penalty : float, default=0.0
        Penalty weight of the first round, rho_0; 0: 1 / MMD^2 of plain PCA.
    max_penalty : float, default=1e10
        Largest penalty weight, rho_max.
    penalty_factor : float, default=2.0
        Factor of the penalty weight while tau is missed, theta_rho.
    step_tolerance : float, default=1e-6
        Rounds end when one moves by at most this, d_min, and tau holds.
    starts : str or list of str, default="automatic"
        Where the search begins: one or several of "mean-matching", "pca", "tilted", "mmd",
        "random"; the best feasible end wins.
    kernel_family : {"gaussian", "laplace"}, default="gaussian"
        exp(-||z - z'||^2 / (2 s^2)) or exp(-||z - z'||_1 / s), s the bandwidth (of the Laplace
        kernel the median distance, by either rule). The Laplace kernel depends on the axes: the
        components are those of the search, not principal axes.
    kernel : str, default="automatic"
        How kernel sums are computed while searching: "automatic", "tiled", "tiled-single",
        "fourier" or "random-features"; the final MMD^2 is exact.
    random_features : int, default=2048
        Frequencies of "random-features".
    max_iter : int, default=300
        Maximum number of iterations of one inner minimisation.
    max_rounds : int, default=100
        Maximum number of rounds of the outer loop.
    random_state : int, RandomState or None, default=0
        Seed of starts, samples and permutations; None draws one from NumPy's global state, as in
        scikit-learn.

    Examples
    --------
    >>> import fairpca
    >>> X, group = fairpca.synthetic("mbf-1", random_state=0)
    >>> fair = fairpca.MMDFairPCA(1, tau=0.02).fit(X, sensitive_features=group)
    >>> bool(fair.measures_["mmd2"] <= 0.02)
    True
    """

    tau: float = 1e-3
    tau_level: float = 0.0
    permutations: int = 200
    bandwidth: float | str = "authors"
    estimator: str = "v"
    pairs: str = "max"
    weight_kind: str = "sampling"
    conditional: str = "none"
    positive: Any = None
    solver: str = "refined"
    inner_solver: str = "quasi-newton"
    first_tolerance: float = 1e-1
    last_tolerance: float = 1e-6
    tolerance_factor: float = 0.0
    first_penalty: float = 0.0
    max_penalty: float = 1e10
    penalty_factor: float = 2.0
    step_tolerance: float = 1e-6
    starts: str | Sequence[str] = "automatic"
    kernel_family: str = "gaussian"
    kernel: str = "automatic"
    random_features: int = 2048
    max_iter: int = 300
    max_rounds: int = 100
    random_state: Any = 0

    _method: ClassVar[str] = "mmd-fair-pca"

    def _objective_terms(self) -> dict[str, tuple[float, int]]:
        return {"explained_variance_ratio": (-1, 1), "mmd2_u": (1, 1)}
