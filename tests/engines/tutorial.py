# SPDX-License-Identifier: BSD-3-Clause
"""The blocks of docs/tutorials/laptop-to-spark.md that need an engine, and the table they read."""

import os
import re
from pathlib import Path

import numpy as np

PAGE = Path(__file__).resolve().parents[2] / "docs/tutorials/laptop-to-spark.md"


def _cells(marker):
    """The code of the cells or blocks whose options have this line."""
    fences = re.findall(
        r"^```\{code-(?:cell|block)\} \w+\n(.*?)^```", PAGE.read_text(), re.M | re.S
    )
    options = [re.match(r"((?::[^\n]*\n)*)\n?(.*)", fence, re.S).groups() for fence in fences]
    return [code for said, code in options if marker in said.splitlines()]


def run(name, **names):
    """Writes the table of the page into this folder and runs a block; gives all of their names."""
    [table], [block] = _cells(":tags: [table]"), _cells(f":name: {name}")
    names |= {"os": os}
    exec(table, names)
    exec(block, names)
    return names


def assert_fitted_as_in_memory(names):
    """The model of the block is that of the whole frame, and so are the coordinates it wrote."""
    model, people = names["model"], names["people"]
    whole = type(model)(**model.get_params()).fit(people, sensitive_features="sex")
    np.testing.assert_allclose(model.components_, whole.components_, rtol=0, atol=1e-10)
    return whole.transform(people)
