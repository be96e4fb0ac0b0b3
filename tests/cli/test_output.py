# SPDX-License-Identifier: BSD-3-Clause
"""Tables in the format of their file's name."""

import gzip
import os
import signal
import subprocess
import time

import numpy as np
import pytest
from conftest import read_csv, read_numbers


@pytest.fixture
def table(ok, tmp_path):
    """20,000 rows, several blocks, and a model of them."""
    ok("synth", "mbf-2", "--rows", 20_000, "--features", 6, "--seed", 3, "-o", "table.csv")
    ok("fit", "table.csv", "--group", "group", "-d", 3, "-o", "m.fpca")
    return tmp_path / "table.csv"


@pytest.mark.parametrize("what", [[], ["--what", "reconstruction"]], ids=["coordinates", "rows"])
def test_npy_and_gzip_hold_the_numbers_of_the_csv(ok, table, tmp_path, what):
    for name in ["z.csv", "z.csv.gz", "z.npy"]:
        ok("transform", "m.fpca", table, *what, "-o", name)
    plain = (tmp_path / "z.csv").read_bytes()
    assert gzip.decompress((tmp_path / "z.csv.gz").read_bytes()) == plain
    _, numbers = read_numbers(tmp_path / "z.csv")
    loaded = np.load(tmp_path / "z.npy", allow_pickle=False)
    assert loaded.dtype == np.dtype("<f8") and loaded.flags.c_contiguous
    assert loaded.shape == numbers.shape == (20_000, 6 if what else 3)
    assert loaded.tobytes() == numbers.tobytes()


@pytest.mark.parametrize("name", ["z.csv.gz", "z.npy"])
def test_bytes_do_not_depend_on_time_or_threads(ok, table, tmp_path, name):
    written = []
    for threads in [1, 2, 5]:
        ok("transform", "m.fpca", table, "--threads", threads, "-o", name)
        written.append((tmp_path / name).read_bytes())
        time.sleep(0.6)  # a time stamp would have another second
    assert written[0] == written[1] == written[2]


def test_inverse_writes_npy_too(ok, table, tmp_path):
    ok("transform", "m.fpca", table, "-o", "z.csv")
    ok("transform", "m.fpca", "z.csv", "--inverse", "-o", "back.csv")
    ok("transform", "m.fpca", "z.csv", "--inverse", "-o", "back.npy")
    _, numbers = read_numbers(tmp_path / "back.csv")
    assert np.load(tmp_path / "back.npy").tobytes() == numbers.tobytes()


def test_what_transform_writes_can_be_fitted(ok, table):
    for name in ["z.csv", "z.csv.gz", "z.npy"]:
        ok("transform", "m.fpca", table, "-o", name)
    fits = [ok("fit", name, "-d", 2, "-o", "n", "--json").json for name in ["z.csv", "z.npy"]]
    assert fits[0]["reconstruction_error"] == fits[1]["reconstruction_error"]
    zipped = ok("fit", "z.csv.gz", "-d", 2, "-o", "n", "--json").json
    assert zipped["reconstruction_error"] == fits[0]["reconstruction_error"]


def test_letters_of_either_case_and_no_ending(ok, model, people, tmp_path):
    for name in ["z.CSV", "plain", "z.Csv.GZ", "z.NPY"]:
        ok("transform", model, people, "-o", name)
    plain = (tmp_path / "plain").read_bytes()
    assert plain.startswith(b"pc1,pc2\n")
    assert (tmp_path / "z.CSV").read_bytes() == plain
    assert gzip.decompress((tmp_path / "z.Csv.GZ").read_bytes()) == plain
    assert np.load(tmp_path / "z.NPY").shape == (60, 2)


