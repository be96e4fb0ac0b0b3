# SPDX-License-Identifier: BSD-3-Clause
"""--missing-category level: as if the text (missing) stood in the empty cells."""

import io
import json
import zipfile

import numpy as np
import pytest


def table(rows=120, *, written=False, lacks_age=False):
    """age, job, home and sex; every seventh job is missing, or reads (missing)."""
    rng = np.random.default_rng(5)
    lines = ["age,pay,job,home,sex"]
    for i in range(rows):
        missing = "(missing)" if written else ["", "NA", "N/A", "n/a"][i % 4]
        job = missing if i % 7 == 0 else ["baker", "smith", "pilot"][i % 3]
        age = "" if lacks_age and i % 11 == 0 else round(rng.normal(40, 9), 3)
        lines.append(f"{age},{rng.normal():.4f},{job},{'own' if i % 5 else 'rent'},{i % 2}")
    return "\n".join(lines) + "\n"


def facts(path):
    """meta.json and the arrays of a model."""
    with zipfile.ZipFile(path) as archive:
        meta = json.loads(archive.read("meta.json"))
        arrays = {
            name: np.load(io.BytesIO(archive.read(name)))
            for name in archive.namelist()
            if name.endswith(".npy")
        }
    return meta, arrays


def assert_same_arrays(folder, one, other):
    _, ours = facts(folder / one)
    _, theirs = facts(folder / other)
    assert ours.keys() == theirs.keys()
    for name, array in ours.items():
        assert np.array_equal(array, theirs[name]), name


WAYS = [
    ("pca", []),
    ("fair-pca", []),
    ("robust-fair-pca", ["--missing", "mean"]),
    ("constrained-fair-pca", ["--missing", "drop-row"]),
    ("mmd-fair-pca", ["--missing", "drop-row", "--tau", "1"]),
    ("ppca", ["--missing", "model"]),
    ("fair-mixture-ppca", ["-k", "1", "--missing", "model", "--max-steps", "3"]),
    ("mixture-ppca", ["-k", "2", "--keep-rows", "stream", "--missing", "mean"]),
]


@pytest.mark.parametrize("method, more", WAYS, ids=[method for method, _ in WAYS])
def test_a_fit_equals_that_of_the_text_written_beforehand(run, write, tmp_path, method, more):
    lacks_age = "--missing" in more
    data = write("holes.csv", table(lacks_age=lacks_age))
    written = write("written.csv", table(written=True, lacks_age=lacks_age))
    common = ["--method", method, "--group", "sex", "-d", 2, "--standardize", *more]
    level = ["--missing-category", "level"]
    for arguments in (["fit", data, "-o", "a.fpca", *level], ["fit", written, "-o", "b.fpca"]):
        result = run(*arguments, *common)
        assert result.code in (0, 1), result.stderr
    assert_same_arrays(tmp_path, "a.fpca", "b.fpca")
    meta, _ = facts(tmp_path / "a.fpca")
    assert meta["provenance"]["options"]["missing-category"] == "level"
    job = {
        "name": "job",
        "kind": "categorical",
        "levels": ["(missing)", "baker", "pilot", "smith"],
        "missing_is_level": True,
    }
    assert job in meta["columns"]


def test_new_rows_with_missing_categories_are_that_level(ok, write, tmp_path):
    data, written = write("holes.csv", table()), write("written.csv", table(written=True))
    ok("fit", data, "--group", "sex", "-d", 2, "--missing-category", "level", "-o", "m.fpca")
    outputs = [ok("transform", "m.fpca", name, "-o", "-").stdout for name in (data, written)]
    assert outputs[0] == outputs[1]
    errors = [
        ok("evaluate", "m.fpca", name, "--group", "sex", "--json").json["reconstruction_error"]
        for name in (data, written)
    ]
    assert errors[0] == errors[1]


def test_a_column_that_had_no_missing_cell_takes_one_as_missing(ok, run, write):
    data = write("holes.csv", table())
    ok("fit", data, "--group", "sex", "-d", 2, "--missing-category", "level", "-o", "m.fpca")
    new = write("new.csv", "age,pay,job,home\n30,1,baker,\n")
    result = run("transform", "m.fpca", new, "-o", "-")
    assert result.code == 2
    assert "'home'" in result.stderr and "--missing mean" in result.stderr
    assert ok("transform", "m.fpca", new, "--missing", "mean", "-o", "-").stdout


def test_the_path_and_moments_take_it_too(ok, write, tmp_path):
    data, written = write("holes.csv", table()), write("written.csv", table(written=True))
    level = ["--missing-category", "level"]
    paths = [
        ok("path", name, "--group", "sex", "-d", 2, "--json", *more).json["marks"]
        for name, more in ((data, level), (written, []))
    ]
    assert paths[0] == paths[1]
    half = table().splitlines(keepends=True)
    write("first.csv", "".join(half[:61]))
    write("second.csv", half[0] + "".join(half[61:]))
    for name in ("first", "second"):
        ok("moments", f"{name}.csv", "--group", "sex", *level, "-o", f"{name}.moments")
    ok("moments", "first.moments", "second.moments", "-o", "all.moments")
    ok("fit", "--moments", "all.moments", "--group", "sex", "-d", 2, "-o", "m.fpca")
    meta, _ = facts(tmp_path / "m.fpca")
    assert [c["name"] for c in meta["columns"] if c.get("missing_is_level")] == ["job"]
    assert ok("transform", "m.fpca", data, "-o", "-").stdout


def test_the_way_out_is_offered_for_categories_alone(run, write):
    for lacks_age, offers in ((False, True), (True, False)):
        data = write("holes.csv", table(lacks_age=lacks_age, written=lacks_age))
        for command in (["fit", data, "-d", 1, "-o", "m.fpca"], ["moments", data, "-o", "m"]):
            result = run(*command, "--group", "sex")
            assert result.code == 2
            assert ("--missing-category level" in result.stderr) == offers


def test_it_was_settled_when_moments_were_gathered(ok, run, write):
    ok("moments", write("a.csv", table(written=True)), "--group", "sex", "-o", "a.moments")
    result = run(
        "fit", "--moments", "a.moments", "-d", 1, "--missing-category", "level", "-o", "m.fpca"
    )
    assert result.code == 2 and "--missing-category" in result.stderr
