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


def test_many_rows_searched_in_single_precision_end_as_in_double(ok, write):
    rng = np.random.default_rng(6)
    group = np.arange(8200) % 2
    X = rng.normal(size=(8200, 6)) * np.arange(1, 7) + 0.4 * group[:, np.newaxis] * np.arange(6)
    columns = ",".join(f"x{k}" for k in range(6))
    lines = [",".join(map(str, [*x, "xy"[g]])) for x, g in zip(X.round(3), group, strict=True)]
    path = write("many.csv", "\n".join([f"{columns},group", *lines]) + "\n")
    options = [*FIT, "-d", 4, "--tau", 5e-4, "--json"]
    single = ok("fit", path, *options).json
    double = ok("fit", path, *options, "--kernel", "tiled").json
    for report in (single, double):
        assert report["status"] == "converged"
        assert 0.999 * 5e-4 <= report["mmd2"] <= 5e-4 < report["mmd2_pca"]
    assert single["explained_variance_ratio"] == pytest.approx(
        double["explained_variance_ratio"], rel=1e-4
    )
    assert single["evaluations"] < 2 * double["evaluations"]


def test_a_tau_that_is_missed_is_said_and_exits_with_1(run, shifted, tmp_path):
    done = run("fit", shifted, *FIT, "-d", 3, "--tau", 1e-12, "--max-rounds", 3, "--json")
    assert done.code == 1
    assert "above tau 1e-12" in done.stderr
    assert done.json["feasible"] is False and done.json["status"] == "infeasible"
    assert (tmp_path / "model").exists()  # nothing is lost


