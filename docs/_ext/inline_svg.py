# SPDX-License-Identifier: BSD-3-Clause
"""Figures of the program become part of the page, so that they follow its light and dark theme.

An SVG file in an <img> does not hear of the theme the reader chose; one inside the page does, and
its numbers can be found by the browser's search.
"""

import re
from pathlib import Path

from docutils import nodes
from sphinx.transforms.post_transforms import SphinxPostTransform

MARK = 'class="fp-figure'
# What examples/demo_pictures.py adds for pages that cannot choose a theme.
FIXED_LIGHT = re.compile(r'(<svg)( data-theme="light")([^>]*>)<rect [^>]*/>')


class InlineSvg(SphinxPostTransform):
    """Replaces an image by the text of its file, if the program has drawn it."""

    default_priority = 5  # before Sphinx collects images to copy
    formats = ("html",)

    def run(self, **_):
        seen = {}
        for image in list(self.document.findall(nodes.image)):
            uri = image["uri"]
            if not uri.endswith(".svg") or "://" in uri:
                continue
            text = Path(self.app.srcdir, uri).read_text("utf-8")
            if MARK not in text[:2000]:
                continue
            text = FIXED_LIGHT.sub(r"\1\3", text)
            image.replace_self(nodes.raw("", figure(text, image, seen), format="html"))


def figure(text, image, seen):
    """The figure's HTML, its ids unlike those of the page's other figures."""
    name = re.search(r'<svg[^>]* id="([^"]+)"', text)
    if name:
        seen[name[1]] = seen.get(name[1], 0) + 1
        if seen[name[1]] > 1:
            fresh = f"{name[1]}-{seen[name[1]]}"
            text = re.sub(rf'(["#(]){re.escape(name[1])}(?=[".])', rf"\g<1>{fresh}", text)
            text = re.sub(rf' {re.escape(name[1])}\.desc"', f' {fresh}.desc"', text)
    style = f' style="max-width:{image["width"]}"' if "width" in image else ""
    return f'<div class="program-figure"{style}>{text[text.index("<svg") :]}</div>'


def setup(app):
    app.add_post_transform(InlineSvg)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
