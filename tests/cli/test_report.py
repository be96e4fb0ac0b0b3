# SPDX-License-Identifier: BSD-3-Clause
"""The report of a comparison: its files agree with each other and with the tables of the study."""

import csv
import hashlib
import json
import re
import xml.dom.minidom
from html.parser import HTMLParser
from pathlib import Path

import jsonschema
import numpy as np
import pytest
import yaml

ROOT = Path(__file__).parents[2]
SECTIONS = [
    *("finding", "data", "who-pays", "cost", "leakage", "decision"),
    *("components", "proof", "making", "glossary"),
]
FAST = "pca,ppca,fair-pca,mean-matching-pca"


def people(rows=600, seed=3, groups=("a", "b"), label=True):
    """A table whose second group varies along other directions."""
    rng = np.random.default_rng(seed)
    lines = ["x1,x2,x3,x4,city,who" + (",got" if label else "")]
    for i in range(rows):
        g = i % len(groups)
        x = rng.normal(size=4) * ([5, 4, 0.5, 0.5] if g == 0 else [1, 1, 2, 2 + 0.1 * g])
        city = "abc"[rng.integers(3)]
        got = int(x[0] + x[2] + rng.normal() > 0)
        cells = [*(f"{v:.6f}" for v in x), city, groups[g]] + ([str(got)] if label else [])
        lines.append(",".join(cells))
    return "\n".join(lines) + "\n"


@pytest.fixture
def study(ok, write, tmp_path):
    """study(...) -> folder of a comparison with its report."""

    def make(text=None, *extra, dimensions="1,2", methods=FAST, label=True):
        write("people.csv", text or people(label=label))
        ok(
            *("compare", "people.csv", "--group", "who", "-d", dimensions, "--methods", methods),
            *(("--label", "got") if label else ()),
            *("-o", "study", *extra),
        )
        return tmp_path / "study"

    return make


class Outline(HTMLParser):
    """Ids, headings, texts and what would load or run something."""

    VOID = frozenset({"meta", "link", "br", "hr", "input", "img"})

    def __init__(self):
        super().__init__(convert_charrefs=True)
        self.ids, self.sections, self.open, self.texts, self.references = [], [], [], [], []
        self.style_attributes, self.handlers = 0, 0

    def handle_starttag(self, tag, attrs):
        attrs = dict(attrs)
        if "id" in attrs:
            self.ids.append(attrs["id"])
        if tag == "section" and "id" in attrs:
            self.sections.append(attrs["id"])
        self.style_attributes += "style" in attrs
        self.handlers += any(name.startswith("on") for name in attrs)
        for name in ("src", "href", "xlink:href", "action", "data"):
            if name in attrs and not (attrs[name] or "").startswith("#"):
                self.references.append(attrs[name])
        if tag not in self.VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag, attrs):
        self.handle_starttag(tag, attrs)
        if tag not in self.VOID:
            self.open.pop()

    def handle_endtag(self, tag):
        assert self.open and self.open.pop() == tag, tag

    def handle_data(self, data):
        if self.open and self.open[-1] not in ("script", "style"):
            self.texts.append(data)


def outline(folder):
    page = Outline()
    page.feed((folder / "report.html").read_text())
    page.close()
    assert page.open == []
    return page


def text_of(folder):
    """What a reader sees, in one line."""
    return " ".join("".join(outline(folder).texts).split())


def results(folder):
    with (folder / "results.csv").open() as file:
        return list(csv.DictReader(file))


def test_the_page_has_every_section_and_loads_nothing(study):
    folder = study()
    page = outline(folder)
    assert page.sections == SECTIONS
    assert len(page.ids) == len(set(page.ids))
    assert page.style_attributes == 0 and page.handlers == 0 and page.references == []
    text = (folder / "report.html").read_text()
    assert "http-equiv" in text and "default-src 'none'" in text


def test_report_json_follows_its_schema_and_the_tables(study):
    folder = study()
    report = json.loads((folder / "report.json").read_text())
    schema = json.loads((ROOT / "docs/formats/report.schema.json").read_text())
    jsonschema.Draft202012Validator.check_schema(schema)
    jsonschema.validate(report, schema, cls=jsonschema.Draft202012Validator)
    rows = {
        tuple(row[k] for k in ("dimensions", "method", "measure", "statistic", "group")): row
        for row in results(folder)
        if row["rows"] == "test" and row["split"] == "1"
    }
    seen = 0
    for dimension in report["dimensions"]:
        for method in dimension["methods"]:
            if method["method"] == "no-projection":
                continue
            for one in method["measured"]:
                key = (dimension["dimensions"], method["method"], one["measure"])
                row = rows[(*key, one["statistic"], one["group"] or "")]
                assert float(row["value"]) == one["value"]
                for end in ("low", "high", "floor"):
                    assert (float(row[end]) if row[end] else None) == one[end]
                seen += 1
            model = folder / method["model"]["file"]
            assert hashlib.sha256(model.read_bytes()).hexdigest() == method["model"]["sha256"]
    projected = [key for key in rows if key[1] != "no-projection"]
    assert seen == len(projected) > 100


