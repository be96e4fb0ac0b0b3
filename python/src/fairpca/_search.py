# SPDX-License-Identifier: BSD-3-Clause
"""A grid search that reads the rows once, where moments are enough."""

from __future__ import annotations

import copy
import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any

import numpy as np
import sklearn
from numpy.typing import NDArray
from sklearn.base import clone, is_classifier
from sklearn.model_selection import GridSearchCV, ParameterGrid, check_cv

from fairpca import _core
from fairpca._base import BaseFairPCA
from fairpca._columns import check_columns
from fairpca._group_moments import GroupMoments, Parted
from fairpca._keys import Keys, keys_as_values
from fairpca._messages import rejection
from fairpca._objective import fair_score
from fairpca._parameters import wrong_type
from fairpca._scorer import Scorer, scorer
from fairpca._search_table import results_table
from fairpca._shown import Words
from fairpca._stream_tables import open_training, settle_training
from fairpca._streams import Source, as_stream, reading, settling
from fairpca._tables import in_order_of
from fairpca._threads import thread_count

# Parameters that change the moments, not only what is made of them.
_OF_MOMENTS = ("features", "categorical", "missing", "missing_category")
_OF_ROWS = (*_OF_MOMENTS, "sensitive_columns")


@dataclass(eq=False, repr=False)
class SearchResult:
    """What ``fairpca.search`` found, with the attributes of ``GridSearchCV``.

    Attributes
    ----------
    cv_results_ : dict of str to array
        As in ``GridSearchCV``: a row per setting, times, scores of every fold, mean, deviation and
        rank.
    best_index_ : int
        Row of the best setting in ``cv_results_``.
    best_params_ : dict
        The best setting.
    best_score_ : float
        Its mean score over the folds.
    best_estimator_ : estimator
        The best setting fitted to all rows.
    n_splits_ : int
        Number of folds.
    scorer_ : Scorer or None
        What the settings were scored by; None: ``score`` of the estimator.
    read_once_ : bool
        Whether the folds were made of moments, without reading rows again for every setting.

    Examples
    --------
    >>> import fairpca
    >>> X, group = fairpca.synthetic("frmppca-balanced", random_state=0)
    >>> grid = {"n_components": [1, 2]}
    >>> found = fairpca.search(fairpca.FairPCA(), grid, X, sensitive_features=group)
    >>> found.read_once_, found.n_splits_, len(found.cv_results_["mean_test_score"])
    (True, 3, 2)
    """

    cv_results_: dict[str, Any]
    best_index_: int
    best_params_: dict[str, Any]
    best_score_: float
    best_estimator_: Any
    n_splits_: int
    scorer_: Scorer | None
    read_once_: bool

    def __repr__(self) -> str:
        settings = len(self.cv_results_["params"])
        return (
            f"SearchResult(best_params_={self.best_params_}, best_score_={self.best_score_:.6g}, "
            f"settings={settings}, n_splits_={self.n_splits_})"
        )


def search(
    estimator: Any,
    grid: Mapping[str, Sequence[Any]] | Sequence[Mapping[str, Sequence[Any]]],
    X: Any,
    y: Any = None,
    *,
    sensitive_features: Any,
    cv: Any = 3,
    scoring: str | Scorer | None = None,
) -> SearchResult:
    """Choose settings by cross-validation, as ``GridSearchCV`` does, from one pass over the rows.

    Methods that need moments only are fitted in every fold from the merged moments of the other
    folds, and scored from those of the fold; the best setting is fitted to the moments of all
    rows, so that it has no bandwidth of its own for ``mmd2``. Everything else (pipelines,
    mixtures, measures that need rows or labels) is left to ``GridSearchCV``, with the same result
    attributes.

    Parameters
    ----------
    estimator : estimator
        An estimator of fairpca, or a pipeline with one.
    grid : dict of str to sequence, or list of such dicts
        Settings to try, as ``param_grid`` of ``GridSearchCV``.
    X : array-like, data frame or stream of shape (n_samples, n_features)
        The rows. Streams are taken where moments are enough; one that does not say how many rows
        it has is read twice, and about 30 bytes of each row are kept.
    y : array-like of shape (n_samples,) or str, default=None
        The label, for measures and splitters that need it. The name of a column of X is no
        feature, and not looked at.
    sensitive_features : array-like or data frame of shape (n_samples,) or (n_samples, k)
        The protected attributes, or names of columns of X.
    cv : int, cross-validation generator or iterable, default=3
        The folds, as in ``GridSearchCV``: a number makes folds of rows in their order, stratified
        by ``y`` if the estimator is a classifier.
    scoring : str, Scorer or None, default=None
        Id of a measure, or ``fairpca.metrics.scorer(...)``. None: ``score`` of the estimator.

    Returns
    -------
    result : SearchResult
        ``cv_results_``, ``best_params_``, ``best_score_``, ``best_index_``, ``best_estimator_``.

    Examples
    --------
    >>> import fairpca
    >>> from sklearn.model_selection import KFold
    >>> X, group = fairpca.synthetic("rfpca-toy", random_state=0)
    >>> found = fairpca.search(
    ...     fairpca.RobustFairPCA(n_components=1),
    ...     {"lam": [0.0, 2.0]},
    ...     X,
    ...     sensitive_features=group,
    ...     cv=KFold(3, shuffle=True, random_state=0),  # its rows are sorted by group
    ...     scoring="gap",
    ... )
    >>> found.best_params_
    {'lam': 2.0}
    >>> found.best_estimator_.groups_
    ['0', '1']
    """
    settings = list(ParameterGrid(grid))
    if isinstance(scoring, str):
        scoring = scorer(scoring)
    if scoring is not None and not isinstance(scoring, Scorer):
        raise wrong_type("scoring", "the id of a measure, a Scorer or None", scoring)
    source = as_stream(X)
    suffices = _moments_suffice(estimator, settings, scoring)
    if source is not None:
        if not suffices:
            raise rejection("stream-not-taken", what=Words("a search that needs rows"))
        rows = _stream_rows(estimator, source, Keys(sensitive_features, y), cv)
        return _by_moments(estimator, settings, rows, scoring)
    if isinstance(y, str) and not suffices:
        raise wrong_type("y", "the label of every row", y)
    keys, left_out = keys_as_values(X, Keys(sensitive_features, y))
    y = in_order_of(X, keys.y, "y")
    splits = list(check_cv(cv, y, classifier=is_classifier(estimator)).split(X, y))
    if not suffices:
        return _by_rows(estimator, grid, X, y, sensitive_features, splits, scoring)
    rows = _table_rows(estimator, X, keys.sensitive_features, left_out, splits)
    return _by_moments(estimator, settings, rows, scoring)


