# SPDX-License-Identifier: BSD-3-Clause
"""Mixtures on the command line: fit, transform, evaluate, inspect, missing cells, ranges."""

import numpy as np
import pytest
from conftest import DATA, numeric_csv, read_csv, read_numbers


@pytest.fixture
def table(write):
    """300 rows of 4 columns in two clusters, a group of a third that is spread wider."""
    random = np.random.default_rng(1)
    group = np.repeat([0, 0, 1], 100)
    X = random.normal(size=(300, 4)) * (1 + group[:, None]) + 6 * (np.arange(300)[:, None] % 2)
    columns = {f"x{j + 1}": X[:, j].tolist() for j in range(4)} | {"sex": group.tolist()}
    return write("rows.csv", numeric_csv(columns))


MIXTURE = ("--group", "sex", "-k", 2, "-d", 1)


def test_the_fair_mixture_reports_what_every_group_gets(ok, table):
    plain = ok("fit", table, *MIXTURE, "--method", "mixture-ppca", "-o", "p.fpca", "--json").json
    fair = ok(
        "fit", table, *MIXTURE, "--method", "fair-mixture-ppca", "-o", "f.fpca", "--json"
    ).json
    assert fair["status"] == "converged"
    worst = [min(g["log_likelihood"] for g in report["groups"]) for report in (plain, fair)]
    assert worst[1] > worst[0]
    assert fair["worst_log_likelihood"] == worst[1] == -fair["objective"]
    assert sum(fair["group_weights"]) == pytest.approx(1)
    assert set(fair["history"][0]) == {"group_weights", "log_likelihood", "reconstruction_error"}
    assert (
        "log-likelihood"
        in ok("fit", table, *MIXTURE, "--method", "mixture-ppca", "-o", "p.fpca").stdout
    )


def test_evaluate_measures_what_fit_reported(ok, table):
    for method in ("mixture-ppca", "ppca"):
        options = MIXTURE if method == "mixture-ppca" else ("--group", "sex", "-d", 1)
        fitted = ok("fit", table, *options, "--method", method, "-o", "m.fpca", "--json").json
        measured = ok("evaluate", "m.fpca", table, "--json").json
        for there, here in zip(fitted["groups"], measured["groups"], strict=True):
            assert here["log_likelihood"] == pytest.approx(there["log_likelihood"], abs=1e-9)
            assert here["reconstruction_error"] == pytest.approx(there["reconstruction_error"])
            assert here["loss"] == pytest.approx(there["loss"], abs=1e-9)
        ok("transform", "m.fpca", table, "--what", "log-likelihood", "-o", "out.csv")
        _, values = read_numbers(table.parent / "out.csv")
        assert measured["log_likelihood"] == pytest.approx(values.mean(), abs=1e-9)
    assert "log-likelihood" in ok("evaluate", "m.fpca", table).stdout
    for method in ("pca", "fair-pca"):  # have none
        fit = ("fit", table, "--group", "sex", "-d", 1, "--method", method, "-o", "m.fpca")
        assert "log-likelihood" not in ok(*fit).stdout
        measured = ok("evaluate", "m.fpca", table, "--json").json
        assert all("log_likelihood" not in part for part in (measured, *measured["groups"]))
        assert "log-likelihood" not in ok("evaluate", "m.fpca", table).stdout


def test_transform_writes_coordinates_responsibilities_and_reconstructions(ok, table, tmp_path):
    ok("fit", table, *MIXTURE, "--method", "mixture-ppca", "-o", "m.fpca")
    headers = {
        (): ["pc1"],
        ("--embedding", "blocks"): ["pc1", "pc2"],
        ("--what", "responsibilities"): ["component1", "component2"],
        ("--what", "posterior-means"): ["component1_pc1", "component2_pc1"],
        ("--what", "posterior-covariance"): ["pc1_pc1"],
        ("--what", "completion"): ["x1", "x2", "x3", "x4"],
        ("--what", "reconstruction"): ["x1", "x2", "x3", "x4"],
    }
    for options, header in headers.items():
        ok("transform", "m.fpca", table, *options, "-o", "out.csv")
        names, numbers = read_numbers(tmp_path / "out.csv")
        assert names == header
        assert numbers.shape == (300, len(header))
        if "responsibilities" in options:
            np.testing.assert_allclose(numbers.sum(axis=1), 1, atol=1e-12)
        if "completion" in options:  # no cell was missing
            np.testing.assert_array_equal(numbers, read_numbers(table)[1][:, :4])