def test_numbers_of_the_finding_are_those_of_the_table(study):
    folder = study()
    report = json.loads((folder / "report.json").read_text())
    assert 1 <= len(report["findings"]) <= 5
    errors = {
        (row["method"], row["group"]): float(row["value"])
        for row in results(folder)
        if row["dimensions"] == "2"
        and (row["rows"], row["measure"], row["statistic"])
        == ("test", "reconstruction_error", "value")
    }
    said = re.search(
        r"With 2 dimensions, plain PCA describes (\w) worse than (\w): the reconstruction error is "
        r"([\d.]+) % higher \(([\d.]+) to ([\d.]+)\)",
        report["findings"][0],
    )
    assert said, report["findings"]
    group, other, percent, low, high = said.groups()
    exact = 100 * (errors["pca", group] / errors["pca", other] - 1)
    assert float(percent) == pytest.approx(exact, rel=0.02)
    assert float(low) < exact < float(high)
    page = text_of(folder)
    for sentence in report["findings"]:
        assert sentence in page


def test_every_figure_is_an_svg_with_its_numbers(study):
    folder = study()
    names = sorted(path.stem for path in (folder / "figures").glob("*.svg"))
    assert names == sorted(path.stem for path in (folder / "figures").glob("*.csv"))
    assert {"pca-reconstruction_error", "trade-off-d2", "projections-d2", "leakage-d1"} <= set(
        names
    )
    for name in names:
        xml.dom.minidom.parse(str(folder / "figures" / f"{name}.svg"))
    with (folder / "figures/trade-off-d2.csv").open() as file:
        points = [row for row in csv.DictReader(file) if row["panel"] == "Rows held out"]
    held_out = {
        row["method"]: row
        for row in results(folder)
        if row["dimensions"] == "2" and (row["rows"], row["measure"]) == ("test", "gap")
        if row["statistic"] == "value"
    }
    assert {row["series"] for row in points} == {*FAST.split(",")}
    for row in points:
        assert float(row["y"]) == float(held_out[row["series"]]["value"])


def test_the_front_of_two_groups_bounds_every_method_on_training_rows(study):
    folder = study()
    report = json.loads((folder / "report.json").read_text())
    train = {
        (row["dimensions"], row["method"], row["measure"]): float(row["value"])
        for row in results(folder)
        if row["rows"] == "train" and row["statistic"] == "value" and not row["group"]
    }
    for dimension in report["dimensions"]:
        front = dimension["front"]
        assert front["exact"] and front["problem"] is None
        points = [(p["reconstruction_error"], p["gap"]) for p in front["points"]]
        d = dimension["dimensions"]
        assert points[0][0] == pytest.approx(train[d, "pca", "reconstruction_error"], rel=1e-9)
        for method in FAST.split(","):
            error, gap = (train[d, method, m] for m in ("reconstruction_error", "gap"))
            for x, y in points:  # no method is better than a point of the front in both
                assert error >= x * (1 - 1e-9) or gap >= y - 1e-9 * points[0][1], (method, x, y)


def test_the_card_has_front_matter_that_hubs_read(study):
    folder = study()
    card = (folder / "card.md").read_text()
    assert card.startswith("---\n")
    matter, body = card[4:].split("\n---\n", 1)
    data = yaml.safe_load(matter)
    assert data["library_name"] == "fairpca"
    report = json.loads((folder / "report.json").read_text())
    name = f"{report['suggested']['method']}-d{report['suggested']['dimensions']}"
    assert data["model-index"][0]["name"] == name
    assert "certifies nothing" in body and "fairpca compare people.csv" in body


