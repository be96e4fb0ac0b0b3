# SPDX-License-Identifier: BSD-3-Clause
"""What every report must be, whatever the study: seen by a browser, not read as text."""

import io
import json
import re

import pytest
from axe_playwright_python.sync_playwright import Axe
from pypdf import PdfReader
from studies import HOSTILE, STUDIES

SECTIONS = 10
NAMES = [pytest.param(name, marks=pytest.mark.xdist_group(name)) for name in STUDIES]
every_study = pytest.mark.parametrize("name", NAMES)
HOSTILE_STUDY = pytest.mark.xdist_group("hostile-names")
HIDDEN_STUDY = pytest.mark.xdist_group("hidden-group")

# Everything that can be opened is open, so that all of the page is looked at.
OPEN_ALL = "for (const one of document.querySelectorAll('details')) one.open = true"

# Texts of visible charts that share more than a pixel in both directions.
OVERLAPS = """() => {
  const found = [];
  for (const svg of document.querySelectorAll('.drawing svg')) {
    if (svg.getClientRects().length === 0 || svg.getBoundingClientRect().width === 0) continue;
    const boxes = [...svg.querySelectorAll('text')]
      .map(text => ({text: text.textContent, box: text.getBoundingClientRect()}))
      .filter(one => one.box.width > 0 && one.text.trim() !== '');
    for (let i = 0; i < boxes.length; ++i) {
      for (let j = 0; j < i; ++j) {
        const a = boxes[i].box, b = boxes[j].box;
        const wide = Math.min(a.right, b.right) - Math.max(a.left, b.left);
        const high = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
        if (wide > 1 && high > 1) {
          found.push(`${svg.id}: '${boxes[j].text}' and '${boxes[i].text}'`);
        }
      }
    }
  }
  return found;
}"""

# Texts of visible charts outside of them.
CUT = """() => {
  const found = [];
  for (const svg of document.querySelectorAll('.drawing svg')) {
    const frame = svg.getBoundingClientRect();
    if (frame.width === 0) continue;
    for (const text of svg.querySelectorAll('text')) {
      const box = text.getBoundingClientRect();
      if (box.width === 0) continue;
      const isInside = box.left >= frame.left - 1 && box.right <= frame.right + 1 &&
                       box.top >= frame.top - 1 && box.bottom <= frame.bottom + 1;
      if (!isInside) found.push(`${svg.id}: '${text.textContent}'`);
    }
  }
  return found;
}"""

# Charts without a mark that can be seen.
EMPTY = """() => [...document.querySelectorAll('.drawing svg')].filter(svg => {
  if (svg.getClientRects().length === 0 || svg.getBoundingClientRect().width === 0) return false;
  const marks = svg.querySelectorAll('[data-mark] *, [data-mark]');
  return ![...marks].some(mark => {
    const box = mark.getBoundingClientRect();
    return box.width + box.height > 0;
  });
}).map(svg => svg.id)"""


@every_study
def test_a_report_opens_without_complaints_and_asks_for_nothing(opened, name):
    tab = opened(name)
    tab.page.wait_for_load_state("networkidle")
    tab.page.evaluate(OPEN_ALL)
    assert tab.complaints == []
    assert tab.page.evaluate("window.violations") == []
    assert tab.requests == [tab.page.url]
    assert tab.page.locator("main > section").count() == SECTIONS
    assert tab.page.locator("main > section > h2").count() == SECTIONS
    assert tab.page.locator("h1").count() == 1


@every_study
def test_at_every_width_charts_have_marks_and_texts_have_room(opened, name):
    page = opened(name, width=320).page
    page.evaluate(OPEN_ALL)
    for width in (320, 360, 768, 1600):
        page.set_viewport_size({"width": width, "height": 900})
        assert page.evaluate("document.documentElement.scrollWidth") <= width
        assert page.locator(".drawing svg:visible").count() > 0
        assert (width, page.evaluate(EMPTY)) == (width, [])
        assert (width, page.evaluate(OVERLAPS)) == (width, [])
        assert (width, page.evaluate(CUT)) == (width, [])


@every_study
def test_a_closed_page_does_not_scroll_sideways(opened, name):
    page = opened(name, width=360).page
    for width in (360, 1600):
        page.set_viewport_size({"width": width, "height": 900})
        assert page.evaluate("document.documentElement.scrollWidth") <= width


LOOKS = [
    pytest.param(name, scheme, width, marks=pytest.mark.xdist_group(name))
    for name, scheme, width in (
        *((name, "light", 1200) for name in STUDIES),
        *(("six-groups", "dark", 1200), ("hostile-names", "light", 360)),
    )
]


