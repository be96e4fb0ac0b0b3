# SPDX-License-Identifier: BSD-3-Clause
"""Exported models, run by what they are written for: DuckDB, SQLite, a C compiler, NumPy."""

import csv
import ctypes
import json
import sqlite3
import subprocess

import duckdb
import numpy as np
import pytest
from conftest import method_ids, read_numbers

HOSTILE = 'a"; DROP TABLE data; -- */ ??/ \\ %s'
LEVELS = ["it's", 'say "hi"', "état; --", "1"]


def number(text):
    return None if text == "" else float(text)


class Table:
    """Rows with a hostile column, two categories, an integer; some cells missing, some unseen."""

    def __init__(self, folder, rows=80, holes=False, unseen=False):
        rng = np.random.default_rng(rows)
        self.header = ["id", HOSTILE, "income", "city", "flag", "sex"]
        levels = LEVELS + ["new"] * unseen
        self.rows = [
            [
                *(str(i), repr(float(rng.normal(5e3, 2))), str(rng.integers(0, 90))),
                *(rng.choice(levels), rng.choice(["0", "1"]), rng.choice(["f", "m"])),
            ]
            for i in range(rows)
        ]
        if holes:
            for i, row in enumerate(self.rows[:20]):
                row[1 + i % 3] = ""
        self.path = folder / f"rows{rows}.csv"
        with open(self.path, "w", newline="") as file:
            csv.writer(file).writerows([self.header, *self.rows])

    def cells(self):
        """Rows as a database holds them: numbers, texts and None."""
        for row in self.rows:
            id_, hostile, income, city, flag, sex = row
            yield [int(id_), number(hostile), number(income), city or None, int(flag), sex]


FIT = ["--group", "sex", "--drop", "id", "--categorical", "flag", "--standardize"]


MORE = {
    "mmd-fair-pca": ["--tau", 1, "-d", 2],
    "mixture-ppca": ["-k", 3, "-d", 2],
    "fair-mixture-ppca": ["-k", 2, "-d", 1, "--embedding", "blocks"],
}


def created(table, types):
    columns = ", ".join(
        '"' + name.replace('"', '""') + f'" {kind}'
        for name, kind in zip(table.header, types, strict=True)
    )
    return f"CREATE TABLE data ({columns})"


TYPES = ["INTEGER", "DOUBLE", "DOUBLE", "VARCHAR", "INTEGER", "VARCHAR"]


def by_sqlite(table, sql):
    with sqlite3.connect(":memory:") as database:
        database.execute(created(table, TYPES))
        database.executemany("INSERT INTO data VALUES (?, ?, ?, ?, ?, ?)", table.cells())
        return database.execute(sql).fetchall()


def by_duckdb(table, sql):
    with duckdb.connect(":memory:") as database:
        database.execute(created(table, TYPES))
        database.executemany("INSERT INTO data VALUES (?, ?, ?, ?, ?, ?)", list(table.cells()))
        return database.execute(sql).fetchall()


def by_c(table, source, folder):
    """Per row what fairpca_transform returned and wrote."""
    (folder / "model.c").write_text(source)
    command = ["cc", "-std=c99", "-O1", "-Wall", "-Wextra", "-Wpedantic", "-Werror", "-shared"]
    command += ["-fPIC", "model.c", "-o", "model.so", "-lm"]
    subprocess.run(command, cwd=folder, check=True)
    transform = ctypes.CDLL(str(folder / "model.so")).fairpca_transform
    results = []
    for _, hostile, income, city, flag, _ in table.cells():
        numbers = (ctypes.c_double * 2)(*(np.nan if x is None else x for x in (hostile, income)))
        texts = [None if city is None else city.encode(), str(flag).encode()]
        out = (ctypes.c_double * 2)()
        code = transform(numbers, (ctypes.c_char_p * 2)(*texts), out)
        results.append((code, *out))
    return results


