# SPDX-License-Identifier: BSD-3-Clause
"""Tables: what ``fit`` and ``transform`` are given, as the core reads it.

Arrays are viewed, never copied, if they hold float64 or float32. Of a data frame the numeric
columns become one array, and the others categories with the texts a CSV would hold: a column of
texts is categorical if its first value that is not missing is no number, as on the command line.
"""

from __future__ import annotations

import importlib.util
from collections.abc import Collection, Iterable, Sequence, Set
from typing import Any, NamedTuple

import narwhals as nw
import numpy as np
from numpy.typing import NDArray

from fairpca import _core
from fairpca._levels import Levels, levels_of
from fairpca._messages import rejection, warn
from fairpca._parameters import wrong_type, wrong_value
from fairpca._shown import Words, shown

NamedLevels = tuple[str, NDArray[np.int32], list[str]]


class Features(NamedTuple):
    """The columns of X: all their names, the numeric ones as an array, the others as levels."""

    names: list[str]
    numeric: NDArray[Any]
    categorical: list[NamedLevels]


class Column(NamedTuple):
    """A column as a fitted model knows it."""

    name: str
    is_categorical: bool
    levels: list[str]
    is_dropped: bool = False


def as_frame(X: Any) -> nw.DataFrame[Any] | None:
    """``X`` as a narwhals data frame; None if it is an array or a list.

    Repeated names of columns are numbered as on the command line, with a warning.
    """
    if isinstance(X, np.ndarray):
        return None
    frame = nw.from_native(with_distinct_names(X), pass_through=True, eager_only=True)
    return frame if isinstance(frame, nw.DataFrame) else None


def backend_of(X: Any) -> str | None:
    """The library a data frame is of; None for arrays and lists."""
    if isinstance(X, np.ndarray):
        return None
    frame = nw.from_native(X, pass_through=True, eager_only=True)
    return frame.implementation.value if isinstance(frame, nw.DataFrame) else None


def frame_of(data: dict[str, list[Any]], *, texts: Collection[str], backend: str | None) -> Any:
    """A data frame of the library ``backend``, or of the first installed one; others are numbers.

    What is None is a missing number.
    """
    schema: dict[str, Any] = {name: nw.String if name in texts else nw.Float64 for name in data}
    library: Any = backend or _installed_backend()
    return nw.from_dict(data, schema, backend=library).to_native()


def _installed_backend() -> str:
    for name in ("pandas", "polars", "pyarrow"):
        if importlib.util.find_spec(name) is not None:
            return name
    raise ImportError("a data frame needs pandas, polars or pyarrow; to_dict() needs none of them")


def with_distinct_names(X: Any, *, warns: bool = True) -> Any:
    """``X`` with numbers behind repeated names of columns: a, a becomes a, a.1."""
    is_pandas = nw.dependencies.is_pandas_like_dataframe(X)
    if not is_pandas and not nw.dependencies.is_pyarrow_table(X):
        return X
    names = list(X.columns if is_pandas else X.column_names)
    if len(set(names)) == len(names):
        return X
    distinct, said = _core.distinct_names([str(name) for name in names])
    for message in said if warns else []:
        warn(message, UserWarning, stacklevel=6)
    if not is_pandas:
        return X.rename_columns(distinct)
    renamed = X.copy(deep=False)
    renamed.columns = distinct
    return renamed


def default_names(count: int) -> list[str]:
    """Names of columns that have none, as the command line names those of an NPY file."""
    return [f"x{number}" for number in range(1, count + 1)]


def array_features(array: NDArray[Any], features: Collection[str] | None) -> Features:
    """The columns of an array, which have no names that ``features`` could choose."""
    if features is not None:
        raise rejection("features-of-array", option=Words("features"))
    return Features(default_names(array.shape[1]), array, [])


