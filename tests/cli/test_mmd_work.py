# SPDX-License-Identifier: BSD-3-Clause
"""What `fit --method mmd-fair-pca` costs: passes over the pairs, memory; and what tau is worth."""

import resource

import numpy as np
import pytest

FIT = ["--method", "mmd-fair-pca", "--group", "group", "-o", "model", "--json"]


@pytest.fixture
def grouped(write):
    """A table of groups g0, g1, ... of so many rows; `small` columns vary by a hundredth."""

    def write_groups(sizes, columns, *, small=0, whole_numbers=False, seed=3):
        rng = np.random.default_rng(seed)
        lines = [",".join([*(f"x{k}" for k in range(columns + small)), "group"])]
        for g, size in enumerate(sizes):
            x = rng.normal(size=(size, columns)) * np.arange(1, columns + 1)
            x += 0.3 * (g % 3) * np.arange(columns)
            x = np.hstack([x, 0.01 * rng.normal(size=(size, small))])
            for row in x.round(0 if whole_numbers else 4):
                lines.append(",".join([*map(str, row), f"g{g}"]))
        return write("grouped.csv", "\n".join(lines) + "\n")

    return write_groups


def test_memory_grows_with_the_pairs_of_groups(run, grouped):
    # A matrix of groups x groups for each pair of 150 groups would be 2 GB.
    options = ["-d", 2, "--max-rounds", 3, "--min-group-size", 0]
    done = run("fit", grouped([5] * 150, 5), *FIT, *options)
    assert done.code == 1 and done.json["status"] == "infeasible"
    assert len(done.json["dual_weights"]) == 150 * 149 // 2
    assert done.json["peak_memory_bytes"] < 300e6


def test_more_groups_than_fit_into_memory_are_rejected_before_the_search(run, grouped):
    def limit():
        resource.setrlimit(resource.RLIMIT_AS, (1_500_000_000, 1_500_000_000))

    done = run("fit", grouped([2] * 1000, 5), *FIT, "-d", 4, preexec_fn=limit)
    assert done.code == 2
    assert "MMD of 1000 groups (499500 pairs" in done.stderr
    assert "GB of memory, and 1.5 GB are available: merge groups" in done.stderr


def test_a_tau_below_the_floor_of_small_groups_is_said(run, grouped):
    path = grouped([400, 9, 300, 6], 6)
    options = ["-d", 2, "--tau", 1e-3, "--max-rounds", 5]
    hidden = run("fit", path, *FIT, *options).json
    assert any("floor of the estimate, (withheld), for 'g1'" in text for text in hidden["warnings"])
    report = run("fit", path, *FIT, *options, "--min-group-size", 0).json
    (warning,) = (text for text in report["warnings"] if "floor" in text)
    assert "'g1' against 'g3' (9 and 6 rows; the same holds for 6 of 6 constraints)" in warning
    assert "tau 0.001" in warning and "--tau-level" in warning and "estimator u" in warning
    floor = float(warning.split("estimate, ")[1].split(",")[0])
    assert 0.3 * (1 / 9 + 1 / 6) < floor < 0.8 * (1 / 9 + 1 / 6)


@pytest.mark.parametrize(
    "options", [["--tau", 0.5], ["--tau-level", 0.05], ["--tau", 1e-3, "--estimator", "u"]]
)
def test_other_taus_have_no_floor(run, grouped, options):
    path = grouped([60, 9, 6], 4)
    report = run("fit", path, *FIT, "-d", 2, "--max-rounds", 5, *options).json
    assert not [text for text in report["warnings"] if "floor" in text]


@pytest.mark.parametrize(
    "sizes, seed, gains", [([250, 200, 11], 3, False), ([120, 90, 12], 5, True)]
)
def test_further_starts_are_tried_only_while_they_gain(ok, grouped, sizes, seed, gains):
    # tau is a hundredth of the floor of the small group, or less.
    path = grouped(sizes, 5, small=2, seed=seed)
    options = [*FIT, "-d", 2, "--tau", 1e-4 if gains else 3e-4]
    few = ok("fit", path, *options, "--starts", "mean-matching,pca").json
    automatic = ok("fit", path, *options).json
    gain = automatic["explained_variance_ratio"] / few["explained_variance_ratio"] - 1
    assert gain > 0.05 if gains else abs(gain) < 2e-3
    assert automatic["evaluations"] < (2 if gains else 1.5) * few["evaluations"]


def test_single_precision_takes_no_more_passes(ok, grouped):
    path = grouped([700, 500], 6, whole_numbers=True)
    options = [*FIT, "-d", 4, "--tau", 3e-4]
    exact = ok("fit", path, *options).json
    single = ok("fit", path, *options, "--kernel", "tiled-single").json
    assert single["evaluations"] < 2 * exact["evaluations"]
    assert single["mmd2"] <= 3e-4
    assert single["explained_variance_ratio"] == pytest.approx(
        exact["explained_variance_ratio"], rel=5e-3
    )


def test_random_features_end_within_the_exact_tau(ok, grouped):
    # 32 features are cheaper than all pairs of 1,200 rows, and wrong by a fifth.
    path = grouped([700, 500], 6)
    options = [*FIT, "-d", 4, "--tau", 2e-3]
    exact = ok("fit", path, *options).json
    options += ["--kernel", "random-features", "--random-features", 32]
    found = ok("fit", path, *options).json
    assert found["mmd2"] <= 2e-3
    assert found["evaluations"] < 4 * exact["evaluations"]


def test_random_features_serve_only_where_they_are_cheaper(ok, grouped):
    path = grouped([150, 100], 6)
    options = [*FIT, "-d", 4, "--tau", 0.02]
    exact = ok("fit", path, *options).json
    found = ok("fit", path, *options, "--kernel", "random-features").json
    assert found["evaluations"] == exact["evaluations"]
    assert found["mmd2"] == exact["mmd2"]
