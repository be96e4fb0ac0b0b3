# SPDX-License-Identifier: BSD-3-Clause
"""Streams opened with what their columns are for."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Any

from fairpca import _core
from fairpca._keys import Keys, NamedKeys, named_keys
from fairpca._messages import rejection
from fairpca._shown import Words
from fairpca._streams import Source, open_stream, settling
from fairpca._tables import Column


def open_training(source: Source, keys: Keys) -> tuple[_core.Stream, NamedKeys]:
    """A stream of training rows, whose roles are not settled yet, and its keys."""
    stream = open_stream(source)
    with settling(stream):
        return stream, named_keys(stream.columns, keys)


def settle_training(
    stream: _core.Stream,
    named: NamedKeys,
    *,
    features: Collection[str] | None,
    categorical: Collection[str] | None,
    uses_label: bool = True,
    kept: Sequence[str] = (),
) -> None:
    """Features are the columns that are chosen and have no other part; all, if none are."""
    given = {*named.all, *kept}
    chosen: list[str] = []
    if features is not None:
        places = _core.chosen_columns(stream.columns, list(features), list(categorical or ()))
        chosen = [stream.columns[place] for place in places]
        chosen = [name for name in chosen if name not in given]
    if not (chosen if features is not None else set(stream.columns) - given):
        raise rejection("only-sensitive-columns", option=Words("sensitive_features"))
    dropped = [*kept]
    if named.label is not None and not uses_label and features is None:
        dropped.append(named.label)
    stream.set_roles(
        protected=named.groups,
        label=named.label if uses_label else None,
        weight=named.weight,
        chosen=chosen,
        dropped=dropped if features is None else [],
        categorical=list(categorical or ()),
        kept=list(kept),
    )


def training_stream(
    source: Source,
    keys: Keys,
    *,
    features: Collection[str] | None,
    categorical: Collection[str] | None,
    kept: Sequence[str] = (),
) -> _core.Stream:
    """A stream of training rows."""
    stream, named = open_training(source, keys)
    with settling(stream):
        settle_training(stream, named, features=features, categorical=categorical, kept=kept)
    return stream


def known_stream(
    source: Source, columns: Sequence[Column], keys: Keys, *, may_be_empty: bool = False
) -> _core.Stream:
    """A stream of the columns a model looks at, found by name, and of the keys."""
    wanted = [column.name for column in columns]
    for value in keys:
        wanted += [value] if isinstance(value, str) else list(value or ())
    stream = open_stream(source, wanted if all(isinstance(one, str) for one in wanted) else None)
    with settling(stream):
        named = named_keys(stream.columns, keys)
        stream.set_roles(
            protected=named.groups,
            label=named.label,
            weight=named.weight,
            features=[(column.name, column.is_categorical) for column in columns],
            known_levels={one.name: one.levels for one in columns if one.is_categorical},
            may_be_empty=may_be_empty,
        )
    return stream


def encoded_width(stream: _core.Stream, missing_category: Any, threads: int, *, enough: int) -> int:
    """Encoded columns, or at least as many as are enough; reads the rows if it must."""
    features = stream.features
    if len(features) >= enough or not any(is_categorical for _, is_categorical in features):
        return len(features)
    if not stream.can_rewind:
        raise rejection("width-of-reader", option=Words("n_components"))
    moments = _core.GroupMoments()
    moments.add(stream, "drop-row", missing_category, threads)
    return len(moments.encoded_names)
