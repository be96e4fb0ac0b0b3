# SPDX-License-Identifier: BSD-3-Clause
"""Tables that are read batch by batch: whatever gives Arrow streams.

Libraries are told by the names of their modules and never imported for it.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any, NamedTuple

import narwhals as nw
import numpy as np

from fairpca import _core
from fairpca._messages import rejection, warn
from fairpca._read_ahead import read_ahead
from fairpca._shown import Words

# Rows of a batch that is asked for: large enough to cost nothing, small enough to be kept.
_ROWS = 65536
# What the core says where rows would be needed once more.
_READ_ONCE = ("stream-read-once", "needs-rows-again", "means-need-two-passes", "rows-read-once")


class Source(NamedTuple):
    """Where streams come from."""

    open: Callable[[], Any]  # gives a capsule `arrow_array_stream`
    can_rewind: bool  # whether it gives the same rows again
    rows: int = -1
    columns: Sequence[str] | None = None  # known before a stream is opened
    select: Callable[[list[str]], Source] | None = None  # reads these columns alone


def as_stream(X: Any) -> Source | None:
    """Where the rows of X come from; None for arrays, lists and frames in memory."""
    if X is None or isinstance(X, (np.ndarray, str, bytes)):
        return None
    if isinstance(X, Source):
        return X
    if isinstance(X, TransformedRows):
        return X.source
    if isinstance(X, (list, tuple)):
        return _batches(X, iter(X), can_rewind=True) if X and _is_batch(X[0]) else None
    library = type(X).__module__.partition(".")[0]
    adapter = _ADAPTERS.get(library)
    source = adapter(X) if adapter is not None else None
    if source is not None:
        return source
    if hasattr(X, "__arrow_c_stream__"):
        return None if _is_eager(X) else _exported(X)
    if hasattr(X, "__arrow_c_array__") and not hasattr(X, "__array__"):
        return Source(lambda: next(_record_batches([X])).__arrow_c_stream__(), can_rewind=True)
    if isinstance(X, Iterator):
        return _iterated(X)
    return None


def open_stream(source: Source, columns: Sequence[str] | None = None) -> _core.Stream:
    """A stream, whose columns are then known; of ``columns`` alone, where the producer can."""
    if columns is not None and source.select is not None and source.columns is not None:
        wanted = [name for name in source.columns if name in set(columns)]
        is_unique = len(set(source.columns)) == len(source.columns)
        if is_unique and 0 < len(wanted) < len(source.columns):
            source = source.select(wanted)
    return _core.Stream(source.open, name="", can_rewind=source.can_rewind, rows=source.rows)


@contextmanager
def reading(rows: _core.Rows, *, warns: bool = True) -> Iterator[None]:
    """A call of the core that reads rows: a stream is let go of, and errors say the way out."""
    if not isinstance(rows, _core.Stream):
        yield
        return
    try:
        yield
    except ValueError as error:
        raise _with_way_out(error, rows) from None
    finally:
        rows.close()
    for said in rows.warnings if warns else []:
        warn(said, UserWarning, stacklevel=4)


@contextmanager
def settling(stream: _core.Stream) -> Iterator[None]:
    """What comes before a stream is read: it is let go of where that fails."""
    try:
        yield
    except ValueError as error:
        stream.close()
        raise _with_way_out(error, stream) from None
    except BaseException:
        stream.close()
        raise


def _with_way_out(error: ValueError, rows: _core.Stream) -> ValueError:
    code = getattr(error, "code", None)
    if code in _READ_ONCE:
        return rejection("reader-read-once")
    if code == "stream-without-rows" and not rows.can_rewind:
        return rejection("reader-without-rows")
    return error


class TransformedRows:
    """Coordinates of the rows of a stream, computed as they are read.

    Whatever takes Arrow streams takes them; none is kept. Where the rows can be read again, so can
    their coordinates.
    """

    def __init__(
        self,
        open_coordinates: Callable[[], Any],
        column_names: Sequence[str],
        *,
        can_rewind: bool,
    ) -> None:
        self._open = open_coordinates
        self._can_rewind = can_rewind
        self._is_read = False
        self.column_names = list(column_names)

    @property
    def source(self) -> Source:
        """Itself, to be read."""
        return Source(self.__arrow_c_stream__, self._can_rewind)

    def __arrow_c_stream__(self, requested_schema: object = None) -> Any:
        """A capsule ``arrow_array_stream``; what is requested is a wish, and numbers stay so."""
        if self._is_read and not self._can_rewind:
            raise rejection("reader-read-once")
        self._is_read = True
        return self._open()

    def to_pyarrow(self) -> Any:
        """A ``pyarrow.RecordBatchReader`` over them."""
        import pyarrow

        return pyarrow.RecordBatchReader.from_stream(self)

    def read_all(self) -> Any:
        """All of them, as a ``pyarrow.Table``."""
        return self.to_pyarrow().read_all()

    def __repr__(self) -> str:
        return f"TransformedRows(column_names={self.column_names})"


def _is_eager(X: Any) -> bool:
    """Whether it is a frame or a column in memory."""
    known = nw.dependencies
    return bool(known.is_into_dataframe(X) or known.is_into_series(X))


def _exported(X: Any) -> Source:
    """Of an object that exports streams: readers give theirs once."""
    name = type(X).__name__
    is_reader = hasattr(X, "__next__") or name.endswith(("Reader", "Stream"))
    rows = getattr(X, "num_rows", None)
    return Source(
        X.__arrow_c_stream__,
        can_rewind=not is_reader,
        rows=rows if isinstance(rows, int) and not is_reader else -1,
    )


def _is_batch(item: Any) -> bool:
    """Whether it is a record batch, a table of Arrow or a data frame."""
    is_arrow = hasattr(item, "__arrow_c_array__") or hasattr(item, "__arrow_c_stream__")
    is_table = hasattr(item, "schema") and hasattr(item, "num_columns")
    return is_arrow and (is_table or bool(nw.dependencies.is_into_dataframe(item)))


def _iterated(X: Iterator[Any]) -> Source | None:
    nothing = object()
    first = next(X, nothing)
    if first is nothing:
        raise rejection("reader-without-rows")
    if not _is_batch(first):
        return None
    return _batches([first], itertools.chain([first], X), can_rewind=False)


def _batches(known: Sequence[Any], batches: Iterable[Any], *, can_rewind: bool) -> Source:
    """Batches, tables or data frames, one after the other; the first says what the columns are."""

    def capsule() -> Any:
        return _reader(_schema_of(known[0]), known if can_rewind else batches)

    return Source(capsule, can_rewind=can_rewind)


def _reader(schema: Any, batches: Iterable[Any]) -> Any:
    import pyarrow

    reader = pyarrow.RecordBatchReader.from_batches(schema, _of_schema(schema, batches))
    return reader.__arrow_c_stream__()


def _of_schema(schema: Any, batches: Iterable[Any]) -> Iterator[Any]:
    """The batches: a reader does not look whether they are of its schema."""
    for number, batch in enumerate(batches):
        for part in _record_batches([batch]):
            names = part.schema.names
            if names != schema.names and sorted(names) == sorted(schema.names):
                part = part.select(schema.names)
            for name, there, wanted in itertools.zip_longest(
                part.schema.names, part.schema, schema
            ):
                if there is None or wanted is None or name != wanted.name:
                    raise ValueError(
                        f"batch {number} has the columns {part.schema.names}, and the first "
                        f"{schema.names}"
                    )
                if there.type != wanted.type:
                    raise ValueError(
                        f"column {name!r} is {there.type} in batch {number}, and {wanted.type} in "
                        "the first; give all batches the same types"
                    )
            yield part


def _schema_of(batch: Any) -> Any:
    import pyarrow

    if hasattr(batch, "schema") and hasattr(batch.schema, "__arrow_c_schema__"):
        return pyarrow.schema(batch.schema)
    return pyarrow.table(batch).schema


def _record_batches(batches: Iterable[Any]) -> Iterator[Any]:
    import pyarrow

    for batch in batches:
        if isinstance(batch, pyarrow.RecordBatch):
            yield batch
        elif hasattr(batch, "__arrow_c_array__"):
            yield pyarrow.record_batch(batch)
        else:
            yield from pyarrow.table(batch).to_batches()


def _is_a(X: Any, name: str) -> bool:
    return any(one.__name__ == name for one in type(X).__mro__)


def _of_pyarrow(X: Any) -> Source | None:
    if _is_a(X, "Dataset"):
        return _dataset(X)
    if _is_a(X, "Scanner"):
        return Source(lambda: X.to_reader().__arrow_c_stream__(), can_rewind=True)
    if _is_a(X, "ParquetFile"):
        return _parquet_file(X)
    if _is_a(X, "_RecordBatchFileReader"):

        def batches() -> Iterator[Any]:
            return (X.get_batch(number) for number in range(X.num_record_batches))

        return Source(lambda: _reader(X.schema, batches()), can_rewind=True)
    return None


def _dataset(X: Any, columns: list[str] | None = None) -> Source:
    def capsule() -> Any:
        # Few batches ahead: files larger than memory are the point.
        scanner = X.scanner(
            columns=columns, batch_size=_ROWS, batch_readahead=4, fragment_readahead=1
        )
        return scanner.to_reader().__arrow_c_stream__()

    return Source(
        capsule,
        can_rewind=True,
        columns=X.schema.names if columns is None else columns,
        select=lambda names: _dataset(X, names),
    )


def _parquet_file(X: Any, columns: list[str] | None = None) -> Source:
    schema = X.schema_arrow

    def capsule() -> Any:
        import pyarrow

        wanted = (
            schema if columns is None else pyarrow.schema([schema.field(name) for name in columns])
        )
        return _reader(wanted, read_ahead(X.iter_batches(_ROWS, columns=columns)))

    # Of nested columns iter_batches takes other names.
    return Source(
        capsule,
        can_rewind=True,
        rows=X.metadata.num_rows,
        columns=schema.names if columns is None else columns,
        select=lambda names: _parquet_file(X, names),
    )


def _of_polars(X: Any) -> Source | None:
    if not _is_a(X, "LazyFrame"):
        return None
    if not hasattr(X, "collect_batches"):
        raise rejection(
            "old-library",
            library=Words("polars"),
            what=Words("lazy frames"),
            version=Words("1.38"),
            instead=Words("X.collect()"),
        )
    return _lazy_frame(X, X)


def _lazy_frame(X: Any, chosen: Any) -> Source:
    def capsule() -> Any:
        batches = chosen.collect_batches(chunk_size=_ROWS, maintain_order=True)
        return batches.__arrow_c_stream__()

    return Source(
        capsule,
        can_rewind=True,
        columns=X.collect_schema().names(),
        select=lambda names: _lazy_frame(X, X.select(names)),
    )


def _of_duckdb(X: Any) -> Source | None:
    if not _is_a(X, "DuckDBPyRelation") or not hasattr(X, "__arrow_c_stream__"):
        return None

    def selected(names: list[str]) -> Source:
        quoted = ", ".join('"' + name.replace('"', '""') + '"' for name in names)
        return Source(X.project(quoted).__arrow_c_stream__, can_rewind=True)

    return Source(X.__arrow_c_stream__, can_rewind=True, columns=X.columns, select=selected)


def _of_narwhals(X: Any) -> Source | None:
    return as_stream(X.to_native()) if _is_a(X, "LazyFrame") else None


def _of_ray(X: Any) -> Source | None:
    if not _is_a(X, "Dataset"):
        return None

    def capsule() -> Any:
        batches = iter(X.iter_batches(batch_size=_ROWS, batch_format="pyarrow"))
        first = next(batches, None)
        if first is None:
            raise rejection("data-set-without-rows")
        return _reader(first.schema, itertools.chain([first], batches))

    return Source(capsule, can_rewind=True)


def _of_spark(X: Any) -> Source | None:
    if not _is_a(X, "DataFrame") or hasattr(X, "__arrow_c_stream__"):
        return None
    raise rejection(
        "old-library",
        library=Words("Spark"),
        what=Words("data frames"),
        version=Words("4.2"),
        instead=Words("X.toArrow(), or use fairpca.spark"),
    )


_ADAPTERS: dict[str, Callable[[Any], Source | None]] = {
    "pyarrow": _of_pyarrow,
    "polars": _of_polars,
    "duckdb": _of_duckdb,
    "_duckdb": _of_duckdb,
    "narwhals": _of_narwhals,
    "ray": _of_ray,
    "pyspark": _of_spark,
}