def by_numpy(table, text):
    """What docs/formats/export.md says, in NumPy."""
    model = json.loads(text)
    encoded = np.zeros((len(table.rows), len(model["mean"])))
    for column in model["columns"]:
        cells = [row[table.header.index(column["name"])] for row in table.rows]
        first = column["first"]
        if column["kind"] == "number":
            encoded[:, first] = [float(cell) for cell in cells]
            continue
        for k, level in enumerate(column["levels"]):
            encoded[:, first + k] = [cell == level for cell in cells]
    scaled = (encoded - model["mean"]) / model["scale"]
    if model["format"] == "fairpca-mixture":
        return mixture_by_numpy(model, scaled)
    return scaled @ np.transpose(model["components"]) * model["coordinate_scale"]


def mixture_by_numpy(model, scaled):
    logs, means = [], []
    for part in model["mixture"]:
        frame = np.transpose(part["frame"])
        offset = scaled - part["mean"]
        along = offset @ frame
        squares = (along**2 / part["variance"]).sum(axis=1)
        squares += ((offset - along @ frame.T) ** 2).sum(axis=1) / part["noise_variance"]
        logs.append(part["log_weight"] - squares / 2)
        means.append(along * part["coordinate_scale"])
    shares = np.exp(np.array(logs) - np.max(logs, axis=0))
    shares /= shares.sum(axis=0)
    weighted = np.array(means) * shares[:, :, None]
    return np.hstack(weighted) if model["embedding"] == "blocks" else weighted.sum(axis=0)


def assert_close(found, expected):
    expected = np.asarray(expected, dtype=float)
    assert np.shape(found) == expected.shape
    error = np.abs(np.asarray(found, dtype=float) - expected).max()
    assert error <= 1e-12 * (1 + np.abs(expected).max())


@pytest.fixture
def fitted(ok, tmp_path):
    def fit(table, method="pca", *more):
        ok("fit", table.path, "--method", method, *FIT, *MORE.get(method, ["-d", 2]), *more,
           "-o", "model.fpca")  # fmt: skip

    return fit


@pytest.fixture
def exported(ok):
    def export(language, *more):
        return ok("export", "model.fpca", "--format", language, *more, "-o", "-").stdout

    return export


@pytest.fixture
def coordinates(ok, tmp_path):
    def transform(table, *more):
        ok("transform", "model.fpca", table.path, *more, "-o", "z.csv")
        return read_numbers(tmp_path / "z.csv")[1]

    return transform


@pytest.mark.parametrize("method", method_ids())
def test_every_method_comes_out_as_transform_computes_it(
    fitted, exported, coordinates, tmp_path, method
):
    table = Table(tmp_path)
    fitted(table, method)
    expected = coordinates(table)
    sql = exported("sql", "--keep", "id")
    for rows in (by_sqlite(table, sql), by_duckdb(table, sql)):
        rows = sorted(rows)
        assert [row[0] for row in rows] == list(range(80))
        assert_close([row[1:] for row in rows], expected)
    results = by_c(table, exported("c"), tmp_path)
    assert {code for code, *_ in results} == {0}
    assert_close([out for _, *out in results], expected)
    assert_close(by_numpy(table, exported("json")), expected)


@pytest.mark.parametrize("method", ["pca", "mixture-ppca"])
def test_holes_and_unseen_levels_are_filled_as_transform_fills_them(
    fitted, exported, coordinates, tmp_path, method
):
    fitted(Table(tmp_path), method)
    table = Table(tmp_path, 70, holes=True, unseen=True)
    ways = ["--missing", "mean", "--unseen", "zeros"]
    expected = coordinates(table, *ways)
    sql = exported("sql", "--keep", "id", *ways)
    for rows in (by_sqlite(table, sql), by_duckdb(table, sql)):
        assert_close([row[1:] for row in sorted(rows)], expected)
    results = by_c(table, exported("c", *ways), tmp_path)
    assert_close([out for _, *out in results], expected)


@pytest.mark.parametrize("method", ["pca", "mixture-ppca"])
def test_what_transform_refuses_is_null_in_sql_and_named_in_c(
    fitted, exported, run, tmp_path, method
):
    fitted(Table(tmp_path), method)
    table = Table(tmp_path, 70, holes=True, unseen=True)
    places = [
        1 if row[1] == "" else 2 if row[2] == "" else 3 if row[3] in ("", "new") else 0
        for row in table.rows
    ]
    assert set(places) == {0, 1, 2, 3}
    assert run("transform", "model.fpca", table.path, "-o", "z.csv").code == 2
    sql = exported("sql", "--keep", "id")
    for rows in (by_sqlite(table, sql), by_duckdb(table, sql)):
        for id_, *numbers in rows:
            assert [x is None for x in numbers] == [places[id_] > 0] * 2
    assert [code for code, *_ in by_c(table, exported("c"), tmp_path)] == places


