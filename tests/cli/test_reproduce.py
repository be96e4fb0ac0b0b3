# SPDX-License-Identifier: BSD-3-Clause
"""`fairpca reproduce`: the papers' tables and figures by name."""

import json
import os
import xml.etree.ElementTree as ElementTree

import numpy as np
import pytest
from conftest import DATA, ROOT, read_csv

IDS = [
    *(f"fairpca-figure{i}" for i in range(1, 5)),
    *(f"rfpca-table{i}" for i in (1, 3, 4)),
    *(f"rfpca-figure{i}" for i in range(1, 17)),
    "mbfpca-table1",
    *(f"mbfpca-figure{i}" for i in range(1, 19) if i != 5),
    *(f"frmppca-figure5.{i}" for i in range(1, 20)),
]
needs_data = pytest.mark.skipif(
    not DATA.is_dir(), reason="the data sets are not there: set FAIRPCA_DATA"
)


@pytest.fixture
def without_data():
    """The environment of somebody who has not said where the data sets are."""
    return {name: value for name, value in os.environ.items() if name != "FAIRPCA_DATA"}


def test_every_table_and_figure_of_the_papers_has_an_id(ok):
    lines = ok("reproduce", "--list").stdout.splitlines()
    listed = ok("reproduce", "--list", "--json").json
    assert [line.split()[0] for line in lines] == [entry["id"] for entry in listed]
    assert sorted(entry["id"] for entry in listed) == sorted(IDS)
    for entry in listed:
        assert entry["number"].lower().replace(" ", "") in entry["id"]
        assert entry["title"] and entry["paper"]


def test_an_unknown_experiment_offers_the_nearest(refused):
    refused("reproduce", "rfpca-tabel1", says=["'rfpca-tabel1'", "rfpca-table1", "--list"])
    refused("reproduce", says=["ID", "--list"])


def test_missing_data_are_named_with_where_they_can_be_had(refused, without_data, tmp_path):
    says = ["rfpca/biodeg.csv", "doi:10.24432/C5H60M", "--data DIR", "FAIRPCA_DATA"]
    refused("reproduce", "rfpca-figure3", says=says, env=without_data)
    refused("reproduce", "rfpca-figure3", "--data", tmp_path, "-o", "out", says=says)
    assert not (tmp_path / "out").exists()


def test_every_missing_data_set_has_a_line_of_its_own(ok, refused):
    lines = refused(
        *("reproduce", "all", "--data", "nowhere"), says=["nowhere: there is no such folder"]
    ).stderr.splitlines()
    assert not any("\\x0a" in line or " ... " in line for line in lines)
    for entry in ok("reproduce", "--list", "--json").json:
        for file in entry["files"]:
            assert sum(f" {file}" in line for line in lines) == 1, file
    for doi in ("C5H60M", "C5388M", "C5XW20", "C5NC77", "C5161N"):
        assert any(f"doi:10.24432/{doi}" in line for line in lines)


def test_an_output_that_is_a_file_is_refused(refused, write, without_data):
    write("taken", "text")
    refused("reproduce", "rfpca-figure1", "-o", "taken", says=["taken", "file"], env=without_data)


def test_words_that_leave_nothing_out_are_refused(refused, without_data):
    says = ["--without zzz", "rfpca-directions"]
    refused("reproduce", "rfpca-figure1", "--without", "zzz", says=says, env=without_data)


def test_an_experiment_without_its_study_is_left_out(ok, without_data):
    result = ok(
        *("reproduce", "rfpca-figure1", "frmppca-figure5.1", "--json"),
        *("--without", "directions"),
        env=without_data,
    )
    assert [entry["id"] for entry in result.json["experiments"]] == ["frmppca-figure5.1"]
    assert result.json["left_out"] == ["rfpca-directions"]
    assert "rfpca-figure1 is left out: rfpca-directions" in result.stderr


def test_a_folder_keeps_what_earlier_runs_left_there(ok, refused, tmp_path, without_data):
    def run(*arguments):
        ok("reproduce", *arguments, "-o", "out", "--quick", env=without_data)
        stored = json.loads((tmp_path / "out/results.json").read_text())
        return {entry["id"]: {**entry, "seconds": 0} for entry in stored["experiments"]}

    first = run("frmppca-figure5.2")
    assert "x" in read_csv(tmp_path / "out/frmppca-figure5.2.csv")[0]  # of the curves
    assert "ours" in read_csv(tmp_path / "out/frmppca-figure5.2-numbers.csv")[0]
    both = run("frmppca-figure5.5", "--resume")
    assert list(both) == ["frmppca-figure5.2", "frmppca-figure5.5"]
    assert both["frmppca-figure5.2"] == first["frmppca-figure5.2"]
    page = (tmp_path / "out/frmppca.md").read_text()
    assert "## Figure 5.2:" in page and "## Figure 5.5:" in page
    assert "`fairpca reproduce frmppca-figure5.2 frmppca-figure5.5 --quick`" in page
    runs = json.loads((tmp_path / "out/results.json").read_text())["runs"]
    assert [run["command"] for run in runs] == [
        "fairpca reproduce frmppca-figure5.2 --quick",
        "fairpca reproduce frmppca-figure5.5 --quick",
    ]
    assert all(run["processor_seconds"] > 0 for run in runs)
    assert all(f"- `{run['command']}`" in page for run in runs)
    refused(
        *("reproduce", "frmppca-figure5.1", "-o", "out", "--resume"),
        says=["results.json", "quick run", "another folder"],
        env=without_data,
    )


