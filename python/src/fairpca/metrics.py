# SPDX-License-Identifier: BSD-3-Clause
"""Every measure of ``fairpca.measures()`` as a function, and scorers for model selection.

A function has the name of its measure and returns one number; ``fairpca.evaluate`` gives several
at once, with intervals. ``scorer("gap")`` is for ``GridSearchCV``, ``cross_validate`` and
``fairpca.search``.

Examples
--------
>>> import fairpca
>>> from fairpca import metrics
>>> X, group = fairpca.synthetic("rfpca-toy", random_state=0)
>>> pca = fairpca.PCA(n_components=1).fit(X, sensitive_features=group)
>>> fair = fairpca.FairPCA(n_components=1).fit(X, sensitive_features=group)
>>> worst = [metrics.loss(one, X, sensitive_features=group) for one in (pca, fair)]
>>> worst[1] < worst[0]
True
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from fairpca import _core
from fairpca._measured import measured_features, measured_number
from fairpca._scorer import Scorer, scorer

__all__ = ["Scorer", "scorer", *(measure.id for measure in _core.measures())]

_DOC = """{summary}.

    ``{definition}``

    Better: {direction}. Fairness notion: {fairness}. It needs {needs}.

    Parameters
    ----------
    model : fitted estimator, path of a model file, or a model of others, default=None
        As in ``fairpca.evaluate``; of a pipeline that ends with a predictor, the steps before it.
    X : array-like, data frame or GroupMoments of shape (n_samples, n_features), default=None
        The rows, or, of a measure that needs no more, their moments.
    y : array-like of shape (n_samples,), default=None
        The label, where the measure needs it.
    sensitive_features : array-like or data frame, default=None
        The protected attributes, which form the groups.
    {chosen}train : (X, y, sensitive_features), dict or None, default=None
        Training rows, as in ``fairpca.evaluate``.
    **options
        The other parameters of ``fairpca.evaluate``: ``coordinates`` and ``reconstructions``
        instead of a model, ``sample_weight``, ``classifier``, ``min_group_size`` and so on.

    Returns
    -------
    {returns}

    Raises
    ------
    ValueError
        Where the data do not allow the number; the message says why.

    See Also
    --------
    fairpca.evaluate : Several measures at once, with their intervals.
    """

_NUMBER = """number : float
        That of the measure."""
_NUMBERS = """numbers : dict of str to float
        One per encoded feature."""

_CHOSEN = """group : str or None, default=None
        A group whose number is asked for; None: that of all rows.
    statistic : str or None, default=None
        One of {statistics}. None: the value, of the worst group where all rows have none.
    """


def _function_of(measure: _core.Measure) -> Callable[..., Any]:
    """The function of a measure."""

    def number(
        model: Any = None,
        X: Any = None,
        y: Any = None,
        *,
        sensitive_features: Any = None,
        group: str | None = None,
        statistic: str | None = None,
        train: Any = None,
        **options: Any,
    ) -> float:
        given = {"sensitive_features": sensitive_features, "train": train, **options}
        return measured_number(measure.id, (group, statistic), model, X, y, given)

    def features(
        model: Any = None,
        X: Any = None,
        y: Any = None,
        *,
        sensitive_features: Any = None,
        train: Any = None,
        **options: Any,
    ) -> dict[str, float]:
        given = {"sensitive_features": sensitive_features, "train": train, **options}
        return measured_features(measure.id, model, X, y, given)

    is_number = measure.id != "communality"  # the only one that is of columns, not of rows
    function: Callable[..., Any] = number if is_number else features
    words = ", ".join(f'"{one}"' for one in measure.statistics)
    function.__name__ = function.__qualname__ = measure.id
    function.__module__ = __name__
    function.__doc__ = _DOC.format(
        summary=measure.summary[0].upper() + measure.summary[1:],
        definition=measure.definition,
        direction=measure.direction,
        fairness=measure.fairness,
        needs=measure.needs,
        chosen=_CHOSEN.format(statistics=words) if is_number else "",
        returns=_NUMBER if is_number else _NUMBERS,
    )
    return function


globals().update({measure.id: _function_of(measure) for measure in _core.measures()})


def __getattr__(name: str) -> Callable[..., Any]:
    """For what is not a measure; type checkers learn from it what measures are."""
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
