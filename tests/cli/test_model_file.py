# SPDX-License-Identifier: BSD-3-Clause
"""Model files: readable without us, refused when damaged or newer."""

import io
import json
import os
import zipfile
from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest


@pytest.fixture
def small_model(ok, write, tmp_path):
    data = write(
        "s.csv", "a,b,g\n" + "".join(f"{i},{i * i % 7},{'uv'[i % 2]}\n" for i in range(30))
    )
    ok("fit", data, "--group", "g", "-d", 1, "-o", "small.fpca")
    return tmp_path / "small.fpca"


def test_numpy_and_zipfile_read_a_model(ok, small_model):
    with zipfile.ZipFile(small_model) as archive:
        assert archive.testzip() is None
        meta = json.loads(archive.read("meta.json"))
        arrays = {
            name: np.load(io.BytesIO(archive.read(name)), allow_pickle=False)
            for name in archive.namelist()
            if name.endswith(".npy")
        }
    assert meta["format"] == "fairpca-model" or "model" in meta["format"]
    assert any(array.shape == (2, 1) for array in arrays.values())


def test_every_flipped_byte_is_found(run, small_model, tmp_path):
    whole = small_model.read_bytes()

    def accepted(position):
        damaged = bytearray(whole)
        damaged[position] ^= 1 << (position % 8)
        path = tmp_path / f"flipped-{position}"
        path.write_bytes(damaged)
        result = run("inspect", path)
        path.unlink()
        ok = result.code == 2 and result.stderr.startswith("fairpca: ")
        return None if ok and len(result.stderr) < 1000 else (position, result)

    with ThreadPoolExecutor(os.cpu_count()) as pool:
        wrong = [found for found in pool.map(accepted, range(len(whole))) if found]
    assert not wrong


def test_every_cut_is_found(run, small_model, tmp_path):
    whole = small_model.read_bytes()
    for length in [*range(0, len(whole), 97), len(whole) - 1]:
        (tmp_path / "cut").write_bytes(whole[:length])
        assert run("inspect", "cut").code == 2, length
    (tmp_path / "longer").write_bytes(whole + b"\0")
    assert run("inspect", "longer").code == 2


def test_a_model_of_a_newer_version_says_so(refused, small_model, tmp_path):
    with zipfile.ZipFile(small_model) as archive:
        entries = {info.filename: archive.read(info) for info in archive.infolist()}
    meta = json.loads(entries["meta.json"])
    meta["version"] += 1
    entries["meta.json"] = json.dumps(meta).encode()
    with zipfile.ZipFile(tmp_path / "newer.fpca", "w") as archive:
        for name, data in entries.items():
            archive.writestr(zipfile.ZipInfo(name), data)
    refused("inspect", "newer.fpca", says=["newer.fpca", "newer"])


def test_inspect_shows_what_the_model_is(ok, model):
    text = ok("inspect", model).stdout
    for word in ["pca", "sex", "Female", "Male", "city=Bern", "60"]:
        assert word in text
    summary = ok("inspect", model, "--json").json
    assert summary["method"] == "pca"
    assert summary["dimensions"] == 2
    assert [group["name"] for group in summary["groups"]] == ["Female", "Male"]


def test_a_model_holds_no_path_and_no_time(ok, people, tmp_path):
    for name in ["one", "two"]:
        ok("fit", people, "--group", "sex", "-d", 2, "-o", name)
    assert (tmp_path / "one").read_bytes() == (tmp_path / "two").read_bytes()
    assert str(tmp_path).encode() not in (tmp_path / "one").read_bytes()
