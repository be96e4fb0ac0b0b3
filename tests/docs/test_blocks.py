# SPDX-License-Identifier: BSD-3-Clause
"""Every code block of README and of the pages runs, in every language (docs/design/writing.md)."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
from blocks import CELL, ROOT, pages, read_page

RUNNER = Path(__file__).parent / "run_page.py"
BUILD = ROOT / os.environ.get("FAIRPCA_BUILD", "build-dev")
# How many blocks say that they cannot run; whoever adds one changes this on purpose.
SKIPPED = 19


def name_of(path):
    return path.relative_to(ROOT).as_posix()


def with_blocks():
    return [
        path for path in pages() if any(block.language != CELL for block in read_page(path).blocks)
    ]


@pytest.fixture(scope="session")
def installed(tmp_path_factory):
    """Installs the C++ library where it is asked for first, as a user would."""
    folder = tmp_path_factory.mktemp("prefix")

    def install():
        if not any(folder.iterdir()):
            words = ["cmake", "--install", str(BUILD), "--prefix", str(folder)]
            subprocess.run(words, check=True, stdout=subprocess.DEVNULL)
        return folder

    return install


@pytest.fixture(scope="session")
def commands(tmp_path_factory):
    """A folder with the commands `fairpca` and `python` of this environment."""
    folder = tmp_path_factory.mktemp("bin")
    for name, words in {"fairpca": "-m fairpca", "python": "", "python3": ""}.items():
        script = folder / name
        script.write_text(f'#!/bin/sh\nexec {sys.executable} {words} "$@"\n')
        script.chmod(0o755)
    return folder


@pytest.mark.parametrize("path", with_blocks(), ids=name_of)
def test_the_blocks_of_the_page_run(path, tmp_path, installed, commands):
    needs_library = {"cpp", "cmake"} & {block.language for block in read_page(path).blocks}
    environment = {
        **os.environ,
        "PATH": f"{commands}:{os.environ['PATH']}",
        "PYTHONPATH": str(ROOT / os.environ.get("PYTHONPATH", "build-dev/python")),
        "FAIRPCA_PREFIX": str(installed() if needs_library else ""),
        "FAIRPCA_ROOT": str(ROOT),
        "HOME": str(tmp_path),
        "MPLCONFIGDIR": str(ROOT / "build-docs/matplotlib"),
        "MPLBACKEND": "agg",
    }
    done = subprocess.run(
        [sys.executable, str(RUNNER), str(path)],
        cwd=tmp_path,
        env=environment,
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, f"\n{done.stdout}{done.stderr}"


@pytest.mark.parametrize("path", pages(), ids=name_of)
def test_no_block_is_left_out_unnoticed(path):
    page = read_page(path)
    assert not page.problems, "\n".join(page.problems)
    assert page.fences == page.classified
    cells = sum(block.language == CELL for block in page.blocks)
    if cells:
        assert re.match(r"---\n.*?\bkernelspec:.*?\n---\n", path.read_text(), re.DOTALL), (
            "a page with code cells that no kernel runs: its first lines must name one"
        )


def test_the_blocks_that_cannot_run_are_counted():
    skipped = [
        f"{name_of(path)}:{block.line}: {block.skip}"
        for path in pages()
        for block in read_page(path).blocks
        if block.skip
    ]
    assert len(skipped) == SKIPPED, "\n".join(skipped)
