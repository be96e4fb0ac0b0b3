# SPDX-License-Identifier: BSD-3-Clause
"""The pages are spelled right and use the words that docs/design/writing.md asks for."""

import re
import subprocess
import sys

import pytest
from blocks import FENCE, ROOT, pages

# What a page must not say, and what it says instead.
WORDS = {
    r"most steps of the search": "maximum number of iterations",
    r"so many starts": "number of random restarts",
    r"refus(e|es|ed|al|ing)": "rejected; raises `ValueError`; is not allowed",
    r"stiffness": "penalty weight, lambda, rho",
    r"(?<!purchase )(?<!house )prices?(?! of fair)": "penalty weight; cost",
    r"promised decrease": "predicted decrease",
    r"how much of the old stays": "step size",
    r"what becomes of": "... are handled by",
    r"(front )?doors?": "interface",
    r"serves? reconstruction( fairness)?": "fairness notion: reconstruction",
    r"nobody in particular": "baseline (no fairness)",
    r"beyond numbers": "within rounding error",
    r"frame with trace": "rotation within a tied eigenspace",
    r"(?<!there )is none": "is not a ...; there is no ...",
    r"anew": "again",
    r"likewise": "also",
    r"(?<!body )(?<!thing )(?<!someone )(?<!what )(?<!where )(?<!who )else(?!')": "otherwise",
    r"besides": "in addition; beside",
}
# Words of the program, which other tests compare; and the page that has the table of words.
NOT_LOOKED_AT = {"docs/errors.md", "docs/results/bench.md", "docs/design/writing.md"}


def name_of(path):
    return path.relative_to(ROOT).as_posix()


def hand_written():
    return [
        path
        for path in pages()
        if name_of(path) not in NOT_LOOKED_AT and path.parent.name != "papers"
    ]


def prose(path):
    """(line number, text) without code."""
    fence = None
    for number, line in enumerate(path.read_text("utf-8").splitlines(), 1):
        match = FENCE.match(line)
        if (
            match
            and not fence
            and not match["info"].startswith(("{tab", "{note", "{admon", "{drop"))
        ):
            fence = match["fence"]
        elif match and fence and match["fence"].startswith(fence) and not match["info"]:
            fence = None
        elif not fence:
            yield number, re.sub(r"`[^`]*`|\]\([^)]*\)", "", line)


@pytest.mark.parametrize("path", hand_written(), ids=name_of)
def test_the_page_uses_the_usual_words(path):
    found = [
        f"{name_of(path)}:{number}: write '{better}', not '{match[0]}'"
        for number, line in prose(path)
        for word, better in WORDS.items()
        if (match := re.search(rf"\b{word}\b", line, re.IGNORECASE))
    ]
    assert not found, "\n".join(found)


def test_the_table_of_words_is_on_the_page_about_writing():
    page = (ROOT / "docs/design/writing.md").read_text("utf-8")
    for better in WORDS.values():
        for word in re.split(r"; |, ", better):
            assert word.strip(". `") in page, word


def test_spelling():
    tested = [name_of(path) for path in pages()] + ["CHANGELOG.md"]
    done = subprocess.run(
        [
            sys.executable,
            "-m",
            "codespell_lib",
            "-L",
            "leace",
            *tested,
        ],
        cwd=ROOT,
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stdout + done.stderr
