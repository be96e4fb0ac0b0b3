# SPDX-License-Identifier: BSD-3-Clause
"""The command of the package is the program, and opens tables that the program does not read."""

import contextlib
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import duckdb
import numpy as np
import pyarrow as pa
import pyarrow.csv
import pyarrow.dataset
import pyarrow.feather
import pyarrow.parquet as pq
import pytest
from conftest import PROGRAM

MODULE = [sys.executable, "-m", "fairpca"]
FIT = ["--group", "sex", "--method", "fair-pca", "-d", "2", "--standardize"]


@pytest.fixture
def table(people):
    return pa.table(people)


@pytest.fixture
def folder(table, tmp_path):
    pa.csv.write_csv(table, tmp_path / "people.csv")
    pq.write_table(table, tmp_path / "people.parquet", row_group_size=70)
    return tmp_path


def run(start, *words, folder, **options):
    done = subprocess.run(
        [*map(os.fspath, start), *map(str, words)], cwd=folder, capture_output=True, **options
    )
    return done.returncode, done.stdout, done.stderr


def command(*words, folder, **options):
    return run(MODULE, *words, folder=folder, **options)


def fitted(data, folder, *words, name="model.fpca"):
    """The bytes of the model, with nothing said."""
    code, _, said = command("fit", data, *(words or FIT), "-o", name, folder=folder)
    assert (code, said.decode()) == (0, "")
    return (folder / name).read_bytes()


@pytest.mark.parametrize(
    "words",
    [
        ["--version"],
        ["--help"],
        [],
        ["methods", "--json"],
        ["describe", "people.csv", "--group", "sex"],
        ["transform", "model.fpca", "people.csv", "-o", "-"],
        ["inspect", "model.fpca"],
        ["evaluate", "model.fpca", "people.csv", "--group", "sex", "--color", "always"],
        ["fit", "people.csv", "--grup", "sex"],
        ["fit", "nothing.csv", "-d", "2"],
        ["completion", "--words", "fit", "people.csv", "--group", ""],
        ["synth", "rfpca-toy", "--seed", "3", "-o", "-"],
        ["fit", b"\xff.csv", "-d", "2"],
    ],
)
def test_it_says_and_writes_what_the_program_does(words, folder):
    fitted("people.csv", folder)
    words = [os.fsdecode(word) for word in words]
    assert command(*words, folder=folder) == run([PROGRAM], *words, folder=folder)


def test_it_writes_the_same_model_as_the_program(folder):
    ours = fitted("people.csv", folder)
    code, _, said = run([PROGRAM], "fit", "people.csv", *FIT, "-o", "theirs", folder=folder)
    assert code == 0, said
    assert ours == (folder / "theirs").read_bytes()


def test_parquet_gives_the_model_of_the_csv_bit_for_bit(folder):
    assert fitted("people.parquet", folder) == fitted("people.csv", folder)


@pytest.mark.parametrize("name", ["t", "t.arrow", "t.feather", "t.ipc"])
@pytest.mark.parametrize("compression", ["uncompressed", "lz4"])
def test_arrow_files_are_known_by_their_bytes_and_names(name, compression, table, folder):
    pyarrow.feather.write_feather(table, folder / name, compression=compression, chunksize=90)
    assert fitted(name, folder) == fitted("people.csv", folder)


def test_an_arrow_stream_in_a_file_is_read(table, folder):
    with pa.ipc.new_stream(folder / "t.arrow", table.schema) as writer:
        writer.write_table(table, max_chunksize=50)
    assert fitted("t.arrow", folder) == fitted("people.csv", folder)


def test_parquet_is_known_by_its_bytes(folder):
    (folder / "people.parquet").rename(folder / "data")
    assert fitted("data", folder) == fitted("people.csv", folder)


def test_a_folder_is_read_in_the_order_of_names(table, folder):
    names = [("b.parquet", 100, 200), ("a.parquet", 0, 100), ("c.PARQUET", 200, 300)]
    for name, start, stop in names:
        (folder / "parts").mkdir(exist_ok=True)
        pq.write_table(table.slice(start, stop - start), folder / "parts" / name)
    (folder / "parts/_SUCCESS").write_text("")
    assert fitted("parts", folder) == fitted("people.csv", folder)


def test_the_folders_of_a_partition_are_a_column(table, folder):
    ordered = table.sort_by([("sex", "ascending")])
    pyarrow.dataset.write_dataset(
        ordered,
        folder / "parts",
        format="parquet",
        partitioning=["sex"],
        partitioning_flavor="hive",
    )
    pa.csv.write_csv(ordered, folder / "ordered.csv")
    assert fitted("parts", folder) == fitted("ordered.csv", folder)


