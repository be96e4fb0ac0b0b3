# SPDX-License-Identifier: BSD-3-Clause
"""Methods against each other, on rows they have not seen."""

from __future__ import annotations

import json
import os
import tempfile
from collections.abc import Mapping, Sequence
from numbers import Integral, Real
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import ArrayLike
from sklearn.utils.validation import _check_sample_weight, check_array

from fairpca import _core
from fairpca._comparison import Comparison
from fairpca._describe import in_lines
from fairpca._keys import Keys, keys_as_values
from fairpca._messages import message, rejection, warn
from fairpca._parameters import (
    check_categorical,
    check_features,
    check_n_jobs,
    check_random_state,
    checked,
    file_path,
    options_of,
    seed_of,
    shared_options,
    study_options,
    wrong_value,
)
from fairpca._shown import Words
from fairpca._stream_tables import training_stream
from fairpca._streams import Source, as_stream, reading
from fairpca._tables import (
    Features,
    NamedLevels,
    array_features,
    as_frame,
    backend_of,
    build_table,
    in_order_of,
    read_cells,
    read_frame,
    read_groups,
    read_label,
)
from fairpca._threads import thread_count

# What is given to the core as it is; others become texts or tables first.
_PLAIN = ("test_fraction", "cv", "repeats", "tune", "keep_variance", "classifier", "positive")
_SHARED = (
    *("share_of", "standardize", "divide_by", "center", "drop_deviation", "missing"),
    *("missing_category", "combine", "missing_group", "min_group_size"),
)
_CODE_WIDTH = 76


def compare(
    X: Any,
    y: Any = None,
    *,
    sensitive_features: Any,
    dimensions: int | float | Sequence[int | float],
    methods: str | Sequence[str] = "all",
    test_fraction: float = 0.3,
    cv: int | None = None,
    splits: Any = None,
    split_by: Any = None,
    repeats: int = 1,
    tune: bool = False,
    tune_by: str | Sequence[str] | None = None,
    keep_variance: float = 0.9,
    measures: str | Sequence[str] | None = None,
    classifier: str = "logistic",
    positive: Any = None,
    random_state: Any = 0,
    folder: str | os.PathLike[str] | None = None,
    resume: bool = False,
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
    n_jobs: int | None = None,
) -> Comparison:
    """Fit methods to training rows, measure them on held-out ones, and say what that shows.

    ``pca`` and ``no-projection`` (the encoded, scaled data) are always among the methods. Rows are
    divided within groups and labels; encoding, mean and scale come from the training rows alone.

    Parameters
    ----------
    X : array-like, data frame or stream of shape (n_samples, n_features)
        The rows. Label, protected attributes and weights may be names of its columns.
    y : array-like of shape (n_samples,), default=None
        Label to be predicted from the coordinates. None: measures that need it are left out.
    sensitive_features : array-like or data frame of shape (n_samples,) or (n_samples, k)
        The protected attributes.
    dimensions : int, float or list of them
        Dimensions to compare at: counts, or shares of the variance in (0, 1).
    methods : "all", id or list of ids, default="all"
        Which methods, by their ids (``fairpca.methods()``).
    test_fraction : float, default=0.3
        Share of the rows that are held out.
    cv : int or None, default=None
        Cross-validation with this many folds instead.
    splits : array-like or data frame of shape (n_samples, n_splits), default=None
        Instead of both, a column per split: ``"train"`` or 1, ``"test"`` or 0, missing: unused.
    split_by : array-like of shape (n_samples,), name of a column of X or None, default=None
        Rows with equal values, as of one person, stay on one side. A column of X that is named is
        not a feature.
    repeats : int, default=1
        How often the rows are divided.
    tune : bool, default=False
        Choose each method's setting by cross-validation inside the training rows.
    tune_by : str, list of str or None, default=None
        Measures whose sum is least for the setting chosen. None: by the method's fairness notion.
    keep_variance : float, default=0.9
        Settings of methods for representation must keep this share of PCA's variance.
    measures : list of str, str or None, default=None
        Ids of measures; None: all that the data allow. The first five are in the table.
    classifier, positive : as in ``evaluate``
        Of measures that need a classifier.
    random_state : int, RandomState or None, default=0
        Seed of splits, fits, draws and samples.
    folder : path or None, default=None
        Where the study is written (tables, models; docs/formats/study.md), task by task. None:
        nowhere.
    resume : bool, default=False
        Go on with the study in ``folder``.
    sample_weight, share_of, standardize, divide_by, center, drop_deviation, features, \
categorical, missing, missing_category, combine, missing_group, min_group_size, n_jobs : as in fits
        Of the rows, the groups and the fits. ``missing="model"`` is not allowed.

    Returns
    -------
    comparison : Comparison
        Its text is what ``fairpca compare`` prints; ``to_frame()`` has every number.

    Examples
    --------
    >>> import fairpca
    >>> X, group = fairpca.synthetic("rfpca-toy", random_state=0)
    >>> found = fairpca.compare(
    ...     X,
    ...     sensitive_features=group,
    ...     dimensions=1,
    ...     methods=["fair-pca"],
    ...     measures=["gap", "reconstruction_error"],
    ... )
    >>> print(found.findings[0].partition(":")[0])
    Reconstruction
    >>> print(found.suggested)  # doctest: +ELLIPSIS
    fairpca.FairPCA(n_components=1...).fit(X, sensitive_features=sensitive_features)
    """
    given = dict(locals())
    given["X"] = X = as_stream(X) or X
    check_features(features)
    check_categorical(categorical)
    check_n_jobs(n_jobs)
    check_random_state(random_state)
    values, shared = _checked_options(given)
    if isinstance(X, Source) and split_by is not None:
        values["split_by"] = split_by
    table = _table(given)
    with tempfile.TemporaryDirectory(prefix="fairpca-") as scratch:
        place = os.path.join(scratch, "study") if folder is None else file_path(folder)
        try:
            with reading(table, warns=False):
                core = _core.compare(table, _splits_table(X, splits), shared, values, place, resume)
        except ValueError as error:
            raise _renamed(error) from None
        return _comparison(core, given, Path(place))


