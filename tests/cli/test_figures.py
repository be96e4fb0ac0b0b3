# SPDX-License-Identifier: BSD-3-Clause
"""`--svg`: pictures of a path and of a model."""

import xml.etree.ElementTree as ElementTree

import numpy as np
import pytest
from conftest import numeric_csv

SVG = "{http://www.w3.org/2000/svg}"
HOSTILE = [
    "<script>alert(1)</script>",
    "]]>",
    "a\"b'&amp;",
    "n" * 300,
    "\u202eright to left",
    "é😀",
]


def marks_of(svg, kind):
    """Groups of marks of this kind, by series."""
    return {
        group.get("data-series"): group
        for group in svg.iter(f"{SVG}g")
        if group.get("data-mark") == kind
    }


def shown_texts(svg):
    return [text.text or (text[0].tail if len(text) else "") for text in svg.iter(f"{SVG}text")]


def test_the_picture_of_a_path_holds_its_front_and_marks(ok, people, tmp_path):
    arguments = ["path", people, "--group", "sex", "--drop", "paid", "-d", 2, "--standardize"]
    path = ok(*arguments, "--svg", "front.svg", "--json").json
    svg = ElementTree.parse(tmp_path / "front.svg").getroot()
    assert svg.get("role") == "img"
    assert svg.find(f"{SVG}title").text == "What fairness costs with 2 dimensions"
    lines = list(svg.iter(f"{SVG}polyline"))
    assert len(lines[0].get("points").split()) == len(path["gap_front"])
    scattered = marks_of(svg, "scatter")
    found = [mark for mark in path["marks"] if mark["status"] != "infeasible"]
    assert {mark["name"].split()[0] for mark in found} == set(scattered)
    [pca] = scattered["pca"].iter(f"{SVG}path")
    by_name = {mark["name"]: mark for mark in path["marks"]}
    # The last panel, which replaces the first here, is of the groups' errors.
    first, second = by_name["pca"]["group_errors"]
    assert float(pca.get("data-x")) == pytest.approx(first, rel=1e-5)
    assert float(pca.get("data-y")) == pytest.approx(second, rel=1e-5)


def test_the_same_path_gives_the_same_bytes_for_any_threads(ok, people, tmp_path):
    for threads in (1, 3):
        ok(
            *("path", people, "--group", "sex", "-d", 1, "--threads", threads),
            *("--svg", f"{threads}.svg"),
        )
    assert (tmp_path / "1.svg").read_bytes() == (tmp_path / "3.svg").read_bytes()


def test_a_picture_on_standard_output_replaces_the_table(ok, people, model, refused):
    for command in (["path", people, "--group", "sex", "-d", 1], ["inspect", model]):
        svg = ElementTree.fromstring(ok(*command, "--svg", "-").stdout)
        assert svg.tag == f"{SVG}svg"
        refused(*command, "--svg", "-", "--json", says=["--json", "--svg -"])
    refused(
        *("path", people, "--group", "sex", "-d", 1, "-o", "-", "--svg", "-"),
        says=["--output -", "--svg -"],
    )


def test_no_input_and_no_other_output_is_replaced(refused, people, model):
    path = ["path", people, "--group", "sex", "-d", 1]
    before = people.read_bytes(), model.read_bytes()
    refused(*path, "--svg", people, says=[f"--svg {people}", "the input"])
    refused("inspect", model, "--svg", model, says=[f"--svg {model}", "the input"])
    refused(*path, "-o", "one.csv", "--svg", "./one.csv", says=["one.csv", "--svg", "--output"])
    assert (people.read_bytes(), model.read_bytes()) == before


def test_the_biplot_shows_the_ten_features_of_largest_communality(ok, write, tmp_path):
    random = np.random.default_rng(2)
    table = random.normal(size=(80, 14)) * np.linspace(1, 3, 14)
    columns = {f"feature {i}": table[:, i].tolist() for i in range(14)}
    data = write("wide.csv", numeric_csv(columns))
    ok("fit", data, "--method", "pca", "-d", 3, "-o", "wide.fpca")
    ok("inspect", "wide.fpca", "--svg", "biplot.svg")
    inspected = ok("inspect", "wide.fpca", "--json").json
    loadings, names = np.array(inspected["components"]), inspected["encoded_columns"]
    wanted = np.argsort(-np.sum(loadings**2, axis=0), kind="stable")[:10]
    svg = ElementTree.parse(tmp_path / "biplot.svg").getroot()
    arrows = list(marks_of(svg, "arrow")["feature"].iter(f"{SVG}path"))
    assert [arrow.get("data-label") for arrow in arrows] == [names[i] for i in wanted]
    for arrow, i in zip(arrows, wanted, strict=True):
        assert float(arrow.get("data-x")) == pytest.approx(loadings[0, i], rel=1e-4, abs=1e-6)
        assert float(arrow.get("data-y")) == pytest.approx(loadings[1, i], rel=1e-4, abs=1e-6)


def test_a_mixture_has_a_panel_per_component(ok, people, tmp_path):
    ok(
        *("fit", people, "--method", "mixture-ppca", "--drop", "paid", "-k", 2, "-d", 2),
        *("-o", "mixture.fpca", "--max-iterations", 5, "--standardize"),
    )
    ok("inspect", "mixture.fpca", "--svg", "mixture.svg")
    svg = ElementTree.parse(tmp_path / "mixture.svg").getroot()
    assert sum("Mixture component" in text for text in shown_texts(svg)) == 2


def test_hostile_names_are_text(ok, write, tmp_path):
    random = np.random.default_rng(4)
    group = [HOSTILE[i % len(HOSTILE)] for i in range(120)]
    quoted = ['"' + name.replace('"', '""') + '"' for name in group]
    columns = {"a": random.normal(size=120), "b": random.normal(size=120)}
    lines = ["<b>&amp;," + '"]]>",group']
    lines += [f"{a},{b},{g}" for a, b, g in zip(*columns.values(), quoted, strict=True)]
    data = write("odd.csv", "\n".join(lines) + "\n")
    ok("path", data, "--group", "group", "-d", 1, "--svg", "odd.svg")
    ok("fit", data, "--method", "pca", "--group", "group", "-d", 2, "-o", "odd.fpca")
    ok("inspect", "odd.fpca", "--svg", "biplot.svg")
    for name in ("odd.svg", "biplot.svg"):
        svg = ElementTree.parse(tmp_path / name).getroot()
        assert not list(svg.iter(f"{SVG}script"))
        assert {element.tag.removeprefix(SVG) for element in svg.iter()} <= {
            *("svg", "title", "desc", "style", "rect", "text", "clipPath", "g", "path", "polyline")
        }
    assert "<b>&amp;" in shown_texts(ElementTree.parse(tmp_path / "biplot.svg").getroot())


def test_what_is_withheld_is_not_drawn(run, write, tmp_path):
    random = np.random.default_rng(6)
    table = {f"x{i}": random.normal(size=45).tolist() for i in range(3)}
    table["group"] = ["a"] * 40 + ["b"] * 5
    data = write("small.csv", numeric_csv(table))
    result = run("path", data, "--group", "group", "-d", 1, "--svg", "small.svg")
    assert result.code in (0, 1), result.stderr
    svg = ElementTree.parse(tmp_path / "small.svg").getroot()
    assert not list(svg.iter(f"{SVG}polyline"))
    assert not marks_of(svg, "scatter")
    assert "no numbers to show" in shown_texts(svg)
