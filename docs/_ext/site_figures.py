# SPDX-License-Identifier: BSD-3-Clause
"""Figures of the pages, drawn by the program when the site is built: docs/generated/figures.

They are drawn again when the program is another one. `mortgages/` has the figures of the report of
`make demo`; the others are made by the commands below.
"""

import hashlib
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from sphinx.errors import ExtensionError

ROOT = Path(__file__).resolve().parents[2]
MORTGAGES = (
    *("mortgages.csv", "--group", "race", "--standardize", "--missing", "mean", "--drop"),
    *("meets_guidelines", "insurance_approved", "loan_buyer", "times_reviewed"),
    *("male", "married", "above_median_age"),
)
DECISIONS = ("--label", "decision", "--positive", "approved")
# Run in a folder with mortgages.csv; an SVG file that is left in it is a figure.
COMMANDS = (
    ("synth", "rfpca-toy", "--seed", "1", "-o", "toy.csv"),
    ("path", "toy.csv", "--group", "group", "-d", "1", "--svg", "toy-front.svg"),
    ("compare", *MORTGAGES, *DECISIONS, "-d", "2,5,10", "-o", "study"),
    ("report", "study", "-o", "report.html"),
)


def draw_figures(program, folder):
    stamp = folder / "program"
    digest = hashlib.sha256(Path(program).read_bytes() + Path(__file__).read_bytes()).hexdigest()
    if stamp.exists() and stamp.read_text() == digest:
        return
    shutil.rmtree(folder, ignore_errors=True)
    (folder / "mortgages").mkdir(parents=True)
    sys.path.append(str(ROOT / "examples"))
    from demo_data import installed_table

    with tempfile.TemporaryDirectory() as name:
        work = Path(name)
        installed_table(work / "mortgages.csv")
        for command in COMMANDS:
            done = subprocess.run([program, *command], cwd=work, capture_output=True, text=True)
            if done.returncode:
                raise ExtensionError(f"fairpca {' '.join(command)}: {done.stderr}")
        for figure in work.glob("*.svg"):
            shutil.copy(figure, folder)
        for figure in work.glob("study/figures/*.svg"):
            shutil.copy(figure, folder / "mortgages")
    stamp.write_text(digest)
