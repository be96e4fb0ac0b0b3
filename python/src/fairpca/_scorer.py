# SPDX-License-Identifier: BSD-3-Clause
"""Scorers for model selection that are given the sensitive features."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar

from sklearn.base import BaseEstimator

from fairpca import _core
from fairpca._measured import measured_number
from fairpca._parameters import wrong_value

if TYPE_CHECKING:

    class _Routed:
        def set_score_request(self, **requests: bool | str | None) -> Any: ...
        def get_metadata_routing(self) -> Any: ...

else:
    # With get_metadata_routing, which makes searches pass the sensitive features on.
    _Routed = BaseEstimator


class Scorer(_Routed):
    """A measure as scikit-learn's searches take it: greater is better.

    Made by ``fairpca.metrics.scorer``. With metadata routing enabled, ``GridSearchCV`` and
    ``cross_validate`` pass it the sensitive features of the rows scored.

    Parameters
    ----------
    measure : str
        Id of a measure.
    statistic : str or None, default=None
        One of the measure's statistics. None: the value, of the worst group where all rows have
        none.
    options : dict or None, default=None
        Parameters of ``fairpca.evaluate``.

    Examples
    --------
    >>> import fairpca
    >>> X, group = fairpca.synthetic("rfpca-toy", random_state=0)
    >>> pca = fairpca.PCA(n_components=1).fit(X, sensitive_features=group)
    >>> gap = fairpca.metrics.scorer("gap")
    >>> gap(pca, X, sensitive_features=group) == -fairpca.metrics.gap(
    ...     pca, X, sensitive_features=group
    ... )
    True
    """

    # Asked for without set_score_request.
    __metadata_request__score: ClassVar[dict[str, bool]] = {"sensitive_features": True}

    def __init__(
        self, measure: str, statistic: str | None = None, options: dict[str, Any] | None = None
    ) -> None:
        self.measure = measure
        self.statistic = statistic
        self.options = options

    def score(
        self,
        estimator: Any,
        X: Any,
        y: Any = None,
        *,
        sensitive_features: Any = None,
        sample_weight: Any = None,
    ) -> float:
        """The score of a fitted estimator, or of a pipeline, on rows."""
        given = {"sensitive_features": sensitive_features, "sample_weight": sample_weight}
        which = (None, self.statistic)
        number = measured_number(
            self.measure, which, estimator, X, y, {**(self.options or {}), **given}
        )
        return score_of(_core.find_measure(self.measure).direction, self.statistic, number)

    def __call__(self, estimator: Any, X: Any, y: Any = None, **given: Any) -> float:
        return self.score(estimator, X, y, **given)


def scorer(measure: str, *, statistic: str | None = None, **options: Any) -> Scorer:
    """A scorer of a measure, for ``GridSearchCV``, ``cross_validate`` and ``fairpca.search``.

    Greater is better: the sign is that of the registry's direction. A measure that is best near
    0.5 is scored by its negative distance from it, one near 0 by its negative size, and so is a
    difference of groups. Measures without a direction are rejected.

    Parameters
    ----------
    measure : str
        Id of a measure: ``fairpca.measures()``.
    statistic : str or None, default=None
        One of the measure's statistics, as ``"worst"`` or ``"difference"``. None: the value, of
        the worst group where all rows have none.
    **options
        Parameters of ``fairpca.evaluate``, such as ``classifier`` or ``min_group_size``.

    Returns
    -------
    scorer : Scorer
        For ``scoring=``.

    Examples
    --------
    >>> import fairpca, sklearn
    >>> from sklearn.model_selection import GridSearchCV, KFold
    >>> X, group = fairpca.synthetic("rfpca-toy", random_state=0)
    >>> robust = fairpca.RobustFairPCA(n_components=1)
    >>> with sklearn.config_context(enable_metadata_routing=True):
    ...     search = GridSearchCV(
    ...         robust,
    ...         {"lam": [0.0, 2.0]},
    ...         cv=KFold(3, shuffle=True, random_state=0),
    ...         scoring=fairpca.metrics.scorer("gap"),
    ...     ).fit(X, sensitive_features=group)
    >>> search.best_params_
    {'lam': 2.0}
    """
    found = _core.find_measure(measure)
    if statistic is not None and statistic not in found.statistics:
        raise wrong_value("statistic", f"one of {found.statistics}", statistic)
    is_difference = statistic is not None and statistic.endswith("difference")
    if found.direction == "none" and not is_difference:
        directed = [one.id for one in _core.measures() if one.direction != "none"]
        raise wrong_value("measure", f"a measure with a direction: {directed}", measure)
    return Scorer(measure, statistic, options or None)


def score_of(direction: str, statistic: str | None, number: float) -> float:
    """A number turned so that greater is better."""
    if direction == "nearer 0" or (statistic or "").endswith("difference"):
        return -abs(number)
    if statistic == "p_value" or direction == "higher":
        return number
    return -abs(number - 0.5) if direction == "nearer 0.5" else -number