def test_report_from_the_folder_gives_the_same_bytes(study, ok):
    folder = study()
    kept = {
        path: path.read_bytes()
        for path in [*folder.glob("report.*"), folder / "card.md", *folder.glob("figures/*")]
    }
    assert len(kept) > 20
    (folder.parent / "people.csv").unlink()
    ok("report", "study", "-o", "again.html")
    assert (folder.parent / "again.html").read_bytes() == kept[folder / "report.html"]
    for path in kept:
        path.unlink()
    ok("report", "study")
    for path, content in kept.items():
        assert path.read_bytes() == content, path
    assert ok("report", "study", "-o", "-").stdout.encode() == kept[folder / "report.html"]


def test_compare_writes_the_page_where_asked_too(study):
    folder = study(None, "--report", "page.html")
    assert (folder.parent / "page.html").read_bytes() == (folder / "report.html").read_bytes()


@pytest.mark.parametrize("page", ["people.csv", "no/such/folder/page.html"])
def test_a_page_that_cannot_be_written_is_said_before_the_work(run, write, tmp_path, page):
    write("people.csv", people())
    done = run(
        *("compare", "people.csv", "--group", "who", "-d", 2, "-o", "study", "--report", page),
    )
    assert done.code == 2 and page.split("/")[-1] in done.stderr
    assert not (tmp_path / "study/study.json").exists()
    assert (tmp_path / "people.csv").read_text() == people()


def test_splits_and_no_label_are_told(study):
    folder = study(None, "--cv", 3, label=False)
    report = json.loads((folder / "report.json").read_text())
    assert report["interval"] == "range over splits" and report["data"]["label"] is None
    page = text_of(folder)
    assert "given no label" in page and "range over 3 splits" in page


def test_groups_too_small_are_in_no_number(study):
    groups = ["a", "b"] * 20 + ["tiny"]
    folder = study(people(287, groups=groups))
    report = json.loads((folder / "report.json").read_text())
    named = {group["name"]: group for group in report["data"]["groups"]}
    assert named["tiny"]["rows"] < 10 and not named["tiny"]["published"]
    for dimension in report["dimensions"]:
        for method in dimension["methods"]:
            assert all(one["group"] != "tiny" for one in method["measured"])
    for path in (folder / "figures").glob("*.csv"):
        with path.open() as file:
            assert all("tiny" not in row.values() for row in csv.DictReader(file)), path
    assert "too small" in text_of(folder)


HOSTILE = [
    "<script>alert(1)</script>",
    "]]><b>",
    "quotes \" ' ` and & and %",
    "long" * 75,
    "\u05e9\u05dc\u05d5\u05dd \u202e right to left",
    "emoji \U0001f469\u200d\U0001f52c",
]


def test_hostile_names_are_text(study):
    quoted = ['"' + name.replace('"', '""') + '"' for name in HOSTILE]
    text = people(900, groups=quoted).replace("x1,x2", 'x1,"<img src=x onerror=alert(1)>"', 1)
    folder = study(text)
    page = outline(folder)
    assert page.handlers == 0 and page.style_attributes == 0 and page.references == []
    shown = "".join(page.texts)
    assert HOSTILE[0] in shown and "<img src=x onerror=alert(1)>" in shown
    assert (folder / "report.html").read_text().count("<script") == 1  # our own
    for path in (folder / "figures").glob("*.svg"):
        xml.dom.minidom.parse(str(path))
    yaml.safe_load((folder / "card.md").read_text()[4:].split("\n---\n", 1)[0])


def swap_models(folder):
    models = folder / "models"
    (models / "fair-pca-d2.fpca").write_bytes((models / "pca-d1.fpca").read_bytes())


@pytest.mark.parametrize(
    ("harm", "says"),
    [
        (lambda folder: (folder / "study.json").unlink(), "no folder of a study"),
        (lambda folder: (folder / "study.json").write_text("{"), "study.json"),
        (lambda folder: next(folder.glob("tasks/*/*.cbor")).unlink(), "--resume"),
        (lambda folder: next(folder.glob("models/*.fpca")).write_bytes(b"PK"), ".fpca"),
        (swap_models, "not the model"),
    ],
)
def test_a_folder_without_a_finished_study_is_answered(study, run, harm, says):
    folder = study()
    harm(folder)
    done = run("report", "study", "-o", "page.html")
    assert done.code == 2 and says in done.stderr, done.stderr
    assert not (folder.parent / "page.html").exists()


def test_the_command_that_proves_a_model_again_works(study, ok):
    study()
    proven = ok(
        *("verify", "study/models/fair-pca-d2.fpca", "people.csv"),
        *("--splits", "study/splits.csv"),
    )
    assert "optimal" in proven.stdout or "proven" in proven.stdout