def test_a_query_of_duckdb_is_a_table(folder):
    query = "duckdb:SELECT age, work, income, owner, sex FROM 'people.parquet'"
    assert fitted(query, folder) == fitted("people.csv", folder)


def test_statements_before_the_query_are_run_first(table, folder):
    with duckdb.connect(folder / "people.duckdb") as database:
        database.register("given", table)
        database.sql("CREATE TABLE people AS SELECT * FROM given")
    query = "duckdb:ATTACH 'people.duckdb' AS d (READ_ONLY); FROM d.people"
    assert fitted(query, folder) == fitted("people.csv", folder)


@pytest.mark.parametrize(
    "roles",
    [
        ["--group", "sex", "--drop", "age"],
        ["--group", "sex", "--features", "in*", "--features", "owner"],
        ["--group", "sex", "--keep-protected", "--features", "income"],
        ["--group", "owner", "--label", "sex", "--categorical", "age", "--drop", "w*"],
    ],
)
def test_columns_without_a_role_are_left_out_as_in_a_csv(roles, folder):
    words = [*roles, "--method", "pca", "-d", "1"]
    assert fitted("people.parquet", folder, *words) == fitted("people.csv", folder, *words)


def test_columns_without_a_role_are_not_read(table, folder):
    nested = pa.array([[1, 2]] * len(table))
    dates = pa.array(np.arange(len(table), dtype=np.int32)).cast(pa.date32())
    wide = table.append_column("list", nested).append_column("born", dates)
    pq.write_table(wide, folder / "wide.parquet")
    words = [*FIT, "--drop", "list", "born"]
    assert fitted("wide.parquet", folder, *words) == fitted("people.csv", folder)
    code, _, said = command("fit", "wide.parquet", *FIT, "-o", "no.fpca", folder=folder)
    assert code == 2 and b"list" in said
    assert not (folder / "no.fpca").exists()


def test_a_missing_column_is_named_with_those_like_it(folder):
    code, _, said = command("describe", "people.parquet", "--group", "sx", folder=folder)
    assert code == 2
    assert b"people.parquet" in said and b"'sex'" in said


def test_the_index_of_pandas_is_no_column(table, folder):
    frame = table.to_pandas()
    frame.index = frame.index.to_numpy()[::-1] ** 2
    frame.to_parquet(folder / "frame.parquet")
    assert "__index_level_0__" in pq.read_schema(folder / "frame.parquet").names
    assert fitted("frame.parquet", folder) == fitted("people.csv", folder)


def test_commands_that_read_twice_read_parquet(folder):
    words = ["--group", "sex", "-d", "2", "--methods", "pca,fair-pca", "--measures", "all"]
    for data, study in [("people.parquet", "a"), ("people.csv", "b")]:
        code, _, said = command("compare", data, *words, "-o", study, folder=folder)
        assert code == 0, said
    names = ["results.csv", "splits.csv"]
    for name in names:
        assert (folder / "a" / name).read_bytes() == (folder / "b" / name).read_bytes()
    mixture = ["--group", "sex", "--method", "mixture-ppca", "-d", "1", "-k", "2"]
    for data, model in [("people.parquet", "a.fpca"), ("people.csv", "b.fpca")]:
        code, _, said = command("fit", data, *mixture, "-o", model, folder=folder)
        assert code in (0, 1), said
    assert (folder / "a.fpca").read_bytes() == (folder / "b.fpca").read_bytes()


@pytest.mark.parametrize(
    "words",
    [
        ["describe", "DATA", "--group", "sex"],
        ["transform", "model.fpca", "DATA", "-o", "-", "--keep", "sex", "work"],
        ["evaluate", "model.fpca", "DATA", "--group", "sex"],
        ["verify", "model.fpca", "DATA"],
        ["path", "DATA", "--group", "sex", "-d", "2", "-o", "-"],
        ["fit", "DATA", *FIT, "--sample", "100", "--sample-by", "sex", "--seed", "3", "-o", "m"],
        ["completion", "--words", "fit", "DATA", "--group", ""],
    ],
)
def test_other_commands_say_of_parquet_what_they_say_of_csv(words, folder):
    fitted("people.csv", folder)

    def said(data):
        done = command(*[data if word == "DATA" else word for word in words], folder=folder)
        assert done[0] == 0, done[2]
        lines = done[1].decode().replace(data, "DATA").splitlines()
        # Files of the same rows have other sizes, and runs take other times.
        other = ("seconds", "memory", " kB")
        return [line for line in lines if not any(word in line for word in other)]

    assert said("people.parquet") == said("people.csv")


