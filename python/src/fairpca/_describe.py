# SPDX-License-Identifier: BSD-3-Clause
"""What is in a table, before anything is fitted."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any, NamedTuple

import narwhals as nw
import numpy as np
from sklearn.utils.validation import check_array

from fairpca import _core
from fairpca._keys import Keys, keys_as_values
from fairpca._parameters import check_categorical, check_n_jobs, checked, shared_options
from fairpca._rich import description_html
from fairpca._stream_tables import open_training
from fairpca._streams import Source, as_stream, reading, settling
from fairpca._tables import (
    Features,
    as_frame,
    build_table,
    default_names,
    in_order_of,
    read_cells,
    read_groups,
    read_label,
)
from fairpca._threads import thread_count

_WIDTH = 80


def describe(
    X: Any,
    *,
    sensitive_features: Any = None,
    y: Any = None,
    categorical: Sequence[str] | None = None,
    combine: str | None = None,
    min_group_size: int = 10,
    n_jobs: int | None = None,
) -> Description:
    """What is in a table: columns, groups, the label, and what ``fit`` would make of it.

    No cell is rejected; what ``fit`` would reject is a remark.

    Parameters
    ----------
    X : array-like, data frame or stream of shape (n_samples, n_features)
        The table.
    sensitive_features : array-like or data frame of shape (n_samples,) or (n_samples, k)
        As in the estimators' ``fit``. None: columns of X with the name of a protected attribute are
        suggested.
    y : array-like of shape (n_samples,), default=None
        Label whose balance in the groups is shown.
    categorical : list of str or None, default=None
        Columns of a data frame to read as categories though they look like numbers.
    combine : {"intersection", "per-attribute"} or None, default=None
        Whether several sensitive features form crossed groups or are each constrained. None:
        crossed groups are shown, and what suits their sizes is suggested.
    min_group_size : int, default=10
        Smaller groups are marked, and the label's balance in them is not shown.
    n_jobs : int or None, default=None
        Threads, as in the estimators.

    Returns
    -------
    description : Description
        Its text is a table of 80 columns; ``to_frame()`` has a row per column, ``to_dict()`` all of
        it.

    Examples
    --------
    >>> import fairpca
    >>> X, group = fairpca.synthetic("rfpca-toy", random_state=0)
    >>> description = fairpca.describe(X, sensitive_features=group)
    >>> [column["kind"] for column in description.to_dict()["columns"]]
    ['number', 'number', 'number']
    """
    check_categorical(categorical)
    check_n_jobs(n_jobs)
    options = shared_options()
    least = checked(options["min_group_size"], min_group_size)
    if combine is not None:
        combine = checked(options["combine"], combine)
    source = as_stream(X)
    if source is not None:
        X = source
    keys = Keys(sensitive_features, y)
    rows, described = _stream(source, keys) if source else _table(X, keys, categorical)
    with reading(rows):
        core = _core.describe(
            rows,
            categorical=[*described.by_type, *(categorical or ())],
            dates=described.times,
            per_attribute=None if combine is None else combine == "per-attribute",
            min_group_size=least,
            threads=thread_count(n_jobs),
            protected=list(described.protected),
            label=described.label,
        )
    speller = _Speller(X, described.names, list(categorical or ()), given=sensitive_features)
    return Description(core, speller)


class _Columns(NamedTuple):
    """What is known of columns before they are read."""

    names: list[str]
    by_type: list[str]  # categories
    times: list[str]
    protected: Sequence[str] = ()  # of a stream, whose columns have no roles yet
    label: str | None = None


def _table(X: Any, keys: Keys, categorical: Sequence[str] | None) -> tuple[_core.Rows, _Columns]:
    keys, taken = keys_as_values(X, keys)
    features, by_type, times = _read(X, taken)
    _check_names(features.names, categorical)
    table = build_table(
        features,
        groups=read_groups(in_order_of(X, keys.sensitive_features, "sensitive_features")),
        label=read_label(in_order_of(X, keys.y, "y")),
    )
    return table, _Columns(features.names, by_type, times)


def _stream(source: Source, keys: Keys) -> tuple[_core.Rows, _Columns]:
    """All columns as texts, so that no cell is rejected."""
    stream, named = open_training(source, keys)
    with settling(stream):
        stream.set_roles(as_text=True)
    features = [name for name in stream.columns if name not in set(named.all)]
    return stream, _Columns(features, [], [], named.groups, named.label)


def _check_names(names: Sequence[str], categorical: Sequence[str] | None) -> None:
    if unknown := set(categorical or ()).difference(names):
        _core.chosen_columns(list(names), [], sorted(unknown))  # which says what is wrong


def _read(X: Any, taken: Sequence[str]) -> tuple[Features, list[str], list[str]]:
    frame = as_frame(X)
    if frame is not None:
        frame = frame.drop(list(taken))
        return read_cells(frame, [str(name) for name in frame.columns])
    array = check_array(X, dtype=[np.float64, np.float32], ensure_all_finite=False, input_name="X")
    return Features(default_names(array.shape[1]), array, []), [], []


class Description:
    """A table, described. Made by ``describe``; its text is a table of 80 columns.

    Examples
    --------
    >>> import fairpca
    >>> X, group = fairpca.synthetic("rfpca-toy", random_state=0)
    >>> description = fairpca.describe(X, sensitive_features=group)
    >>> description.to_frame()["kind"].tolist()
    ['number', 'number', 'number']
    """

    def __init__(self, core: _core.Description, speller: _Speller) -> None:
        self._core = core
        self._speller = speller

    def to_dict(self) -> dict[str, Any]:
        """What ``fairpca describe --json`` writes.

        Returns
        -------
        facts : dict
            Of texts, numbers, lists and dicts, as JSON has them.
        """
        found: dict[str, Any] = json.loads(self._core.to_json(self._speller.spell))
        return found

    def to_frame(self) -> Any:
        """One row per column, as a data frame of the library X is of (of an array: pandas).

        Returns
        -------
        frame : data frame
            Of pandas, polars or pyarrow.
        """
        columns = self.to_dict()["columns"]
        keys = ("name", "role", "kind", "missing", "distinct", "minimum", "maximum", "mean")
        data: dict[str, list[Any]] = {key: [one[key] for one in columns] for key in keys}
        data["most_frequent"] = [
            one["levels"][0]["level"] if one["levels"] else None for one in columns
        ]
        data["advice"] = [one["advice"] for one in columns]
        data["remarks"] = [
            "; ".join(remark["text"] for remark in one["remarks"]) for one in columns
        ]
        schema: dict[str, Any] = dict.fromkeys(data, nw.String)
        schema.update(missing=nw.Int64, distinct=nw.Int64)
        schema.update(minimum=nw.Float64, maximum=nw.Float64, mean=nw.Float64)
        return nw.from_dict(data, schema, backend=self._speller.backend).to_native()

    def __str__(self) -> str:
        return self._core.to_text(self._speller.spell, _WIDTH)

    __repr__ = __str__

    def _repr_html_(self) -> str:
        return description_html(self.to_dict())


class _Speller:
    """Writes suggested commands as Python code about X."""

    def __init__(
        self, X: Any, names: Sequence[str], categorical: Sequence[str], *, given: Any
    ) -> None:
        frame = as_frame(X)
        self._is_stream = isinstance(X, Source)
        self._is_frame = frame is not None or self._is_stream
        self.backend: Any = frame.implementation if frame is not None else "pandas"
        self._names = list(names)
        self._categorical = list(categorical)
        self._given = given

    def spell(
        self, command: str, settings: list[tuple[str, str]], features: list[str], width: int
    ) -> str:
        """``FairPCA(...).fit(X, ...)`` or ``describe(X, ...)``; width 0: in one line."""
        groups = [value for option, value in settings if option == "group"]
        if command == "fit":
            code = self._fit(settings, features, groups)
        elif command == "compare":
            code = self._compare(settings, features, groups)
        else:
            code = f"fairpca.describe(X{self._groups(groups)})"
        return code if width == 0 else in_lines(code, width)

    def _fit(self, settings: list[tuple[str, str]], features: list[str], groups: list[str]) -> str:
        values = dict(settings)
        X, given = self._prepared(values, features)
        given.insert(0, f"n_components={values['dimensions']}")
        name = _core.find_method(values["method"]).python_name
        return f"fairpca.{name}({', '.join(given)}).fit({X}{self._groups(groups)})"

    def _compare(
        self, settings: list[tuple[str, str]], features: list[str], groups: list[str]
    ) -> str:
        values = dict(settings)
        X, given = self._prepared(values, features)
        given.insert(0, f"dimensions=[{values['dimensions'].replace(',', ', ')}]")
        return f"fairpca.compare({X}{self._groups(groups)}, {', '.join(given)})"

    def _prepared(self, values: dict[str, str], features: list[str]) -> tuple[str, list[str]]:
        given = ["standardize=True"]
        X = "X"
        if len(features) < len(self._names):
            if self._is_frame:
                given.append(f"features={features!r}")
            else:
                X = f"X[:, {[self._names.index(name) for name in features]}]"
        chosen = [name for name in self._categorical if name in features]
        if chosen:
            given.append(f"categorical={chosen!r}")
        for option in ("missing", "missing_category", "combine", "missing_group"):
            if option in values:
                given.append(f"{option}={values[option]!r}")
        return X, given

    def _groups(self, groups: list[str]) -> str:
        if not groups:
            return ""
        if self._is_stream or isinstance(self._given, str):
            return f", sensitive_features={(self._given or groups)!r}"
        if self._given is not None:
            return ", sensitive_features=sensitive_features"
        is_arrow = self._is_frame and nw.Implementation.from_backend(self.backend).is_pyarrow()
        chosen = f"X.select({groups!r})" if is_arrow else f"X[{groups!r}]"
        return f", sensitive_features={chosen}"


def in_lines(code: str, width: int) -> str:
    """``code`` broken behind commas that stand in no literal."""
    lines = [""]
    for piece in _pieces(code):
        if lines[-1].strip() and len(lines[-1] + piece.rstrip()) > width:
            lines.append("    ")
        lines[-1] += piece
    return "\n".join(line.rstrip() for line in lines)


def _pieces(code: str) -> list[str]:
    pieces = [""]
    quote = ""
    is_escaped = False
    for letter in code:
        if letter == " " and not quote and pieces[-1].endswith(","):
            pieces[-1] += letter
            pieces.append("")
            continue
        pieces[-1] += letter
        if quote:
            quote = "" if letter == quote and not is_escaped else quote
            is_escaped = letter == "\\" and not is_escaped
        elif letter in "'\"":
            quote = letter
    return pieces