def _by_moments(
    estimator: BaseFairPCA,
    settings: Sequence[dict[str, Any]],
    rows: _Rows,
    scoring: Scorer | None,
) -> SearchResult:
    """Every setting fitted and scored in every fold."""
    folds = rows.folds
    tried = [_with(estimator, one).set_params(n_jobs=1) for one in settings]
    tasks = [(one, fold) for one in tried for fold in folds]
    # The core lets other threads go on; a fit from moments hardly uses its own.
    with ThreadPoolExecutor(thread_count(estimator.n_jobs)) as threads:
        trials = list(threads.map(lambda task: _tried(task[0], task[1], scoring), tasks))
    table = results_table(settings, np.array(trials).reshape(len(settings), len(folds), 3))
    best = int(np.argmin(table["rank_test_score"]))
    return SearchResult(
        cv_results_=table,
        best_index_=best,
        best_params_=settings[best],
        best_score_=float(table["mean_test_score"][best]),
        best_estimator_=rows.fitted(_with(estimator, settings[best])),
        n_splits_=len(folds),
        scorer_=scoring,
        read_once_=True,
    )


def _moments_suffice(
    estimator: Any, settings: Sequence[Mapping[str, Any]], scoring: Scorer | None
) -> bool:
    if not isinstance(estimator, BaseFairPCA) or estimator.missing not in ("error", "drop-row"):
        return False
    if any(name in one for one in settings for name in _OF_ROWS):
        return False
    if estimator.sensitive_columns is not None:
        return False
    tried = [_with(estimator, one) for one in settings]
    method = _core.find_method(estimator._method)
    if method.needs != "moments" or any(one._settings(method.id).uses_label for one in tried):
        return False
    if scoring is None:
        return bool(estimator._objective_terms())
    measure = _core.find_measure(scoring.measure)
    # Probabilities are drawn from the rows; training rows are not given to scorers.
    is_drawn = scoring.statistic == "p_value"
    return measure.needs == "moments" and not measure.needs_training and not is_drawn


def _with(estimator: BaseFairPCA, setting: Mapping[str, Any]) -> BaseFairPCA:
    """An estimator with this setting, not fitted."""
    changed: BaseFairPCA = clone(estimator).set_params(**clone(dict(setting), safe=False))
    return changed


@dataclass(frozen=True)
class _Fold:
    """Moments of the rows to fit to, and of those held out."""

    training: GroupMoments
    test: GroupMoments


@dataclass(frozen=True)
class _Rows:
    """What a search looks at: moments of folds and of all rows, and the columns of X."""

    folds: list[_Fold]
    whole: GroupMoments
    remember: Callable[[BaseFairPCA], None]

    def fitted(self, estimator: BaseFairPCA) -> BaseFairPCA:
        """The estimator fitted to all rows, which remembers the columns of X."""
        estimator.fit_moments(self.whole)
        self.remember(estimator)
        return estimator