def test_moments_of_parquet_and_csv_are_summed(folder):
    for data, out in [("people.parquet", "a"), ("people.csv", "b")]:
        words = ["moments", data, "people.csv", "--group", "sex", "-o", out]
        code, _, said = command(*words, folder=folder)
        assert code == 0, said
    assert (folder / "a").read_bytes() == (folder / "b").read_bytes()


def read_back(path):
    if path.suffix == ".parquet":
        return pq.read_table(path)
    with pa.memory_map(os.fspath(path)) as file:
        return pa.ipc.open_file(file).read_all()


@pytest.mark.parametrize("name", ["z.parquet", "z.Arrow", "z.FEATHER", "z.ipc"])
def test_coordinates_are_written_as_parquet_and_arrow(name, folder):
    fitted("people.csv", folder)
    keep = ["--keep", "sex", "owner"]
    for out in (name, "z.csv"):
        done = command("transform", "model.fpca", "people.parquet", "-o", out, *keep, folder=folder)
        assert done == (0, b"", b"")
    written = read_back(folder / name)
    expected = pa.csv.read_csv(
        folder / "z.csv",
        convert_options=pa.csv.ConvertOptions(column_types={"owner": pa.string()}),
    )
    assert written.column_names == ["sex", "owner", "pc1", "pc2"]
    assert written.schema.types == [pa.large_string()] * 2 + [pa.float64()] * 2
    assert written.to_pydict() == expected.to_pydict()
    again = command("transform", "model.fpca", "people.csv", "-o", f"b{name}", *keep, folder=folder)
    assert again == (0, b"", b"")
    assert (folder / f"b{name}").read_bytes() == (folder / name).read_bytes()


def test_many_rows_are_written_batch_by_batch_whatever_the_threads(folder):
    query = "duckdb:SELECT p.* FROM range(500) r, 'people.parquet' p"
    fitted("people.csv", folder)
    for threads in "12":
        words = ["transform", "model.fpca", query, "-o", f"{threads}.parquet", "--threads", threads]
        assert command(*words, folder=folder) == (0, b"", b"")
    assert (folder / "1.parquet").read_bytes() == (folder / "2.parquet").read_bytes()
    file = pq.ParquetFile(folder / "1.parquet")
    rows = [file.metadata.row_group(i).num_rows for i in range(file.num_row_groups)]
    assert sum(rows) == 150_000 and max(rows) == 65_536
    words = ["evaluate", "model.fpca", "people.parquet", "--group", "sex"]
    assert command(*words, folder=folder)[0] == 0


def test_a_parquet_file_is_written_whole_or_not_at_all(folder):
    fitted("people.csv", folder)
    (folder / "old.parquet").write_bytes(b"as it was")
    bad = "duckdb:SELECT * FROM (FROM 'people.parquet') UNION ALL SELECT 1, NULL, NULL, NULL, NULL"
    done = command("transform", "model.fpca", bad, "-o", "old.parquet", folder=folder)
    assert done[0] == 2 and b"row 301" in done[2] and done[2].count(b"\n") == 1, done
    assert (folder / "old.parquet").read_bytes() == b"as it was"
    done = command("transform", "no.fpca", "people.csv", "-o", "new.parquet", folder=folder)
    assert done[0] == 2
    words = ["transform", "model.fpca", "people.csv", "-o", "no/new.parquet"]
    assert command(*words, folder=folder)[0] == 2
    names = {path.name for path in folder.iterdir()}
    assert names == {"people.csv", "people.parquet", "model.fpca", "old.parquet"}


def test_a_signal_while_parquet_is_written_leaves_nothing_behind(folder):
    fitted("people.csv", folder)
    query = "duckdb:SELECT p.* FROM range(1000000) r, 'people.parquet' p"
    going = subprocess.Popen(
        [*MODULE, "transform", "model.fpca", query, "-o", "z.parquet"],
        cwd=folder,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )
    before = {"people.csv", "people.parquet", "model.fpca"}
    wait_until(lambda: {path.name for path in folder.iterdir()} != before, seconds=60)
    going.send_signal(signal.SIGINT)
    out, said = going.communicate(timeout=120)
    assert (going.returncode, out) == (130, b""), said
    assert said == b"fairpca: stopped by Ctrl-C; nothing was written\n"
    assert {path.name for path in folder.iterdir()} == before