@pytest.mark.parametrize(
    "name", ["z.xlsx", "z.parquet", "z.tsv", "z.txt", "z.gz", "z.npy.gz", "z.csv.zip"]
)
def test_other_endings_are_rejected_with_those_that_there_are(refused, tmp_path, name):
    says = [name, ".csv, .csv.gz or .npy"]
    refused("transform", "no.fpca", "no.csv", "-o", name, says=says)  # before a file is opened
    refused("synth", "rfpca-toy", "-o", name, says=says)
    refused("path", "no.csv", "-d", 1, "--group", "g", "-o", name, says=says)
    assert not (tmp_path / name).exists()


def test_words_are_not_written_to_npy(refused, tmp_path):
    says = ["z.npy", "numbers", "--keep", ".csv or .csv.gz"]
    refused("transform", "no.fpca", "no.csv", "--keep", "id", "-o", "z.npy", says=says)
    refused("path", "no.csv", "-d", 1, "--group", "g", "-o", "z.npy", says=["z.npy", "numbers"])
    assert not (tmp_path / "z.npy").exists()


def test_kept_columns_are_compressed(ok, model, people, tmp_path):
    ok("transform", model, people, "--keep", "city", "-o", "z.csv")
    ok("transform", model, people, "--keep", "city", "-o", "z.csv.gz")
    unzipped = gzip.decompress((tmp_path / "z.csv.gz").read_bytes())
    assert unzipped == (tmp_path / "z.csv").read_bytes()


def test_synth_and_path_write_by_name(ok, tmp_path):
    for name in ["toy.csv", "toy.csv.gz", "toy.npy"]:
        ok("synth", "rfpca-toy", "--seed", 4, "-o", name)
    header, numbers = read_numbers(tmp_path / "toy.csv")
    assert header == ["x1", "x2", "group"]
    assert np.load(tmp_path / "toy.npy").tobytes() == numbers.tobytes()
    unzipped = gzip.decompress((tmp_path / "toy.csv.gz").read_bytes())
    assert unzipped == (tmp_path / "toy.csv").read_bytes()
    for name in ["front.csv", "front.csv.gz"]:
        ok("path", "toy.csv", "--group", "group", "-d", 1, "-o", name)
    unzipped = gzip.decompress((tmp_path / "front.csv.gz").read_bytes())
    assert unzipped == (tmp_path / "front.csv").read_bytes()
    assert read_csv(tmp_path / "front.csv")[0][:2] == ["front", "mark"]


@pytest.mark.parametrize("name", ["old.npy", "old.csv.gz"])
def test_a_row_rejected_late_leaves_the_old_file(refused, table, tmp_path, name):
    lines = table.read_text().splitlines()
    lines[15_000] = "x" + lines[15_000]
    (tmp_path / "bad.csv").write_text("\n".join(lines) + "\n")
    (tmp_path / name).write_bytes(b"precious")
    refused("transform", "m.fpca", "bad.csv", "-o", name, says=["15000"])
    assert (tmp_path / name).read_bytes() == b"precious"
    assert not [path for path in tmp_path.iterdir() if ".tmp" in path.name]


def test_a_signal_leaves_no_part_of_an_npy_file(program, table, tmp_path):
    os.mkfifo(tmp_path / "slow.csv")
    running = subprocess.Popen(
        [program, "transform", "m.fpca", "slow.csv", "-o", "z.npy"],
        cwd=tmp_path,
        stderr=subprocess.PIPE,
    )
    with open(tmp_path / "slow.csv", "w") as slow:
        slow.write(table.read_text())
        slow.flush()
        time.sleep(0.5)
        running.send_signal(signal.SIGTERM)
        _, said = running.communicate(timeout=120)
    assert running.returncode == 128 + signal.SIGTERM
    assert b"nothing was written" in said
    assert not [path for path in tmp_path.iterdir() if ".tmp" in path.name or ".npy" in path.name]


def test_npy_to_a_pipe_is_rejected(refused, model, people, tmp_path):
    os.mkfifo(tmp_path / "pipe.npy")
    reader = os.open(tmp_path / "pipe.npy", os.O_RDONLY | os.O_NONBLOCK)
    try:
        refused("transform", model, people, "-o", "pipe.npy", says=["pipe.npy", "number of rows"])
    finally:
        os.close(reader)