def test_a_run_writes_tables_figures_and_a_page(ok, tmp_path, without_data):
    result = ok("reproduce", "rfpca-figure1", "-o", "out", "--json", env=without_data).json
    [experiment] = result["experiments"]
    assert experiment["id"] == "rfpca-figure1"
    assert json.loads((tmp_path / "out/results.json").read_text()) == result
    page = (tmp_path / "out/rfpca.md").read_text()
    assert "`fairpca reproduce rfpca-figure1`" in page and "(rfpca-figure1.svg)" in page
    for claim in experiment["claims"]:
        assert claim["here"] in page
    svg = ElementTree.parse(tmp_path / "out/rfpca-figure1.svg").getroot()
    assert svg.tag.endswith("svg")
    header, rows = read_csv(tmp_path / "out/rfpca-figure1.csv")
    assert len(rows) > 300 and "x" in header
    assert (tmp_path / "out/studies/rfpca-directions/study.json").exists()


def test_what_came_out_does_not_depend_on_threads(ok, without_data):
    def experiments(threads):
        run = ok(
            *("reproduce", "frmppca-figure5.2", "rfpca-figure1", "--quick", "--json"),
            *("--threads", threads),
            env=without_data,
        ).json["experiments"]
        return [{**experiment, "seconds": 0} for experiment in run]

    assert experiments(1) == experiments(3)


def test_a_run_goes_on_where_it_stopped_and_only_when_asked(ok, refused, tmp_path, without_data):
    command = ("reproduce", "rfpca-figure1", "-o", "out")
    ok(*command, env=without_data)
    figure = (tmp_path / "out/rfpca-figure1.svg").read_bytes()
    refused(*command, says=["out", "--resume"], env=without_data)
    ok(*command, "--resume", env=without_data)
    assert (tmp_path / "out/rfpca-figure1.svg").read_bytes() == figure


@needs_data
def test_studies_can_be_left_out(ok, tmp_path):
    ok(
        *("reproduce", "rfpca-table1", "--data", DATA, "-o", "out", "--quick"),
        *("--without", "lfw"),
    )
    header, rows = read_csv(tmp_path / "out/rfpca-table1.csv")
    shown = {row[header.index("data")] for row in rows}
    assert {"Biodeg", "Energy", "Wine Quality"} <= shown and "LFW" not in shown
    assert not list((tmp_path / "out/studies").glob("*lfw*"))
    assert "**Left out: rfpca-tables-lfw" in (tmp_path / "out/rfpca.md").read_text()


@needs_data
def test_all_experiments_run_small(ok, tmp_path):
    result = ok("reproduce", "all", "--quick", "--data", DATA, "-o", "out", "--json").json
    assert sorted(experiment["id"] for experiment in result["experiments"]) == sorted(IDS)
    for experiment in result["experiments"]:
        assert experiment["tables"] or experiment["figures"], experiment["id"]
        for figure in experiment["figures"]:
            assert (tmp_path / "out" / f"{figure['id']}.svg").stat().st_size > 1000
            _, numbers = read_csv(tmp_path / "out" / f"{figure['id']}.csv")
            assert numbers, figure["id"]
        for table in experiment["tables"]:
            for cell in table["cells"]:
                if (cell["data"], cell["method"]) == ("LFW", "CFPCA-Both"):
                    continue  # did not end in the paper, and is not run here
                means = [cell[name]["mean"] for name in ("published", "ours", "paper_algorithm")]
                assert any(mean is not None and np.isfinite(mean) for mean in means)
    for paper in ("fairpca", "rfpca", "mbfpca", "frmppca"):
        assert "A quick run" in (tmp_path / f"out/{paper}.md").read_text()


def test_the_pages_of_results_are_there_with_all_their_figures():
    for paper in ("fairpca", "rfpca", "mbfpca", "frmppca"):
        page = ROOT / f"docs/results/papers/{paper}.md"
        text = page.read_text()
        assert "fairpca reproduce" in text and "A quick run" not in text
        for name in IDS:
            if name.startswith(f"{paper}-"):
                assert f"`fairpca reproduce {name}`" in text, name
        for line in text.splitlines():
            if line.startswith("!["):
                assert (page.parent / line[line.rindex("(") + 1 : -1]).exists(), line