@pytest.mark.parametrize(
    ("data", "words", "parts"),
    [
        ("damaged.parquet", [], ["damaged.parquet: ", "magic"]),
        ("duckdb:SELECT x FROM nowhere", [], ["nowhere"]),
        ("duckdb:CREATE TABLE t (x INT)", [], ["SELECT"]),
        ("duckdb:", [], ["SELECT"]),
        ("duckdb:SELEC", [], ["SELEC"]),
        ("people.parquet", ["--delimiter", ";"], ["--delimiter", "a Parquet file"]),
        ("people.parquet", ["--no-header"], ["--no-header", "a Parquet file"]),
        ("people.parquet", ["--na", "?"], ["--na", "a Parquet file"]),
        ("people.parquet", ["--group-file", "g.txt"], ["NPY matrix"]),
        ("peopl.parquet", [], ["no such file", "'people.parquet'"]),
        ("both", [], ["both: ", "Parquet and Arrow files"]),
    ],
)
def test_rejections_are_one_line_and_write_nothing(data, words, parts, folder):
    (folder / "damaged.parquet").write_bytes(b"PAR1 cut short")
    (folder / "both").mkdir()
    (folder / "both/a.parquet").write_bytes(b"PAR1PAR1")
    (folder / "both/b.arrow").write_bytes(b"ARROW1")
    (folder / "g.txt").write_text("a\n" * 300)
    code, out, said = command("fit", data, "-d", "1", *words, "-o", "no.fpca", folder=folder)
    assert (code, out) == (2, b"")
    assert said.startswith(b"fairpca: error: ") and said.count(b"\n") == 1, said
    for part in parts:
        assert part in said.decode()
    assert not (folder / "no.fpca").exists()


@pytest.mark.parametrize(
    ("data", "package", "extra"),
    [
        ("people.parquet", "pyarrow", "parquet"),
        ("parts", "pyarrow", "parquet"),
        ("duckdb:SELECT 1", "duckdb", "duckdb"),
    ],
)
def test_a_package_that_is_missing_is_named_in_one_sentence(data, package, extra, folder):
    (folder / "parts").mkdir()
    (folder / "parts/a.parquet").write_bytes((folder / "people.parquet").read_bytes())
    (folder / "hidden").mkdir()
    (folder / f"hidden/{package}.py").write_text(
        f"raise ModuleNotFoundError('No module named {package}', name='{package}')"
    )
    path = f"{folder / 'hidden'}:{os.environ.get('PYTHONPATH', '')}"
    environment = {**os.environ, "PYTHONPATH": path}
    words = ["fit", data, "-d", "1", "-o", "no.fpca"]
    code, _, said = command(*words, folder=folder, env=environment)
    assert code == 2 and said.count(b"\n") == 1
    assert f"pip install 'fairpca[{extra}]'" in said.decode()


def test_the_program_names_the_command_that_writes_parquet(folder):
    words = ["transform", "no.fpca", "people.csv", "-o", "z.parquet"]
    code, out, said = run([PROGRAM], *words, folder=folder)
    assert (code, out) == (2, b"")
    assert "pip install 'fairpca[parquet]'" in said.decode()
    assert ".csv, .csv.gz or .npy" in said.decode()


def test_the_program_names_the_commands_that_read_a_table_it_does_not(folder):
    words = ["fit", "people.parquet", *FIT, "-o", "model.fpca"]
    code, out, said = run([PROGRAM], *words, folder=folder)
    assert (code, out) == (2, b"")
    text = said.decode()
    assert "pip install 'fairpca[parquet]'" in text
    pipe = text[text.index("duckdb -csv") :].strip()
    assert pipe == (
        "duckdb -csv -c \"FROM 'people.parquet'\" | fairpca fit - --group sex --method fair-pca "
        "-d 2 --standardize -o model.fpca"
    )


@pytest.mark.parametrize(
    ("data", "kind", "extra"),
    [
        ("t.feather", "an Arrow file", "parquet"),
        ("parts", "a folder of Parquet files", "parquet"),
        ("duckdb:SELECT 1 AS a", "a DuckDB query", "duckdb"),
    ],
)
def test_the_program_knows_every_form(data, kind, extra, table, folder):
    pyarrow.feather.write_feather(table, folder / "t.feather")
    (folder / "parts").mkdir()
    pq.write_table(table, folder / "parts/a.parquet")
    code, _, said = run([PROGRAM], "fit", data, "-d", "1", "-o", "m", folder=folder)
    assert code == 2
    assert f"this is {kind}" in said.decode() and f"'fairpca[{extra}]'" in said.decode()


