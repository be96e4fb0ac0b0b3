# SPDX-License-Identifier: BSD-3-Clause
"""Docstrings of classes that inherit parameters."""

from __future__ import annotations

import inspect
import re
from collections.abc import Sequence

# A section of a docstring: its title above a line of hyphens.
_SECTION = re.compile(r"^(\w[\w ]*)\n-+$", re.MULTILINE)


def with_inherited_parameters(doc: str, bases: Sequence[str | None], *, first: str = "") -> str:
    """``doc`` whose parameters are followed by those of the docstrings ``bases``, nearest first.

    The parameter ``first`` comes before all. One that is described twice keeps its first
    description. Docstrings may be indented as in the source, or not, as Python 3.13 and later keep
    them; the result is not.
    """
    sections = _sections(doc)
    entries: dict[str, str] = {}
    for text in (sections.get("Parameters", ""), *(_parameters(base) for base in bases)):
        for entry in re.split(r"\n(?=\S)", text):
            entries.setdefault(entry.partition(" :")[0], entry)
    entries.pop("", None)
    if first in entries:
        entries = {first: entries[first], **entries}
    summary = sections.pop("")
    sections.pop("Parameters", None)
    sections = {"Parameters": "\n".join(entries.values()), **sections}
    parts = [f"{title}\n{'-' * len(title)}\n{text}" for title, text in sections.items()]
    return "\n\n".join([summary, *parts]) + "\n"


def _parameters(doc: str | None) -> str:
    return _sections(doc or "").get("Parameters", "")


def _sections(doc: str) -> dict[str, str]:
    """The text under each title, and that above the first under an empty title."""
    pieces = _SECTION.split(inspect.cleandoc(doc))
    titles, texts = ["", *pieces[1::2]], pieces[::2]
    return dict(zip(titles, (text.strip("\n") for text in texts), strict=True))
