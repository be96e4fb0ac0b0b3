# SPDX-License-Identifier: BSD-3-Clause
"""`fairpca evaluate` and `measures`: every number of the registry, with its interval."""

import math

import numpy as np
import pytest
from conftest import numeric_csv


def people(rows, seed, shift=0.0):
    """A table with two groups that differ in spread, and a label that follows the first column."""
    random = np.random.default_rng(seed)
    sex = np.where(random.random(rows) < 0.4, "f", "m")
    x = random.normal(size=(rows, 4)) / [1, 1.3, 1.6, 2]
    x[:, 0] *= np.where(sex == "f", 1.5, 1)
    x[:, 1] += np.where(sex == "f", 0.5, 0) + shift
    label = np.where(x[:, 0] + random.normal(size=rows) > 0, "yes", "no")
    columns = {f"x{j + 1}": x[:, j] for j in range(4)}
    lines = numeric_csv(columns).splitlines()
    lines[0] += ",sex,income"
    for i in range(rows):
        lines[i + 1] += f",{sex[i]},{label[i]}"
    return "\n".join(lines) + "\n", x, sex


@pytest.fixture
def tables(ok, write):
    train, *_ = people(400, 1)
    test, x, sex = people(300, 2)
    write("train.csv", train)
    write("test.csv", test)
    ok("fit", "train.csv", "--group", "sex", "--drop", "income", "-d", 2, "-o", "m.fpca")
    return x, sex


def value(report, measure, statistic="value", group=""):
    [found] = [
        one
        for one in report["measures"]
        if (one["measure"], one["statistic"], one["group"]) == (measure, statistic, group)
    ]
    return found


def test_every_measure_that_the_data_allow_is_there(ok, tables):
    arguments = ["evaluate", "m.fpca", "test.csv", "--label", "income", "--json"]
    report = ok(*arguments, "--train", "train.csv").json
    measured = {one["measure"] for one in report["measures"]}
    registry = {one["id"] for one in ok("measures", "--json").json["measures"]}
    assert len(registry) == 29
    # PCA has no likelihood; no protected column is a feature; the bound may be vacuous.
    assert registry - measured <= {"log_likelihood", "communality", "mmd2_bound"}
    assert [one["feature"] for one in report["features"]] == ["x1", "x2", "x3", "x4"]


def test_numbers_are_those_of_the_rows(ok, tables):
    x, sex = tables
    report = ok("evaluate", "m.fpca", "test.csv", "--measures", "gap,loss", "--json").json
    model = ok("inspect", "m.fpca", "--json").json
    v = np.array(model["components"]).T
    z = (x - model["mean"]) / model["scale"]
    errors = ((z - z @ v @ v.T) ** 2).sum(axis=1)
    by_group = {name: errors[sex == name].mean() for name in "fm"}
    gap = value(report, "gap")
    assert gap["value"] == pytest.approx(abs(by_group["f"] - by_group["m"]), rel=1e-9)
    assert gap["low"] <= gap["value"] <= gap["high"]
    signed = value(report, "gap", "signed_difference")
    assert signed["value"] == pytest.approx(by_group["m"] - by_group["f"], rel=1e-9)
    for name in "fm":
        rows = z[sex == name]
        best = np.linalg.eigvalsh(rows.T @ rows / len(rows))[-2:].sum()
        captured = (rows**2).sum(axis=1).mean() - by_group[name]
        loss = value(report, "loss", group=name)["value"]
        assert loss == pytest.approx(best - captured, rel=1e-6, abs=1e-9)
    assert {one["measure"] for one in report["measures"]} == {"gap", "loss"}
    assert report["gap"] == gap["value"]


def test_threads_and_repetition_change_no_byte(ok, tables):
    arguments = ["evaluate", "m.fpca", "test.csv", "--label", "income", "--json"]
    reports = []
    for threads in (1, 3):
        report = ok(*arguments, "--threads", threads).json
        del report["seconds"], report["peak_memory_bytes"]
        reports.append(report)
    assert reports[0] == reports[1]


def test_without_a_label_its_measures_are_named_and_left_out(ok, tables):
    result = ok("evaluate", "m.fpca", "test.csv", "--json")
    assert "--label" in result.stderr and "accuracy" in result.stderr
    assert not [one for one in result.json["measures"] if one["measure"] == "accuracy"]


def test_without_training_rows_classifiers_are_cross_fitted_and_it_is_said(ok, tables):
    arguments = ["evaluate", "m.fpca", "test.csv", "--label", "income", "--measures", "accuracy"]
    crossed, trained = ok(*arguments), ok(*arguments, "--train", "train.csv")
    assert "--train" in crossed.stderr
    assert "--train" not in trained.stderr


def test_the_table_fits_eighty_columns_and_shows_intervals(ok, tables):
    text = ok("evaluate", "m.fpca", "test.csv", "--label", "income").stdout
    assert max(map(len, text.splitlines())) <= 80
    [line] = [line for line in text.splitlines() if line.startswith("gap ")]
    assert " to " in line
    assert "95 % interval" in text


@pytest.mark.parametrize(
    "option, says",
    [
        (["--measures", "gab"], ["'gab'", "did you mean gap"]),
        (["--classifier", "forest"], ["--classifier", "rbf-svm"]),
        (["--positive", "yes"], ["--positive", "--label"]),
    ],
)
def test_what_cannot_be_measured_is_rejected(refused, tables, option, says):
    refused("evaluate", "m.fpca", "test.csv", *option, says=says)


def test_a_positive_level_that_is_not_there_is_rejected_with_those_that_are(refused, tables):
    refused(
        *("evaluate", "m.fpca", "test.csv", "--label", "income", "--positive", "yess"),
        says=["--positive", "'yess'", "yes"],
    )


def test_measures_are_listed_and_explained(ok, refused):
    text = ok("measures").stdout
    assert max(map(len, text.splitlines())) <= 80
    for one in ok("measures", "--json").json["measures"]:
        assert one["id"] in text
        alone = ok("measures", one["id"]).stdout
        assert alone.startswith(one["id"] + ": ")
        assert max(map(len, alone.splitlines())) <= 80
        assert ok("measures", one["id"], "--json").json["measures"] == [one]
    refused("measures", "mdm2", says=["'mdm2'", "did you mean mmd2"])


def test_a_small_group_is_in_no_number_and_in_no_draw(ok, write, tables):
    """Other rows of a small group change no byte of the report."""
    test, *_ = people(300, 3)
    reports = []
    for offset in (0.0, 50.0):
        small = "".join(f"{offset + i},1,2,3,x,yes\n" for i in range(4))
        write("small.csv", test + small)
        result = ok("evaluate", "m.fpca", "small.csv", "--label", "income", "--json")
        report = result.json
        del report["seconds"], report["peak_memory_bytes"]
        assert not [one for one in report["measures"] if one["group"] == "x"]
        assert not [one for one in report["drift"]["statements"] if one["group"] == "x"]
        reports.append(report)
    assert reports[0] == reports[1]


def test_numbers_that_are_not_there_are_null(ok, tables):
    report = ok("evaluate", "m.fpca", "test.csv", "--measures", "mmd2", "--json").json
    mmd2 = value(report, "mmd2")
    assert mmd2["low"] is None and mmd2["high"] is None
    assert mmd2["floor"] > 0 and not math.isnan(mmd2["value"])
