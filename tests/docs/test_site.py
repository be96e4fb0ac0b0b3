# SPDX-License-Identifier: BSD-3-Clause
"""The site as it was built: complete, and nothing in it comes from a network."""

import json
import os
import re
import subprocess
from pathlib import Path

import fairpca
import pytest
from blocks import ROOT

SITE = ROOT / "build-docs/html"
PROGRAM = ROOT / os.environ.get("FAIRPCA_PROGRAM", "build-dev/fairpca")
# What a browser fetches by itself; links that a reader follows are not among them.
FETCHED = re.compile(
    r"<(?:script|img|iframe|source|video|audio|embed)\b[^>]*?\bsrc=\"(?P<src>[^\"]+)\"|"
    r"<link\b[^>]*?\bhref=\"(?P<href>[^\"]+)\"|<object\b[^>]*?\bdata=\"(?P<data>[^\"]+)\""
)
FROM_STYLE = re.compile(r"(?:@import\s+|url\()\s*['\"]?(?P<url>[^'\")\s]+)")


@pytest.fixture(scope="session")
def html():
    assert (SITE / "index.html").exists(), "run make docs"
    pages = [path for path in SITE.rglob("*.html") if "_static" not in path.parts]
    return {path: path.read_text("utf-8") for path in pages}


def test_no_page_fetches_anything_from_a_network(html):
    found = set()
    for path, text in html.items():
        for match in FETCHED.finditer(text):
            target = next(filter(None, match.groups()))
            if re.match(r"(https?:)?//", target):
                found.add((path.name, target))
    for path in [*SITE.rglob("*.css")]:
        for match in FROM_STYLE.finditer(path.read_text("utf-8")):
            if re.match(r"(https?:)?//", match["url"]):
                found.add((path.name, match["url"]))
    assert not found


def test_what_pages_fetch_is_there(html):
    missing = set()
    for path, text in html.items():
        for match in FETCHED.finditer(text):
            target = next(filter(None, match.groups())).split("?")[0].split("#")[0]
            is_local = target and not re.match(r"([a-z]+:)|//", target)
            if is_local and not (path.parent / target).exists():
                missing.add((path.name, target))
    assert not missing


def test_links_between_pages_lead_somewhere(html):
    missing = set()
    ids = {path: set(re.findall(r"(?<![\w-])id=\"([^\"]+)\"", text)) for path, text in html.items()}
    for path, text in html.items():
        for target in re.findall(r"<a\b[^>]*?\bhref=\"([^\"]+)\"", text):
            page, _, anchor = target.partition("#")
            if re.match(r"[a-z]+:", page):
                continue
            place = Path(os.path.normpath(path.parent / page)) if page else path
            if not place.exists() or (anchor and place in ids and anchor not in ids[place]):
                missing.add((path.relative_to(SITE).as_posix(), target))
    assert not missing


def test_formulas_are_mathml(html):
    assert sum(text.count("<math") for text in html.values()) > 50
    script = re.compile(r"<script[^>]*(mathjax|katex)", re.IGNORECASE)
    assert not [path.name for path, text in html.items() if script.search(text)]


def test_no_id_occurs_twice_on_a_page(html):
    twice = {}
    for path, text in html.items():
        seen = re.findall(r"(?<![\w-])id=\"([^\"]+)\"", text)
        # breathe repeats those of its sections and of the namespace, which every header opens.
        if len(seen) != len(set(seen)) and "/cpp/" not in path.as_posix():
            twice[path.name] = sorted({name for name in seen if seen.count(name) > 1})[:3]
    twice.pop("search.html", None)
    assert not twice


@pytest.mark.parametrize("module", ["fairpca", "fairpca.metrics"])
def test_every_public_name_of_python_has_an_entry(html, module):
    names = fairpca.__all__ if module == "fairpca" else fairpca.metrics.__all__
    text = "".join(text for path, text in html.items() if "python" in path.as_posix())
    missing = [name for name in names if f'id="{module}.{name}"' not in text and name != "metrics"]
    assert not missing


def test_every_command_method_and_measure_has_an_entry(html):
    def listed(words, key):
        said = subprocess.run([PROGRAM, *words], capture_output=True, text=True, check=True)
        return [entry["id"] for entry in json.loads(said.stdout)[key]]

    options = html[SITE / "reference/options.html"]
    assert not [m for m in listed(["methods", "--json"], "methods") if f'id="{m}"' not in options]
    measures = html[SITE / "reference/measures.html"]
    names = [m.replace("_", "-") for m in listed(["measures", "--json"], "measures")]
    assert not [name for name in names if f'id="{name}"' not in measures]
    for command in ("describe", "compare", "fit", "verify", "completion"):
        assert SITE / f"generated/command-line/{command}.html" in html


def test_every_public_header_is_in_the_reference(html):
    text = "".join(text for path, text in html.items() if "/cpp/" in path.as_posix())
    headers = [p.relative_to(ROOT / "include").as_posix() for p in ROOT.glob("include/**/*.h")]
    assert not [header for header in headers if header not in text]


def test_the_search_needs_no_server():
    index = (SITE / "searchindex.js").read_text("utf-8")
    assert index.startswith("Search.setIndex(")
    assert "certif" in index
