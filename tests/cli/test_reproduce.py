# SPDX-License-Identifier: BSD-3-Clause
"""`fairpca reproduce`: the papers' experiments by name."""

import os
import xml.etree.ElementTree as ElementTree

import numpy as np
import pytest
from conftest import DATA, read_csv, read_numbers

SYNTHETIC = "frmppca-synthetic-balanced-4"


@pytest.fixture
def without_data():
    """The environment of somebody who has not said where the data sets are."""
    return {name: value for name, value in os.environ.items() if name != "FAIRPCA_DATA"}


def test_the_list_names_every_figure_and_json_says_the_same(ok):
    lines = ok("reproduce", "--list").stdout.splitlines()
    listed = ok("reproduce", "--list", "--json").json
    assert [line.split()[0] for line in lines] == [entry["id"] for entry in listed]
    figures = {figure for entry in listed for figure in entry["figures"]}
    assert {f"5.{i}" for i in range(2, 20)} <= figures


def test_an_unknown_experiment_offers_the_nearest(refused):
    refused("reproduce", "frmppca-germany", says=["'frmppca-germany'", "frmppca-german,", "--list"])
    refused("reproduce", says=["EXPERIMENT", "--list"])


def test_missing_data_are_refused_with_the_way_on(refused, without_data, tmp_path):
    refused(
        "reproduce",
        "frmppca-german",
        says=["frmppca/german_credit.csv", "--data DIR", "FAIRPCA_DATA"],
        env=without_data,
    )
    refused("reproduce", "frmppca-german", "--data", tmp_path, says=[str(tmp_path), "no such file"])
    refused(
        "reproduce",
        "frmppca-german",
        "--data",
        tmp_path,
        "-o",
        "figures",
        says=["german_credit.csv"],
    )
    assert not (tmp_path / "figures").exists()


def test_a_short_run_writes_numbers_and_a_drawing_of_them(ok, tmp_path, without_data):
    result = ok(
        "reproduce", SYNTHETIC, "--max-steps", 3, "-o", "figures", "--json", env=without_data
    ).json
    assert sorted(path.name for path in (tmp_path / "figures").iterdir()) == [
        "figure-5.2.csv",
        "figure-5.2.svg",
    ]
    header, numbers = read_numbers(tmp_path / "figures/figure-5.2.csv")
    assert header[1:] == ["group 0", "group 1"]
    assert numbers[:, 0].tolist() == [0, 1, 2, 3]
    [figure] = result["figure_values"]
    np.testing.assert_array_equal(
        numbers[:, 1:].T, [np.array(line["values"]) for line in figure["lines"]]
    )
    plain, fair = result["summary"]
    assert fair["worst_group"] >= plain["worst_group"]
    # The best step's worst group is the best of all steps, or the plain mixture's.
    assert fair["worst_group"] == pytest.approx(
        max(numbers[:, 1:].min(axis=1).max(), plain["worst_group"]), abs=1e-12
    )
    svg = ElementTree.parse(tmp_path / "figures/figure-5.2.svg").getroot()
    lines = list(svg.iter("{http://www.w3.org/2000/svg}polyline"))
    assert [len(line.get("points").split()) for line in lines] == [4, 4]


def test_the_table_shows_the_paper_beside_what_came_out(ok):
    text = ok("reproduce", SYNTHETIC, "--max-steps", 2).stdout
    for words in ["MPPCA", "worst group", "gap", "5.2: ", "converge", "holds"]:
        assert words in text


def test_threads_do_not_change_a_number_and_seeds_do(ok):
    def values(*options):
        return ok("reproduce", SYNTHETIC, "--max-steps", 1, "--json", *options).json[
            "figure_values"
        ]

    one = values("--threads", 1)
    assert one == values("--threads", 3)
    assert one != values("--seed", 1)


def test_a_folder_that_cannot_be_is_refused_before_the_work(refused, write, tmp_path):
    write("taken", "text")
    refused("reproduce", SYNTHETIC, "-o", "taken", says=["taken", "folder"])
    refused("reproduce", SYNTHETIC, "-o", "no/such/folder", says=["no/such/folder"])
    assert (tmp_path / "taken").read_text() == "text"
    refused("reproduce", SYNTHETIC, "--max-steps", "-1", says=["--max-steps"])


@pytest.mark.skipif(not DATA.is_dir(), reason="the data sets are not there: set FAIRPCA_DATA")
def test_german_credit_gives_its_four_figures(ok, tmp_path):
    result = ok(
        "reproduce",
        "frmppca-german",
        "--data",
        DATA,
        "--max-steps",
        2,
        "-o",
        tmp_path,
        "--threads",
        2,
        "--json",
    ).json
    assert [figure["id"] for figure in result["figure_values"]] == [
        f"figure-5.{i}" for i in range(8, 12)
    ]
    header, rows = read_csv(tmp_path / "figure-5.11.csv")
    assert len(header) == 10 and len(rows) == 3
    areas = np.array(rows, dtype=float)[:, 1:]
    assert (areas > 0.4).all() and (areas < 0.9).all()
    pca = result["summary"][0]
    assert pca["method"] == "PCA"
    assert 0.65 < pca["AUC"] < 0.85
    assert "700 training rows" in result["notes"][0]


@pytest.mark.skipif(not DATA.is_dir(), reason="the data sets are not there: set FAIRPCA_DATA")
def test_the_splits_of_mbf_pca_are_compared_with_what_its_authors_stored(run, tmp_path):
    name = "mbfpca-german-2-1e-3"
    result = run("reproduce", name, "--data", DATA, "--max-steps", 1, "-o", tmp_path, "--json").json
    header, rows = read_csv(DATA / "published_results/mbfpca_loadings_metrics.csv")
    stored = [dict(zip(header, row, strict=True)) for row in rows]
    variances = [
        float(cells["expvar_train_pct"])
        for cells in stored
        if (cells["dataset"], cells["method"], cells["param"], cells["d"])
        == ("german", "MBF-PCA", "1e-3", "2")
    ]
    authors, here = result["summary"]
    assert authors["explained_variance"] == pytest.approx(np.mean(variances), rel=1e-12)
    assert authors["splits_within_tau"] == 10
    _, numbers = read_numbers(tmp_path / "table-1-mbfpca-german-2-1e-3-variance.csv")
    np.testing.assert_allclose(numbers[:, 1], variances, rtol=1e-12)
    assert here["explained_variance"] == pytest.approx(numbers[:, 2].mean(), rel=1e-12)