def read_frame(
    frame: nw.DataFrame[Any],
    names: Sequence[str],
    features: Collection[str] | None,
    categorical: Collection[str] | None,
    left_out: Collection[str] = (),
) -> Features:
    """The columns of a frame of training rows, in order, under ``names``.

    ``features``, names and patterns, choose columns but those ``left_out``; ``categorical`` are
    read as categories though they look like numbers.
    """
    if features is not None or left_out:
        places = list(range(len(names)))
        if features is not None:
            places = _core.chosen_columns(list(names), list(features), list(categorical or ()))
        places = [place for place in places if frame.columns[place] not in left_out]
        if not places:
            raise rejection("only-sensitive-columns", option=Words("sensitive_columns"))
        frame, names = frame[:, places], [names[place] for place in places]
    forced = set(categorical or ())
    if unknown := forced.difference(names):
        raise rejection("column-category", option=Words("categorical"), column=min(unknown))
    return _read_columns(frame, names, forced=forced, expected=None)


def taken_columns(X: Any, columns: Collection[str], given: Any) -> Any:
    """The columns of X that are its sensitive features, which must not be ``given`` too."""
    if given is not None:
        raise rejection(
            "exclusive-options",
            option=Words("sensitive_columns"),
            other=Words("sensitive_features"),
        )
    frame = as_frame(X)
    if frame is None:
        raise rejection("sensitive-columns-of-array", option=Words("sensitive_columns"))
    for name in columns:
        if name not in frame.columns:
            raise rejection("column-category", option=Words("sensitive_columns"), column=name)
    return frame.select(list(columns)).to_native()


def read_cells(
    frame: nw.DataFrame[Any], names: Sequence[str]
) -> tuple[Features, list[str], list[str]]:
    """All columns of a frame as they are, whatever they hold; none is rejected.

    The names of those that are categories by their type, and of those that hold times, follow.
    """
    numeric: list[NDArray[Any]] = []
    categories: list[NamedLevels] = []
    categorical: list[str] = []
    times: list[str] = []
    for position, name in enumerate(names):
        series = frame[:, position]
        if _is_number(series.dtype):
            numeric.append(_numbers(series))
            continue
        categories.append((name, *levels_of(series.to_native())))
        if isinstance(series.dtype, (nw.Categorical, nw.Enum, nw.Boolean)):
            categorical.append(name)
        if isinstance(series.dtype, (nw.Date, nw.Datetime, nw.Duration, nw.Time)):
            times.append(name)
    return Features(list(names), _stack(numeric, len(frame)), categories), categorical, times


def read_known_frame(
    frame: nw.DataFrame[Any], *, names: Sequence[str], columns: Sequence[Column]
) -> Features:
    """The columns that a fitted model looks at, read as it knows them."""
    used = [column for column in columns if not column.is_dropped]
    if len(used) < len(names):
        frame = frame[:, places_of(used, names)]
    return _read_columns(frame, [column.name for column in used], forced=set(), expected=used)


def columns_of(model: _core.Model) -> list[Column]:
    """The columns of the fit of a model."""
    return [Column(*facts) for facts in model.columns]


def used_columns(model: _core.Model) -> list[Column]:
    """Those that a model looks at."""
    return [column for column in columns_of(model) if not column.is_dropped]


def places_of(columns: Sequence[Column], names: Sequence[str]) -> list[int]:
    """Where the columns stand among ``names``."""
    places = {name: place for place, name in enumerate(names)}
    return [places[column.name] for column in columns]


def _read_columns(
    frame: nw.DataFrame[Any],
    names: Sequence[str],
    *,
    forced: Set[str],
    expected: Sequence[Column] | None,
) -> Features:
    numeric: list[NDArray[Any]] = []
    categories: list[NamedLevels] = []
    dates: list[str] = []
    as_numbers = not forced and not any(column.is_categorical for column in expected or ())
    dtypes = set(frame.schema.values())
    if as_numbers and len(dtypes) == 1 and _is_number(*dtypes) and _has_no_mask(frame):
        return Features(list(names), _floats(frame.to_numpy()), [])
    for position, name in enumerate(names):
        series = frame[:, position]
        known = expected[position] if expected is not None else None
        column = _read_column(series, name, known, name in forced)
        if column is None:
            dates.append(name)
        elif isinstance(column, Levels):
            categories.append((name, column.codes, column.texts))
        else:
            numeric.append(column)
    if dates:
        names = ", ".join(shown(name) for name in dates)
        said = f"columns {names} hold" if len(dates) > 1 else f"column {names} holds"
        raise rejection("column-of-times", columns=Words(said), column=dates[0])
    return Features(list(names), _stack(numeric, len(frame)), categories)


