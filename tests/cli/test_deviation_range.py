# SPDX-License-Identifier: BSD-3-Clause
"""--drop-deviation LOW,HIGH: as if the columns had been dropped by name."""

import io
import json
import zipfile

import numpy as np
import pytest

# Deviations: age 9, pay 5000, tiny 1e-7, one 0; home=rent 0.4, home=tent and home=own: see table().
RANGE = "0.2,1000"


def table(rows=120, *, tents=2):
    """home=tent is rare: its deviation is below 0.2."""
    rng = np.random.default_rng(6)
    lines = ["age,pay,tiny,one,score,home,kind,sex"]
    for i in range(rows):
        home = "tent" if i < tents else "own" if i % 3 else "rent"
        numbers = [rng.normal(40, 9), rng.normal(0, 5000), 1e-7 * rng.normal(), 3, rng.normal()]
        lines.append(f"{','.join(map(str, numbers))},{home},{'a' if i else 'b'},{i % 2}")
    return "\n".join(lines) + "\n"


def facts(path):
    with zipfile.ZipFile(path) as archive:
        meta = json.loads(archive.read("meta.json"))
        arrays = {
            name: np.load(io.BytesIO(archive.read(name)))
            for name in archive.namelist()
            if name.endswith(".npy")
        }
    return meta, arrays


DROPPED = ["--drop", "pay", "--drop", "tiny", "--drop", "one", "--drop", "kind"]
WAYS = [
    ("pca", []),
    ("fair-pca", ["--standardize"]),
    ("mean-matching-pca", ["--divide-by", "3"]),
    ("mmd-fair-pca", ["--tau", "1"]),
    ("mixture-ppca", ["-k", "2", "--keep-rows", "stream"]),
    ("fair-mixture-ppca", ["-k", "1", "--max-steps", "3"]),
]


@pytest.mark.parametrize("method, more", WAYS, ids=[method for method, _ in WAYS])
def test_a_fit_equals_that_without_the_columns(run, write, tmp_path, method, more):
    data = write("data.csv", table(tents=0))
    common = ["--method", method, "--group", "sex", "-d", 2, *more]
    results = [
        run("fit", data, "-o", "a.fpca", "--drop-deviation", RANGE, *common),
        run("fit", data, "-o", "b.fpca", *DROPPED, *common),
    ]
    assert all(result.code in (0, 1) for result in results), results
    (meta, ours), (_, theirs) = facts(tmp_path / "a.fpca"), facts(tmp_path / "b.fpca")
    assert ours.keys() == theirs.keys()
    for name, array in ours.items():
        assert np.allclose(array, theirs[name], rtol=1e-9, atol=1e-9), name
    dropped = [column["name"] for column in meta["columns"] if column.get("dropped")]
    assert dropped == ["pay", "tiny", "one", "kind"]
    assert meta["provenance"]["options"]["drop-deviation"] == RANGE
    assert ": 5 columns dropped" in results[0].stderr and "'kind=a'" in results[0].stderr


def test_dropped_columns_are_not_needed_and_dropped_levels_are_zeros(ok, run, write, tmp_path):
    data = write("data.csv", table())
    ok("fit", data, "--group", "sex", "-d", 2, "--drop-deviation", RANGE, "-o", "m.fpca")
    meta, _ = facts(tmp_path / "m.fpca")
    [home] = [column for column in meta["columns"] if column["name"] == "home"]
    assert home["levels"] == ["own", "rent"] and home["dropped_levels"] == ["tent"]
    new = "age,score,home\n30,1,own\n30,1,tent\n"
    lines = ok("transform", "m.fpca", write("new.csv", new), "-o", "-").stdout.splitlines()
    assert len(lines) == 3
    result = run("transform", "m.fpca", write("other.csv", new.replace("tent", "boat")), "-o", "-")
    assert result.code == 2 and "'boat'" in result.stderr
    zeros = ok("transform", "m.fpca", "other.csv", "--unseen", "zeros", "-o", "-").stdout
    assert zeros.splitlines()[2] == lines[2]
    assert ok("evaluate", "m.fpca", data, "--group", "sex", "--json").json["groups"]
    assert "7 in the table, 4 encoded" in ok("inspect", "m.fpca").stdout


def test_rows_left_out_are_those_that_lack_any_cell(ok, run, write, tmp_path):
    lines = table(tents=0).splitlines(keepends=True)
    for i in (5, 6, 40):  # pay, which is dropped, is missing
        cells = lines[i].split(",")
        lines[i] = ",".join([cells[0], "", *cells[2:]])
    data = write("holes.csv", "".join(lines))
    rest = write("rest.csv", "".join(line for i, line in enumerate(lines) if i not in (5, 6, 40)))
    for method, more in (("pca", []), ("mmd-fair-pca", ["--tau", "1"]), ("mixture-ppca", [])):
        common = ["--method", method, "--group", "sex", "-d", 2, "--drop-deviation", RANGE, *more]
        for name, model, missing in ((data, "a.fpca", "drop-row"), (rest, "b.fpca", "error")):
            result = run("fit", name, "-o", model, "--missing", missing, *common)
            assert result.code in (0, 1), result.stderr
        (_, ours), (_, theirs) = facts(tmp_path / "a.fpca"), facts(tmp_path / "b.fpca")
        for name, array in ours.items():
            assert np.allclose(array, theirs[name], rtol=1e-9, atol=1e-9), (method, name)


def test_the_path_and_fits_from_moments_drop_them_too(ok, write, tmp_path):
    data = write("data.csv", table(tents=0))
    ok("moments", data, "--group", "sex", "-o", "m.moments")
    drop = ["--drop-deviation", RANGE]
    ok("fit", "--moments", "m.moments", "--group", "sex", "-d", 2, *drop, "-o", "a.fpca")
    ok("fit", data, "--group", "sex", "-d", 2, *drop, "-o", "b.fpca")
    (meta, ours), (other, theirs) = facts(tmp_path / "a.fpca"), facts(tmp_path / "b.fpca")
    assert meta["columns"] == other["columns"]
    assert np.allclose(ours["components.npy"], theirs["components.npy"])
    path = ok("path", data, "--group", "sex", "-d", 2, *drop, "--json")
    expected = ok("path", data, "--group", "sex", "-d", 2, *DROPPED, "--json")
    assert path.json["notes"] and "5 columns dropped" in path.stderr
    errors = [[mark["error"] for mark in one.json["marks"]] for one in (path, expected)]
    assert np.allclose(*errors)


@pytest.mark.parametrize("value", ["1", "1,2,3", "2,1", "1,1", "-1,2", "0,inf", "nan,1", "a,b", ""])
def test_what_is_not_a_range_is_rejected_by_name(run, write, value):
    result = run("fit", "absent.csv", "-d", 1, f"--drop-deviation={value}", "-o", "m.fpca")
    assert result.code == 2
    assert "--drop-deviation" in result.stderr and "absent.csv" not in result.stderr


def test_a_range_that_leaves_no_column_is_rejected_with_the_deviations(run, write):
    data = write("data.csv", table())
    result = run("fit", data, "-d", 1, "--drop-deviation", "1e6,1e7", "-o", "m.fpca")
    assert result.code == 2
    assert "no column is left" in result.stderr and "0 to 5" in result.stderr
