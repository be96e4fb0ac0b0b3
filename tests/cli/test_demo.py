# SPDX-License-Identifier: BSD-3-Clause
"""`make demo`, with and without a network, and the pictures it gives the README."""

import csv
import importlib.util
import math
import os
import re
import subprocess

import pytest
from conftest import PROGRAM, ROOT

pytestmark = pytest.mark.xdist_group("demo")


def run_demo(folder, **environment):
    done = subprocess.run(
        [ROOT / "examples/demo.sh", PROGRAM, folder],
        capture_output=True,
        text=True,
        env=os.environ | environment,
        timeout=1200,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


@pytest.fixture(scope="module")
def real(tmp_path_factory):
    """The folder of the demo on real data, and what it printed."""
    folder = tmp_path_factory.mktemp("demo")
    said = run_demo(folder)
    if "A synthetic table" in said:
        problem = (folder / "fetch.log").read_text().strip().splitlines()
        pytest.skip(f"the mortgage decisions cannot be fetched: {problem[-1:]}")
    return folder, said


def test_without_a_network_the_demo_compares_a_synthetic_table_and_says_so(tmp_path):
    said = run_demo(tmp_path, FAIRPCA_DEMO_OFFLINE="1")
    assert "A synthetic table: the mortgage decisions could not be fetched" in said
    assert "fair-mixture-ppca" in said and "d = 10" in said
    assert (tmp_path / "report.html").read_text().startswith("<!DOCTYPE html>")
    assert not (tmp_path / "mortgages.csv").exists()


def test_the_demo_compares_every_method_on_the_mortgage_decisions(real):
    folder, said = real
    for method in ("pca", "fair-pca", "mean-matching-pca", "mmd-fair-pca", "fair-mixture-ppca"):
        assert re.search(rf"^{method} ", said, re.M)
    assert f"{folder}/report.html" in said
    assert (folder / "report.html").stat().st_size < 3_000_000


def test_the_table_of_the_demo_is_that_of_the_documentation(real):
    folder, _ = real
    with (folder / "mortgages.csv").open(newline="") as file:
        rows = list(csv.DictReader(file))
    races = [row["race"] for row in rows]
    counts = {race: races.count(race) for race in sorted(set(races))}
    assert counts == {"black": 197, "hispanic": 111, "white": 1681}
    approved = [row["race"] for row in rows if row["decision"] == "approved"]
    assert len(approved) == 1745 and approved.count("black") == 133
    missing = {name for name in rows[0] if any(row[name] == "" for row in rows)}
    used = missing - {"meets_guidelines", "times_reviewed", "male", "married"}
    assert used == {
        *("loan_months", "liquid_assets", "dependents", "credit_reports", "credit_lines"),
        *("housing_units", "tract_minority_above_30pc"),
    }
    assert sum(row["tract_minority_above_30pc"] == "" for row in rows) == 183
    # What the file calls unknown by a large number is empty here.
    assert max(float(row["liquid_assets"] or 0) for row in rows) < 10_000


def test_the_pictures_are_current(real):
    """To four digits: other processors round the last ones otherwise. Likelihoods, which an
    iteration magnifies, are compared by their words alone."""
    folder, _ = real
    number = re.compile(r"(?<![\w#])-?\d+(?:\.\d+)?(?:e-?\d+)?")
    for name, drawn in pictures().drawn(PROGRAM, folder).items():
        made, kept = spaced(drawn), spaced((ROOT / "docs/pictures" / name).read_text("utf-8"))
        assert number.sub("0", made) == number.sub("0", kept), f"{name}: run `make pictures`"
        if name == "likelihood.svg":
            continue
        for new, old in zip(number.findall(made), number.findall(kept), strict=True):
            assert math.isclose(float(new), float(old), rel_tol=1e-3, abs_tol=0.2), name


def spaced(svg):
    """Numbers of paths stand apart from the letters before them, as all others do."""
    return re.sub(r' d="[^"]*"', lambda path: re.sub("([a-zA-Z])", r" \1 ", path[0]), svg)


def test_the_readme_shows_a_picture_that_is_there_and_small():
    shown = re.findall(r"\((docs/pictures/[\w.-]+)\)", (ROOT / "README.md").read_text())
    assert shown == ["docs/pictures/trade-off.svg"]
    for path in (ROOT / "docs/pictures").iterdir():
        assert path.stat().st_size < 300_000


def pictures():
    spec = importlib.util.spec_from_file_location("pictures", ROOT / "examples/demo_pictures.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module
