# SPDX-License-Identifier: BSD-3-Clause
"""`fairpca path` and the fair methods of `fit`, end to end."""

import numpy as np
import pytest
from conftest import read_csv


@pytest.fixture
def two_groups(write):
    """200 rows of two groups with different spreads, a label, five numbers."""
    rng = np.random.default_rng(11)
    lines = ["a,b,c,d,e,sex,paid"]
    for i in range(200):
        spread = [3, 1, 1, 0.5, 0.2] if i % 3 else [0.5, 1, 2, 2, 0.3]
        cells = [repr(float(x)) for x in rng.normal(size=5) * spread + (i % 3 == 0)]
        lines.append(",".join([*cells, "Male" if i % 3 else "Female", rng.choice(["no", "yes"])]))
    return write("two.csv", "\n".join(lines) + "\n")


COMMON = ["--group", "sex", "--drop", "paid", "-d", 2]


def test_the_fronts_start_and_end_where_they_should(ok, two_groups, tmp_path):
    path = ok("path", two_groups, *COMMON, "-o", "front.csv", "--json").json
    marks = {mark["name"]: mark for mark in path["marks"]}
    assert path["groups"] == ["Female", "Male"]
    assert path["certified"] and path["complete"]
    assert {"pca", "fair-pca", "equal-error", "robust-fair-pca lambda=2.5"} <= marks.keys()
    for mark in marks.values():
        assert mark["status"] in ("optimal", "infeasible")
        if mark["status"] == "optimal":
            assert mark["objective"] - mark["bound"] <= 1e-8 * mark["objective"]
    assert path["gap_front"][0]["error"] == pytest.approx(marks["pca"]["error"], rel=1e-12)
    errors = np.array([point["group_errors"] for point in path["errors_front"]])
    assert (np.diff(errors[:, 0]) >= -1e-12).all() and (np.diff(errors[:, 1]) <= 1e-12).all()
    header, rows = read_csv(tmp_path / "front.csv")
    assert header[:4] == ["front", "mark", "error", "gap"]
    assert header[4:8] == ["error Female", "error Male", "weight Female", "weight Male"]
    assert header[8:] == ["bound"]
    expected = len(path["errors_front"]) + len(path["gap_front"]) + len(marks)
    assert len(rows) == expected


def test_every_point_of_a_front_has_its_bound(ok, two_groups, people):
    crossed = ["path", people, "--group", "city", "--drop", "paid", "--drop", "sex", "-d", 1]
    for path in [
        ok("path", two_groups, *COMMON, "--json").json,
        ok(*crossed, "--standardize", "--lambdas", "1", "--json").json,
    ]:
        assert path["certified"] and path["errors_front"]
        for point in path["errors_front"] + path["gap_front"]:
            weighted = np.dot(point["weights"], point["group_errors"])
            assert point["bound"] == pytest.approx(weighted, rel=1e-9, abs=1e-9)
            assert point["bound"] <= weighted + 1e-9
    assert len(path["groups"]) == 3 and path["distance"] is None


def test_the_marks_agree_with_fit(ok, two_groups):
    path = ok("path", two_groups, *COMMON, "--lambdas", "1", "--json").json
    marks = {mark["name"]: mark for mark in path["marks"]}
    for method, mark, options in [
        ("pca", "pca", []),
        ("fair-pca", "fair-pca", []),
        ("robust-fair-pca", "robust-fair-pca lambda=1", ["--lambda", "1"]),
    ]:
        fit = ok(
            "fit", two_groups, *COMMON, "--method", method, *options, "-o", "m.fpca", "--json"
        ).json
        assert fit["objective"] == pytest.approx(marks[mark]["objective"], rel=1e-8)
        assert fit["reconstruction_error"] == pytest.approx(marks[mark]["error"], rel=1e-5)


def test_a_table_and_csv_on_standard_output(ok, two_groups):
    text = ok("path", two_groups, *COMMON).stdout
    assert "fair-pca" in text and "Equal errors are" in text
    lines = ok("path", two_groups, *COMMON, "-o", "-").stdout.splitlines()
    assert lines[0].startswith("front,mark,error,gap")


def test_a_cap_on_the_gap_is_kept_or_said_to_be_impossible(ok, run, two_groups):
    path = ok("path", two_groups, *COMMON, "--max-gap", "0.05", "--json").json
    capped = next(mark for mark in path["marks"] if mark["name"] == "max-gap")
    assert capped["gap"] <= 0.05 * (1 + 1e-9)
    if not path["equal_error"]["attainable"]:
        assert run("path", two_groups, *COMMON, "--max-gap", "0").code == 1


def test_a_cap_on_the_gap_needs_two_groups(refused, ok, people):
    path = ["path", people, "--group", "city", "--drop", "paid", "--drop", "sex", "-d", 2]
    refused(*path, "--max-gap", "1", says=["--max-gap", "two groups", "there are 3"])
    assert "(two groups)" in ok("path", "--help").stdout