@pytest.mark.parametrize(
    "options, message",
    [
        (["--tau", 0], "--tau must be > 0, got 0"),
        (["--tau", "nan"], "got 'nan'"),
        (["--tau-level", 1.5], "got '1.5'"),
        (
            ["--bandwidth", 0],
            "--bandwidth must be authors | median | a number from 1e-100 to 1e+100, got '0'",
        ),
        (["--bandwidth", "wide"], "got 'wide'"),
        (["--conditional", "equalized-odds"], "there is no label column; give one: --label COL"),
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
    assert "equal group means rule out 4 of the 4 directions" in done.stderr
    exact = ["--method", "constrained-fair-pca", "--delta", 0, "--group", "group", "-d", 2]
    done = run("fit", path, *exact, "-o", "other")
    assert done.code == 2 and "2 is too many; --delta 0 rules out" in done.stderr
    assert "--delta above 0" in done.stderr


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
    assert "below the floor of the estimate" in done.stderr


def test_an_unbiased_mmd_may_be_asked_to_be_0_but_not_less(run, shifted):
    done = run("fit", shifted, *FIT, "-d", 1, "--estimator", "u", "--tau", -1)
    assert done.code == 2
    assert "--tau must be a number >= 0, got '-1'" in done.stderr


def labelled(write, label):
    """60 rows of groups x and y in turn, with label(i)."""
    rng = np.random.default_rng(4)
    rows = [[*rng.normal(size=4), "xy"[i % 2], label(i)] for i in range(60)]
    text = table(rows).replace("group\n", "group,paid\n", 1)
    return write("labelled.csv", text)


@pytest.mark.parametrize(
    "label, says",
    [
        (
            lambda i: ["no", "yes"][i // 2 % 2],
            "no row has label '1' in column 'paid'; the labels are 'no', 'yes'"
            ": --positive chooses one",
        ),
        (
            lambda i: 0 if i % 2 else i // 2 % 2,
            "no row of group 'y' has label '1' in column 'paid'; its labels are '0'; in every "
            "group there is '0': --positive chooses one",
        ),
    ],
)
def test_a_positive_label_that_is_not_there_is_named(refused, write, tmp_path, label, says):
    path = labelled(write, label)
    fit = ["--label", "paid", "--conditional", "equal-opportunity", "-d", 1]
    refused("fit", path, *FIT, *fit, says=[says])
    assert not (tmp_path / "model").exists()


def test_columns_that_are_all_constant_are_named_as_the_cause(refused, ok, write, tmp_path):
    path = write("same.csv", table([0.1, 2, 3, 4, "xy"[i % 2]] for i in range(40)))
    for options in ([], ["--bandwidth", "median"], ["--bandwidth", 2]):
        done = refused("fit", path, *FIT, "-d", 1, *options, says=["no column varies", "40 rows"])
        assert "bandwidth" not in done.stderr
    assert not (tmp_path / "model").exists()


PRICED = ["--method", "constrained-fair-pca", "--group", "group", "-o", "model", "--mu", 0.1]


@pytest.mark.parametrize("formulation", ["default", "authors"])
@pytest.mark.parametrize("groups", [2, 3, 5])
@pytest.mark.parametrize("delta", [1e-3, 0.5, 1e308])
def test_fpca_ends_with_a_model_whatever_delta_and_groups(
    run, write, tmp_path, groups, delta, formulation
):
    rng = np.random.default_rng(3)
    means = 3 * np.eye(5)[:, :4]
    rows = [[*(rng.normal(size=4) + means[i % groups]), i % groups] for i in range(100)]
    path = write("means.csv", table(rows))
    for d in (1, 2, 3):
        options = ["-d", d, "--delta", delta, "--formulation", formulation, "--json"]
        done = run("fit", path, *PRICED, *options)
        assert done.code in (0, 1), done.stderr
        report = done.json
        assert (done.code == 0) == report["converged"]
        assert (tmp_path / "model").exists()
        within = report["mean_difference"] <= delta * (1 + 1e-6) + 1e-7
        assert within == (report["status"] != "infeasible")
        assert done.code == 0 or "--delta" in done.stderr


@pytest.mark.parametrize(
    "options, message",
    [
        (["--mu", -1], "--mu must be a number >= 0, got '-1'"),
        (["--mu", 1e308], "--mu must be 0 to 1e+100 for these data, got 1e+308"),
        (["--mu", "much"], "--mu must be a number >= 0, got 'much'"),
        (["--delta", -1], "--delta must be a number >= 0, got '-1'"),
        (["--delta", "1e400"], "--delta must be a finite number >= 0, got '1e400'"),
        (["--relative-delta", 2], "--relative-delta must be none | a number from 0 to 1"),
        (["--formulation", "ours"], "--formulation must be default | auth"),
        (["-d", 4], "--dimensions: 4 is out of range; with 4 encoded columns this method takes 1"),
    ],
)
def test_options_of_fpca_out_of_range_are_refused(refused, shifted, tmp_path, options, message):
    fit = ["--method", "constrained-fair-pca", "--group", "group", "-o", "model"]
    dimensions = [] if "-d" in options else ["-d", 2]
    refused("fit", shifted, *fit, *dimensions, *options, says=[message])
    assert {path.name for path in tmp_path.iterdir()} == {"shifted.csv"}


def test_a_level_gives_each_pair_its_own_tau(ok, write):
    rng = np.random.default_rng(6)
    sizes = {"few": 12, "many": 300, "more": 400}
    groups = [name for name, size in sizes.items() for _ in range(size)]
    rows = [[*(rng.normal(size=4) * (3, 2, 1, 1) + 0.4 * (g == "many")), g] for g in groups]
    path = write("sizes.csv", table(rows))
    level = ["-d", 2, "--tau-level", 0.05, "--permutations", 99]
    report = ok("fit", path, *FIT, *level, "--json").json
    pairs = {one["name"]: one for one in report["constraints"]}
    assert list(pairs) == ["'few' against 'many'", "'few' against 'more'", "'many' against 'more'"]
    for name, one in pairs.items():
        first, second = (sizes[part.strip("'")] for part in name.split(" against "))
        assert one["tau"] == pytest.approx(report["tau_factor"] * (1 / first + 1 / second))
        assert one["mmd2"] <= one["tau"] and one["p_value"] >= 0.05
    assert report["p_value"] == min(one["p_value"] for one in pairs.values())
    assert report["permuted_rows"] == 712
    text = ok("fit", path, *FIT, *level).stdout
    assert "pair" in text and "'many' against 'more'" in text
    inspected = ok("inspect", "model", "--json").json
    assert float(inspected["provenance"]["options"]["tau-factor"]) == report["tau_factor"]


def test_a_level_needs_enough_permutations(refused, shifted):
    options = ["-d", 1, "--tau-level", 0.001]
    refused("fit", shifted, *FIT, *options, says=["permutations must be at least 999"])