def in_order_of(X: Any, values: Any, what: str) -> Any:
    """``values`` in the order of the rows of ``X``: by index where both have one (pandas).

    Indexes that are the same label for label, repeated labels or not, need no aligning. Others
    must hold the same labels, each once. Lengths are left to other checks.
    """
    wanted, index = _index_of(X), _index_of(values)
    if wanted is None or index is None or len(wanted) != len(index) or index.equals(wanted):
        return values
    for labels, whose in ((wanted, "X"), (index, what)):
        if not labels.is_unique:
            repeated = labels[labels.duplicated()][0]
            raise rejection(
                "repeated-index", option=Words(what), whose=Words(whose), label=_label(repeated)
            )
    places = index.get_indexer(wanted)
    if (places < 0).any():
        raise rejection(
            "different-index",
            option=Words(what),
            missing=int((places < 0).sum()),
            labels=len(wanted),
            label=_label(wanted[places < 0][0]),
        )
    return values.iloc[places]


def _index_of(values: Any) -> Any:
    """The index of a pandas frame or series; None for anything else."""
    values = with_distinct_names(values, warns=False)
    native = nw.from_native(values, pass_through=True, eager_only=True, allow_series=True)
    return nw.maybe_get_index(native) if isinstance(native, (nw.DataFrame, nw.Series)) else None


def _label(label: Any) -> Words:
    return shown(label.item() if isinstance(label, np.generic) else label)


def read_groups(values: Any, what: str = "sensitive_features") -> list[NamedLevels]:
    """The protected columns in ``sensitive_features``: one, or the columns of a table."""
    if values is None:
        return []
    frame = as_frame(values)
    if frame is not None:
        return [(str(name), *levels_of(frame[name].to_native())) for name in frame.columns]
    series = nw.from_native(values, series_only=True, pass_through=True)
    if isinstance(series, nw.Series):
        return [(str(series.name) if series.name else "group", *levels_of(values))]
    array = values if isinstance(values, np.ndarray) else _object_array(values, what)
    if array.ndim == 1:
        return [("group", *levels_of(array))]
    if array.ndim != 2:
        raise wrong_value(what, "an array of one or two dimensions", array)
    width = array.shape[1]
    return [
        ("group" if width == 1 else f"group{position + 1}", *levels_of(array[:, position]))
        for position in range(width)
    ]


def read_label(values: Any) -> NamedLevels | None:
    """The label column in ``y``."""
    if values is None:
        return None
    columns = read_groups(values, "y")
    if len(columns) != 1:
        raise rejection("label-columns", option=Words("y"), columns=len(columns))
    name, codes, texts = columns[0]
    return (name if name != "group" else "label", codes, texts)


def build_table(
    features: Features,
    *,
    groups: Sequence[NamedLevels] = (),
    label: NamedLevels | None = None,
    weights: NDArray[np.float64] | None = None,
    persons: NamedLevels | None = None,
) -> _core.Table:
    """The core's view of the columns; rejects columns of different lengths."""
    rows = features.numeric.shape[0]
    for what, columns in (
        ("sensitive_features", groups),
        ("y", [label] if label else []),
        ("split_by", [persons] if persons else []),
    ):
        for _, codes, _ in columns:
            if len(codes) != rows:
                raise rejection(
                    "different-row-counts", option=Words(what), rows=rows, found=len(codes)
                )
    _check_texts(features.names)
    others = [column for column in (label, persons) if column]
    for name, _, texts in (*features.categorical, *groups, *others):
        _check_texts([name, *texts])
    return _core.Table(
        features.numeric,
        features.names,
        categorical=features.categorical,
        protected=list(groups),
        label=label,
        weights=weights,
        persons=persons,
    )