def _table_rows(
    estimator: BaseFairPCA,
    X: Any,
    sensitive_features: Any,
    left_out: Sequence[str],
    splits: Sequence[tuple[NDArray[Any], NDArray[Any]]],
) -> _Rows:
    """Of rows in memory, from one pass."""
    rows = X.shape[0] if hasattr(X, "shape") else len(X)
    sides = _sides(rows, splits, len(splits))
    sensitive_features = in_order_of(X, sensitive_features, "sensitive_features")

    def parted(codes: NDArray[np.int32], parts: int) -> Parted:
        return _moments_for(estimator).parted(X, sensitive_features, codes, parts, left_out)

    return _parted_rows(sides, parted, lambda one: check_columns(one, X, reset=True))


def _stream_rows(estimator: BaseFairPCA, source: Source, keys: Keys, cv: Any) -> _Rows:
    """Of a stream, which is read twice unless it says how many rows there are."""
    stream, named = open_training(source, keys)
    columns = stream.columns
    with settling(stream):
        settle_training(
            stream,
            named,
            features=estimator.features,
            categorical=estimator.categorical,
            uses_label=False,
        )

    def remember(one: BaseFairPCA) -> None:
        one.n_features_in_ = len(columns)
        one.feature_names_in_ = np.array(columns, dtype=object)

    with reading(stream):
        rows = stream.count_rows()
        folds = check_cv(cv)
        places = np.broadcast_to(np.int8(0), (rows, 1))  # of no size
        sides = _sides(rows, folds.split(places), folds.get_n_splits(places))
        return _parted_rows(
            sides,
            lambda codes, parts: _moments_for(estimator).parted_stream(stream, codes, parts),
            remember,
        )


def _moments_for(estimator: BaseFairPCA) -> GroupMoments:
    """Of no rows, which are read as the estimator reads them."""
    return GroupMoments(
        **{name: getattr(estimator, name) for name in _OF_MOMENTS}, n_jobs=estimator.n_jobs
    )


def _sides(
    rows: int, splits: Iterable[tuple[NDArray[Any], NDArray[Any]]], count: int
) -> NDArray[np.int8]:
    """Of each row and fold: 0 unused, 1 fitted to, 2 held out."""
    sides = np.zeros((rows, count), dtype=np.int8)
    for number, (training, test) in enumerate(splits):
        sides[training, number] = 1
        sides[test, number] = 2
    return sides


def _parted_rows(
    sides: NDArray[np.int8],
    parted: Callable[[NDArray[np.int32], int], Parted],
    remember: Callable[[BaseFairPCA], None],
) -> _Rows:
    """The folds, and the moments of all rows, from one pass."""
    kinds, codes = _kinds(sides)
    moments = parted(codes.astype(np.int32), len(kinds))
    folds = [_Fold(moments(column == 1), moments(column == 2)) for column in kinds.T]
    return _Rows(folds, moments(np.ones(len(kinds), dtype=bool)), remember)


def _kinds(sides: NDArray[np.int8]) -> tuple[NDArray[np.int8], NDArray[np.intp]]:
    """The different rows of ``sides``, and which of them each row is."""
    code = np.zeros(len(sides), dtype=np.intp)
    kinds = np.zeros((1, 0), dtype=np.int8)
    for column in sides.T:  # counted, not sorted: rows are many and kinds few
        code = code * 3 + column
        there = np.flatnonzero(np.bincount(code))
        number = np.zeros(there[-1] + 1, dtype=np.intp)
        number[there] = np.arange(len(there))
        code = number[code]
        kinds = np.column_stack([kinds[there // 3], there % 3]).astype(np.int8)
    return kinds, code


def _tried(
    estimator: BaseFairPCA, fold: _Fold, scoring: Scorer | None
) -> tuple[float, float, float]:
    """Seconds of the fit, seconds of the score, and the score."""
    began = time.perf_counter()
    # As a clone, but without its checks of every parameter: those are done once per setting.
    fitted = copy.deepcopy(estimator).fit_moments(fold.training)
    between = time.perf_counter()
    score: Callable[..., float] = fair_score if scoring is None else scoring
    number = score(fitted, fold.test, None)
    return between - began, time.perf_counter() - between, number


def _by_rows(
    estimator: Any,
    grid: Any,
    X: Any,
    y: Any,
    sensitive_features: Any,
    splits: Sequence[Any],
    scoring: Scorer | None,
) -> SearchResult:
    """What ``GridSearchCV`` finds, with the sensitive features routed to fits and scores."""
    with sklearn.config_context(enable_metadata_routing=True):
        found = GridSearchCV(estimator, grid, cv=splits, scoring=scoring, error_score="raise").fit(
            X, y, sensitive_features=in_order_of(X, sensitive_features, "sensitive_features")
        )
    return SearchResult(
        cv_results_=found.cv_results_,
        best_index_=int(found.best_index_),
        best_params_=found.best_params_,
        best_score_=float(found.best_score_),
        best_estimator_=found.best_estimator_,
        n_splits_=found.n_splits_,
        scorer_=scoring,
        read_once_=False,
    )
