# SPDX-License-Identifier: BSD-3-Clause
"""No command replaces what it reads: the output must be another file than every input."""

import os
import subprocess

import numpy as np
import pytest


@pytest.fixture
def kept(refused, tmp_path):
    """kept(output, input, *arguments): refused naming both; no file has changed or come."""

    def files():
        return {path.name: path.read_bytes() for path in tmp_path.iterdir()}

    def run_refused(output, source, *arguments):
        before = files()
        refused(*arguments, "-o", output, says=[f"--output {output}", f"the input {source},"])
        assert files() == before

    return run_refused


def test_a_table_is_not_replaced_by_what_is_made_of_it(kept, people, model):
    for command in (["fit"], ["path", "--group", "sex"]):
        kept(people, people, *command, people, "-d", 1)
    kept(people, people, "moments", people)
    kept(people, people, "transform", model, people)


def test_a_model_and_moments_are_not_replaced(kept, ok, people, model):
    kept(model, model, "transform", model, people)
    ok("moments", people, "--group", "sex", "-o", "a.moments")
    kept("a.moments", "a.moments", "fit", "--moments", "a.moments", "-d", 1)
    kept(
        *("a.moments", "a.moments", "path", "--moments", "a.moments"), *("--group", "sex", "-d", 1)
    )


def test_moments_are_not_merged_in_place(kept, ok, people):
    for name in ("a.moments", "b.moments"):
        ok("moments", people, "--group", "sex", "-o", name)
    kept("a.moments", "a.moments", "moments", "a.moments", "b.moments")
    kept("b.moments", "b.moments", "moments", "a.moments", "b.moments")


def test_files_beside_a_matrix_are_not_replaced(kept, tmp_path):
    np.save(tmp_path / "x.npy", np.arange(40.0).reshape(20, 2) ** 2)
    for name in ("groups.txt", "labels.txt", "weights.txt"):
        (tmp_path / name).write_text("1\n2\n" * 10)
    sides = ["--group-file", "g=groups.txt", "--label-file", "labels.txt"]
    sides += ["--weight-file", "weights.txt"]
    for name in ("groups.txt", "labels.txt", "weights.txt"):
        kept(name, name, "fit", "x.npy", *sides, "-d", 1)


def test_another_name_of_the_same_file_is_the_same_file(kept, people, tmp_path):
    os.link(people, tmp_path / "hard.csv")
    os.symlink(people, tmp_path / "soft.csv")
    for name in ("hard.csv", "soft.csv", "./people.csv"):
        kept(name, people, "moments", people)


def test_standard_input_and_output_are_files_too(program, people, model):
    before = people.read_bytes()
    with people.open("rb") as source:
        command = [program, "transform", model, "-", "-o", people]
        done = subprocess.run(command, stdin=source, capture_output=True, text=True)
    assert done.returncode == 2 and "the input -," in done.stderr
    with people.open("ab") as sink:
        command = [program, "transform", model, people, "-o", "-"]
        done = subprocess.run(command, stdout=sink, stderr=subprocess.PIPE, text=True)
    assert done.returncode == 2 and "--output - is the same file" in done.stderr
    assert people.read_bytes() == before


def test_an_older_result_is_replaced_as_before(ok, people, model, tmp_path):
    (tmp_path / "out.csv").write_text("old\n")
    ok("transform", model, people, "-o", "out.csv")
    assert (tmp_path / "out.csv").read_text().startswith("pc1,pc2\n")
