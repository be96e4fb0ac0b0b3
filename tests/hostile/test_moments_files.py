# SPDX-License-Identifier: BSD-3-Clause
"""Moments files whole to the last checksum, with numbers that no rows could have."""

import io
import json
import zipfile

import numpy as np
import pytest


def read(path):
    with zipfile.ZipFile(path) as archive:
        entries = {info.filename: archive.read(info) for info in archive.infolist()}
    meta = entries.pop("meta.json")
    arrays = {name: np.load(io.BytesIO(data)) for name, data in entries.items()}
    return json.loads(meta), arrays


def written(meta, arrays):
    """The bytes of an archive as the program writes it (docs/formats/archive.md)."""
    start = f'{{"format":"{meta.pop("format")}","version":{meta.pop("version")},\n'
    entries = {"meta.json": (start + json.dumps(meta, indent=2)[2:]).encode()}
    for name in sorted(arrays):
        file = io.BytesIO()
        np.lib.format.write_array(file, np.ascontiguousarray(arrays[name]), version=(1, 0))
        entries[name] = file.getvalue()
    whole = io.BytesIO()
    with zipfile.ZipFile(whole, "w") as archive:
        for name, data in entries.items():
            info = zipfile.ZipInfo(name)
            info.create_system, info.external_attr = 0, 0
            archive.writestr(info, data)
        for info in archive.infolist():
            info.external_attr = 0
    return whole.getvalue()


@pytest.fixture
def moments(ok, write, tmp_path):
    rng = np.random.default_rng(8)
    lines = [f"{x!r},{y!r},{z!r},{'uv'[i % 2]}" for i, (x, y, z) in
             enumerate(rng.normal(size=(60, 3)).tolist())]  # fmt: skip
    write("t.csv", "a,b,c,g\n" + "\n".join(lines) + "\n")
    ok("moments", "t.csv", "--group", "g", "-o", "good.moments")
    return tmp_path / "good.moments"


@pytest.fixture
def changed(moments, tmp_path):
    """changed(change) writes bad.moments, the file after change(meta, arrays)."""

    def change_file(change):
        meta, arrays = read(moments)
        change(meta, arrays)
        (tmp_path / "bad.moments").write_bytes(written(meta, arrays))

    return change_file


def test_the_bytes_are_those_of_the_program(moments):
    assert written(*read(moments)) == moments.read_bytes()


def indefinite(meta, arrays):
    # Three columns, each pair of them correlated by -0.9.
    arrays["cells/1/scatter.npy"][:, 0] = [9.0, -8.1, -8.1, 9.0, -8.1, 9.0]


def many_rows(meta, arrays):
    meta["cells"][0]["rows"] = 2**63 - 1


def heavier_than_their_squares(meta, arrays):
    arrays["cells/0/weights.npy"][:] = [[1.0, 30.0]]


def varying_alone(meta, arrays):
    meta["cells"][0]["rows"] = 1
    arrays["cells/0/weights.npy"][:] = [[1.0, 1.0]]


CHANGES = {
    indefinite: "cell 1: scatter of columns 1 to 3 is not positive semidefinite",
    many_rows: 'cells[0]: "rows" is not a count',
    heavier_than_their_squares: "cell 0: 30 rows cannot have weights that sum to 1",
    varying_alone: "but 1 row cannot differ",
}


@pytest.mark.parametrize("change", CHANGES)
@pytest.mark.parametrize("command", [["fit", "--moments"], ["moments"]])
def test_numbers_that_no_rows_could_have_are_rejected(refused, changed, change, command):
    changed(change)
    dimensions = ["--group", "g", "-d", 1] if command[0] == "fit" else []
    says = ["bad.moments: damaged", CHANGES[change]]
    refused(*command, "bad.moments", *dimensions, "-o", "out", says=says)


def test_counts_are_not_added_up_beyond_what_can_be_counted(ok, refused, changed):
    def half(meta, arrays):
        meta["cells"][0]["rows"] = 2**52 + 1

    changed(half)
    ok("moments", "bad.moments", "-o", "half.moments")
    ok("moments", "half.moments", "good.moments", "-o", "sum.moments")
    refused("moments", "half.moments", "bad.moments", "-o", "out.moments", says=["2^53"])


def test_sums_that_overflow_are_rejected_by_column(refused, changed, tmp_path):
    for name, sign in [("low", -1), ("high", 1)]:

        def far(meta, arrays, sign=sign):
            arrays["cells/0/mean.npy"][1, 0] = sign * 1e300

        changed(far)
        (tmp_path / "bad.moments").rename(tmp_path / f"{name}.moments")
    refused("moments", "low.moments", "high.moments", "-o", "sum.moments", says=["'b'", "overflow"])
