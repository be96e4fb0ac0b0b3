# SPDX-License-Identifier: BSD-3-Clause
"""A weight of 2 and the row twice."""

import numpy as np
import pytest
from conftest import numeric_csv


@pytest.fixture
def tables(write):
    """The same rows with weights, and repeated as often as their weights say."""
    rng = np.random.default_rng(3)
    rows = 90
    weights = rng.integers(1, 4, rows)
    group = rng.integers(0, 3, rows)
    x = rng.normal(size=(rows, 4)) * (1 + np.arange(4)) + group[:, None] * 0.3

    def columns(chosen):
        named = {f"x{k}": x[chosen, k].tolist() for k in range(4)}
        return named | {"g": group[chosen].tolist()}

    each = np.arange(rows)
    weighted = columns(each) | {"w": weights.tolist()}
    return (
        write("weighted.csv", numeric_csv(weighted)),
        write("repeated.csv", numeric_csv(columns(np.repeat(each, weights)))),
    )


def objectives(ok, tables, *options):
    fit = ["--group", "g", "--standardize", "--json", "-o", "m", "--method", *options]
    weighted = ok("fit", tables[0], "--weight", "w", *fit).json
    return weighted, ok("fit", tables[1], *fit).json


@pytest.mark.parametrize(
    "method",
    [
        "pca -d 2",
        "ppca -d 2",
        "fair-pca -d 2",
        "fair-pca -d 2 --criterion nash",
        "mean-matching-pca -d 1",
        "constrained-fair-pca -d 1 --delta 0.1",
        "robust-fair-pca -d 2 --weight-kind frequency",
        "robust-fair-pca -d 2 --weight-kind frequency --solver subgradient",
        "robust-fair-pca -d 2 --epsilon 0.02",
    ],
)
def test_a_weight_of_two_is_the_row_twice(ok, tables, method):
    weighted, repeated = objectives(ok, tables, *method.split())
    for number in ("objective", "reconstruction_error"):
        assert weighted[number] == pytest.approx(repeated[number], rel=1e-9)


def test_by_default_weights_are_of_a_sample_and_leave_larger_radii(ok, tables):
    weighted, repeated = objectives(ok, tables, "robust-fair-pca", "-d", 2)
    assert weighted["objective"] > repeated["objective"] * (1 + 1e-4)


def test_an_unknown_kind_of_weights_is_rejected(run, tables):
    result = run(
        "fit", tables[0], "--group", "g", "--weight", "w", "-d", 2, "-o", "m",
        "--method", "robust-fair-pca", "--weight-kind", "counts",
    )  # fmt: skip
    assert result.code == 2
    assert "sampling" in result.stderr and "frequency" in result.stderr
