# SPDX-License-Identifier: BSD-3-Clause
"""Numbers and weights at the ends of double precision, and means far larger than deviations."""

import numpy as np
import pytest

ROWS = 300


def table(seed=4):
    rng = np.random.default_rng(seed)
    numbers = rng.normal(size=(ROWS, 4)) @ rng.normal(size=(4, 4))
    groups = np.arange(ROWS) % 2
    numbers[groups == 1] *= 1.5
    return numbers, groups


def text(numbers, groups, weights=None):
    lines = ["a,b,c,d,w,g"]
    for i, row in enumerate(numbers):
        weight = 1.0 if weights is None else float(weights[i])
        lines.append(",".join([*(repr(float(x)) for x in row), repr(weight), str(groups[i])]))
    return "\n".join(lines) + "\n"


def covariance(numbers):
    return np.cov(numbers.T, bias=True)


FIT = ["--group", "g", "-d", 2, "--weight", "w", "--json", "-o", "m.fpca"]


@pytest.mark.parametrize("scale", [1e-161, 1e-162, 1e-170, 1e-300])
@pytest.mark.parametrize("options", [[], ["--standardize"]])
def test_a_column_whose_squares_underflow_is_rejected_by_name(refused, write, scale, options):
    numbers, groups = table()
    numbers[:, 1] *= scale
    write("t.csv", text(numbers, groups))
    says = ["column 'b'", "1e-145", "smaller unit"]
    refused("fit", "t.csv", *FIT, *options, says=says)


def test_that_column_is_rejected_from_a_moments_file_too(ok, refused, write):
    numbers, groups = table()
    write("t.csv", text(numbers * 1e-161, groups))
    ok("moments", "t.csv", "--group", "g", "--weight", "w", "-o", "t.moments")
    refused("fit", "--moments", "t.moments", "--group", "g", "-d", 2, "-o", "m", says=["'a'"])


@pytest.mark.parametrize("scale", [1e-140, 1e-70, 1e70, 1e140])
@pytest.mark.parametrize("method", ["pca", "fair-pca"])
def test_within_the_range_scales_change_nothing(ok, write, scale, method):
    numbers, groups = table()
    numbers = numbers * scale
    write("t.csv", text(numbers, groups))
    fit = ok("fit", "t.csv", *FIT, "--method", method, "--standardize").json
    write("t.csv", text(numbers / scale, groups))
    plain = ok("fit", "t.csv", *FIT, "--method", method, "--standardize").json
    assert fit["status"] == plain["status"] == "optimal"
    assert fit["objective"] == pytest.approx(plain["objective"], rel=1e-9)


def test_a_constant_column_of_any_size_is_still_constant(ok, write):
    numbers, groups = table()
    for value in [0.0, 5e-324, 1e-200, 1e300]:
        numbers[:, 2] = value
        write("t.csv", text(numbers, groups))
        fit = ok("fit", "t.csv", *FIT, "--standardize").json
        assert any("constant columns" in warning for warning in fit["warnings"])


@pytest.mark.parametrize("weight", [5e-324, 1e-160])
def test_weights_whose_squares_underflow_are_rejected(refused, write, weight):
    numbers, groups = table()
    write("t.csv", text(numbers, groups, np.full(ROWS, weight)))
    refused("fit", "t.csv", *FIT, says=["weights", "1e-145", "multiply all weights"])


def test_small_weights_within_the_range_and_single_tiny_ones_are_taken(ok, write):
    numbers, groups = table()
    weights = np.full(ROWS, 1e-140)
    weights[7] = 5e-324
    write("t.csv", text(numbers, groups, weights))
    fit = ok("fit", "t.csv", *FIT).json
    rest = np.delete(numbers, 7, axis=0)
    expected = np.linalg.eigvalsh(covariance(rest))[:2].sum()
    assert fit["objective"] == pytest.approx(expected, rel=1e-12)


METHODS = ["pca", "fair-pca", "robust-fair-pca", "mean-matching-pca"]


@pytest.mark.parametrize("method", METHODS)
def test_means_far_larger_than_deviations_prove_no_optimum(ok, write, method):
    numbers, groups = table()
    numbers[:, 1] += 1e14
    write("t.csv", text(numbers, groups))
    fit = ok("fit", "t.csv", *FIT, "--method", method, "--standardize").json
    assert fit["status"] == "converged"
    [warning] = [text for text in fit["warnings"] if "rounding of the means" in text]
    assert "column 'b'" in warning
    assert "digit" in warning


@pytest.mark.parametrize(("offset", "says"), [(1e3, None), (1e8, "leaves about 7 digits")])
def test_means_somewhat_larger_than_deviations_are_noted_at_most(ok, write, offset, says):
    numbers, groups = table()
    write("t.csv", text(numbers + offset, groups))
    fit = ok("fit", "t.csv", *FIT, "--standardize").json
    assert fit["status"] == "optimal"
    notes = [text for text in fit.get("notes", []) if "rounding of the means" in text]
    assert (says is None) == (not notes)
    assert says is None or says in notes[0]