def test_moments_give_the_same_path(ok, two_groups):
    ok("moments", two_groups, "--group", "sex", "--drop", "paid", "-o", "m.fpcm")
    from_rows = ok("path", two_groups, *COMMON, "--json").json
    from_moments = ok("path", "--moments", "m.fpcm", "--group", "sex", "-d", 2, "--json").json
    assert from_rows["marks"] == from_moments["marks"]


def test_bad_options_are_refused(refused, two_groups):
    refused("path", two_groups, *COMMON, "--max-gap", "-1", says=["--max-gap must be", "-1"])
    refused("path", two_groups, *COMMON, "--tolerance", "2", says=["tolerance", "2"])
    refused("path", two_groups, *COMMON, "--lambdas", "1,-3", says=["--lambdas", "-3"])
    refused(
        "path", two_groups, *COMMON, "--lambdas", "a", says=["--lambdas", "numbers >= 0", "'a'"]
    )
    refused("path", two_groups, *COMMON, "--lambdas", "0,a", says=["--lambdas", "got '0,a'"])
    refused("path", two_groups, *COMMON, "--alpha", "x", says=["--alpha", ">= 0", "'x'"])
    refused("path", two_groups, "--drop", "paid", "--drop", "sex", "-d", 2, says=["groups"])
    refused("path", "-d", 2, says=["either DATA or --moments"])


def test_fit_offers_every_fair_method(ok, two_groups):
    for method, options, status in [
        ("fair-pca", ["--criterion", "error"], "optimal"),
        ("fair-pca", ["--criterion", "nash"], "optimal"),
        ("robust-fair-pca", ["--epsilon", "0.01,0.02"], "optimal"),
        ("gap-capped-pca", [], "optimal"),
        ("gap-capped-pca", ["--max-gap", "0.01"], "optimal"),
        ("mean-matching-pca", [], "optimal"),
        # What else is excluded is a choice: the bound is that of mean matching alone.
        ("mean-matching-pca", ["--covariance-dimensions", "0.75"], "converged"),
        ("constrained-fair-pca", ["--relative-delta", "0.5"], "optimal"),
    ]:
        fit = ok(
            "fit", two_groups, *COMMON, "--method", method, *options, "-o", "m.fpca", "--json"
        ).json
        assert fit["status"] == status and fit["certified"], (method, fit)
        assert fit["dimensions"] == 2


def test_equal_opportunity_reads_the_label(ok, two_groups, tmp_path):
    ok(
        *("fit", two_groups, "--group", "sex", "--label", "paid", "-d", 2),
        *("--method", "mean-matching-pca", "--positive", "yes", "-o", "m.fpca"),
    )
    ok("transform", "m.fpca", two_groups, "--keep", "sex", "--keep", "paid", "-o", "z.csv")
    header, rows = read_csv(tmp_path / "z.csv")
    table = [dict(zip(header, row, strict=True)) for row in rows]
    means = [
        np.mean(
            [
                [float(row["pc1"]), float(row["pc2"])]
                for row in table
                if row["sex"] == sex and row["paid"] == "yes"
            ],
            axis=0,
        )
        for sex in ("Female", "Male")
    ]
    np.testing.assert_allclose(means[0], means[1], atol=1e-9)


def test_bad_fair_options_are_refused(refused, two_groups):
    fit = ["fit", two_groups, *COMMON, "-o", "m.fpca", "--method"]
    refused(*fit, "robust-fair-pca", "--lambda", "-1", says=["lambda", ">= 0", "-1"])
    refused(*fit, "robust-fair-pca", "--alpha", "nan", says=["alpha", "'nan'"])
    refused(*fit, "constrained-fair-pca", "--delta", "-2", says=["delta", ">= 0", "-2"])
    refused(*fit, "fair-pca", "--criterion", "best", says=["criterion", "loss | error | nash"])
    refused(*fit, "fair-pca", "--solver", "sdp", says=["solver", "exact"])
    refused(*fit, "mean-matching-pca", "--positive", "yes", says=["no label column"])


def test_what_a_moments_file_settled_is_not_asked_for_again(ok, refused, two_groups):
    ok("moments", two_groups, "--group", "sex", "--label", "paid", "-o", "s.fpmo")
    path = ["path", "--moments", "s.fpmo", "-d", 2]
    ok(*path, "--group", "sex")
    for option in [
        *("--drop=age", "--features=age", "--categorical=age", "--label=paid", "--weight=age"),
        *("--na=?", "--delimiter=;", "--no-header", "--missing=mean", "--keep-protected"),
    ]:
        refused(*path, option, says=[option.partition("=")[0], "moments"])
