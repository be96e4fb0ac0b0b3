# SPDX-License-Identifier: BSD-3-Clause
"""Formulas as MathML, made at build by docutils: no script, no font, no network for the reader.

A formula that docutils cannot read is a warning, so it fails the build.
"""

import re

from docutils import nodes
from docutils.utils.math import MathError, latex2mathml
from sphinx.util import logging

LOGGER = logging.getLogger(__name__)


def mathml(node, block):
    text = node.astext()
    try:
        tree = latex2mathml.tex2mathml(text, as_block=block)
    except MathError as problem:
        LOGGER.warning("formula %r: %s", text, problem, location=node, type="mathml")
        return ""
    # Brackets that LaTeX does not stretch unless asked to by left and right.
    return re.sub(r"<mo>([⟨⟩‖|])</mo>", r'<mo stretchy="false">\1</mo>', tree)


def visit_inline(translator, node):
    translator.body.append(mathml(node, block=False))
    raise nodes.SkipNode


def visit_block(translator, node):
    translator.body.append(translator.starttag(node, "div", CLASS="math"))
    if node.get("number"):
        translator.body.append(f'<span class="eqno">({node["number"]})</span>')
    translator.body.append(f'<div class="formula">{mathml(node, block=True)}</div></div>\n')
    raise nodes.SkipNode


def setup(app):
    app.add_html_math_renderer("mathml", (visit_inline, None), (visit_block, None))
    return {"parallel_read_safe": True, "parallel_write_safe": True}
