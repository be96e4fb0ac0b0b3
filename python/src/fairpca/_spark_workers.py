# SPDX-License-Identifier: BSD-3-Clause
"""What Spark's Python workers run: functions of an iterator of Arrow batches, for mapInArrow."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any

from fairpca import _passes

RESULT = "part long, piece long, size long, result binary"
"""Schema of results. Spark cannot read a 64-bit part declared `int`."""

PIECE_BYTES = 8 << 20
"""A row of Spark, and a batch of Arrow, hold less than 2 GB: results are cut."""

Batches = Iterator[Any]
Worker = Callable[[Batches], Batches]


def run_on_partition(task: _passes.PassTask, send_bytes: int | None) -> Worker:
    """Runs a task on the partition of the Spark task; larger results are only announced."""

    def run(batches: Batches) -> Batches:
        number = partition_number()
        partition = batches if task.reads == "rows" else b"".join(results_in(batches))
        result = task.work(partition, number)
        if send_bytes is not None and len(result) > send_bytes:
            yield row(number, 0, len(result), None)
        else:
            yield from pieces(number, result)

    return run


def merge_parts(fan_in: int, merge_results: Callable[[Sequence[bytes]], bytes]) -> Worker:
    """Merges consecutive parts, which come sorted; a part of the merged ones is a fan of these."""

    def merge(batches: Batches) -> Batches:
        fan = -1
        results: list[bytes] = []
        for part, result in parts_in(batches):
            if part // fan_in != fan:
                if results:
                    yield from pieces(fan, merge_results(results))
                fan, results = part // fan_in, []
            results.append(result)
        if results:
            yield from pieces(fan, merge_results(results))

    return merge


def coordinates_of_batches(estimator: Any, keep: Sequence[str], names: Sequence[str]) -> Worker:
    """Columns kept, and the coordinates."""

    def transform(batches: Batches) -> Batches:
        import pyarrow

        start = 0
        for batch in batches:
            try:
                frame = pyarrow.Table.from_batches([batch])
                values = _passes.transform_partition(estimator, frame)
            except ValueError as error:
                raise ValueError(
                    f"Partition {partition_number()}, in the rows from {start} on: {error}"
                ) from None
            arrays = [batch.column(name) for name in keep]
            arrays += [pyarrow.array(column) for column in values.T]
            yield pyarrow.RecordBatch.from_arrays(arrays, names=[*keep, *names])
            start += batch.num_rows

    return transform


def partition_number() -> int:
    """Of the partition this worker has."""
    from pyspark import TaskContext

    context = TaskContext.get()
    assert context is not None
    return int(context.partitionId())


def pieces(part: int, result: bytes) -> Batches:
    """A result as rows, at least one."""
    for piece in range(max(1, -(-len(result) // PIECE_BYTES))):
        cut = result[piece * PIECE_BYTES : (piece + 1) * PIECE_BYTES]
        yield row(part, piece, len(result), cut)


def row(part: int, piece: int, size: int, result: bytes | None) -> Any:
    """A row of the schema RESULT."""
    import pyarrow

    numbers = [pyarrow.array([value], pyarrow.int64()) for value in (part, piece, size)]
    return pyarrow.RecordBatch.from_arrays(
        [*numbers, pyarrow.array([result], pyarrow.binary())],
        names=["part", "piece", "size", "result"],
    )


def results_in(batches: Batches) -> Iterator[bytes]:
    """Pieces as they come."""
    for batch in batches:
        yield from batch.column("result").to_pylist()


def parts_in(batches: Batches) -> Iterator[tuple[int, bytes]]:
    """Whole results of pieces that come sorted by part and piece."""
    part, known = -1, list[bytes]()
    for batch in batches:
        for next_part, piece in zip(
            batch.column("part").to_pylist(), batch.column("result").to_pylist(), strict=True
        ):
            if next_part != part:
                if known:
                    yield part, b"".join(known)
                part, known = next_part, []
            known.append(piece)
    if known:
        yield part, b"".join(known)