def test_rows_are_drawn_from_models_with_a_likelihood(ok, refused, table, tmp_path):
    ok("fit", table, *MIXTURE, "--method", "mixture-ppca", "-o", "m.fpca")
    ok("fit", table, "--group", "sex", "-d", 1, "--method", "ppca", "-o", "p.fpca")
    ok("fit", table, "--group", "sex", "-d", 1, "-o", "pca.fpca")
    for model in ("m.fpca", "p.fpca"):
        ok("synth", "--model", model, "--rows", 20_000, "--seed", 3, "-o", "drawn.csv")
        names, drawn = read_numbers(tmp_path / "drawn.csv")
        assert names == ["x1", "x2", "x3", "x4"]
        rows = read_numbers(table)[1][:, :4]
        np.testing.assert_allclose(drawn.mean(axis=0), rows.mean(axis=0), atol=0.15)
        np.testing.assert_allclose(np.cov(drawn.T), np.cov(rows.T), atol=0.15 * rows.var() * 4)
        again = ok("synth", "--model", model, "--rows", 5000, "--seed", 3, "-o", "-").stdout
        assert (tmp_path / "drawn.csv").read_text().startswith(again)
        other = ok("synth", "--model", model, "--rows", 5000, "--seed", 4, "-o", "-").stdout
        assert other != again
        as_fitted = ok("synth", "--model", model, "-o", "-").stdout
        assert len(as_fitted.splitlines()) == 301
    drawn = ("synth", "--model", "m.fpca", "-o")
    refused("synth", "--model", "pca.fpca", "-o", "x.csv", says=["'pca' has no likelihood", "ppca"])
    refused(*drawn, "x.csv", "--rows", -1, says=["--rows", "a whole number >= 0"])
    refused(*drawn, "x.csv", "--features", 3, says=["--features"])
    refused("synth", "mbf-1", "--model", "m.fpca", "-o", "x.csv", says=["exclude each other"])
    refused(*drawn, "m.fpca", says=["m.fpca"])
    refused("synth", "--model", "m.fpca", says=["-o OUT"])


def test_models_do_not_depend_on_threads_or_on_rows_kept(run, ok, table, tmp_path):
    models = []
    for number, options in enumerate(
        [("--threads", 1), ("--threads", 3), ("--threads", 2, "--keep-rows", "stream")]
    ):
        name = f"m{number}.fpca"
        fit = ("--method", "fair-mixture-ppca", "--max-steps", 5, "--patience", 5)
        assert run("fit", table, *MIXTURE, *fit, *options, "-o", name).code in (0, 1)
        ok("transform", name, table, "-o", "out.csv")
        models.append((tmp_path / "out.csv").read_bytes())
    assert models[0] == models[1] == models[2]


def test_missing_cells_by_the_model(ok, refused, write, table):
    header, cells = read_csv(table)
    for i, row in enumerate(cells):
        row[i % 4] = "" if i % 3 == 0 else row[i % 4]
    cells[1][:4] = [""] * 4  # nothing is known of this row but its group
    holes = write("holes.csv", "\n".join(",".join(row) for row in [header, *cells]) + "\n")
    for method in ("ppca", "mixture-ppca", "fair-mixture-ppca"):
        options = ("--group", "sex", "-d", 2, *(() if method == "ppca" else ("-k", 2)))
        model = ("--missing", "model")
        assert ok("fit", holes, *options, "--method", method, *model, "-o", "m.fpca").stderr == ""
        ok("transform", "m.fpca", holes, *model, "-o", "out.csv")
        ok("transform", "m.fpca", holes, *model, "--what", "completion", "-o", "out.csv")
        filled, known = read_csv(table.parent / "out.csv")[1], read_csv(table)[1]
        for i in (0, 2, 3):  # what was there is there, what was not is a number
            for j in range(4):
                missing = cells[i][j] == ""
                assert missing or float(filled[i][j]) == float(known[i][j])
                assert not missing or abs(float(filled[i][j]) - float(known[i][j])) < 8
        assert ok("evaluate", "m.fpca", holes, *model, "--json").json["rows"] == 300
    ok("fit", table, "-d", 1, "-o", "pca.fpca")
    says = ["no model of missing", "--missing mean"]
    refused("transform", "pca.fpca", holes, "--missing", "model", "-o", "out.csv", says=says)
    refused(
        "fit", holes, "-d", 1, "--missing", "model", "-o", "x.fpca", says=["no model of missing"]
    )


