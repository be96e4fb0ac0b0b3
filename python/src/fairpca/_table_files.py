# SPDX-License-Identifier: BSD-3-Clause
"""Tables in files and databases, as the command opens and writes them: names and streams."""

import io
import os
import re
from collections.abc import Callable, Iterable, Iterator
from typing import Any, Protocol

from fairpca._read_ahead import read_ahead

# Of a batch: what readers keep in memory at a time. The core cuts them again.
ROWS_PER_BATCH = 65536

# pandas keeps an index without a name in a column of such a name; it is no column of the table.
_INDEX = re.compile(r"__index_level_\d+__")


class Table(Protocol):
    """A table that can be read again and again."""

    @property
    def names(self) -> list[str]:
        """Of the columns."""

    @property
    def rows(self) -> int:
        """How many; -1 where it is not known before they are read."""

    def stream(self, columns: list[str] | None) -> object:
        """Give a capsule of an Arrow stream of these columns, from the first row on."""


def _column_names(schema: Any) -> list[str]:
    return [name for name in schema.names if not _INDEX.fullmatch(name)]


class _FileTable:
    """Batches of pyarrow, made anew for each stream."""

    def __init__(
        self,
        schema: Any,
        batches: Callable[[list[str] | None], Iterable[Any]],
        rows: int = -1,
    ) -> None:
        self._schema = schema
        self._batches = batches
        self.names = _column_names(schema)
        self.rows = rows

    def stream(self, columns: list[str] | None) -> object:
        import pyarrow as pa

        names = self._schema.names
        if columns is None and len(self.names) < len(names):
            columns = self.names
        schema = self._schema
        if columns is not None:
            schema = pa.schema([schema.field(name) for name in columns])
        reader = pa.RecordBatchReader.from_batches(schema, self._read(columns))
        return reader.__arrow_c_stream__()

    def _read(self, columns: list[str] | None) -> Iterator[Any]:
        for batch in self._batches(columns):
            # A reader may add what it could not leave out: `a` also names the nested `a.b`.
            yield batch if columns is None else batch.select(columns)


def _open_parquet(path: str) -> Table:
    from pyarrow.parquet import ParquetFile

    def batches(columns: list[str] | None) -> Iterator[Any]:
        with ParquetFile(path) as file:
            yield from read_ahead(file.iter_batches(ROWS_PER_BATCH, columns=columns))

    with ParquetFile(path) as file:
        return _FileTable(file.schema_arrow, batches, file.metadata.num_rows)


def _open_arrow(path: str) -> Table:
    import pyarrow as pa

    def reader(columns: list[int] | None = None) -> Any:
        options = pa.ipc.IpcReadOptions(included_fields=columns)
        source = pa.memory_map(path)
        with open(path, "rb") as file:
            is_file = file.read(6) == b"ARROW1"
        return (pa.ipc.open_file if is_file else pa.ipc.open_stream)(source, options=options)

    schema = reader().schema

    def batches(columns: list[str] | None) -> Iterator[Any]:
        wanted = None if columns is None else [schema.get_field_index(name) for name in columns]
        opened = reader(wanted)
        if not hasattr(opened, "get_batch"):
            yield from opened
            return
        for i in range(opened.num_record_batches):
            yield opened.get_batch(i)

    return _FileTable(schema, batches)


def _files_in(folder: str, endings: tuple[str, ...]) -> list[str]:
    """Those named so, in folders of folders too, in the order of their paths."""
    found = []
    for at, folders, files in os.walk(folder):
        folders[:] = [name for name in folders if not name.startswith((".", "_"))]
        found += [
            os.path.join(at, name)
            for name in files
            if name.lower().endswith(endings) and not name.startswith((".", "_"))
        ]
    return sorted(found)


def _open_folder(form: str, path: str) -> Table:
    import pyarrow.dataset as ds
    from pyarrow.fs import LocalFileSystem

    endings = (".parquet",) if form == "parquet" else (".arrow", ".feather", ".ipc")
    factory = ds.FileSystemDatasetFactory(
        LocalFileSystem(),
        _files_in(os.path.abspath(path), endings),
        ds.ParquetFileFormat() if form == "parquet" else ds.IpcFileFormat(),
        ds.FileSystemFactoryOptions(
            partition_base_dir=os.path.abspath(path),
            partitioning=ds.HivePartitioning.discover(),
        ),
    )
    dataset = factory.finish()

    def batches(columns: list[str] | None) -> Iterator[Any]:
        # Read ahead a little, not sixteen batches of four files.
        scanner = dataset.scanner(
            columns=columns, batch_size=ROWS_PER_BATCH, batch_readahead=2, fragment_readahead=1
        )
        yield from scanner.to_batches()

    return _FileTable(dataset.schema, batches)


class _QueryTable:
    """The rows of a query; statements before it, such as ATTACH, are run once."""

    def __init__(self, text: str) -> None:
        import duckdb

        self.rows = -1
        self._connection = duckdb.connect()
        statements = self._connection.extract_statements(text)
        for statement in statements[:-1]:
            self._connection.execute(statement)
        if not statements or statements[-1].type != duckdb.StatementType.SELECT:
            raise ValueError("a query must end in a SELECT, or FROM, that gives rows")
        self._query = statements[-1].query
        self.names = list(self._connection.sql(self._query).columns)

    def stream(self, columns: list[str] | None) -> object:
        # An open stream blocks its connection: each has its own to the same database.
        relation = self._connection.cursor().sql(self._query)
        if columns is not None:
            quoted = ('"' + name.replace('"', '""') + '"' for name in columns)
            relation = relation.project(", ".join(quoted))
        return relation.__arrow_c_stream__()


def open_table(form: str, is_folder: bool, source: bytes) -> Table:
    """Open a table that the core does not read itself."""
    if form == "duckdb":
        return _QueryTable(source.decode())
    path = os.fsdecode(source)
    if is_folder:
        return _open_folder(form, path)
    return _open_parquet(path) if form == "parquet" else _open_arrow(path)


class _Rows:
    """A capsule of a stream as an object that gives it, once."""

    def __init__(self, capsule: object) -> None:
        self._capsule = capsule

    def __arrow_c_stream__(self, requested_schema: object = None) -> object:
        return self._capsule


class _Bytes(io.RawIOBase):
    """A file that hands on the bytes written to it."""

    def __init__(self, write: Callable[[bytes], None]) -> None:
        self._write = write
        self._written = 0

    def writable(self) -> bool:
        return True

    def tell(self) -> int:
        return self._written

    def write(self, data: Any) -> int:
        held = bytes(data)
        self._write(held)
        self._written += len(held)
        return len(held)


def write_table(form: str, rows: object, write: Callable[[bytes], None]) -> None:
    """Write the stream of a capsule as a Parquet or an Arrow file."""
    import pyarrow as pa
    from pyarrow.parquet import ParquetWriter

    reader = pa.RecordBatchReader.from_stream(_Rows(rows))
    with pa.PythonFile(_Bytes(write), mode="w") as file:
        made = ParquetWriter if form == "parquet" else pa.ipc.new_file
        with made(file, reader.schema) as writer:
            for batch in reader:
                writer.write_batch(batch)
