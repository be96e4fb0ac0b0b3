# SPDX-License-Identifier: BSD-3-Clause
"""Weights that are zero, tiny, or on rows far away from all others."""

import numpy as np
import pytest

from tests.cli.conftest import method_ids

FOUR_ROWS = "1,2,1,u\n2,1,1,v\n3,5,1,u\n4,3,1,v\n"
HEADER = "a,b,w,g\n"


def table(rows=400, seed=3):
    rng = np.random.default_rng(seed)
    numbers = rng.normal(size=(rows, 4)) @ rng.normal(size=(4, 4)) + 5
    groups = np.arange(rows) % 2
    numbers[groups == 1] *= 1.5
    return numbers, rng.uniform(0.5, 2, rows), groups


def text(numbers, weights, groups):
    lines = ["a,b,c,d,w,g"]
    for row, weight, group in zip(numbers, weights, groups, strict=True):
        lines.append(",".join([*(repr(float(x)) for x in row), repr(float(weight)), str(group)]))
    return "\n".join(lines) + "\n"


@pytest.mark.parametrize("value", ["1e20", "-1e300", "9e307"])
def test_a_first_row_of_weight_zero_leaves_the_objective(run, write, value):
    write("t.csv", f"{HEADER}{value},{value},0,u\n{FOUR_ROWS}")
    fit = run("fit", "t.csv", "--weight", "w", "--drop", "g", "-d", 1, "--json", "-o", "m.fpca")
    numbers = np.array([[1, 2], [2, 1], [3, 5], [4, 3]])
    expected = np.linalg.eigvalsh(np.cov(numbers.T, bias=True))[0]
    assert fit.json["objective"] == pytest.approx(expected, rel=1e-12)
    assert expected == pytest.approx(0.72611, abs=1e-5)


SETTINGS = {  # of methods that need more than their defaults
    "constrained-fair-pca": ["--delta", 0.1],
    "mmd-fair-pca": ["--tau", 0.1],
    "mixture-ppca": ["-k", 2],
    "fair-mixture-ppca": ["-k", 2],
}


@pytest.mark.parametrize("method", method_ids())
def test_rows_of_weight_zero_change_no_method(run, write, method):
    numbers, weights, groups = table()
    write("plain.csv", text(numbers, weights, groups))
    numbers = np.vstack([np.full((300, 4), 1e20), numbers])
    write("more.csv", text(numbers, [*[0.0] * 300, *weights], [*[0] * 150, *[1] * 150, *groups]))
    fits = []
    for name in ["plain.csv", "more.csv"]:
        options = ["--weight", "w", "--group", "g", "-d", 2, "--json", "-o", "m.fpca"]
        fits.append(run("fit", name, "--method", method, *SETTINGS.get(method, []), *options).json)
    plain, more = fits
    assert more["status"] == plain["status"]
    assert more["reconstruction_error"] == pytest.approx(plain["reconstruction_error"], rel=1e-9)
    assert more["objective"] == pytest.approx(plain["objective"], rel=1e-9)


def test_means_for_missing_cells_know_no_row_of_weight_zero(ok, write):
    write("t.csv", f"{HEADER}1e20,1e20,0,u\n{FOUR_ROWS},2,1,u\n")
    write("filled.csv", f"{HEADER}{FOUR_ROWS}2.5,2,1,u\n")
    fits = [
        ok("fit", name, "--weight", "w", "--drop", "g", "-d", 1, "--missing", "mean",
           "--json", "-o", "m.fpca").json
        for name in ["t.csv", "filled.csv"]
    ]  # fmt: skip
    assert fits[0]["objective"] == pytest.approx(fits[1]["objective"], rel=1e-12)


def test_an_outlier_of_little_weight_spoils_no_other_row(ok, write):
    numbers, weights, groups = table()
    numbers[0], weights[0] = 1e17, 1e-34
    write("t.csv", text(numbers, weights, groups))
    fit = ok("fit", "t.csv", "--weight", "w", "--group", "g", "-d", 2, "--json", "-o", "m.fpca")
    mean = np.average(numbers, axis=0, weights=weights)
    centred = (numbers - mean) * np.sqrt(weights)[:, None]
    covariance = centred.T @ centred / weights.sum()
    expected = np.linalg.eigvalsh(covariance)[:2].sum()
    assert fit.json["objective"] == pytest.approx(expected, rel=1e-9)
