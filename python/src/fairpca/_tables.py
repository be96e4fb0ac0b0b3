# SPDX-License-Identifier: BSD-3-Clause
"""Tables: what ``fit`` and ``transform`` are given, as the core reads it.

Arrays are viewed, never copied, if they hold float64 or float32. Of a data frame the numeric
columns become one array, and the others categories with the texts a CSV would hold: a column of
texts is categorical if its first value that is not missing is no number, as on the command line.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from typing import Any, NamedTuple

import narwhals as nw
import numpy as np
from numpy.typing import NDArray

from fairpca import _core
from fairpca._levels import Levels, levels_of
from fairpca._messages import rejection
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


def as_frame(X: Any) -> nw.DataFrame[Any] | None:
    """``X`` as a narwhals data frame; None if it is an array or a list."""
    if isinstance(X, np.ndarray):
        return None
    frame = nw.from_native(X, pass_through=True, eager_only=True)
    return frame if isinstance(frame, nw.DataFrame) else None


def default_names(count: int) -> list[str]:
    """Names of columns that have none, as the command line names those of an NPY file."""
    return [f"x{number}" for number in range(1, count + 1)]


def read_frame(
    frame: nw.DataFrame[Any],
    *,
    names: Sequence[str],
    categorical: Collection[str] | None,
    expected: Sequence[Column] | None,
) -> Features:
    """The columns of a frame, in order, under ``names``.

    ``categorical`` are read as categories though they look like numbers; a column that a fitted
    model ``expected`` is read as the model knows it.
    """
    forced = set(categorical or ())
    if unknown := forced.difference(names):
        raise rejection("column-category", option=Words("categorical"), column=min(unknown))
    numeric: list[NDArray[Any]] = []
    categories: list[NamedLevels] = []
    as_numbers = not forced and not any(column.is_categorical for column in expected or ())
    dtypes = set(frame.schema.values())
    if as_numbers and len(dtypes) == 1 and _is_number(*dtypes) and _has_no_mask(frame):
        return Features(list(names), _floats(frame.to_numpy()), [])
    for position, name in enumerate(names):
        series = frame[:, position]
        known = expected[position] if expected is not None else None
        column = _read_column(series, name, known, name in forced)
        if isinstance(column, Levels):
            categories.append((name, column.codes, column.texts))
        else:
            numeric.append(column)
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
) -> _core.Table:
    """The core's view of the columns; rejects columns of different lengths."""
    rows = features.numeric.shape[0]
    for what, columns in (("sensitive_features", groups), ("y", [label] if label else [])):
        for _, codes, _ in columns:
            if len(codes) != rows:
                raise rejection(
                    "different-row-counts", option=Words(what), rows=rows, found=len(codes)
                )
    _check_texts(features.names)
    for name, _, texts in (*features.categorical, *groups, *([label] if label else [])):
        _check_texts([name, *texts])
    return _core.Table(
        features.numeric,
        features.names,
        categorical=features.categorical,
        protected=list(groups),
        label=label,
        weights=weights,
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
    if not isinstance(values, Iterable):
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
) -> Levels | NDArray[Any]:
    dtype = series.dtype
    is_categorical = known.is_categorical if known is not None else forced
    if _is_number(dtype) and not is_categorical:
        return _numbers(series)
    if isinstance(dtype, (nw.Date, nw.Datetime, nw.Duration, nw.Time)):
        raise rejection("column-of-times", column=name, kind=Words(dtype))
    if known is None and isinstance(dtype, (nw.Categorical, nw.Enum, nw.Boolean)):
        is_categorical = True
    levels = levels_of(series.to_native(), known=known.levels if known is not None else ())
    if is_categorical or (known is None and not _starts_with_a_number(levels)):
        return levels
    return _numbers_of_texts(levels, name)


def _numbers(series: nw.Series[Any]) -> NDArray[Any]:
    if isinstance(series.dtype, nw.Float32):
        return series.to_numpy().astype(np.float32, copy=False)
    return series.cast(nw.Float64).to_numpy().astype(np.float64, copy=False)


def _starts_with_a_number(levels: Levels) -> bool:
    present = levels.codes[levels.codes >= 0]
    return len(present) > 0 and _core.cell_number(levels.texts[present[0]]) is not None


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
