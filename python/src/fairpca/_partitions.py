# SPDX-License-Identifier: BSD-3-Clause
"""A partition of a table, as a worker reads it: the same cells as ``fit`` reads of all rows."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

import narwhals as nw
import numpy as np
from numpy.typing import NDArray

from fairpca import _core
from fairpca._messages import rejection
from fairpca._shown import Words
from fairpca._tables import (
    Column,
    Features,
    array_features,
    as_frame,
    build_table,
    default_names,
    read_frame,
    read_groups,
    read_known_frame,
    read_label,
)


class Partition(NamedTuple):
    """Rows with what is not a column of them (arrays); a frame alone is a partition too."""

    X: Any
    sensitive_features: Any = None
    y: Any = None
    sample_weight: Any = None


def partition_table(
    partition: Any, setup: _core.PassSetup, features: Sequence[tuple[str, bool]] | None
) -> _core.Table | None:
    """The rows with their roles; None if there are none.

    ``features`` are the columns to read, and whether each is a category; None: those there are,
    each as its own cells say.
    """
    given = partition if isinstance(partition, Partition) else Partition(partition)
    rows = _loaded(given.X)
    if rows is None or len(rows) == 0:
        return None
    frame = as_frame(rows)
    if frame is None:
        array = np.asarray(rows)
        array = array if array.dtype in (np.float64, np.float32) else array.astype(np.float64)
        frame = None if not _names_columns(setup, given) else as_frame(_frame_of(array))
        if frame is None:
            return _table(array_features(array, setup.chosen or None), given)
    names = [str(name) for name in frame.columns]
    given = _taken(frame, names, setup, given)
    left_out = [*setup.protected, *setup.dropped]
    left_out += [name for name in (setup.label, setup.weight) if name is not None]
    if features is None:
        read = read_frame(frame, names, setup.chosen or None, setup.categorical or None, left_out)
    else:
        known = [Column(name, is_categorical, []) for name, is_categorical in features]
        _require(names, [column.name for column in known])
        chosen = frame.select([column.name for column in known])
        read = read_known_frame(chosen, names=[one.name for one in known], columns=known)
    return _table(read, given)


def numbers_of_partition(frame: Any, names: Sequence[str] | None) -> Any:
    """The columns of a partition that a model looks at; None: all, in their order."""
    rows = _loaded(frame)
    if rows is None:
        return []
    held = as_frame(rows)
    if held is None or names is None:
        return rows
    _require([str(name) for name in held.columns], names)
    return held.select(list(names)).to_native()


def model_columns(estimator: Any) -> list[str] | None:
    """The columns of X in ``fit``, if they have names."""
    names = getattr(estimator, "feature_names_in_", None)
    return None if names is None else [str(name) for name in names]


def _loaded(rows: Any) -> Any:
    """Rows of an iterable of record batches as a table; None: it has none."""
    if hasattr(rows, "columns") or hasattr(rows, "shape") or hasattr(rows, "__array__"):
        return rows
    if not isinstance(rows, Iterable):
        return rows
    batches = list(rows)
    if not batches or not hasattr(batches[0], "schema"):
        return batches or None
    import pyarrow

    return pyarrow.Table.from_batches(batches)


def _names_columns(setup: _core.PassSetup, given: Partition) -> bool:
    """Whether columns of an array have another role, under the names they are given."""
    if setup.label is not None and given.y is None:
        return True
    if setup.weight is not None and given.sample_weight is None:
        return True
    return bool(setup.protected) and given.sensitive_features is None


def _frame_of(array: NDArray[Any]) -> Any:
    columns = dict(zip(default_names(array.shape[1]), array.T, strict=True))
    return nw.from_dict(columns, backend="pyarrow").to_native()


def _taken(
    frame: nw.DataFrame[Any], names: Sequence[str], setup: _core.PassSetup, given: Partition
) -> Partition:
    """What is a column of the frame, unless it is beside it already."""
    if setup.protected and given.sensitive_features is None:
        _require(names, setup.protected)
        given = given._replace(sensitive_features=frame.select(setup.protected).to_native())
    if setup.label is not None and given.y is None:
        _require(names, [setup.label])
        given = given._replace(y=frame[setup.label].to_native())
    if setup.weight is not None and given.sample_weight is None:
        _require(names, [setup.weight])
        given = given._replace(sample_weight=frame[setup.weight].to_numpy())
    return given


def _require(names: Sequence[str], wanted: Sequence[str]) -> None:
    there = set(names)
    for name in wanted:
        if name not in there:
            raise rejection("column-category", option=Words("columns"), column=name)


def _table(features: Features, given: Partition) -> _core.Table:
    weights = None
    if given.sample_weight is not None:
        weights = np.asarray(given.sample_weight, dtype=np.float64)
    label = read_label(given.y)
    return build_table(
        features, groups=read_groups(given.sensitive_features), label=label, weights=weights
    )
