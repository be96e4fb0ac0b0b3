# SPDX-License-Identifier: BSD-3-Clause
"""Rows drawn at random: --sample and --sample-by."""

import numpy as np
import pytest
from conftest import numeric_csv

OUT = ("-d", "2", "-o", "model.fpca")


@pytest.fixture
def people(write):
    """9,000 rows, a third of them m; the rows' numbers tell who was drawn."""
    draw = np.random.default_rng(5)
    sex = np.where(np.arange(9000) % 3 == 0, "m", "f")
    columns = {"sex": sex, "code": (np.arange(9000) % 4 + 10)}
    for name in "abc":
        columns[name] = [float(x) for x in draw.normal(size=9000)]
    return write("people.csv", numeric_csv(columns))


def groups(result):
    return {group["name"]: group["rows"] for group in result.json["groups"]}


def test_each_sex_is_drawn_equally_often(ok, people):
    drawn = ("--sample", 1000, "--sample-by", "sex", "--group", "sex")
    assert groups(ok("fit", people, *drawn, *OUT, "--json")) == {"f": 500, "m": 500}
    provenance = ok("inspect", "model.fpca", "--json").json["provenance"]["options"]
    assert (provenance["sample"], provenance["sample-by"]) == ("1000", "sex")
    result = ok(
        "evaluate", "model.fpca", people, *drawn, "--measures", "reconstruction_error", "--json"
    )
    assert groups(result) == {"f": 500, "m": 500}


def test_the_sample_depends_on_the_seed_and_not_on_threads(ok, people, tmp_path):
    def model(*arguments):
        ok("fit", people, "--group", "sex", "--sample", 50, *OUT, *arguments)
        return (tmp_path / "model.fpca").read_bytes()

    first = model("--threads", 1)
    assert model("--threads", 2) == first
    assert model("--seed", 1) != first


def test_a_column_to_sample_by_needs_no_other_role(ok, people):
    """`code` looks like a number, and stays a feature."""
    arguments = ("--group", "sex", "--sample", 40, "--sample-by", "code")
    ok("fit", people, *arguments, *OUT)
    inspected = ok("inspect", "model.fpca", "--json").json
    assert [column["name"] for column in inspected["columns"]] == ["code", "a", "b", "c"]
    assert inspected["rows"] == 40


def test_moments_of_a_sample_are_those_of_a_fit(ok, people):
    drawn = ("--sample", 200, "--group", "sex", "--seed", 4)
    ok("fit", people, *drawn, *OUT)
    direct = ok("inspect", "model.fpca", "--json").json
    ok("moments", people, *drawn, "-o", "m")
    ok("fit", "--moments", "m", "--group", "sex", *OUT)
    assert ok("inspect", "model.fpca", "--json").json["components"] == direct["components"]


def test_groups_of_an_npy_file_are_sampled(ok, tmp_path):
    np.save(tmp_path / "rows.npy", np.random.default_rng(1).normal(size=(300, 4)))
    (tmp_path / "sex.txt").write_text("f\nm\nm\n" * 100)
    drawn = ("--group-file", "sex=sex.txt", "--sample", 60, "--sample-by", "sex")
    result = ok("fit", "rows.npy", *drawn, *OUT, "--json")
    assert groups(result) == {"f": 30, "m": 30}


def test_a_model_of_a_sample_is_verified_with_the_same_rows(ok, run, people, tmp_path):
    drawn = ("--sample", 200, "--sample-by", "code", "--group", "sex", "--seed", 3)
    ok("fit", people, *drawn, "--method", "fair-pca", *OUT)
    assert "proven" in ok("verify", "model.fpca", people).stdout
    other = people.read_text().splitlines()
    changed = tmp_path / "changed.csv"
    changed.write_text("\n".join([other[0], *other[:0:-1]]) + "\n")  # other rows are drawn
    assert run("verify", "model.fpca", changed).code == 1


def test_what_cannot_be_drawn_is_refused(refused, people):
    def says(*arguments, texts):
        refused("fit", people, "--group", "sex", *arguments, *OUT, says=texts)

    says("--sample", 9001, texts=["9000 rows to draw from", "9001 are asked for"])
    says(
        *("--sample", 7000, "--sample-by", "sex"),
        texts=["people.csv", "'sex'", "'m' has 3000 rows", "3500 are asked for", "--sample"],
    )
    says("--sample", 3, "--sample-by", "code", texts=["'code'", "levels or more"])
    says("--sample", 3, "--sample-by", "sx", texts=["'sx'", "sample by", "'sex'"])
    says("--sample-by", "sex", texts=["--sample-by", "--sample"])
    says("--sample", 0, texts=["--sample"])


def test_standard_input_cannot_be_sampled(refused, people):
    with open(people, "rb") as file:
        refused("fit", "-", "--sample", 5, *OUT, stdin=file.read(), says=["--sample", "twice"])


def test_moments_were_sampled_when_they_were_written(ok, refused, people):
    ok("moments", people, "--group", "sex", "-o", "m")
    refused("fit", "--moments", "m", "--sample", 5, *OUT, says=["--sample"])
