# SPDX-License-Identifier: BSD-3-Clause
"""What goes wrong with streams elsewhere: locks, spent readers, open results, odd types."""

import itertools
import os
import signal
import subprocess
import sys
import textwrap
import threading
import time
import weakref

import duckdb
import fairpca
import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pyarrow.csv
import pyarrow.dataset
import pyarrow.parquet
import pytest
from numpy.testing import assert_allclose, assert_array_equal
from test_streams import Exported, model_bytes


@pytest.fixture(scope="module")
def table():
    random = np.random.default_rng(1)
    data = {name: random.normal(size=9000) for name in "abcd"}
    return pa.table({**data, "sex": random.choice(["f", "m"], 9000)})


class Rows:
    """A table made anew for every pass, that counts what is asked of it."""

    def __init__(self, *tables):
        self.tables = list(tables)
        self.opened = 0

    def __arrow_c_stream__(self, requested_schema=None):
        table = self.tables[min(self.opened, len(self.tables) - 1)]
        self.opened += 1
        return table.__arrow_c_stream__()


# The interpreter lock.


def test_a_function_of_python_inside_the_producer_does_not_lock_up(table):
    code = """
    import fairpca, numpy as np, polars as pl
    frame = pl.DataFrame({name: np.random.default_rng(0).normal(size=200_000) for name in "abc"})
    lazy = frame.lazy().with_columns(pl.col("a").map_elements(lambda x: 2 * x, pl.Float64))
    model = fairpca.PCA(2).fit(lazy)
    done = sum(len(batch) for batch in model.transform(lazy).to_pyarrow())
    taken = pl.DataFrame(model.transform(lazy))
    print(done, len(taken))
    """
    done = subprocess.run(
        [sys.executable, "-c", textwrap.dedent(code)],
        capture_output=True,
        text=True,
        timeout=100,
        env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)},
    )
    assert done.stdout.split() == ["200000", "200000"], done.stderr


def test_other_threads_go_on_while_a_producer_works(table):
    other = threading.Event()

    def batches():
        assert other.wait(20)
        yield from table.to_batches()

    threading.Timer(0.1, other.set).start()
    reader = pa.RecordBatchReader.from_batches(table.schema, batches())
    assert fairpca.PCA(2).fit(reader, sensitive_features="sex").n_samples_ == 9000


# Streams that can be read once.


def test_a_reader_is_read_once_where_one_pass_is_enough(table, tmp_path):
    expected = fairpca.FairPCA(2).fit(table, sensitive_features="sex")
    fitted = fairpca.FairPCA(2).fit(table.to_reader(), sensitive_features="sex")
    assert model_bytes(fitted, tmp_path) == model_bytes(expected, tmp_path)


@pytest.mark.parametrize(
    "call",
    [
        lambda X: fairpca.MixturePPCA(1, n_mixture_components=2).fit(X, sensitive_features="sex"),
        lambda X: fairpca.PCA(2, missing="mean").fit(X, sensitive_features="sex"),
        lambda X: fairpca.MMDFairPCA(2).fit(X, sensitive_features="sex"),
        lambda X: fairpca.FairPCA(2).fit_transform(X, sensitive_features="sex"),
    ],
)
def test_what_needs_rows_twice_refuses_readers_and_says_the_way_out(table, call):
    with pytest.raises(ValueError, match=r"polars LazyFrame.*read_all\(\)") as caught:
        call(table.to_reader())
    assert caught.value.code == "reader-read-once"


def test_a_spent_reader_is_not_a_table_of_no_rows(table):
    reader = table.to_reader()
    reader.read_all()
    with pytest.raises(ValueError, match="make a new one") as caught:
        fairpca.PCA(2).fit(reader, sensitive_features="sex")
    assert caught.value.code == "reader-without-rows"
    moments = fairpca.GroupMoments()
    with pytest.raises(ValueError, match="make a new one"):
        moments.partial_fit(reader)
    assert moments.n_samples == 0


def test_coordinates_of_a_reader_are_read_once(table):
    model = fairpca.PCA(2).fit(table, sensitive_features="sex")
    coordinates = model.transform(table.to_reader())
    assert coordinates.read_all().num_rows == 9000
    with pytest.raises(ValueError) as caught:
        coordinates.read_all()
    assert caught.value.code == "reader-read-once"


def test_another_number_of_rows_in_a_second_pass_is_found(table):
    rows = Rows(table, table.slice(0, 8000))
    with pytest.raises(OSError, match="has changed while it was read") as caught:
        fairpca.PCA(2, missing="mean").fit(rows, sensitive_features="sex")
    assert caught.value.code == "changed-stream"
    assert rows.opened == 2


