# SPDX-License-Identifier: BSD-3-Clause
"""Runs tasks on the partitions of a Dask collection, in order, wherever Dask puts them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from fairpca import _passes
from fairpca._partitions import Partition

try:
    import dask
    from dask.base import is_dask_collection
except ImportError as missing:
    raise ImportError(
        f"fairpca.dask needs {missing.name or 'dask'}, which is not installed: "
        "pip install 'fairpca[dask]'."
    ) from None

WINDOW = 32
"""Results that are fetched at a time."""


class DaskEngine:
    """The partitions of a collection, and what tasks left in the cluster."""

    def __init__(self, partitions: Sequence[Any], client: Any = None) -> None:
        self._partitions = list(partitions)
        self._client = client if client is not None else _current_client()
        self._prepared: list[Any] = []

    def run(self, task: _passes.PassTask) -> Iterator[bytes]:
        """Results in the order of the partitions; see ``_passes.Engine``."""
        parts = self._prepared if task.reads == "prepared" else self._partitions
        shared = dask.delayed(task, traverse=False)
        results = [
            dask.delayed(_work, pure=False)(shared, part, number)
            for number, part in enumerate(parts)
        ]
        if task.keeps:
            self._prepared = self._start(results)
            self._wait(self._prepared)
            return
        # One round trip: a result is sent at once, unless all as large would be too much.
        most = _passes.DRIVER_BYTES // max(1, len(parts))
        started = self._start([*results, *(dask.delayed(_sent)(one, most) for one in results)])
        try:
            sent = self._fetched(started[len(parts) :])
            if all(isinstance(one, bytes) for one in sent):
                yield from sent
                return
            sizes = [one if isinstance(one, int) else len(one) for one in sent]
            del sent
            yield from self._large(started[: len(parts)], sizes)
        except BaseException:
            self._cancel(started)
            raise

    def _large(self, results: list[Any], sizes: list[int]) -> Iterator[bytes]:
        """Results that may be too many for the driver: merged, if they are, and fetched in turn."""
        while sum(sizes) > _passes.DRIVER_BYTES and len(results) > 1:
            results = self._start(
                [
                    dask.delayed(_passes.merge_results)(results[first : first + _passes.FAN_IN])
                    for first in range(0, len(results), _passes.FAN_IN)
                ]
            )
            sizes = self._fetched(self._start([dask.delayed(len)(one) for one in results]))
        for first in range(0, len(results), WINDOW):
            yield from self._fetched(results[first : first + WINDOW])

    def release(self) -> None:
        """Forget the prepared partitions."""
        self._prepared = []

    def _start(self, tasks: Sequence[Any]) -> list[Any]:
        """Futures of a cluster, or the results of a scheduler of this process."""
        if self._client is not None:
            futures: list[Any] = self._client.compute(list(tasks))
            return futures
        return list(dask.compute(*tasks))

    def _fetched(self, results: Sequence[Any]) -> list[Any]:
        if self._client is None:
            return list(results)
        fetched: list[Any] = self._client.gather(list(results))
        return fetched

    def _wait(self, results: Sequence[Any]) -> None:
        if self._client is not None:
            from distributed import wait

            wait(results)

    def _cancel(self, results: Sequence[Any]) -> None:
        if self._client is not None:
            self._client.cancel(list(results))


def partitions_of(
    X: Any, sensitive_features: Any = None, y: Any = None, sample_weight: Any = None
) -> list[Any]:
    """The partitions of a Dask DataFrame or array, or a list of delayed partitions.

    Of an array the others may be arrays with the same chunks of rows.
    """
    arrays = {"sensitive_features": sensitive_features, "y": y, "sample_weight": sample_weight}
    if isinstance(X, (list, tuple)) or hasattr(X, "divisions"):
        for name, value in arrays.items():
            if is_array(value):
                raise TypeError(
                    f"{name} must name columns of X, which is no array; got {type(value).__name__}."
                )
    if isinstance(X, (list, tuple)):
        for part in X:
            if not is_dask_collection(part) and not hasattr(part, "key"):
                raise TypeError(f"X is a list, so its items must be delayed; got {type(part)}.")
        return list(X)
    if hasattr(X, "to_delayed") and hasattr(X, "divisions"):
        parts: list[Any] = X.to_delayed()
        return parts
    if not hasattr(X, "to_delayed") or getattr(X, "ndim", 0) != 2:
        raise TypeError(
            "X must be a Dask DataFrame, a Dask array of two dimensions, or a list of delayed "
            f"partitions; got {type(X).__name__}."
        )
    rows = _row_blocks(X)
    beside = [_blocks_of(name, value, X) for name, value in arrays.items()]
    if all(blocks is None for blocks in beside):
        return rows
    return [
        dask.delayed(Partition)(block, *(blocks[i] if blocks else None for blocks in beside))
        for i, block in enumerate(rows)
    ]


def delayed_coordinates(estimator: Any, partitions: Sequence[Any]) -> list[Any]:
    """The coordinates of delayed partitions, delayed."""
    return [dask.delayed(_passes.transform_partition)(estimator, part) for part in partitions]


def is_array(value: Any) -> bool:
    """Whether it holds values rather than names of columns."""
    return hasattr(value, "chunks") and hasattr(value, "to_delayed")


def _row_blocks(array: Any) -> list[Any]:
    if array.ndim == 2 and array.numblocks[1] > 1:
        array = array.rechunk({1: -1})
    blocks: list[Any] = array.to_delayed().ravel().tolist()
    return blocks


def _blocks_of(name: str, value: Any, X: Any) -> list[Any] | None:
    """The blocks of an array beside X; None: there is none, or it is a name."""
    if not is_array(value):
        return None
    theirs, ours = value.chunks[0], X.chunks[0]
    # Sizes that are not known are NaN; workers compare them.
    known = [(a, b) for a, b in zip(theirs, ours, strict=False) if a == a and b == b]
    if len(theirs) != len(ours) or any(a != b for a, b in known):
        raise ValueError(
            f"{name} has other chunks of rows than X ({_sizes(theirs)}; X: {_sizes(ours)}); give "
            f"both the same: {name}.rechunk({{0: X.chunks[0]}})."
        )
    return _row_blocks(value)


def _sizes(chunks: Sequence[Any]) -> str:
    """The first few, and how many."""
    shown = ", ".join(str(size) for size in chunks[:3])
    return f"{len(chunks)} of {shown}{', ...' if len(chunks) > 3 else ''} rows"


def _work(task: _passes.PassTask, partition: Any, number: int) -> bytes:
    return task.work(partition, number)


def _sent(result: bytes, most: int) -> bytes | int:
    """A result, or how large it is."""
    return result if len(result) <= most else len(result)


def _current_client() -> Any:
    """The client of this process, if there is one; otherwise Dask's own scheduler is used."""
    try:
        from distributed import default_client
    except ImportError:
        return None
    try:
        return default_client()
    except ValueError:
        return None