def _check_texts(texts: Sequence[str]) -> None:
    """Rejects names and levels that are not Unicode: halves of surrogate pairs."""
    try:
        "".join(texts).encode()
    except UnicodeEncodeError as error:
        part = error.object[error.start : error.end]
        raise rejection("text-not-unicode", value=shown(part)) from None


def _object_array(values: Any, what: str) -> NDArray[Any]:
    """Values of any types kept as they are: NumPy would turn 1 and 'a' into texts."""
    if hasattr(values, "__array__"):
        return np.asarray(values)
    if isinstance(values, (str, bytes)) or not isinstance(values, Iterable):
        raise wrong_type(what, "a list, an array or a data frame", values)
    rows = list(values)
    array = np.empty(len(rows), dtype=object)
    array[:] = rows if not rows or np.ndim(rows[0]) == 0 else None
    return array if not rows or np.ndim(rows[0]) == 0 else np.array(rows, dtype=object)


def _is_number(dtype: Any) -> bool:
    return bool(dtype.is_numeric())


def _has_no_mask(frame: nw.DataFrame[Any]) -> bool:
    """Whether no cell is missing in a way that a float array cannot show."""
    return all(frame[:, position].null_count() == 0 for position in range(len(frame.columns)))


def _floats(array: NDArray[Any]) -> NDArray[Any]:
    return array if array.dtype in (np.float64, np.float32) else array.astype(np.float64)


def _stack(columns: list[NDArray[Any]], rows: int) -> NDArray[Any]:
    if not columns:
        return np.empty((rows, 0))
    dtype = np.float32 if all(c.dtype == np.float32 for c in columns) else np.float64
    stacked = np.empty((rows, len(columns)), dtype=dtype)
    for position, column in enumerate(columns):
        stacked[:, position] = column
    return stacked


def _read_column(
    series: nw.Series[Any], name: str, known: Column | None, forced: bool
) -> Levels | NDArray[Any] | None:
    """None if it is to be a feature and holds dates or times."""
    dtype = series.dtype
    is_categorical = known.is_categorical if known is not None else forced
    if _is_number(dtype) and not is_categorical:
        return _numbers(series)
    if isinstance(dtype, (nw.Date, nw.Datetime, nw.Duration, nw.Time)):
        if not is_categorical:
            return None
        series = series.cast(nw.String)
    if known is None and isinstance(dtype, (nw.Categorical, nw.Enum, nw.Boolean)):
        is_categorical = True
    levels = levels_of(series.to_native(), known=known.levels if known is not None else ())
    if is_categorical:
        return levels
    if known is None and not _starts_with_a_number(levels):
        return None if _holds_dates(levels) else levels
    return _numbers_of_texts(levels, name)


def _numbers(series: nw.Series[Any]) -> NDArray[Any]:
    if isinstance(series.dtype, nw.Float32):
        return series.to_numpy().astype(np.float32, copy=False)
    return series.cast(nw.Float64).to_numpy().astype(np.float64, copy=False)


def _starts_with_a_number(levels: Levels) -> bool:
    present = levels.codes[levels.codes >= 0]
    return len(present) > 0 and _core.cell_number(levels.texts[present[0]]) is not None


def _holds_dates(levels: Levels) -> bool:
    """Whether the texts of the first rows are dates, as far as there are any."""
    shown = np.unique(levels.codes[: _core.ROWS_PER_CHUNK])
    present = shown[shown >= 0]
    return len(present) > 0 and all(_core.looks_like_date(levels.texts[code]) for code in present)


def _numbers_of_texts(levels: Levels, name: str) -> NDArray[np.float64]:
    # The last entry is the one code -1 selects.
    values = np.full(len(levels.texts) + 1, np.nan)
    for code, text in enumerate(levels.texts):
        number = _core.cell_number(text)
        if number is None:
            row = int(np.argmax(levels.codes == code)) + 1
            raise rejection("text-among-numbers", row=row, column=name, value=text)
        values[code] = number
    return values[levels.codes]
