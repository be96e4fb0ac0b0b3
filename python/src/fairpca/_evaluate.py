# SPDX-License-Identifier: BSD-3-Clause
"""What a model does to rows and groups, measured."""

from __future__ import annotations

import functools
import inspect
import json
import os
from collections.abc import Mapping, Sequence
from contextlib import ExitStack
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray
from sklearn.utils.validation import _check_sample_weight, check_is_fitted

from fairpca import _core
from fairpca._base import BaseFairPCA
from fairpca._columns import check_columns
from fairpca._evaluation import Evaluation
from fairpca._group_moments import GroupMoments
from fairpca._keys import Keys, keys_as_values
from fairpca._messages import rejection, warn
from fairpca._model_files import load
from fairpca._others import (
    GivenRows,
    OtherModel,
    as_numbers,
    numbers_of_columns,
    other_model,
)
from fairpca._parameters import (
    check_n_jobs,
    check_random_state,
    checked,
    evaluate_options,
    seed_of,
    shared_options,
    wrong_type,
    wrong_value,
)
from fairpca._shown import Words
from fairpca._stream_tables import known_stream
from fairpca._streams import Source, as_stream, reading
from fairpca._tables import (
    Features,
    as_frame,
    backend_of,
    build_table,
    columns_of,
    in_order_of,
    places_of,
    read_groups,
    read_known_frame,
    read_label,
    used_columns,
)
from fairpca._threads import thread_count


class _Rows(NamedTuple):
    """One table as the caller gives it."""

    X: Any
    y: Any = None
    sensitive_features: Any = None
    sample_weight: Any = None
    coordinates: Any = None
    reconstructions: Any = None


def evaluate(
    model: Any = None,
    X: Any = None,
    y: Any = None,
    *,
    sensitive_features: Any = None,
    sample_weight: ArrayLike | None = None,
    train: Any = None,
    coordinates: Any = None,
    reconstructions: Any = None,
    measures: str | Sequence[str] | None = None,
    classifier: str = "logistic",
    positive: Any = None,
    center: str = "overall",
    combine: str | None = None,
    missing: str | None = None,
    missing_group: str = "error",
    unseen: str | None = None,
    min_group_size: int = 10,
    random_state: Any = 0,
    n_jobs: int | None = None,
) -> Evaluation:
    """Measure a model on rows: errors and gaps, what a group can be told by, what it costs.

    ``fairpca.measures()`` says what each number is. Rows should be rows that no fit has seen.

    Parameters
    ----------
    model : fitted estimator, path of a model file, or a model of others
        Others' models can be audited too: a scikit-learn ``PCA``, anything with ``transform`` (and
        ``inverse_transform``, for errors), anything with ``components_`` and ``mean_``, or a
        scikit-learn ``Pipeline`` that ends with one, whose errors are then in the space its last
        step sees. None: ``coordinates`` are given.
    X : array-like, data frame or stream of shape (n_samples, n_features)
        The rows; label, protected attributes and weights may be names of its columns. Of others'
        models numbers alone (unless a pipeline encodes them). With ``coordinates`` it may be left
        out; then no errors are measured. Of our models also ``GroupMoments``, which hold the
        groups: measures that need rows, and intervals, are left out.
    y : array-like of shape (n_samples,), default=None
        Label to be predicted from the coordinates. None: measures that need it are left out.
    sensitive_features : array-like or data frame of shape (n_samples,) or (n_samples, k)
        The protected attributes, which form the groups. None: overall numbers alone.
    sample_weight : array-like of shape (n_samples,), default=None
        Weights of the rows in averages. Classifiers are fitted without them.
    train : (X, y, sensitive_features), dict or None, default=None
        Training rows. Classifiers are fitted to them, and ``loss_reference`` and
        ``gap_training_group`` need them. A dict has the names of these arguments as keys, also
        ``sample_weight`` and, with ``coordinates``, ``coordinates`` and ``reconstructions``. None:
        classifiers are cross-fitted in five folds of X.
    coordinates : array-like of shape (n_samples, d), default=None
        Instead of a model: the coordinates of the rows.
    reconstructions : array-like of shape (n_samples, n_features), default=None
        With ``coordinates``: the rows as the model sees them, in the units of X. None: no errors
        are measured.
    measures : list of str, str or None, default=None
        Ids of measures; None: all that the data allow.
    classifier : {"logistic", "linear-svm", "rbf-svm"}, default="logistic"
        What predicts the label from the coordinates.
    positive : str, number or None, default=None
        Level of ``y`` whose predictions are compared. None: the last.
    center : {"overall", "group"}, default="overall"
        Errors of groups about the model's mean or each group's own.
    combine : {"intersection", "per-attribute"} or None, default=None
        How several sensitive features form groups. None: as in the fit; of others' models
        crossed.
    missing : {"error", "mean", "drop-row", "model"} or None, default=None
        How missing cells of X are handled. None: as the estimator says.
    missing_group : {"error", "group", "unconstrained"}, default="error"
        How rows whose sensitive feature is missing are handled.
    unseen : {"error", "zeros"} or None, default=None
        What is done with a level of a category that the fit has not seen. None: as the estimator
        says.
    min_group_size : int, default=10
        Smaller groups are in no number. 0 publishes every group.
    random_state : int, RandomState or None, default=0
        Seed of draws, permutations, folds and samples.
    n_jobs : int or None, default=None
        Threads, as in the estimators. Results do not depend on it.

    Returns
    -------
    evaluation : Evaluation
        ``evaluation["gap"]`` is a number, ``to_frame()`` has a row per number with its interval,
        ``to_dict()`` is what ``fairpca evaluate --json`` writes.

    Examples
    --------
    >>> import fairpca
    >>> from sklearn.decomposition import PCA
    >>> X, group = fairpca.synthetic("rfpca-toy", random_state=0)
    >>> new, new_group = fairpca.synthetic("rfpca-toy", random_state=1)
    >>> fair = fairpca.FairPCA(n_components=1).fit(X, sensitive_features=group)
    >>> result = fairpca.evaluate(
    ...     fair, new, sensitive_features=new_group, train=(X, None, group), measures=["gap"]
    ... )
    >>> result.groups
    ['0', '1']
    >>> low, high = result.interval("gap")
    >>> bool(low <= result["gap"] <= high)
    True

    A model of somebody else, measured the same way:

    >>> theirs = PCA(n_components=1).fit(X)
    >>> audited = fairpca.evaluate(theirs, new, sensitive_features=new_group, measures=["gap"])
    >>> bool(audited["gap"] > result["gap"])
    True
    """
    return _evaluated(dict(locals()), has_intervals=True)


