# SPDX-License-Identifier: BSD-3-Clause
"""Runs the built program as a user would: FAIRPCA_PROGRAM, or build-dev/fairpca."""

import csv
import gzip
import json
import os
import subprocess
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import pytest

ROOT = Path(__file__).resolve().parents[2]
PROGRAM = ROOT / os.environ.get("FAIRPCA_PROGRAM", "build-dev/fairpca")
DATA = Path(os.environ.get("FAIRPCA_DATA", ROOT / "../shared/datasets"))


@dataclass
class Result:
    code: int
    stdout: str
    stderr: str

    @property
    def json(self):
        return json.loads(self.stdout)


def registry():
    """What `fairpca methods --json` says."""
    done = subprocess.run([PROGRAM, "methods", "--json"], capture_output=True, check=True)
    return json.loads(done.stdout)


def method_ids():
    """The methods there are, for tests of every method."""
    return [method["id"] for method in registry()["methods"]]


@pytest.fixture(scope="session")
def program():
    assert PROGRAM.exists(), f"{PROGRAM} is not built; run make test"
    return PROGRAM


@pytest.fixture
def run(program, tmp_path):
    """run("fit", ...) in an empty folder; the result whatever the exit code."""

    def run_program(*arguments, stdin=None, **options):
        done = subprocess.run(
            [program, *map(str, arguments)],
            input=stdin,
            stdin=subprocess.DEVNULL if stdin is None else None,
            capture_output=True,
            cwd=tmp_path,
            timeout=1200,
            **options,
        )
        return Result(done.returncode, done.stdout.decode(), done.stderr.decode())

    return run_program


@pytest.fixture
def ok(run):
    """run(...) that must succeed."""

    def run_well(*arguments, **options):
        result = run(*arguments, **options)
        assert result.code == 0, result.stderr
        return result

    return run_well


@pytest.fixture
def refused(run):
    """refused("fit", ..., says=[...]): exit code 2, one line on stderr that holds all of `says`."""

    def run_badly(*arguments, says, **options):
        result = run(*arguments, **options)
        assert result.code == 2, (result.code, result.stdout, result.stderr)
        assert result.stdout == ""
        assert result.stderr.startswith("fairpca: ")
        for text in says:
            assert text in result.stderr
        return result

    return run_badly


@pytest.fixture
def write(tmp_path):
    """write("data.csv", text) -> path; .gz is compressed."""

    def write_text(name, text):
        path = tmp_path / name
        data = text.encode() if isinstance(text, str) else text
        path.write_bytes(gzip.compress(data) if name.endswith(".gz") else data)
        return path

    return write_text


def numeric_csv(columns):
    """CSV text of a dict of columns; floats in full precision."""
    lines = [",".join(columns)]
    lines += [
        ",".join(repr(float(x)) if isinstance(x, float) else str(x) for x in row)
        for row in zip(*columns.values(), strict=True)
    ]
    return "\n".join(lines) + "\n"


def read_csv(path):
    """Header and rows of text."""
    with open(path, newline="") as file:
        header, *rows = csv.reader(file)
    return header, rows


def read_numbers(path):
    header, rows = read_csv(path)
    return header, np.array(rows, dtype=float).reshape(len(rows), len(header))


@pytest.fixture
def people(write):
    """A small table with a group, a label, a category and three numbers; 60 rows."""
    rng = np.random.default_rng(5)
    rows = 60
    table = {
        "age": rng.integers(18, 90, rows).tolist(),
        "income": (1000 * rng.lognormal(size=rows)).tolist(),
        "score": rng.normal(size=rows).tolist(),
        "city": rng.choice(["Bern", "Lyon", "Oslo"], rows).tolist(),
        "sex": rng.choice(["Female", "Male"], rows).tolist(),
        "paid": rng.choice(["no", "yes"], rows).tolist(),
    }
    return write("people.csv", numeric_csv(table))


@pytest.fixture
def model(ok, people, tmp_path):
    """A model of `people`."""
    path = tmp_path / "people.fpca"
    ok("fit", people, "--group", "sex", "--label", "paid", "-d", 2, "--standardize", "-o", path)
    return path