def test_every_pass_asks_for_a_stream_of_its_own(table):
    rows = Rows(table)
    fairpca.PCA(2).fit(rows, sensitive_features="sex")
    assert rows.opened == 1
    fairpca.PCA(2, missing="mean").fit(rows, sensitive_features="sex")
    assert rows.opened == 3


# Streams are let go of.


@pytest.fixture
def connection():
    connection = duckdb.connect()
    connection.execute(
        "create table t as select range a, range % 7 b, range % 5 c, "
        "case when range % 2 = 0 then 'f' else 'm' end sex from range(1000000)"
    )
    return connection


def usable(connection):
    return connection.execute("select count(*) from t").fetchall() == [(1_000_000,)]


def test_a_connection_is_usable_after_a_fit_and_after_an_error(connection):
    fairpca.PCA(2).fit(connection.table("t"), sensitive_features="sex")
    assert usable(connection)
    broken = connection.sql("select case when a = 3 then null else a end a, b, c, sex from t")
    with pytest.raises(ValueError) as caught:
        fairpca.PCA(2).fit(broken, sensitive_features="sex")
    assert caught.value.code == "missing-cell"  # the traceback lives on, the stream does not
    assert usable(connection)
    with pytest.raises(ValueError):
        fairpca.PCA(2).fit(connection.table("t"), sensitive_features="gender")
    assert usable(connection)
    with pytest.raises(ValueError):
        fairpca.PCA(2, features=["no"]).fit(connection.table("t"), sensitive_features="sex")
    assert usable(connection)
    model = fairpca.PCA(2).fit(connection.table("t"), sensitive_features="sex")
    assert model.transform(connection.table("t")).read_all().num_rows == 1_000_000
    assert usable(connection)


def test_errors_of_the_query_are_passed_on(connection):
    rows = connection.sql("select a, b, c, sex, error('no more of ' || a) d from t")
    with pytest.raises((OSError, duckdb.Error), match="no more of"):
        fairpca.PCA(2).fit(rows, sensitive_features="sex")
    assert usable(connection)


class Endless:
    """Batches without end; it knows whether somebody still reads them."""

    def __init__(self, table):
        self.table = table
        self.batches = lambda: None

    def __arrow_c_stream__(self, requested_schema=None):
        batch = self.table.to_batches()[0]
        batches = (batch for _ in itertools.repeat(None))
        self.batches = weakref.ref(batches)
        reader = pa.RecordBatchReader.from_batches(self.table.schema, batches)
        return reader.__arrow_c_stream__()