def evaluate_numbers(
    model: Any, X: Any, y: Any, *, has_intervals: bool = False, **given: Any
) -> Evaluation:
    """``evaluate`` for callers that look at numbers alone: nothing is drawn for intervals.

    Probabilities and bounds, which are drawn as intervals are, are then left out.
    """
    defaults = _defaults()
    if unknown := set(given) - set(defaults):
        raise wrong_value("options", f"parameters of evaluate: {sorted(defaults)}", min(unknown))
    named = {"model": model, "X": X, "y": y}
    return _evaluated({**named, **defaults, **given}, has_intervals=has_intervals)


@functools.cache
def _defaults() -> dict[str, Any]:
    """Those of ``evaluate``, but for the rows."""
    parameters = inspect.signature(evaluate).parameters.values()
    return {one.name: one.default for one in parameters if one.kind is one.KEYWORD_ONLY}


def _evaluated(given: Mapping[str, Any], *, has_intervals: bool) -> Evaluation:
    check_n_jobs(given["n_jobs"])
    check_random_state(given["random_state"])
    options = _checked_options(given, has_intervals)
    rows = _Rows(**{name: given[name] for name in _Rows._fields})
    model, training = given["model"], _training_rows(given["train"], rows)
    if isinstance(model, (str, bytes, os.PathLike)):
        model = load(os.fsdecode(model))
    # Once, before a pipeline's own steps give X an index of theirs: from here on places count.
    rows = _in_one_order(_with_named_keys(rows, model))
    training = None if training is None else _in_one_order(_with_named_keys(training, model))
    if model is None or rows.coordinates is not None:
        core = _evaluate_arrays(model, rows, training, options)
    elif isinstance(model, BaseFairPCA):
        core = _evaluate_ours(model, rows, training, given, options)
    else:
        other = other_model(model)
        if isinstance(other.last, BaseFairPCA):
            rows = _prepared(other.before, rows)
            training = None if training is None else _prepared(other.before, training)
            core = _evaluate_ours(other.last, rows, training, given, options)
        else:
            core = _evaluate_others(other, rows, training, options)
    for said in core.warnings:
        warn(said, UserWarning, stacklevel=3)
    # Moments are of no library; a text is for who asked for the whole evaluation.
    backend = None if isinstance(rows.X, GroupMoments) else backend_of(rows.X)
    text = core.to_text() if has_intervals else ""
    return Evaluation(json.loads(core.to_json()), text, backend)