def test_a_missing_level_and_dropped_columns_are_as_in_the_model(
    fitted, exported, coordinates, tmp_path
):
    table = Table(tmp_path, holes=True)
    fitted(table, "pca", "--missing", "mean", "--missing-category", "level", "--drop-deviation",
           "0.35,1e9")  # fmt: skip
    dropped = [column["dropped_levels"] for column in json.loads(exported("json"))["columns"]
               if column["kind"] == "category"]  # fmt: skip
    assert any(dropped)
    expected = coordinates(table, "--missing", "mean")
    sql = exported("sql", "--keep", "id", "--missing", "mean")
    for rows in (by_sqlite(table, sql), by_duckdb(table, sql)):
        assert_close([row[1:] for row in sorted(rows)], expected)
    results = by_c(table, exported("c", "--missing", "mean"), tmp_path)
    assert {code for code, *_ in results} == {0}
    assert_close([out for _, *out in results], expected)


def test_a_column_that_the_table_lacks_is_an_error_in_sqlite_too(fitted, exported, tmp_path):
    fitted(Table(tmp_path))
    sql = exported("sql")
    with sqlite3.connect(":memory:") as database:
        database.execute('CREATE TABLE data (id INTEGER, income DOUBLE, "city" TEXT, flag INTEGER)')
        with pytest.raises(sqlite3.OperationalError, match="DROP TABLE"):
            database.execute(sql)


def test_many_columns_do_not_nest_too_deeply(ok, exported, tmp_path):
    rng = np.random.default_rng(1)
    X = rng.normal(size=(40, 1500)) - 3
    np.save(tmp_path / "wide.npy", X)
    ok("fit", "wide.npy", "-d", 1, "-o", "model.fpca")
    ok("transform", "model.fpca", "wide.npy", "-o", "z.npy")
    names = [column["name"] for column in json.loads(exported("json"))["columns"]]
    with sqlite3.connect(":memory:") as database:
        database.execute("CREATE TABLE data (" + ", ".join(f'"{n}" DOUBLE' for n in names) + ")")
        marks = ", ".join("?" * len(names))
        database.executemany(f"INSERT INTO data VALUES ({marks})", X.tolist())
        assert_close(database.execute(exported("sql")).fetchall(), np.load(tmp_path / "z.npy"))


def test_rows_far_from_every_component_of_a_mixture_stay_exact(
    fitted, exported, coordinates, tmp_path
):
    near, table = Table(tmp_path), Table(tmp_path, 60)
    for i, row in enumerate(table.rows):
        row[1] = repr(float(row[1]) + 10.0 ** (i % 7))
    with open(table.path, "w", newline="") as file:
        csv.writer(file).writerows([table.header, *table.rows])
    fitted(near, "mixture-ppca")
    expected = coordinates(table)
    sql = exported("sql", "--keep", "id")
    for rows in (by_sqlite(table, sql), by_duckdb(table, sql)):
        assert_close([row[1:] for row in sorted(rows)], expected)
    assert_close([out for _, *out in by_c(table, exported("c"), tmp_path)], expected)


def test_onnx_and_what_no_text_can_do_are_refused(fitted, refused, tmp_path):
    fitted(Table(tmp_path))
    export = ["export", "model.fpca", "-o", "out", "--format"]
    refused(*export, "onnx", says=["to_onnx()", "fairpca[onnx]"])
    refused(*export, "pmml", says=["--format", "sql", "'pmml'"])
    for word in ("model", "drop-row"):
        refused(*export, "sql", "--missing", word, says=["--missing", "error", "mean", word])
    refused("export", "model.fpca", "-o", "model.fpca", "--format", "c", says=["same file"])
    assert not (tmp_path / "out").exists()


def test_the_help_offers_no_word_that_is_refused(ok):
    shown = ok("export", "--help").stdout
    assert "error|mean" in shown.replace(" ", "")
    assert "drop-row" not in shown
