# SPDX-License-Identifier: BSD-3-Clause
"""What fairness costs."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from numpy.typing import ArrayLike
from sklearn.exceptions import ConvergenceWarning

from fairpca import _core
from fairpca._group_moments import GroupMoments
from fairpca._keys import Keys
from fairpca._messages import rejection, warn
from fairpca._parameters import (
    check_categorical,
    check_features,
    check_n_jobs,
    checked,
    path_options,
    shared_options,
)
from fairpca._rich import path_html
from fairpca._shown import Words
from fairpca._streams import reading
from fairpca._threads import thread_count

# The class is of the extension; what notebooks show is made here, as for all others.
_core.FairnessPath._repr_html_ = path_html  # type: ignore[attr-defined]


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
    drop_deviation: Sequence[float] | None = None,
    features: Sequence[str] | None = None,
    categorical: Sequence[str] | None = None,
    missing: str = "error",
    missing_category: str = "error",
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
    X : array-like, data frame, stream or GroupMoments
        Rows, or moments that hold the sensitive features already.
    n_components : int or float, default=2
        Dimensions, or a share of the variance.
    sensitive_features, sample_weight, share_of, standardize, divide_by, center, drop_deviation, \
features, categorical, missing, missing_category, combine, missing_group : as in the estimators
        Of the rows and the groups; moments were gathered with their own ``features``,
        ``categorical``, ``missing`` and ``missing_category``.
    min_group_size : int, default=10
        Smaller groups are warned of and hidden: numbers they enter are NaN, and fronts between
        two groups are empty. 0 hides none.
    lams : list of float
        Penalty weights of the gap at which robust fair PCA is marked, with radii from ``alpha``.
    alpha : float, default=0.15
        Radius of its worst case: alpha / sqrt(effective size of the group).
    max_gap : float or None, default=None
        Two groups only: also mark the best projection whose gap is at most this.
    tol : float, default=1e-3
        No point of a front is farther from its polyline than this share of PCA's error.
    max_points : int, default=500
        Maximum number of points of each front.
    n_jobs : int or None, default=None
        Threads that read the rows, as in the estimators.

    Returns
    -------
    path
        ``groups``; ``errors_front`` and ``gap_front``, lists of points with ``error``, ``gap``,
        ``group_errors`` and ``weights``; ``marks``, named projections (``pca``, ``fair-pca``, ...)
        with their ``point`` and ``components``; ``equal_error``, whether two groups can have the
        same error. ``notes`` names dropped columns. ``to_dict()`` and ``to_json()`` give what
        ``fairpca path --json`` writes.

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
    given = dict(locals())
    check_features(features)
    check_categorical(categorical)
    check_n_jobs(n_jobs)
    names = [name for name in shared_options() if name in given and name != "n_jobs"]
    values = _values(shared_options(), {name: given[name] for name in names})
    options = _values(path_options(), {name: given[name] for name in path_options()})
    settings = _core.FitSettings("pca", values | {"threads": thread_count(n_jobs)})
    settings.check()
    if isinstance(X, GroupMoments):
        for name in ("missing", "missing_category"):
            if given[name] != "error":
                raise rejection("moments-are-settled", option=Words(name))
        for name in ("sensitive_features", "sample_weight", "features", "categorical"):
            if given[name] is not None:
                raise rejection("moments-are-settled", option=Words(name))
        path = _core.path_moments(X._moments, settings, options)
    else:
        moments = GroupMoments(features=features, categorical=categorical)
        rows = moments._table(X, Keys(sensitive_features, None, sample_weight))
        with reading(rows, warns=False):
            path = _core.path(rows, settings, options)
    for said in path.warnings:
        is_short = said.code in ("front-distance", "front-tolerance")
        warn(said, ConvergenceWarning if is_short else UserWarning, stacklevel=2)
    return path


def _values(options: Mapping[str, _core.OptionSpec], given: Mapping[str, Any]) -> dict[str, Any]:
    """What is given for each parameter, as the core takes it, by the names of its options."""
    return {options[name].name: checked(options[name], value) for name, value in given.items()}
