# SPDX-License-Identifier: BSD-3-Clause
"""Several protected columns, each compared by itself."""

import csv

import numpy as np
import pytest
from conftest import numeric_csv

NAMES = ["black=0", "black=1", "hispan=0", "hispan=1"]
OPTIONS = ["--group", "black", "--group", "hispan", "--combine", "per-attribute", "-d", "2"]


@pytest.fixture
def table(write):
    """Two protected columns whose levels have the same names."""
    rng = np.random.default_rng(11)
    rows = 300
    black, hispan = rng.random(rows) < 0.3, rng.random(rows) < 0.4
    x = rng.normal(size=(rows, 5))
    x[:, 0] *= 1 + 2 * black
    x[:, 1] *= 1 + 1.5 * hispan
    columns = {f"x{k}": x[:, k].tolist() for k in range(5)}
    columns |= {"black": black.astype(int).tolist(), "hispan": hispan.astype(int).tolist()}
    return write("table.csv", numeric_csv(columns)), x - x.mean(axis=0), black, hispan


def worst_case(errors, shares, radii, lam):
    """The objective of two groups, by its definition."""
    s, e = np.sqrt(errors), np.sqrt(radii)

    def term(u, g):
        return u * (s[g] + e[g]) ** 2 if u >= 0 else u * max(s[g] - e[g], 0) ** 2

    return max(term(shares[a] + lam, a) + term(shares[1 - a] - lam, 1 - a) for a in (0, 1))


@pytest.mark.parametrize("lam", [0.2, 0.9])
def test_the_objective_is_the_largest_over_the_attributes(ok, table, lam):
    path, x, black, hispan = table
    fit = ok(
        "fit", path, *OPTIONS, "--method", "robust-fair-pca", "--lambda", lam, "--alpha", 0.3,
        "--json", "-o", "m.fpca",
    ).json  # fmt: skip
    assert [group["name"] for group in fit["groups"]] == NAMES
    assert [group["levels"] for group in fit["groups"]][2] == {"hispan": "0"}
    errors = np.array([group["reconstruction_error"] for group in fit["groups"]])
    values = []
    for k, column in enumerate((black, hispan)):
        sizes = np.array([np.sum(~column), np.sum(column)])
        pair = errors[2 * k : 2 * k + 2]
        values.append(worst_case(pair, sizes / len(x), 0.3 / np.sqrt(sizes), lam))
        # Every attribute counts each row once.
        assert pair @ sizes / len(x) == pytest.approx(fit["reconstruction_error"], rel=1e-10)
    assert fit["objective"] == pytest.approx(max(values), rel=1e-10)
    assert 0 < fit["bound"] <= fit["objective"]


def test_gaps_are_within_an_attribute_and_names_tell_its_groups_apart(ok, table, tmp_path):
    path = table[0]
    ok("fit", path, *OPTIONS, "-o", "m.fpca")
    rows = ok("evaluate", "m.fpca", path, "--json").json
    errors = [group["reconstruction_error"] for group in rows["groups"]]
    within = max(abs(errors[0] - errors[1]), abs(errors[2] - errors[3]))
    assert rows["gap"] == pytest.approx(within, rel=1e-12)
    assert [group["name"] for group in rows["groups"]] == NAMES
    for name in NAMES:
        assert name in ok("evaluate", "m.fpca", path).stdout

    shown = ok("path", path, *OPTIONS, "--lambdas", "0.5", "--json", "-o", "front.csv").json
    assert shown["groups"] == NAMES
    for mark in shown["marks"]:
        e = mark["group_errors"]
        assert mark["gap"] == pytest.approx(max(abs(e[0] - e[1]), abs(e[2] - e[3])), rel=1e-9)
    header = next(csv.reader((tmp_path / "front.csv").read_text().splitlines()))
    assert [f"error {name}" for name in NAMES] == header[4:8]


def test_a_column_of_a_single_level_is_told_and_takes_no_part(ok, run, write, table):
    lines = table[0].read_text().splitlines()
    both = write("one.csv", "\n".join([lines[0] + ",all"] + [f"{x},1" for x in lines[1:]]) + "\n")
    fit = ["fit", both, "--combine", "per-attribute", "-d", 2, "--method", "robust-fair-pca"]
    drop = ["--drop", "hispan", "-o", "m"]
    shown = ok(*fit, "--group", "black", "--group", "all", *drop, "--json").json
    alone = ok(*fit, "--group", "black", *drop, "--drop", "all", "--json").json
    assert any("'all=1'" in warning for warning in shown["warnings"])
    assert shown["objective"] == pytest.approx(alone["objective"], rel=1e-6)
