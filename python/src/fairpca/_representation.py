# SPDX-License-Identifier: BSD-3-Clause
"""Methods by which groups cannot be told apart."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar

from fairpca._base import BaseFairPCA
from fairpca._levels import levels_of


@dataclass(eq=False, repr=False)
class MeanMatchingPCA(BaseFairPCA):
    """Representation fairness: PCA among the directions in which all groups have the same mean.

    Kleindessner et al. (2023); closed form for any number of groups and attributes.

    Parameters
    ----------
    positive : label or None, default=None
        Match only the means of rows whose ``y`` is this (equal opportunity).
    covariance_dimensions : float, default=0.0
        Keep only so many of those directions, or such a share of them, in which the groups'
        covariances differ least; 0 keeps all.

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
    _options: ClassVar[dict[str, str]] = {
        "positive": "positive",
        "covariance_dimensions": "covariance_dimensions",
    }

    def _option_value(self, parameter: str) -> Any:
        value = super()._option_value(parameter)
        if parameter != "positive" or value is None:
            return value
        (text,) = levels_of([value]).texts or [""]
        if not text:
            raise ValueError(f"positive must be a level of y, not {value!r}")
        return text


@dataclass(eq=False, repr=False)
class ConstrainedFairPCA(BaseFairPCA):
    """Representation fairness: PCA whose projected group means differ by at most delta.

    The mean constraint of Olfat & Aswani (2019), exact at ``n_components`` dimensions.

    Parameters
    ----------
    delta : float, default=0.0
        Largest distance of the projected group means, in the scaled space.
    relative_delta : float or None, default=None
        The same as a share, 0 to 1, of their distance before projection; instead of delta.
    tol : float, default=1e-10
        Relative gap to the bound at which to stop.
    max_iter : int, default=200
        Most steps of the search.

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
    tol: float = 1e-10
    max_iter: int = 200

    _method: ClassVar[str] = "constrained-fair-pca"
    _options: ClassVar[dict[str, str]] = {
        "delta": "delta",
        "relative_delta": "relative_delta",
        "tol": "tolerance",
        "max_iter": "max_iterations",
    }
