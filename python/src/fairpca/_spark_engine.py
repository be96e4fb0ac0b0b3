# SPDX-License-Identifier: BSD-3-Clause
"""Runs tasks on the partitions of a Spark DataFrame, through the DataFrame API alone."""

from __future__ import annotations

import math
import uuid
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any

from fairpca import _passes
from fairpca._spark_workers import RESULT, coordinates_of_batches, merge_parts, run_on_partition

try:
    import pyspark
    from pyspark.errors import PySparkException
    from pyspark.sql import DataFrame
    from pyspark.sql import functions as sql
    from pyspark.sql.types import DoubleType, StructField, StructType
except ImportError as missing:
    raise ImportError(
        f"fairpca.spark needs {missing.name or 'pyspark'}, which is not installed: "
        "pip install 'fairpca[spark]'."
    ) from None

COLLECT_BYTES = 64 << 20
"""Of results that are collected by one job: far below what a default driver dies of."""


class SparkEngine:
    """The partitions of a DataFrame, and what tasks left in the cluster."""

    def __init__(self, df: Any) -> None:
        check_frame(df)
        self._df = df
        self._session = df.sparkSession
        self._prepared: Any = None
        self._partitions = 0  # none seen yet
        self._is_large = False

    def run(self, task: _passes.PassTask) -> Iterator[bytes]:
        """Results in the order of the partitions; see ``_passes.Engine``."""
        if task.keeps:
            self._keep(task)
            return
        if self._partitions > 0 and not self._is_large:
            # One job: results are sent at once, unless one is so large that together they may be.
            rows = self._collect(self._results(task, COLLECT_BYTES // self._partitions))
            results = joined(rows)
            if None not in results:
                yield from (result for result in results if result is not None)
                return
            self._is_large = True
        yield from self._run_large(task)

    def release(self) -> None:
        """Forget the prepared partitions."""
        if self._prepared is not None:
            self._prepared.unpersist()
            self._prepared = None

    def _results(self, task: _passes.PassTask, send_bytes: int | None = None) -> Any:
        """A row per piece of a result."""
        source = self._df if task.reads == "rows" else self._prepared
        return source.mapInArrow(run_on_partition(task, send_bytes), RESULT)

    def _keep(self, task: _passes.PassTask) -> None:
        kept = self._results(task).persist()
        try:
            self._partitions = len(self._sizes(kept))
        except BaseException:
            kept.unpersist()
            raise
        self.release()
        self._prepared = kept

    def _run_large(self, task: _passes.PassTask) -> Iterator[bytes]:
        """Results stay in the cluster until their sizes are known."""
        results = self._results(task).persist()
        try:
            sizes = self._sizes(results)
            self._partitions = len(sizes)
            while sum(sizes) > _passes.DRIVER_BYTES and len(sizes) > 1:
                unmerged, results = results, self._merged(results, len(sizes)).persist()
                try:
                    sizes = self._sizes(results)
                finally:
                    unmerged.unpersist()
            for first, last in ranges_of(sizes, COLLECT_BYTES):
                part = sql.col("part").between(first, last)
                for result in joined(self._collect(results.where(part)), first):
                    assert result is not None
                    yield result
        finally:
            results.unpersist()

    def _merged(self, results: Any, parts: int) -> Any:
        """Each FAN_IN consecutive parts as one, in an order that does not depend on the shuffle."""
        groups = math.ceil(parts / _passes.FAN_IN)
        together = results.repartition(groups, sql.expr(f"part div {_passes.FAN_IN}"))
        return together.sortWithinPartitions("part", "piece").mapInArrow(
            merge_parts(_passes.FAN_IN, _passes.merge_results), RESULT
        )

    def _sizes(self, results: Any) -> list[int]:
        """Bytes of the results, by part; computes what is persisted."""
        rows = self._collect(results.select("part", "piece", "size"))
        sizes = {row["part"]: row["size"] for row in rows}
        check_complete(sizes)
        return [sizes[part] for part in sorted(sizes)]

    def _collect(self, df: Any) -> list[dict[str, Any]]:
        with cancelled_on_interrupt(self._session), plain_errors():
            rows: list[dict[str, Any]] = df.toArrow().to_pylist()
        return rows


@contextmanager
def cancelled_on_interrupt(session: Any) -> Iterator[None]:
    """Jobs that run when Ctrl-C or another exception ends the block are cancelled."""
    tag = f"fairpca-{uuid.uuid4()}"
    session.addTag(tag)
    try:
        yield
    except PySparkException:
        raise  # the job has ended
    except BaseException as error:
        session.interruptTag(tag)
        if isinstance(error.__context__, KeyboardInterrupt):
            # Classic Spark cancels its jobs itself, and then reports their end in Java's words.
            raise KeyboardInterrupt from None
        raise
    finally:
        session.removeTag(tag)


@contextmanager
def plain_errors() -> Iterator[None]:
    """Say in one sentence what a user can mend; the rest is Spark's to say."""
    try:
        yield
    except PySparkException as error:
        if "No module named 'fairpca'" in str(error):
            raise ImportError(
                "Spark's Python workers do not find fairpca: install it where they run "
                "(PYSPARK_PYTHON, or an archive given as spark.archives)."
            ) from None
        raise


def check_frame(df: Any) -> None:
    """Raise unless df is a DataFrame of a Spark that is new enough."""
    if not isinstance(df, DataFrame):
        raise TypeError(f"df must be a pyspark.sql.DataFrame; got {type(df).__name__}.")
    if not hasattr(df, "toArrow"):
        raise ImportError(f"fairpca.spark needs Spark 4.0 or later; this is {pyspark.__version__}.")


def check_complete(parts: Iterable[int]) -> None:
    """Raise unless each partition up to the last gave a result."""
    present = set(parts)
    absent = [part for part in range(len(present)) if part not in present]
    if absent:
        raise RuntimeError(f"Spark gave no result of partition {absent[0]}.")


def joined(rows: Iterable[dict[str, Any]], first: int = 0) -> list[bytes | None]:
    """Results in order of their parts, from so many on; None: too large to be sent.

    A piece that comes twice counts once.
    """
    pieces = {(row["part"], row["piece"]): row["result"] for row in rows}
    results: list[bytes | None] = []
    gathered: dict[int, list[bytes | None]] = {}
    for part, piece in sorted(pieces):
        gathered.setdefault(part - first, []).append(pieces[part, piece])
    check_complete(gathered)
    for part in sorted(gathered):
        known = [piece for piece in gathered[part] if piece is not None]
        results.append(b"".join(known) if len(known) == len(gathered[part]) else None)
    return results


def ranges_of(sizes: Sequence[int], limit: int) -> Iterator[tuple[int, int]]:
    """First and last of consecutive parts that are at most so large together, or one."""
    first, total = 0, 0
    for part, size in enumerate(sizes):
        if part > first and total + size > limit:
            yield first, part - 1
            first, total = part, 0
        total += size
    if sizes:
        yield first, len(sizes) - 1


def named_columns(df: Any, keep: str | Sequence[str]) -> list[str]:
    """The columns to carry along; raises if df has not got one of them."""
    check_frame(df)
    names = [keep] if isinstance(keep, str) else list(keep)
    for name in names:
        if name not in df.columns:
            raise ValueError(f"keep names {name!r}, which is no column of df.")
    return names


def coordinates(estimator: Any, df: Any, keep: Sequence[str]) -> Any:
    """A DataFrame of the columns kept and the coordinates."""
    names = _passes.transformed_names(estimator)
    both = [name for name in names if name in keep]
    if both:
        raise ValueError(f"keep names {both[0]!r}, which is also a coordinate's name.")
    fields = [df.schema[name] for name in keep]
    fields += [StructField(name, DoubleType()) for name in names]
    work: Callable[..., Any] = coordinates_of_batches(estimator, list(keep), names)
    return df.mapInArrow(work, StructType(fields))
