# SPDX-License-Identifier: BSD-3-Clause
"""Columns of categories: values become codes and the texts a CSV would hold."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

import narwhals as nw
import numpy as np
from numpy.typing import NDArray

from fairpca import _core
from fairpca._messages import rejection, type_rejection
from fairpca._shown import Words, shown

MISSING = -1
# What the command line reads as a missing cell, whatever spaces stand around it.
_MISSING_TEXTS = frozenset({"", "NA", "N/A", "n/a", "NaN", "nan", "null"})


class Levels(NamedTuple):
    """One column: a code per row (-1: missing) and the text of each level."""

    codes: NDArray[np.int32]
    texts: list[str]


def levels_of(values: Any, *, known: Sequence[str] = ()) -> Levels:
    """Codes and texts of a list, an array or a column of a data frame.

    Texts are those the CSV writer of the values' own library gives: Booleans are ``True`` in
    pandas, NumPy and lists, ``true`` in polars and pyarrow, floats ``1.0`` but ``1`` in pyarrow;
    but where ``known`` levels spell them otherwise, as those do.
    """
    series = nw.from_native(values, series_only=True, pass_through=True)
    if isinstance(series, nw.Series):
        codes, distinct = _number_series(series)
        if series.dtype == nw.Boolean:
            distinct = [_as_known(_text(value), known) for value in distinct]
        elif series.dtype.is_float() and known:
            texts = [_text(value) for value in distinct]
            distinct = _as_known_floats(texts, known, single=series.dtype == nw.Float32)
    else:
        codes, distinct = _number(values)
    return _named(codes, [_text(value) for value in distinct])


def is_missing_text(text: str) -> bool:
    """Whether the command line reads this cell of a CSV as missing."""
    return text.strip(" \t") in _MISSING_TEXTS


def _number_series(series: nw.Series[Any]) -> tuple[NDArray[Any], Iterable[Any]]:
    """A code per value (-1: missing), and the distinct values."""
    if series.implementation.is_pandas_like():
        codes, distinct = nw.get_native_namespace(series).factorize(series.to_native())
        return codes, list(distinct)
    texts = series.cast(nw.String).fill_null("")
    distinct = texts.unique(maintain_order=True).to_list()
    numbers = list(range(len(distinct)))
    return texts.replace_strict(distinct, numbers, return_dtype=nw.Int32).to_numpy(), distinct


def _number(values: Any) -> tuple[NDArray[Any], Iterable[Any]]:
    """A code per value, and the distinct values in the order they are met."""
    if isinstance(values, np.ndarray):
        if values.dtype.kind in "iub" and values.dtype != np.uint64:
            codes, distinct = _core.number_values(np.ascontiguousarray(values, dtype=np.int64))
            return codes, distinct.astype(values.dtype).tolist()
        if values.dtype.kind == "f":
            bits = np.ascontiguousarray(values, dtype=np.float64).view(np.int64)
            codes, distinct = _core.number_values(bits)
            return codes, distinct.view(np.float64).tolist()
        values = values.tolist()
    numbers: dict[Any, int] = {}
    try:
        codes = np.fromiter(
            (numbers.setdefault(value, len(numbers)) for value in values), dtype=np.int32
        )
    except TypeError as error:
        raise type_rejection("category-type", problem=Words(error)) from error
    return codes, numbers


def _text(value: Any) -> str:
    if isinstance(value, str):
        return value
    if isinstance(value, bytes):
        try:
            return value.decode()
        except UnicodeDecodeError:
            raise rejection("bytes-not-utf-8", value=shown(value)) from None
    return "" if _is_missing(value) else str(value)


def _as_known(text: str, known: Sequence[str]) -> str:
    return next((level for level in known if level.lower() == text.lower()), text)


def _as_known_floats(texts: Sequence[str], known: Sequence[str], *, single: bool) -> list[str]:
    """Spells numbers as the levels do, unless one is spelled as the text is."""

    def number_in(text: str) -> float | None:
        number = _core.cell_number(text)
        if not single or number is None:
            return number
        with np.errstate(over="ignore"):
            return float(np.float32(number))

    spelled: dict[float | None, str] = {}
    for level in known:
        spelled.setdefault(number_in(level), level)
    spelled.pop(None, None)
    return [text if text in known else spelled.get(number_in(text), text) for text in texts]


def _is_missing(value: Any) -> bool:
    """None, NaN, pandas.NA or NaT."""
    if value is None:
        return True
    try:
        return bool(value != value)
    except (TypeError, ValueError):
        return type(value).__name__ == "NAType"


def _named(codes: NDArray[Any], texts: Sequence[str]) -> Levels:
    """Gives texts that occur twice one code, and those of missing cells code -1."""
    levels: dict[str, int] = {}
    level_of_code = [
        MISSING if is_missing_text(text) else levels.setdefault(text, len(levels)) for text in texts
    ]
    # The last entry is the one that code -1 selects.
    lookup = np.array([*level_of_code, MISSING], dtype=np.int32)
    if lookup[:-1].tolist() == list(range(len(texts))):
        return Levels(np.ascontiguousarray(codes, dtype=np.int32), list(levels))
    return Levels(lookup[codes], list(levels))
