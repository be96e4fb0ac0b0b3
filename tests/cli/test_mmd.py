# SPDX-License-Identifier: BSD-3-Clause
"""`fit --method mmd-fair-pca` and FPCA with covariances: exit codes and refusals."""

import numpy as np
import pytest


def table(rows):
    return "\n".join(["a,b,c,d,group", *(",".join(map(str, row)) for row in rows)]) + "\n"


@pytest.fixture
def shifted(write):
    """150 rows of two groups whose means and spreads differ in every column."""
    rng = np.random.default_rng(3)
    rows = [
        [*(rng.normal(size=4) * (1 + i % 2) + (i % 2) * np.arange(1, 5)), "xy"[i % 2]]
        for i in range(150)
    ]
    return write("shifted.csv", table(rows))


FIT = ["--method", "mmd-fair-pca", "--group", "group", "-o", "model"]


def test_a_tau_that_holds_is_success(ok, shifted):
    report = ok("fit", shifted, *FIT, "-d", 1, "--tau", 0.02, "--json").json
    assert report["feasible"] is True and report["mmd2"] <= 0.02 == report["tau"]
    assert report["mmd2_pca"] > 0.02


def test_many_rows_solved_on_a_sample_first_end_within_tau_on_all(ok, write):
    rng = np.random.default_rng(5)
    group = np.arange(6100) % 2
    X = rng.normal(size=(6100, 4)) + 0.5 * group[:, np.newaxis] * np.arange(4)
    path = write("many.csv", table([*x, "xy"[g]] for x, g in zip(X.round(3), group, strict=True)))
    report = ok("fit", path, *FIT, "-d", 3, "--tau", 0.002, "--json").json
    assert report["feasible"] is True
    assert 0.999 * 0.002 <= report["mmd2"] <= 0.002 < report["mmd2_pca"]


def test_a_tau_that_is_missed_is_said_and_exits_with_1(run, shifted, tmp_path):
    done = run("fit", shifted, *FIT, "-d", 3, "--tau", 1e-12, "--max-rounds", 3, "--json")
    assert done.code == 1
    assert "above tau 1e-12" in done.stderr
    assert done.json["feasible"] is False and done.json["status"] == "infeasible"
    assert (tmp_path / "model").exists()  # nothing is lost


@pytest.mark.parametrize(
    "options, message",
    [
        (["--tau", 0], "--tau must be finite and > 0, got 0"),
        (["--tau", "nan"], "got nan"),
        (["--tau-level", 1.5], "got 1.5"),
        (["--bandwidth", 0], "--bandwidth of mmd-fair-pca must be authors | median | number > 0"),
        (["--bandwidth", "wide"], "got 'wide'"),
        (["--conditional", "equalized-odds"], "needs a label column"),
        (["--starts", "sun"], "got 'sun'"),
    ],
)
def test_options_out_of_range_are_refused(run, shifted, tmp_path, options, message):
    done = run("fit", shifted, *FIT, "-d", 2, *options)
    assert done.code == 2 and message in done.stderr
    assert not (tmp_path / "model").exists()


def test_projected_rows_that_coincide_have_no_bandwidth(run, write):
    rows = [[1, 2, 3, 4, "xy"[i % 2]] for i in range(36)]
    rows += [[i, -i, 2 * i, 0, "xy"[i % 2]] for i in range(4)]
    done = run("fit", write("coincide.csv", table(rows)), *FIT, "-d", 1)
    assert done.code == 2
    assert "the bandwidth" in done.stderr and "coincide" in done.stderr


@pytest.mark.parametrize("method", [["mmd-fair-pca"], ["constrained-fair-pca", "--mu", 0.1]])
def test_a_group_of_one_row_is_refused(run, write, method):
    rng = np.random.default_rng(1)
    rows = [[*rng.normal(size=4), "y" if i == 0 else "x"] for i in range(30)]
    options = ["--group", "group", "-d", 1, "-o", "model"]
    done = run("fit", write("one.csv", table(rows)), "--method", *method, *options)
    assert done.code == 2
    assert "group 'y' has 1 row" in done.stderr


def test_too_many_dimensions_for_equal_means_are_told(run, write):
    rng = np.random.default_rng(2)
    means = 3 * np.eye(5)[:, :4]
    rows = [[*(rng.normal(size=4) + means[i % 5]), i % 5] for i in range(100)]
    path = write("five.csv", table(rows))
    done = run("fit", path, *FIT, "-d", 2)
    assert done.code == 1
    assert "equal group means take 4 of the 4 directions" in done.stderr
    exact = ["--method", "constrained-fair-pca", "--delta", 0, "--group", "group", "-d", 2]
    done = run("fit", path, *exact, "-o", "other")
    assert done.code == 2 and "2 is too many with delta 0" in done.stderr


def test_plain_pca_within_tau_is_the_optimum(ok, write):
    rng = np.random.default_rng(0)
    alike = write("alike.csv", table([[*rng.normal(size=4), "xy"[i % 2]] for i in range(200)]))
    twice = write("twice.csv", table([[*row, g] for row in rng.normal(size=(40, 4)) for g in "xy"]))
    for path, options in [
        (alike, ["--estimator", "u", "--tau", 0.02]),
        (twice, ["--tau", 0.001]),
        (twice, ["--tau-level", 0.05]),
    ]:
        report = ok("fit", path, *FIT, "-d", 2, *options, "--json").json
        plain = ok("fit", path, "--drop", "group", "-d", 2, "-o", "plain", "--json").json
        assert report["status"] == "optimal" and report["mmd2"] <= report["tau"]
        assert report["explained_variance_ratio"] == pytest.approx(
            plain["explained_variance_ratio"], rel=1e-12
        )


def test_a_tau_below_the_noise_is_told_from_one_that_is_missed(run, write):
    rng = np.random.default_rng(0)
    rows = [[*rng.normal(size=4), "xy"[i % 2]] for i in range(200)]
    done = run("fit", write("alike.csv", table(rows)), *FIT, "-d", 2, "--tau", 1e-9)
    assert done.code == 1
    assert "tau is below what so few rows can tell" in done.stderr


def test_an_unbiased_mmd_may_be_asked_to_be_0_but_not_less(run, shifted):
    done = run("fit", shifted, *FIT, "-d", 1, "--estimator", "u", "--tau", -1)
    assert done.code == 2
    assert "--tau must be finite and >= 0, got -1" in done.stderr