@pytest.fixture
def interrupt_soon():
    """Ctrl-C in a second, as Python takes it, also where whoever started it ignores it."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield lambda: threading.Timer(1.0, os.kill, [os.getpid(), signal.SIGINT]).start()
    signal.signal(signal.SIGINT, before)


def test_ctrl_c_stops_a_fit_and_lets_go_of_the_stream(table, interrupt_soon):
    X = Endless(table)
    interrupt_soon()
    with pytest.raises(KeyboardInterrupt) as caught:
        fairpca.PCA(2).fit(X, sensitive_features="sex")
    assert X.batches() is None
    assert caught.tb is not None  # the traceback knows of the stream, and does not keep it


def is_stopped_by_ctrl_c(batches):
    """A reader of Arrow is told of an error, and Python of Ctrl-C as soon as it goes on."""
    try:
        try:
            for _ in batches:
                pass
        except OSError:
            for _ in range(6000):
                time.sleep(0.01)
    except KeyboardInterrupt:
        return True
    return False


def test_ctrl_c_stops_whoever_reads_coordinates(table, interrupt_soon):
    model = fairpca.PCA(2).fit(table, sensitive_features="sex")
    X = Endless(table)
    interrupt_soon()
    assert is_stopped_by_ctrl_c(model.transform(X).to_pyarrow())


def ctrl_c_inside(table):
    """Batches whose producer is the Python code that Ctrl-C happens to meet."""

    def batches():
        yield table.to_batches()[0]
        raise KeyboardInterrupt

    return pa.RecordBatchReader.from_batches(table.schema, batches())


def test_ctrl_c_that_meets_the_producer_is_ctrl_c(table):
    with pytest.raises(KeyboardInterrupt):
        fairpca.PCA(2).fit(ctrl_c_inside(table), sensitive_features="sex")
    model = fairpca.PCA(2).fit(table, sensitive_features="sex")
    assert is_stopped_by_ctrl_c(model.transform(ctrl_c_inside(table)).to_pyarrow())


def test_an_error_that_speaks_of_ctrl_c_is_an_error(table):
    def batches():
        yield table.to_batches()[0]
        raise ValueError("no KeyboardInterrupt")

    reader = pa.RecordBatchReader.from_batches(table.schema, batches())
    with pytest.raises(OSError, match="no KeyboardInterrupt"):
        fairpca.PCA(2).fit(reader, sensitive_features="sex")


# Errors.


def test_what_the_function_raises_arrives_as_it_is(table):
    class Broken:
        def __arrow_c_stream__(self, requested_schema=None):
            raise ZeroDivisionError("no stream today")

    with pytest.raises(ZeroDivisionError, match="no stream today"):
        fairpca.PCA(2).fit(Broken())

    class Wrong:
        def __arrow_c_stream__(self, requested_schema=None):
            return "not a capsule"

    with pytest.raises((ValueError, TypeError)):
        fairpca.PCA(2).fit(Wrong())


def test_what_a_producer_raises_in_the_middle_is_told_in_its_words(table):
    def batches():
        yield table.to_batches()[0]
        raise ValueError("the disk is gone")

    reader = pa.RecordBatchReader.from_batches(table.schema, batches())
    with pytest.raises(OSError, match="the disk is gone"):
        fairpca.PCA(2).fit(reader, sensitive_features="sex")


def test_a_fit_that_fails_leaves_the_estimator_as_it_was(table):
    model = fairpca.PCA(2).fit(table, sensitive_features="sex")
    before = dict(vars(model))
    with pytest.raises(ValueError):
        model.fit(table.select(["a", "b", "sex"]).to_reader(), sensitive_features="gender")
    assert vars(model) == before


def test_schemas_that_drift_are_told_by_the_producer(table, tmp_path):
    pa.parquet.write_table(pa.table({"a": [1, 2], "b": [1, 2]}), tmp_path / "1.parquet")
    pa.parquet.write_table(pa.table({"a": [1.5, 2.5], "b": [1, 2]}), tmp_path / "2.parquet")
    with pytest.raises(OSError, match=r"1\.50* was truncated"):
        fairpca.PCA(1).fit(pa.dataset.dataset(tmp_path))
    with pytest.raises((OSError, pl.exceptions.SchemaError), match=r"(?i)schema|data ?type"):
        fairpca.PCA(1).fit(pl.scan_parquet(tmp_path / "*.parquet"))


@pytest.mark.parametrize(
    ("second", "said"),
    [
        ({"a": [1, 2], "b": [1.0, 3.0]}, "column 'a' is int64 in batch 1, and double in the first"),
        ({"a": [1.0, 2.0], "c": [1.0, 3.0]}, "batch 1 has the columns"),
        ({"a": [1.0, 2.0]}, "batch 1 has the columns"),
        ({"a": ["x", "y"], "b": [1.0, 3.0]}, "column 'a' is string in batch 1"),
    ],
)
def test_batches_of_other_types_are_not_taken_for_those_of_the_first(second, said):
    first = {"a": [1.0, 2.0, 5.0], "b": [1.0, 3.0, 4.0]}
    for made in (pa.record_batch, pa.table):
        parts = [made(first), made(second)]
        for X in (parts, iter(parts)):
            with pytest.raises(OSError, match=said):
                fairpca.PCA(1).fit(X)


def test_batches_may_have_their_columns_in_another_order():
    first = pa.record_batch({"a": [1.0, 2.0, 5.0], "b": [1.0, 3.0, 4.0]})
    second = pa.record_batch({"b": [7.0, 1.0], "a": [0.0, 9.0]})
    fitted = fairpca.PCA(1).fit([first, second])
    assert_array_equal(fitted.mean_, [17 / 5, 16 / 5])


def test_chunks_of_data_frames_are_a_stream(table, tmp_path):
    pa.csv.write_csv(table, tmp_path / "rows.csv")
    expected = fairpca.PCA(2).fit(table, sensitive_features="sex").components_
    chunks = pd.read_csv(tmp_path / "rows.csv", chunksize=1000)
    for X in (
        chunks,
        (pl.DataFrame(table.slice(start, 3000)) for start in (0, 3000, 6000)),
        [table.slice(0, 10).to_pandas().iloc[::-1].iloc[::-1], table.slice(10).to_pandas()],
    ):
        fitted = fairpca.PCA(2).fit(X, sensitive_features="sex")
        assert_allclose(fitted.components_, expected, atol=1e-12)
    with pytest.raises(ValueError, match="make a new one"):
        fairpca.PCA(2).fit(chunks, sensitive_features="sex")


@pytest.mark.parametrize(
    "option, value",
    [
        ("sensitive_features", np.zeros(9000)),
        ("sensitive_features", [0, 1]),
        ("y", pa.array(["x"])),
        ("sample_weight", np.ones(9000)),
    ],
)
def test_values_beside_a_stream_are_refused_with_the_way_out(table, option, value):
    with pytest.raises(ValueError, match="put them into X as columns") as caught:
        fairpca.PCA(2).fit(Exported(table), **{option: value})
    assert (caught.value.code, caught.value.option) == ("key-of-stream", option)


def test_streams_where_rows_in_memory_are_needed_are_refused(table):
    from sklearn.decomposition import PCA
    from sklearn.pipeline import make_pipeline

    X = Exported(table.select(["a", "b"]))
    theirs = PCA(1).fit(table.select(["a", "b"]).to_pandas())
    ours = make_pipeline(PCA(2), fairpca.PCA(1)).fit(table.select(["a", "b"]).to_pandas())
    for call in (
        lambda: fairpca.evaluate(theirs, X),
        lambda: fairpca.evaluate(ours, X),
        lambda: fairpca.search(fairpca.PCA(), {"n_components": [1]}, X, sensitive_features="a"),
    ):
        with pytest.raises(ValueError) as caught:
            call()
        assert caught.value.code == "stream-not-taken"


# Rows and columns at the edges.


def test_tables_without_rows(table):
    empty = table.slice(0, 0)
    with pytest.raises(ValueError, match="no rows"):
        fairpca.PCA(2).fit(Exported(empty), sensitive_features="sex")
    with pytest.raises(ValueError, match="minimum of 2 is required by PCA"):
        fairpca.PCA(1).fit(Exported(table.slice(0, 1)))
    model = fairpca.PCA(2).fit(table, sensitive_features="sex")
    nothing = model.transform(Exported(empty)).read_all()
    assert (nothing.num_rows, nothing.column_names) == (0, ["pca0", "pca1"])


def test_a_dictionary_of_its_own_in_every_batch():
    def batch(levels, codes, numbers):
        cells = pa.DictionaryArray.from_arrays(pa.array(codes, pa.int8()), levels)
        return pa.record_batch({"level": cells, "x": numbers})

    batches = [batch(["a", "b"], [0, 1, 0], [1.0, 2.0, 4.0]), batch(["b", "c"], [0, 1], [3.0, 5.0])]
    fitted = fairpca.PCA(2).fit(batches)
    texts = pa.table({"level": list("ababc"), "x": [1.0, 2.0, 4.0, 3.0, 5.0]})
    expected = fairpca.PCA(2).fit(texts)
    assert fitted.encoded_names_ == ["level=a", "level=b", "level=c", "x"]
    assert_array_equal(fitted.components_, expected.components_)


def test_null_and_nan_are_both_missing():
    rows = pa.table({"a": [1.0, None, float("nan"), 4.0, 7.0], "b": [1.0, 2.0, 3.0, 5.0, 4.0]})
    for X in (Exported(rows), Exported(pl.DataFrame(rows)), duckdb.sql("from rows")):
        assert fairpca.PCA(1, missing="drop-row").fit(X).n_samples_ == 3
        with pytest.raises(ValueError) as caught:
            fairpca.PCA(1).fit(X)
        assert (caught.value.row, caught.value.column) == (2, "a")


def test_whole_numbers_that_are_rounded_are_warned_of_once(table):
    large = table.append_column("id", pa.array(range(2**60, 2**60 + 9000)))
    with pytest.warns(UserWarning, match=r"'id'.*2\^53") as said:
        fairpca.PCA(2, standardize=True).fit(Exported(large), sensitive_features="sex")
    assert len([one for one in said if "2^53" in str(one.message)]) == 1
    with pytest.warns(UserWarning, match=r"2\^53"):
        fairpca.GroupMoments().partial_fit(Exported(large), sensitive_features="sex")


def test_columns_that_cannot_be_used_are_rejected_by_name(table):
    lists = table.append_column("list", pa.array([[1]] * 9000))
    with pytest.raises(ValueError, match="list") as caught:
        fairpca.PCA(2).fit(Exported(lists), sensitive_features="sex")
    assert caught.value.column == "list"
    dates = table.append_column("day", pa.array(range(9000), pa.date32()))
    with pytest.raises(ValueError, match="'day'"):
        fairpca.PCA(2).fit(Exported(dates), sensitive_features="sex")
    # What is not looked at may hold anything.
    model = fairpca.PCA(2, features=["a", "b", "c"])
    assert model.fit(Exported(lists), sensitive_features="sex").n_samples_ == 9000
    assert model.transform(Exported(lists)).read_all().num_rows == 9000


def test_a_column_of_numbers_is_not_a_table():
    with pytest.raises(ValueError):
        fairpca.PCA(1).fit(pa.chunked_array([[1.0, 2.0]]))
    with pytest.raises(ValueError, match="columns"):
        fairpca.PCA(1).fit(Exported(pa.chunked_array([[1.0, 2.0]])))


def test_booleans_are_spelled_as_the_model_knows_them():
    table = pa.table({"owner": [True, False] * 20, "x": np.arange(40.0)})
    model = fairpca.PCA(1).fit(table.to_pandas())
    assert "owner=True" in model.encoded_names_
    coordinates = np.column_stack(model.transform(Exported(table)).read_all().columns)
    assert_array_equal(coordinates, model.transform(table.to_pandas()))


def test_an_index_of_pandas_is_no_column(table):
    frame = table.to_pandas().iloc[::2]
    fitted = fairpca.PCA(2).fit(Exported(frame), sensitive_features="sex")
    assert fitted.feature_names_in_.tolist() == ["a", "b", "c", "d", "sex"]
    assert_array_equal(
        fitted.components_, fairpca.PCA(2).fit(frame, sensitive_features="sex").components_
    )


# Coordinates as streams.


def test_coordinates_are_streams(table, tmp_path):
    model = fairpca.FairPCA(2).fit(table, sensitive_features="sex")
    expected = model.transform(table)
    file = tmp_path / "rows.parquet"
    pa.parquet.write_table(table, file)
    rows = pa.dataset.dataset(file)
    reader = pa.RecordBatchReader.from_stream(model.transform(rows))
    assert reader.schema.names == model.get_feature_names_out().tolist()
    assert_array_equal(np.column_stack(reader.read_all().columns), expected)
    # Out of core into files, by any library.
    pa.dataset.write_dataset(model.transform(rows).to_pyarrow(), tmp_path / "out", format="parquet")
    written = pa.dataset.dataset(tmp_path / "out").to_table()
    assert_array_equal(np.column_stack(written.columns), expected)
    coordinates = model.transform(rows)  # noqa: F841 (DuckDB looks for it by its name)
    assert duckdb.sql("select count(*) from coordinates").fetchall() == [(9000,)]
    assert_array_equal(pl.DataFrame(model.transform(rows)).to_numpy(), expected)
    # And again into fits, of what can be read again.
    again = fairpca.PCA(1).fit(model.transform(rows))
    assert_allclose(again.components_, fairpca.PCA(1).fit(expected).components_, atol=1e-12)
    whole = model.fit_transform(rows, sensitive_features="sex").read_all()
    assert_array_equal(np.column_stack(whole.columns), expected)


@pytest.mark.parametrize("container", ["pandas", "polars", "default"])
def test_containers_of_scikit_learn_are_for_rows_in_memory(table, container):
    model = fairpca.PCA(2).fit(table, sensitive_features="sex").set_output(transform=container)
    kinds = {"pandas": pd.DataFrame, "polars": pl.DataFrame, "default": np.ndarray}
    assert isinstance(model.transform(table), kinds[container])
    whole = model.fit_transform(table, sensitive_features="sex")
    assert isinstance(whole, kinds[container])
    for stream in (
        model.transform(Exported(table)),
        model.fit_transform(Exported(table), sensitive_features="sex"),
    ):
        assert_array_equal(np.column_stack(stream.read_all().columns), np.asarray(whole))


def test_errors_of_rows_are_said_as_python_says_them(table):
    model = fairpca.PCA(2).fit(table, sensitive_features="sex")
    holes = table.set_column(0, "a", pa.nulls(9000, pa.float64()))
    with pytest.raises(ValueError, match=r"row 1, column 'a'.*missing='mean' fills it"):
        model.transform(Exported(holes)).read_all()


def test_columns_of_new_rows_are_found_by_name(table):
    model = fairpca.PCA(2).fit(table, sensitive_features="sex")
    shuffled = table.select(["d", "b", "a", "c"])
    found = np.column_stack(model.transform(Exported(shuffled)).read_all().columns)
    assert_array_equal(found, model.transform(table))
    with pytest.raises(ValueError, match="'d'"):
        model.transform(Exported(table.select(["a", "b", "c"]))).read_all()


def test_other_results_of_rows_are_arrays(table):
    model = fairpca.PPCA(2).fit(table, sensitive_features="sex")
    for result in (model.score_samples, model.reconstruct, model.posterior_covariance):
        assert_array_equal(result(table.to_reader(500)), result(table))
