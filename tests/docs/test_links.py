# SPDX-License-Identifier: BSD-3-Clause
"""Links lead somewhere: to a page, a heading or a file of this tree, or to a well-formed address.

Addresses of others are not opened: no test needs a network. What Sphinx resolves (roles, pages of
the references) it checks itself.
"""

import re
import unicodedata
from urllib.parse import unquote, urlsplit

import pytest
from blocks import FENCE, ROOT, pages

LINK = re.compile(r"\]\(<?(?P<target>[^()\s>]*(?:\([^()\s]*\)[^()\s]*)*)>?(?:\s+\"[^\"]*\")?\)")
AUTOLINK = re.compile(r"<(?P<target>https?://[^>\s]+)>")
# Where pages are named in sources, messages and other texts.
MENTION = re.compile(r"(?<!tests/)\bdocs/[\w./-]+\.(?:md|json|py|svg|png)\b")
SOURCES = ("src", "include", "cli", "experiments", "python", "examples", "tests", "benchmarks")


def name_of(path):
    return path.relative_to(ROOT).as_posix()


def text_outside_code(path):
    lines, fence = [], None
    for line in path.read_text("utf-8").splitlines():
        match = FENCE.match(line)
        if (
            match
            and not fence
            and not match["info"].startswith(("{tab", "{note", "{admon", "{grid"))
        ):
            fence = match["fence"]
        elif match and fence and match["fence"].startswith(fence) and not match["info"]:
            fence = None
        elif not fence:
            lines.append(re.sub(r"`[^`]*`", "", line))
    return "\n".join(lines)


def anchors(path):
    """The anchors of a page's headings, as GitHub and MyST make them, and the labels it sets."""
    found, text = set(), path.read_text("utf-8")
    for title in re.findall(r"^#{1,6}\s+(.*?)\s*$", text, re.M):
        title = re.sub(r"[`*]|\[([^\]]*)\]\([^)]*\)", r"\1", title)
        words = unicodedata.normalize("NFKC", title).lower()
        slug = re.sub(r"[^\w\- ]", "", words).replace(" ", "-")
        while slug in found:
            slug = re.sub(r"(-(\d+))?$", lambda m: f"-{int(m[2] or 0) + 1}", slug, count=1)
        found.add(slug)
    return found | set(re.findall(r"^\(([\w-]+)\)=$", text, re.M))


def problem_of(path, target):
    parts = urlsplit(target)
    if parts.scheme in {"http", "https"}:
        well_formed = re.fullmatch(r"[a-z0-9-]+(\.[a-z0-9-]+)+", parts.netloc)
        return (
            None if well_formed and parts.scheme == "https" else "not a well-formed https address"
        )
    if parts.scheme:
        return None if parts.scheme == "mailto" else f"unknown scheme {parts.scheme}"
    place = (path.parent / unquote(parts.path)).resolve() if parts.path else path
    if "generated" in place.parts:
        return None  # made by the build, which checks it
    if not place.exists():
        return "no such file"
    if not place.is_relative_to(ROOT):
        return "outside of this tree"
    if parts.fragment and place.suffix == ".md" and parts.fragment not in anchors(place):
        return "no such heading"
    return None


@pytest.mark.parametrize("path", [*pages(), ROOT / "CHANGELOG.md"], ids=name_of)
def test_links_lead_somewhere(path):
    text = text_outside_code(path)
    targets = [match["target"] for match in [*LINK.finditer(text), *AUTOLINK.finditer(text)]]
    problems = {target: problem_of(path, target) for target in targets if target}
    assert not any(problems.values()), {t: p for t, p in problems.items() if p}


def test_pages_named_in_sources_exist():
    missing = {}
    for folder in SOURCES:
        for path in (ROOT / folder).rglob("*"):
            if path.suffix not in {".h", ".cpp", ".py", ".sh", ".txt"} or "build" in path.parts:
                continue
            for mention in MENTION.findall(path.read_text("utf-8", errors="replace")):
                if not (ROOT / mention).exists() and "generated" not in mention:
                    missing.setdefault(mention, name_of(path))
    missing.pop("docs/results/x.md", None)  # a place of the reader's choice
    assert not missing