def test_ranges_and_models_of_steps(run, ok, table, tmp_path):
    result = ok(
        *("fit", table, "--method", "mixture-ppca", "-k", "1:3", "-d", "1:2", "-o", "m.fpca"),
        "--json",
    )
    sizes = [(k, d) for k in (1, 2, 3) for d in (1, 2)]
    fits = [
        ok(
            "fit", table, "--method", "mixture-ppca", "-k", k, "-d", d, "-o", "m.fpca", "--json"
        ).json
        for k, d in sizes
    ]
    least = min(fits, key=lambda report: report["bic"])
    for key in ("bic", "mixture_components", "requested_dimensions"):
        assert result.json[key] == least[key]
    (chosen,) = result.json["notes"]
    assert "chosen by BIC" in chosen and chosen not in result.json["warnings"]
    assert f"fairpca: {chosen}\n" in result.stderr
    assert "notes" not in fits[0]
    fit = ("--method", "fair-mixture-ppca", "--keep-models", "--max-steps", 3, "-o", "f.fpca")
    assert run("fit", table, *MIXTURE, *fit).code == 1
    steps = sorted(tmp_path.glob("f.step*.fpca"))
    assert len(steps) == 4
    ok("transform", steps[0], table, "-o", "out.csv")


def test_inspect_shows_the_components(ok, table):
    ok("fit", table, *MIXTURE, "--method", "mixture-ppca", "-o", "m.fpca")
    shown = ok("inspect", "m.fpca", "--json").json
    assert shown["mixture"]["latent_dimensions"] == 1
    assert sum(c["weight"] for c in shown["mixture"]["components"]) == pytest.approx(1)
    assert "2 components with 1 of 4 dimensions" in ok("inspect", "m.fpca").stdout


def test_refusals(refused, run, ok, table):
    mixture = ("--method", "mixture-ppca", "-o", "m.fpca")
    refused("fit", table, "--group", "sex", "-k", 301, "-d", 1, *mixture, says=["301", "300"])
    refused("fit", table, "-k", 2, "-d", 4, "--drop", "sex", *mixture, says=["takes 1 to 3"])
    refused(
        "fit",
        table,
        *MIXTURE,
        *mixture,
        "--noise-prior",
        "0",
        says=["--noise-prior", "A >= 0 and B"],
    )
    refused("fit", table, "-k", 0, "-d", 1, *mixture, says=["--mixture-components", "1 <= K"])
    refused("fit", table, "-k", 2, "-d", "3:1", *mixture, says=["--dimensions", "LEAST:MOST"])
    refused("fit", "-", *MIXTURE, *mixture, stdin=table.read_bytes(), says=["standard input"])
    fair = ("--method", "fair-mixture-ppca", "-o", "m.fpca")
    refused("fit", table, "-k", 2, "-d", 1, *fair, says=["needs at least 2,", "--group COL"])
    refused("fit", table, "--group", "sex", "-k", 101, "-d", 1, *fair, says=["rows of group"])
    result = run("fit", table, *MIXTURE, *mixture, "--max-iterations", 1)
    assert result.code == 1
    refused("transform", "m.fpca", table, "--inverse", "-o", "x.csv", says=["turned back"])
    refused("evaluate", "m.fpca", table, "--center", "group", says=["--center cannot be group"])


@pytest.mark.skipif(not DATA.is_dir(), reason="the data sets are not there: set FAIRPCA_DATA")
def test_adult_with_its_categories(ok):
    table = DATA / "frmppca/adult.csv.gz"
    options = ("--group", "sex", "--label", "income", "--drop", "fnlwgt", "--standardize")
    report = ok(
        *("fit", table, *options, "--method", "mixture-ppca", "-k", 2, "-d", 2),
        *("--max-iterations", 3, "--tolerance", 10, "-o", "m.fpca", "--json"),
    ).json
    assert [group["rows"] for group in report["groups"]] == [10771, 21790]