def _with_named_keys(rows: _Rows, model: Any) -> _Rows:
    """Rows whose keys are values, and no columns of X unless the model knows those; or a stream."""
    source = as_stream(rows.X)
    if source is not None:
        return rows._replace(X=source)
    if rows.X is None or isinstance(rows.X, GroupMoments):
        return rows
    given = Keys(rows.sensitive_features, rows.y, rows.sample_weight)
    keys, taken = keys_as_values(rows.X, given)
    unknown = set(taken).difference(getattr(model, "feature_names_in_", ()))
    frame = as_frame(rows.X) if unknown else None
    X = rows.X if frame is None else frame.drop(sorted(unknown)).to_native()
    return rows._replace(X=X, **keys._asdict())


class _Options(NamedTuple):
    """What the core is asked for."""

    values: dict[str, Any]
    shared: _core.FitSettings
    has_intervals: bool


def _in_one_order(rows: _Rows) -> _Rows:
    """Rows with everything else in the order of X or, without X, of the coordinates."""
    first = "coordinates" if rows.X is None else "X"
    others = [name for name in _Rows._fields if name != first]
    given = getattr(rows, first)
    return rows._replace(**{name: in_order_of(given, getattr(rows, name), name) for name in others})


def _prepared(before: Any, rows: _Rows) -> _Rows:
    """Rows as the last step of a pipeline sees them."""
    if before is None:
        return rows
    _reject_stream(rows, "a pipeline")
    return rows._replace(X=before.transform(rows.X))


def _reject_stream(rows: _Rows, what: str) -> None:
    if isinstance(rows.X, Source):
        raise rejection("stream-not-taken", what=Words(what))


def _checked_options(given: Mapping[str, Any], has_intervals: bool) -> _Options:
    """Options of the evaluation, and those it shares with fits."""
    values: dict[str, Any] = {}
    if (listed := _measures(given["measures"])) is not None:
        values["measures"] = listed
    for name in ("classifier", "center", "positive"):
        values[name] = checked(evaluate_options()[name], given[name])
    shared = {
        name: checked(shared_options()[name], given[name])
        for name in ("missing_group", "min_group_size")
    }
    if given["combine"] is not None:
        shared["combine"] = checked(shared_options()["combine"], given["combine"])
    for name in ("missing", "unseen"):
        if given[name] is not None:
            values[name] = checked(evaluate_options()[name], given[name])
    seed = seed_of(given["random_state"])
    shared["seed"] = checked(shared_options()["random_state"], seed)
    # Moments are read by one thread.
    is_read = not isinstance(given["X"], GroupMoments)
    shared["threads"] = thread_count(given["n_jobs"]) if is_read else 1
    return _Options(values, _core.FitSettings("pca", shared), has_intervals)


def _measures(measures: Any) -> str | None:
    """Ids of measures in one text, as the command line takes them."""
    if measures is None:
        return None
    ids = [measures] if isinstance(measures, str) else measures
    if not isinstance(ids, Sequence) or not ids or not all(isinstance(one, str) for one in ids):
        raise wrong_value("measures", "ids of measures, or None", measures)
    return ",".join(ids)


def _training_rows(train: Any, rows: _Rows) -> _Rows | None:
    """Training rows; groups and labels that the evaluated rows do not have are not looked at."""
    training = _given_training_rows(train)
    if training is None or isinstance(rows.X, GroupMoments):
        return training
    keys = {name: getattr(training, name) for name in ("y", "sensitive_features")}
    return training._replace(
        **{name: None if getattr(rows, name) is None else key for name, key in keys.items()}
    )


def _given_training_rows(train: Any) -> _Rows | None:
    if train is None:
        return None
    if isinstance(train, Mapping):
        if unknown := set(train) - set(_Rows._fields):
            raise wrong_value("train", f"a dict with keys of {_Rows._fields}", min(unknown))
        return _Rows(**{"X": None, **train})
    if isinstance(train, tuple) and len(train) == 3:
        return _Rows(*train)
    raise wrong_type("train", "(X, y, sensitive_features), a dict with such keys, or None", train)


def _evaluate_ours(
    model: BaseFairPCA,
    rows: _Rows,
    training: _Rows | None,
    given: Mapping[str, Any],
    options: _Options,
) -> _core.Evaluation:
    check_is_fitted(model)
    values, shared, has_intervals = options
    is_combined = given["combine"] is not None
    if isinstance(rows.X, GroupMoments):
        return _evaluate_moments(model, rows, training, options, is_combined)
    for name in ("missing", "unseen"):
        if given[name] is None:
            values[name] = getattr(model, name)
    with ExitStack() as opened:
        table = _table_of(model, rows)
        opened.enter_context(reading(table, warns=False))
        trained = None if training is None else _table_of(model, training)
        if trained is not None:
            opened.enter_context(reading(trained, warns=False))
        return _core.evaluate(
            model._model, table, trained, shared, values, is_combined, has_intervals
        )


