# SPDX-License-Identifier: BSD-3-Clause
"""What the tests of the Python package share."""

import os
import subprocess
from pathlib import Path

import numpy as np
import pytest

ROOT = Path(__file__).resolve().parents[2]
PROGRAM = ROOT / os.environ.get("FAIRPCA_PROGRAM", "build-dev/fairpca")
DATA = Path(os.environ.get("FAIRPCA_DATA", ROOT / "../shared/datasets"))


@pytest.fixture(scope="session")
def root():
    return ROOT


@pytest.fixture(scope="session")
def data_sets():
    """Folder of the papers' data sets."""
    if not DATA.is_dir():
        pytest.skip(f"{DATA} is not there: set FAIRPCA_DATA")
    return DATA


@pytest.fixture
def command_line(tmp_path):
    """Runs the program in an empty folder; it must succeed, or end with one of `codes`."""
    assert PROGRAM.exists(), f"{PROGRAM} is not built; run make test"

    def run(*arguments, codes=(0,)):
        done = subprocess.run(
            [PROGRAM, *map(str, arguments)], capture_output=True, text=True, cwd=tmp_path
        )
        assert done.returncode in codes, done.stderr
        return done.stdout

    return run


@pytest.fixture
def rows():
    """200 correlated rows of 6 columns with an offset, and two groups of different spread."""
    random = np.random.default_rng(3)
    group = random.integers(0, 2, 200)
    X = random.normal(size=(200, 6)) @ random.normal(size=(6, 6))
    X[group == 1] *= random.uniform(0.2, 2.0, size=6)
    return X + 50.0, group


@pytest.fixture
def people():
    """A small table as users have it: numbers, texts, Booleans and a protected column."""
    random = np.random.default_rng(5)
    n = 300
    return {
        "age": random.integers(18, 90, n),
        "work": random.choice(["private", "state", "none, retired", "état"], n),
        "income": random.normal(3e4, 1e4, n),
        "owner": random.choice([True, False], n),
        "sex": random.choice(["Female", "Male"], n),
    }