@pytest.mark.parametrize(("name", "scheme", "width"), LOOKS)
def test_axe_finds_no_violations(opened, name, scheme, width):
    tab = opened(name, scheme=scheme, width=width)
    tab.page.evaluate(OPEN_ALL)
    found = Axe().run(tab.page, options={"resultTypes": ["violations"]}).response["violations"]
    assert [(one["id"], one["nodes"][0]["html"][:200]) for one in found] == []


@every_study
def test_printing_gives_every_section(opened, name):
    tab = opened(name)
    headings = tab.page.locator("main > section > h2").all_inner_texts()
    text = "".join(page.extract_text() for page in PdfReader(io.BytesIO(tab.page.pdf())).pages)
    squeezed = re.sub(r"\s", "", text)
    for heading in headings:
        assert re.sub(r"\s", "", heading) in squeezed


@every_study
def test_everything_can_be_read_with_scripts_off(opened, name):
    tab = opened(name, scripts=False)
    headings = tab.page.locator("main > section > h2")
    assert headings.count() == SECTIONS
    assert all(heading.is_visible() for heading in headings.all())
    assert tab.page.locator(".drawing svg:visible").count() > 0
    # What is folded opens by the browser's own means.
    folded = tab.page.locator("details:not([open])")
    before = folded.count()
    folded.first.locator(":scope > summary").click()
    assert folded.count() == before - 1
    # No control is shown that would do nothing.
    assert tab.page.locator("main button:visible, main select:visible").count() == 0


@every_study
def test_light_and_dark_differ_and_both_have_contrast(opened, name):
    page = opened(name).page
    grounds = {}
    for scheme in ("light", "dark"):
        page.emulate_media(color_scheme=scheme)
        ground = _brightness(page.evaluate("getComputedStyle(document.body).backgroundColor"))
        ink = _brightness(page.evaluate("getComputedStyle(document.body).color"))
        assert abs(ground - ink) > 400
        grounds[scheme] = ground
    assert grounds["dark"] < grounds["light"]


def _brightness(colour):
    return sum(map(int, re.findall(r"\d+", colour)[:3]))


@every_study
def test_the_page_is_small_and_its_data_are_json(report, name):
    text = report(name).read_text("utf-8")
    assert len(text.encode()) < 3_000_000
    twin = json.loads((report(name).parent / "study" / "report.json").read_text("utf-8"))
    for data in re.findall(r'<script type="application/json"[^>]*>(.*?)</script>', text, re.S):
        assert json.loads(data) == twin


@HOSTILE_STUDY
def test_hostile_names_are_text(opened):
    tab = opened("hostile-names")
    tab.page.evaluate(OPEN_ALL)
    text = tab.page.locator("body").inner_text()
    assert "stolen" not in tab.page.title() or "<script>" in tab.page.title()
    assert tab.page.evaluate("document.title") != "stolen"
    assert tab.page.locator("main img, main iframe, main i, [onerror], [onmouseover]").count() == 0
    for name in HOSTILE[:3]:
        assert name in text
    assert "n" * 40 in text
    assert HOSTILE[4].split()[0] in text
    for letter in ("\x07", "\x1b", "\u202e"):
        assert letter not in text
    assert "\\x07" in text and "\\u202e" in text


@HIDDEN_STUDY
def test_a_hidden_group_has_no_number_and_no_mark(opened, report):
    tab = opened("hidden-group")
    tab.page.evaluate(OPEN_ALL)
    hidden = STUDIES["hidden-group"].groups[-1]
    assert tab.page.locator(f'[data-series="{hidden}"], [data-label="{hidden}"]').count() == 0
    assert hidden not in "".join(tab.page.locator("svg").all_text_contents())
    # Named as too small, with its rows at most.
    for row in tab.page.locator("tr", has_text=hidden).all():
        cells = row.locator("td").all_inner_texts()
        assert not re.search(r"\d\.\d", " ".join(cells)), cells
    twin = (report("hidden-group").parent / "study" / "report.json").read_text("utf-8")
    for block in _objects_of(json.loads(twin), hidden):
        assert not [value for value in block.values() if isinstance(value, float)], block


def _objects_of(value, name):
    """Objects of JSON in which a name is a value."""
    if isinstance(value, dict):
        if name in [one for one in value.values() if isinstance(one, str)]:
            yield value
        for one in value.values():
            yield from _objects_of(one, name)
    elif isinstance(value, list):
        for one in value:
            yield from _objects_of(one, name)
