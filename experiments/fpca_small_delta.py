# SPDX-License-Identifier: BSD-3-Clause
"""How FPCA ends where delta is a small share of the difference of the groups' means.

For each table of two groups: d = 2 and 5, with and without a penalty on covariances, and delta
below 1 % of the difference of the means of the standardised table.

    python experiments/fpca_small_delta.py >docs/results/fpca-small-delta.md
"""

import os
import sys
import time
import warnings
from collections import Counter
from itertools import product
from pathlib import Path

import fairpca
import pandas as pd

DATA = Path(os.environ.get("FAIRPCA_DATA", "../shared/datasets"))
DIMENSIONS = (2, 5)
PENALTIES = (0.0, 0.2, 1.0)
SHARES = (5e-3, 1e-3, 1e-4, 1e-6)
ENDS = ("optimal", "converged", "infeasible", "max_iterations")
HEAD = """# FPCA with a small delta

Does `constrained-fair-pca` end where delta is a small share of the difference of the groups' means?

`python experiments/fpca_small_delta.py >docs/results/fpca-small-delta.md`

Each table is standardised; d = {dimensions}; mu = {penalties}; delta is
{shares} of the difference before projection: {fits} fits for a
table, one thread. *optimal*: the gap to the bound is closed. *converged*: the solution has exactly
d dimensions, the bound is that of the convex program, which may have more. *infeasible*: no
projection of d dimensions is within delta. *max_iterations*: a gap was left after 20,000.

| table | columns | optimal | converged | infeasible | max_iterations | slowest, s |
|---|---|---|---|---|---|---|"""


def tables():
    paths = sorted((DATA / "rfpca").glob("*.csv*"))
    yield from (path for path in paths if "reference" not in path.name)
    yield from (DATA / "mbfpca" / f"{name}.csv" for name in ("adult", "compas", "german"))


def moments_of(path):
    table = pd.read_csv(path)
    X = table.drop(columns=["group", "label"], errors="ignore")
    X = X.loc[:, X.nunique() > 1]
    return fairpca.GroupMoments().partial_fit(X, sensitive_features=table["group"]), X.shape[1]


def fit(moments, d, mu, share):
    """The fitted model and its seconds."""
    model = fairpca.ConstrainedFairPCA(d, standardize=True, relative_delta=share, mu=mu)
    start = time.perf_counter()
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # of what the table shows
        model.fit_moments(moments)
    return model, time.perf_counter() - start


def settings():
    return product(DIMENSIONS, PENALTIES, SHARES)


def main():
    paths = list(tables())
    if not all(path.exists() for path in paths) or len(paths) < 4:
        sys.exit(f"{DATA} is not there: set FAIRPCA_DATA")
    print(
        HEAD.format(
            dimensions=" and ".join(map(str, DIMENSIONS)),
            penalties=", ".join(f"{mu:g}" for mu in PENALTIES),
            shares=", ".join(f"{100 * share:g} %" for share in SHARES),
            fits=len(list(settings())),
        )
    )
    left, whole = [], Counter()
    for path in paths:
        name, ends, slowest = path.name.split(".")[0], Counter(), 0.0
        moments, columns = moments_of(path)
        for d, mu, share in settings():
            model, taken = fit(moments, d, mu, share)
            ends[model.status_] += 1
            slowest = max(slowest, taken)
            if model.status_ == "max_iterations":
                gap = model.measures_["relaxation_gap"] / columns  # the variance of a column is 1
                left.append(f"- {name}, d = {d}, mu = {mu:g}, {100 * share:g} %: {gap:.1e}")
        whole += ends
        counts = " | ".join(str(ends[end]) for end in ENDS)
        print(f"| {name} | {columns} | {counts} | {slowest:.2f} |", flush=True)
    counts = " | ".join(str(whole[end]) for end in ENDS)
    print(f"| all | | {counts} | |\n")
    print("Gaps left, as shares of the variance (wanted: 1e-7):\n" if left else "None is left.")
    print("\n".join(left))


if __name__ == "__main__":
    main()