def _comparison(core: _core.Comparison, given: Mapping[str, Any], folder: Path) -> Comparison:
    """The comparison, read from the folder of its study, which may go."""
    for said in core.warnings:
        warn(message("study-warning", said=Words(said)), UserWarning, stacklevel=3)
    code = _suggested_code(core, given)
    facts = json.loads(core.to_json(code))
    text = core.to_text(in_lines(code, _CODE_WIDTH).replace("\n", "\n  "))
    if given["folder"] is None:
        facts["folder"] = None
        text = "\n".join(line for line in text.split("\n") if "All numbers and models:" not in line)
    return Comparison(
        facts,
        text,
        {"results": core.results_csv, "fits": core.fits_csv, "features": core.features_csv},
        {(method, d): Path(path).read_bytes() for method, d, path in core.model_files},
        code,
        backend_of(given["X"]),
        _report(folder, core.suggested[1] or str(facts["dimensions"][-1])),
    )


def _report(folder: Path, dimensions: str) -> dict[str, str]:
    """The report, and the picture of the trade-off: empty where there is none."""
    files = {name: folder / name for name in ("report.html", "report.json")}
    picture = folder / "figures" / f"trade-off-d{dimensions}.svg"
    if picture.exists():
        files["trade-off.svg"] = picture
    return {name: path.read_bytes().decode() for name, path in files.items()}


def _checked_options(given: Mapping[str, Any]) -> tuple[dict[str, Any], _core.FitSettings]:
    options = study_options()
    values: dict[str, Any] = {"dimensions": _dimensions(given["dimensions"])}
    for name in _PLAIN:
        if given[name] is not None:
            values[name] = checked(options[name], given[name])
    for name in ("methods", "measures"):
        if given[name] is not None and given[name] != "all":
            values[name] = _ids(options[name], given[name])
    if given["tune_by"] is not None:
        terms = [given["tune_by"]] if isinstance(given["tune_by"], str) else given["tune_by"]
        values["tune_by"] = checked(options["tune_by"], "+".join(map(str, terms)))
    if not isinstance(given["resume"], bool):
        raise wrong_value("resume", "True or False", given["resume"])
    if given["resume"] and given["folder"] is None:
        raise rejection("resume-needs-folder", option=Words("resume"))
    if given["cv"] is not None and given["splits"] is not None:
        raise rejection("exclusive-options", option=Words("splits"), other=Words("cv"))
    if given["splits"] is not None:
        values["splits"] = "splits"
    if given["split_by"] is not None:
        values["split_by"] = _PERSONS
    shared = {name: checked(shared_options()[name], given[name]) for name in _SHARED}
    seed = seed_of(given["random_state"])
    shared["seed"] = checked(shared_options()["random_state"], seed)
    shared["threads"] = thread_count(given["n_jobs"])
    return values, _core.FitSettings("pca", shared)


_PERSONS = "split_by"


def _dimensions(given: Any) -> str:
    """Counts and shares in one text, as the command line takes them."""
    is_one = isinstance(given, Real)
    numbers = (
        [given] if is_one else list(given) if isinstance(given, (Sequence, np.ndarray)) else []
    )
    texts = []
    for number in numbers:
        is_count = isinstance(number, Integral) and not isinstance(number, bool)
        if is_count and int(number) >= 1:
            texts.append(str(int(number)))
        elif isinstance(number, Real) and not is_count and 0 < float(number) < 1:
            texts.append(repr(float(number)))
        else:
            texts = []
            break
    if not texts:
        raise _renamed(wrong_value("dimensions", "counts >= 1 or shares in (0, 1)", given))
    return ",".join(texts)