def _evaluate_moments(
    model: BaseFairPCA,
    rows: _Rows,
    training: _Rows | None,
    options: _Options,
    is_combined: bool,
) -> _core.Evaluation:
    """Of rows behind moments, which hold their groups and weights."""
    for name in ("y", "sensitive_features", "sample_weight"):
        for one in (rows, training):
            if one is not None and getattr(one, name) is not None:
                raise rejection("keys-of-moments", option=Words(name))
    trained = None if training is None else training.X
    if trained is not None and not isinstance(trained, GroupMoments):
        raise wrong_type("train", "moments where X is moments: (moments, None, None)", trained)
    return _core.evaluate_moments(
        model._model,
        rows.X._moments,
        None if trained is None else trained._moments,
        options.shared,
        options.values,
        is_combined,
    )


def _table_of(model: BaseFairPCA, rows: _Rows) -> _core.Rows:
    """Rows with the columns that the model looks at."""
    if rows.X is None:
        raise wrong_type("X", "an array or a data frame", rows.X)
    used = used_columns(model._model)
    if isinstance(rows.X, Source):
        keys = Keys(rows.sensitive_features, rows.y, rows.sample_weight)
        return known_stream(rows.X, used, keys)
    frame = as_frame(rows.X)
    if frame is None:
        array = model._array(rows.X, reset=False)
        if len(used) < array.shape[1]:
            array = array[:, places_of(used, model._names_in())]
        features = Features([column.name for column in used], array, [])
    else:
        check_columns(model, frame.to_native(), reset=False)
        features = read_known_frame(
            frame, names=model._names_in(), columns=columns_of(model._model)
        )
        features = model._with_checked_numbers(features, fewest_rows=1)
    return _with_keys(features, rows)


def _with_keys(features: Features, rows: _Rows) -> _core.Table:
    """The core's table of features, groups, label and weights, which are in one order."""
    weights = None
    if rows.sample_weight is not None:
        weights = _check_sample_weight(
            rows.sample_weight,
            features.numeric,
            dtype=np.float64,
            ensure_non_negative=True,
        )
    return build_table(
        features,
        groups=read_groups(rows.sensitive_features),
        label=read_label(rows.y),
        weights=weights,
    )


def _evaluate_others(
    model: OtherModel,
    rows: _Rows,
    training: _Rows | None,
    options: _Options,
) -> _core.Evaluation:
    for one in (rows, training):
        if one is not None and one.X is None:
            raise wrong_type("X", "an array or a data frame", None)
        if one is not None:
            _reject_stream(one, "a model of others")
    parts = [(one, model.score(one.X)) for one in (rows, training) if one is not None]
    return _evaluate_given(model.name, model.mean, model.components, parts, options)


def _evaluate_arrays(
    model: Any,
    rows: _Rows,
    training: _Rows | None,
    options: _Options,
) -> _core.Evaluation:
    if model is not None:
        raise rejection("model-and-coordinates")
    if rows.coordinates is None:
        raise rejection("no-model")
    parts = [(one, _given_rows(one)) for one in (rows, training) if one is not None]
    return _evaluate_given("coordinates", None, None, parts, options)


def _given_rows(rows: _Rows) -> GivenRows:
    if rows.coordinates is None:
        raise rejection("training-without-coordinates", option=Words("train"))
    coordinates = as_numbers(rows.coordinates, "coordinates")
    _reject_stream(rows, "an evaluation of coordinates")
    if rows.X is None:  # there is nothing to reconstruct
        names, numbers = numbers_of_columns(rows.coordinates, "coordinates")
        return GivenRows(names, numbers, coordinates, None)
    names, numbers = numbers_of_columns(rows.X, "X")
    back = rows.reconstructions
    return GivenRows(
        names,
        numbers,
        coordinates,
        None if back is None else as_numbers(back, "reconstructions"),
    )


def _evaluate_given(
    name: str,
    mean: NDArray[np.float64] | None,
    components: NDArray[np.float64] | None,
    parts: Sequence[tuple[_Rows, GivenRows]],
    options: _Options,
) -> _core.Evaluation:
    values, shared, has_intervals = options
    for one in ("missing", "unseen"):  # cells are what the model of others makes of them
        if values.pop(one, "error") != "error":
            raise rejection("option-of-others", option=Words(one))
    scored = [
        _core.OtherRows(
            _with_keys(Features(given.names, given.numbers, []), rows),
            given.numbers,
            given.coordinates,
            given.reconstructions,
        )
        for rows, given in parts
    ]
    training = scored[1] if len(scored) > 1 else None
    return _core.evaluate_coordinates(
        name, mean, components, scored[0], training, shared, values, has_intervals
    )
