# SPDX-License-Identifier: BSD-3-Clause
"""What fairness costs."""

from __future__ import annotations

import warnings
from collections.abc import Sequence
from numbers import Integral
from typing import Any

from numpy.typing import ArrayLike
from sklearn.exceptions import ConvergenceWarning

from fairpca import _core
from fairpca._group_moments import GroupMoments
from fairpca._parameters import as_numbers, check_shared, check_type
from fairpca._shown import shown
from fairpca._threads import thread_count


def fairness_path(
    X: Any,
    n_components: int | float = 2,
    *,
    sensitive_features: Any = None,
    sample_weight: ArrayLike | None = None,
    share_of: str = "overall",
    standardize: bool = False,
    divide_by: float = 1.0,
    center: str = "overall",
    categorical: Sequence[str] | None = None,
    missing: str = "error",
    combine: str = "intersection",
    missing_group: str = "error",
    min_group_size: int = 10,
    lams: Sequence[float] = (0.0, 0.5, 1.0, 1.5, 2.0, 2.5),
    alpha: float = 0.15,
    max_gap: float | None = None,
    tol: float = 1e-3,
    max_points: int = 500,
    n_jobs: int | None = None,
) -> _core.FairnessPath:
    """The exact trade-off between overall error and fairness, from one pass over the rows.

    Parameters
    ----------
    X : array-like, data frame or GroupMoments
        Rows, or moments that hold the sensitive features already.
    n_components : int or float, default=2
        Dimensions, or a share of the variance.
    sensitive_features, sample_weight, share_of, standardize, divide_by, center, categorical, \
missing, combine, missing_group
        As in the estimators; moments were gathered with their own ``categorical`` and ``missing``.
    min_group_size : int, default=10
        Smaller groups are warned of and hidden: numbers they enter are NaN, and fronts between
        two groups are empty. 0 hides none.
    lams : list of float
        Prices of the gap at which robust fair PCA is marked, with radii from ``alpha``.
    alpha : float, default=0.15
        Radius of its worst case: alpha / sqrt(rows of the group).
    max_gap : float or None, default=None
        Two groups only: also mark the best projection whose gap is at most this.
    tol : float, default=1e-3
        No point of a front is farther from its polyline than this share of PCA's error.
    max_points : int, default=500
        Most points per front.
    n_jobs : int or None, default=None
        Threads that read the rows, as in the estimators.

    Returns
    -------
    path
        ``groups``; ``errors_front`` and ``gap_front``, lists of points with ``error``, ``gap``,
        ``group_errors`` and ``weights``; ``marks``, named projections (``pca``, ``fair-pca``, ...)
        with their ``point`` and ``components``; ``equal_error``, whether two groups can have the
        same error.

    Examples
    --------
    >>> import fairpca
    >>> X, group = fairpca.synthetic("rfpca-toy", random_state=0)
    >>> path = fairpca.fairness_path(X, 1, sensitive_features=group)
    >>> path.groups
    ['0', '1']
    >>> bool(path.gap_front[0].gap > path.gap_front[-1].gap)
    True
    >>> path.marks[0].name
    'pca'
    """
    check_shared(
        {
            "n_components": n_components,
            "share_of": share_of,
            "standardize": standardize,
            "divide_by": divide_by,
            "center": center,
            "categorical": categorical,
            "missing": missing,
            "combine": combine,
            "missing_group": missing_group,
            "min_group_size": min_group_size,
            "n_jobs": n_jobs,
        }
    )
    if n_components is None or isinstance(n_components, (tuple, list)):
        raise ValueError(
            "n_components must be a whole number or a share of the variance between 0 and 1, not "
            + shown(n_components)
        )
    for name, value in {"alpha": alpha, "tol": tol}.items():
        check_type(name, value, float, ">= 0")
    if max_gap is not None:
        check_type("max_gap", max_gap, float, ">= 0")
    check_type("max_points", max_points, int, ">= 3", most=2**31 - 1)
    lambdas = as_numbers("lams", lams, "a number (>= 0, each)")
    if isinstance(X, GroupMoments):
        if sensitive_features is not None or sample_weight is not None:
            raise ValueError("moments hold sensitive_features and sample_weight already")
        if categorical is not None or missing != "error":
            raise ValueError("categorical and missing were settled when the moments were gathered")
        moments = X._moments
    else:
        table = GroupMoments(categorical=categorical)._table(
            X, sensitive_features, None, sample_weight
        )
        moments = _core.GroupMoments.of(table, missing, thread_count(n_jobs))
    settings = _core.FitSettings(
        method="pca",
        dimensions=int(n_components) if isinstance(n_components, Integral) else float(n_components),
        share_of=share_of,
        standardize=bool(standardize),
        divide_by=float(divide_by),
        center=center,
        combine=combine,
        missing_group=missing_group,
        min_group_size=int(min_group_size),
    )
    path = _core.fairness_path(
        moments,
        settings,
        tolerance=float(tol),
        max_points=int(max_points),
        lambdas=lambdas,
        alpha=float(alpha),
        max_gap=None if max_gap is None else float(max_gap),
    )
    for message in path.warnings:
        warnings.warn(message, UserWarning, stacklevel=2)
    if not path.complete:
        warnings.warn(
            f"fairness_path reached max_points={max_points} before its tolerance",
            ConvergenceWarning,
            stacklevel=2,
        )
    return path