def wait_until(happened, seconds=20):
    end = time.monotonic() + seconds
    while not happened():
        assert time.monotonic() < end
        time.sleep(0.02)


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP])
def test_a_signal_stops_it_as_it_stops_the_program(number, tmp_path):
    os.mkfifo(tmp_path / "rows.csv")
    results = []
    for start in (MODULE, [PROGRAM]):
        words = ["fit", "rows.csv", "--method", "pca", "-d", "1", "-o", "model.fpca"]
        going = subprocess.Popen(
            [*start, *words], cwd=tmp_path, stdout=subprocess.PIPE, stderr=subprocess.PIPE
        )
        with open(tmp_path / "rows.csv", "w") as pipe:  # it waits in the middle of the rows
            pipe.write("a,b\n1,2\n3,4\n")
            pipe.flush()
            time.sleep(0.3)
            going.send_signal(number)
            out, said = going.communicate(timeout=120)
        results.append((going.returncode, out, said))
        assert not (tmp_path / "model.fpca").exists()
    assert results[0] == results[1]
    assert results[0][0] == 128 + number


def open_files(pid):
    """What the process has open, but for files that it closes while this looks."""
    for descriptor in Path(f"/proc/{pid}/fd").glob("*"):
        with contextlib.suppress(FileNotFoundError):
            yield os.readlink(descriptor)


def is_reading(pid, path):
    """Whether the process has the file open: then it listens to signals itself."""
    return os.fspath(path) in open_files(pid)


def test_a_signal_while_parquet_is_read_leaves_nothing_behind(tmp_path):
    random = np.random.default_rng(0)
    columns = {f"x{i}": random.normal(size=50_000) for i in range(20)}
    query = "FROM range(400) r, 'rows.parquet'"
    pq.write_table(pa.table(columns), tmp_path / "rows.parquet")
    words = ["fit", f"duckdb:SELECT rows.* {query} rows", "--method", "pca", "-d", "1", "-o", "m"]
    going = subprocess.Popen(
        [*MODULE, *words], cwd=tmp_path, stdout=subprocess.PIPE, stderr=subprocess.PIPE
    )
    wait_until(lambda: is_reading(going.pid, tmp_path / "rows.parquet"), seconds=60)
    going.send_signal(signal.SIGINT)
    out, said = going.communicate(timeout=120)
    assert (going.returncode, out) == (130, b""), said
    assert said == b"fairpca: stopped by Ctrl-C; nothing was written\n"
    assert sorted(path.name for path in tmp_path.iterdir()) == ["rows.parquet"]


def test_a_reader_that_leaves_ends_it_quietly(folder):
    pipeline = f"{sys.executable} -m fairpca synth rfpca-toy -o - | head -n 1"
    done = subprocess.run(
        ["bash", "-o", "pipefail", "-c", pipeline], cwd=folder, capture_output=True
    )
    assert (done.returncode, done.stderr) == (0, b"")
    assert done.stdout.count(b"\n") == 1


def test_a_full_disk_is_said(folder):
    with open("/dev/full", "w") as full:
        done = subprocess.run(
            [*MODULE, "methods"], cwd=folder, stdout=full, stderr=subprocess.PIPE, text=True
        )
    assert done.returncode == 2
    assert "standard output: cannot write" in done.stderr and "Traceback" not in done.stderr


def test_python_handles_signals_again_afterwards():
    code = """
import signal
from fairpca import _core
before = [signal.getsignal(number) for number in (signal.SIGINT, signal.SIGTERM)]
assert _core.run_command([b"--version"], print, print) == 0
try:
    signal.raise_signal(signal.SIGINT)
except KeyboardInterrupt:
    print("handled")
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert done.stdout.endswith("handled\n"), done.stderr


HEAVY = ["dask", "duckdb", "narwhals", "numpy", "pandas", "polars", "pyarrow", "pyspark", "sklearn"]


def imported_after(code):
    code += f"; import sys; print([name for name in {HEAVY} if name in sys.modules])"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    return done.stdout.splitlines()[-1], done.stderr


def test_the_command_starts_without_the_packages_that_take_long():
    code = "from fairpca import _command; import sys; sys.argv[1:] = ['--help']; _command.main()"
    assert imported_after(code) == ("[]", "")


def test_importing_the_package_imports_no_package_that_scikit_learn_does_not():
    ours, said = imported_after("import fairpca; fairpca.PCA")
    assert "'sklearn'" in ours, said
    assert ours == imported_after("import sklearn.base")[0]
    assert imported_after("import fairpca") == ("[]", "")
