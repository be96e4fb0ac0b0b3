# SPDX-License-Identifier: BSD-3-Clause
"""Small tables for notebooks: plain HTML without scripts, any name in them as text."""

from __future__ import annotations

import base64
import html
import re
from collections.abc import Iterable, Sequence
from typing import Any

# Control characters, marks of zero width and of the direction of writing, as the program's tables
# spell them; surrogates, which no page can hold.
_HIDDEN = re.compile(
    "[\x00-\x1f\x7f-\xa0\xad\u061c\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff0-\ufffb"
    "\ud800-\udfff\U000e0000-\U000e007f]"
)
_MOST_CHARACTERS = 200
_MOST_ROWS = 60

# Colours are the page's own: a light and a dark theme need nothing else.
_STYLE = (
    "<style>"
    ".fairpca table{border-collapse:collapse;margin:.5em 0;color:inherit}"
    ".fairpca caption{text-align:left;font-weight:600;padding:.2em 0;caption-side:top}"
    ".fairpca th,.fairpca td{padding:.15em .8em .15em 0;text-align:right;vertical-align:top;"
    "font-variant-numeric:tabular-nums;background:none;color:inherit}"
    ".fairpca th:first-child,.fairpca td.text{text-align:left;max-width:24em;"
    "overflow-wrap:anywhere;white-space:normal}"
    ".fairpca thead th{border-bottom:1px solid currentColor}"
    ".fairpca small{display:block;opacity:.75}"
    "</style>"
)


def escaped(text: Any) -> str:
    """Text of a user for HTML: nothing in it is markup, and what is invisible is spelled."""
    text = str(text)
    if len(text) > _MOST_CHARACTERS:
        text = text[:_MOST_CHARACTERS] + "..."
    return _visible(text)


def number(value: Any, digits: int = 4) -> str:
    """A number with so many digits; a dash where there is none."""
    if value is None or value != value:
        return "-"
    if isinstance(value, bool):
        return "yes" if value else "no"
    return str(value) if isinstance(value, int) else f"{float(value):.{digits}g}"


def with_interval(value: Any, low: Any, high: Any) -> str:
    """A number, and below it its interval."""
    if value is None or low is None or low != low:
        return number(value)
    return f"{number(value)}<small>{number(low, 3)} to {number(high, 3)}</small>"


def table(
    caption: str,
    header: Sequence[str],
    rows: Iterable[Sequence[str]],
    *,
    text_columns: Sequence[int] = (),
) -> str:
    """A table whose first column names its rows; its cells are HTML already."""
    body = list(rows)
    left_out = len(body) - _MOST_ROWS
    cells = "".join(_row(row, text_columns) for row in body[:_MOST_ROWS])
    rest = f"<p>and {left_out} more rows</p>" if left_out > 0 else ""
    heads = "".join(f'<th scope="col">{name}</th>' for name in header)
    return (
        f"<table><caption>{caption}</caption><thead><tr>{heads}</tr></thead>"
        f"<tbody>{cells}</tbody></table>{rest}"
    )


def _row(row: Sequence[str], text_columns: Sequence[int]) -> str:
    first, *others = row
    cells = (
        f'<td class="text">{cell}</td>' if i in text_columns else f"<td>{cell}</td>"
        for i, cell in enumerate(others, start=1)
    )
    return f'<tr><th scope="row">{first}</th>{"".join(cells)}</tr>'


def paragraphs(sentences: Iterable[str]) -> str:
    """Sentences of the program, each a paragraph; names in them are text."""
    return "".join(f"<p>{_visible(sentence)}</p>" for sentence in sentences)


def code(text: str) -> str:
    """Code to copy."""
    lines = "\n".join(_visible(line) for line in text.split("\n"))
    return f"<pre><code>{lines}</code></pre>" if text else ""


def picture(svg: str, description: str) -> str:
    """An SVG on a light ground, which its colours are made for, apart from the page's styles."""
    light = svg.replace("<svg ", '<svg data-theme="light" ', 1)
    data = base64.b64encode(light.encode()).decode()
    return (
        f'<img alt="{_visible(description)}" src="data:image/svg+xml;base64,{data}" '
        'style="max-width:100%;background:#fff">'
    )


def fragment(*parts: str) -> str:
    """What a notebook shows."""
    return f'<div class="fairpca">{_STYLE}{"".join(parts)}</div>'


def _visible(text: str) -> str:
    seen = _HIDDEN.sub(lambda one: one[0].encode("unicode_escape").decode(), text)
    return html.escape(seen, quote=True)