def _ids(option: _core.OptionSpec, given: Any) -> Any:
    ids = [given] if isinstance(given, str) else given
    if not isinstance(ids, Sequence) or not all(isinstance(one, str) for one in ids):
        raise wrong_value(option.name, "ids, or 'all'", given)
    find: Any = _core.find_method if option.name == "methods" else _core.find_measure
    for one in ids:
        find(one)  # offers the nearest ids
    return checked(option, list(ids))


def _stream(given: Mapping[str, Any], keys: Keys) -> _core.Stream:
    persons = given["split_by"]
    if persons is not None and not isinstance(persons, str):
        raise rejection("key-of-stream", option=Words("split_by"))
    return training_stream(
        given["X"],
        keys,
        features=given["features"],
        categorical=given["categorical"],
        kept=[] if persons is None else [persons],
    )


def _table(given: Mapping[str, Any]) -> _core.Rows:
    X = given["X"]
    keys = Keys(*(given[name] for name in Keys._fields))
    if isinstance(X, Source):
        return _stream(given, keys)
    keys, left_out = keys_as_values(X, keys)
    frame, persons = as_frame(X), given["split_by"]
    names_column = isinstance(persons, str)
    if names_column and (frame is None or persons not in frame.columns):
        raise rejection("column-category", option=Words("split_by"), column=persons)
    if frame is None:
        array = check_array(X, dtype=[np.float64, np.float32], ensure_all_finite=False)
        columns = array_features(array, given["features"])
    else:
        names = [str(name) for name in frame.columns]
        chosen = given["features"]
        if names_column:
            places = [i for i, name in enumerate(names) if name != persons]
            persons, frame, names = frame[:, persons], frame[:, places], [names[i] for i in places]
        columns = read_frame(frame, names, chosen, given["categorical"], left_out)
    weights = None
    if keys.sample_weight is not None:
        weights = _check_sample_weight(
            in_order_of(X, keys.sample_weight, "sample_weight"),
            columns.numeric,
            dtype=np.float64,
            ensure_non_negative=True,
        )
    groups = read_groups(in_order_of(X, keys.sensitive_features, "sensitive_features"))
    label = read_label(in_order_of(X, keys.y, "y"))
    return build_table(
        columns, groups=groups, label=label, weights=weights, persons=_persons(X, persons)
    )


def _persons(X: Any, values: Any) -> NamedLevels | None:
    if values is None:
        return None
    if hasattr(values, "to_native"):
        values = values.to_native()
    columns = read_groups(in_order_of(X, values, "split_by"), "split_by")
    if len(columns) != 1:
        raise rejection("label-columns", option=Words("split_by"), columns=len(columns))
    return (_PERSONS, *columns[0][1:])


def _splits_table(X: Any, splits: Any) -> _core.Table | None:
    """A column per split, as the file of the command line has it."""
    if splits is None:
        return None
    splits = in_order_of(X, splits, "splits")
    frame = as_frame(splits)
    if frame is not None:
        return build_table(read_cells(frame, [str(name) for name in frame.columns])[0])
    columns = read_groups(splits, "splits")
    named = [(f"split{i + 1}", codes, texts) for i, (_, codes, texts) in enumerate(columns)]
    rows = len(columns[0][1]) if columns else 0
    return build_table(Features([name for name, _, _ in named], np.empty((rows, 0)), named))


def _suggested_code(core: _core.Comparison, given: Mapping[str, Any]) -> str:
    """The fit that the command line would print, as code."""
    method, dimensions, options = core.suggested
    if not method:
        return ""
    parameters = [f"n_components={dimensions}"]
    known = {option.name: option for option in options_of(method).values()}
    for name, text in options:
        option = known[name]
        parameters.append(f"{option.parameter}={option.parse(text)!r}")
    for name in (*_SHARED, "features", "categorical"):
        default = None if name in ("features", "categorical") else shared_options()[name].default
        if given[name] is not None and given[name] != default:
            parameters.append(f"{name}={given[name]!r}")
    rows = f"X, sensitive_features={_spelled(given, 'sensitive_features')}"
    if given["sample_weight"] is not None:
        rows += f", sample_weight={_spelled(given, 'sample_weight')}"
    name = _core.find_method(method).python_name
    return f"fairpca.{name}({', '.join(parameters)}).fit({rows})"


def _spelled(given: Mapping[str, Any], name: str) -> str:
    """Names of columns as they are; values by the name of the argument."""
    value = given[name]
    is_named = isinstance(value, str) or isinstance(given["X"], Source)
    return repr(value) if is_named else name


def _renamed(error: ValueError) -> ValueError:
    """Dimensions are ``n_components`` of an estimator, but here there are several."""
    if getattr(error, "option", None) == "n_components":
        error.option = "dimensions"  # type: ignore[attr-defined]
        error.args = (str(error).replace("n_components", "dimensions"),)
    return error
