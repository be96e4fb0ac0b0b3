# SPDX-License-Identifier: BSD-3-Clause
"""The oldest versions that are declared are those that are tested (`make test-oldest`)."""

import os
import re
import tomllib
from importlib.metadata import version

import pytest


@pytest.fixture
def declared(root):
    """The oldest version of everything the package needs, by name."""
    project = tomllib.loads((root / "pyproject.toml").read_text())["project"]
    return dict(one.split(">=") for one in project["dependencies"])


def test_the_pinned_versions_are_the_oldest_declared(root, declared):
    lines = (root / "requirements-oldest.txt").read_text().splitlines()
    pinned = dict(line.split("==") for line in lines if "==" in line)
    for name, oldest in declared.items():
        assert re.sub(r"(\.0)+$", "", pinned[name]) == re.sub(r"(\.0)+$", "", oldest), name


@pytest.mark.skipif("FAIRPCA_OLDEST" not in os.environ, reason="this is not make test-oldest")
def test_these_tests_run_with_them(declared):
    for name, oldest in declared.items():
        assert version(name).startswith(oldest), name
