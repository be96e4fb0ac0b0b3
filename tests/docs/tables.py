# SPDX-License-Identifier: BSD-3-Clause
"""Tables that pages speak of, for the hidden setups of their blocks.

    python tests/docs/tables.py FILE...

`people*.csv`, `new_people*.csv`, `loans*` are made up; `mortgages.csv` is the table of `make demo`.
`.parquet` in place of `.csv` writes Parquet.
"""

import sys
from pathlib import Path

import numpy as np
import pandas as pd

ROOT = Path(__file__).resolve().parents[2]


def people(rows=600, seed=0):
    """Numbers, categories, missing cells, two protected columns, a label, a name and an id."""
    draw = np.random.default_rng(seed)
    sex = draw.choice(["Female", "Male"], rows, p=[0.4, 0.6])
    race = draw.choice(["Black", "Hispanic", "White"], rows, p=[0.25, 0.25, 0.5])
    shift = (sex == "Female") * 0.8
    latent = draw.normal(size=(rows, 3))
    frame = pd.DataFrame(
        {
            "id": np.arange(1, rows + 1),
            "name": [f"person {i}" for i in range(rows)],
            "sex": sex,
            "race": race,
            "age": (40 + 10 * latent[:, 0]).round(),
            "income": (50 + 12 * latent[:, 1] - 4 * shift + draw.normal(size=rows)).round(2),
            "debt": (10 + 5 * latent[:, 1] + 3 * draw.normal(size=rows)).round(2),
            "hours": (38 + 4 * latent[:, 2] - 3 * shift).round(1),
            "tenure": (8 + 3 * latent[:, 0] + draw.normal(size=rows)).round(1),
            "score": (600 + 60 * (latent[:, 1] - latent[:, 2])).round(),
            "schooling": draw.choice(["college", "none", "school"], rows),
            "year": draw.choice([2025, 2026], rows),
            "weight": draw.uniform(0.5, 1.5, rows).round(3),
        }
    )
    frame["hired"] = np.where(latent[:, 1] - shift + draw.normal(size=rows) > 0, "yes", "no")
    frame.loc[draw.choice(rows, 20, replace=False), "debt"] = None
    return frame


def main(names):
    for name in names:
        path = Path(name)
        path.parent.mkdir(parents=True, exist_ok=True)
        if path.name == "mortgages.csv":
            sys.path.append(str(ROOT / "examples"))
            from demo_data import installed_table

            installed_table(path)
            continue
        frame = people(seed=int("new" in name))
        if "complete" in name:
            frame = frame.dropna()
        if path.suffix == ".parquet":
            frame.to_parquet(path, index=False)
        else:
            frame.to_csv(path, index=False)


if __name__ == "__main__":
    main(sys.argv[1:])
