# SPDX-License-Identifier: BSD-3-Clause
"""Groups, label and weights of rows: values beside X, or names of columns of X.

A text names a column; so does a list of texts that is shorter than the rows. Everything else is
values, one per row. Columns that are named are no features.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from fairpca import _core
from fairpca._messages import rejection
from fairpca._shown import Words, shown
from fairpca._tables import as_frame


class Keys(NamedTuple):
    """What goes with the rows of X, as the caller gives it."""

    sensitive_features: Any = None
    y: Any = None
    sample_weight: Any = None


class NamedKeys(NamedTuple):
    """The columns of X that go with its rows."""

    groups: list[str]
    label: str | None
    weight: str | None

    @property
    def all(self) -> list[str]:
        """All of them."""
        return [*self.groups, *(name for name in (self.label, self.weight) if name is not None)]


def keys_as_values(X: Any, keys: Keys) -> tuple[Keys, list[str]]:
    """Keys as values, and the names of the columns of X that they were."""
    if not any(_are_texts(value) for value in keys):
        return keys, []
    frame = as_frame(X)
    if frame is None:
        for option, value in zip(Keys._fields, keys, strict=True):
            if isinstance(value, str):
                raise rejection("key-of-array", option=Words(option), column=value)
        return keys, []
    columns = [name for name in frame.columns if isinstance(name, str)]
    values: dict[str, Any] = {}
    taken: list[str] = []
    for option, value in zip(Keys._fields, keys, strict=True):
        if not _are_texts(value) or (not isinstance(value, str) and len(value) >= len(frame)):
            continue
        names = _known(option, value, columns)
        taken += names
        if option != "sensitive_features":
            _only(option, names)
        # A frame keeps the name, which a column of pyarrow does not.
        is_weight = option == "sample_weight"
        values[option] = (frame[names[0]] if is_weight else frame.select(names)).to_native()
    return keys._replace(**values), taken


def named_keys(columns: Sequence[str], keys: Keys) -> NamedKeys:
    """Keys of a stream of rows, which can only be named."""
    names: dict[str, list[str]] = {}
    for option, value in zip(Keys._fields, keys, strict=True):
        if value is None:
            names[option] = []
        elif _are_texts(value):
            names[option] = _known(option, value, columns)
        else:
            raise rejection("key-of-stream", option=Words(option))
    label, weight = (
        _only(option, names[option]) if names[option] else None for option in Keys._fields[1:]
    )
    return NamedKeys(names["sensitive_features"], label, weight)


def _are_texts(value: Any) -> bool:
    """Whether it may name columns: a text, or a list of some."""
    if isinstance(value, str):
        return True
    is_list = isinstance(value, (list, tuple)) and len(value) > 0
    return is_list and all(isinstance(name, str) for name in value)


def _known(option: str, value: str | Sequence[str], columns: Sequence[str]) -> list[str]:
    """The names; rejects those of no column, with the nearest there are."""
    names = [value] if isinstance(value, str) else list(value)
    there = set(columns)
    for name in names:
        if name not in there:
            near = [str(shown(one)) for one in _core.nearest_names(name, list(columns))]
            hint = f"; did you mean {' or '.join(near)}?" if near else ""
            raise rejection("no-key-column", option=Words(option), column=name, hint=Words(hint))
    if len(set(names)) < len(names):
        raise rejection("repeated-key", option=Words(option))
    return names


def _only(option: str, names: Sequence[str]) -> str:
    if len(names) != 1:
        raise rejection("label-columns", option=Words(option), columns=len(names))
    return names[0]
