# SPDX-License-Identifier: BSD-3-Clause
"""MbF-PCA on the authors' splits, beside the loadings they stored (Lee et al. 2022).

    FAIRPCA_DATA=... python benchmarks/mbf_splits.py build/fairpca > docs/results/mmd.md

Every split is fitted by the command shown, on its training rows, and compared with the explained
variance and MMD^2 of the stored solution of the same split, dimension and tau.
"""

import csv
import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path

DATA = Path(os.environ.get("FAIRPCA_DATA", "../shared/datasets"))
OPTIONS = [
    "--method",
    "mmd-fair-pca",
    "--group",
    "group",
    "--drop",
    "label",
    "--standardize",
    "--json",
]
CASES = [
    (name, d, tau)
    for name in ("german", "compas", "adult")
    for d, tau in ((2, "1e-3"), (2, "1e-6"), (10, "1e-3"), (10, "1e-6"))
]


def read(path):
    with open(path, newline="") as file:
        return list(csv.reader(file))


def stored_solutions():
    """(set, tau, d, split) -> explained variance and MMD^2 on the training rows."""
    found = {}
    for name in ("mbfpca_uci_per_split.csv", "mbfpca_loadings_metrics.csv"):
        header, *rows = read(DATA / "published_results" / name)
        for row in rows:
            cells = dict(zip(header, row, strict=True))
            if cells["method"].upper() == "MBF-PCA":
                key = cells["dataset"], cells["param"], int(cells["d"]), int(cells["split"])
                found[key] = float(cells["expvar_train_pct"]), float(cells["mmd2_train"])
    return found


def fit(program, name, split, d, tau, folder):
    header, *rows = read(DATA / "mbfpca" / f"{name}.csv")
    _, *parts = read(DATA / "mbfpca" / f"{name}_splits.csv")
    table = folder / f"{name}{split}.csv"
    with open(table, "w", newline="") as file:
        writer = csv.writer(file)
        writer.writerow(header)
        writer.writerows(r for r, part in zip(rows, parts, strict=True) if part[split] == "train")
    command = [program, "fit", table, *OPTIONS, "-d", d, "--tau", tau, "-o", folder / "model"]
    run = subprocess.run([str(part) for part in command], capture_output=True, check=False)
    if run.returncode not in (0, 1):
        raise SystemExit(run.stderr.decode())
    return json.loads(run.stdout)


def main():
    program, only = sys.argv[1], sys.argv[2:]
    theirs = stored_solutions()
    print("# MbF-PCA on the authors' splits\n")
    print(f"`fairpca fit TRAIN.csv {' '.join(OPTIONS)} -d D --tau TAU`; variance in percent.")
    print("Written by `benchmarks/mbf_splits.py`.\n")
    print("| set | d | tau | split | theirs | MMD^2 | ours | MMD^2 | feasible | passes |")
    print("|---|---|---|---|---|---|---|---|---|---|")
    summary = []
    with tempfile.TemporaryDirectory() as folder:
        for name, d, tau in CASES:
            if only and f"{name}-{d}-{tau}" not in only:
                continue
            pairs = []
            for split in range(10):
                if (name, tau, d, split) not in theirs:
                    continue
                variance, mmd2 = theirs[name, tau, d, split]
                ours = fit(program, name, split, d, tau, Path(folder))
                own = 100 * ours["explained_variance_ratio"]
                pairs.append((variance, mmd2 <= float(tau), own, ours["feasible"]))
                print(
                    f"| {name} | {d} | {tau} | {split} | {variance:.4f} | {mmd2:.3g} | {own:.4f} "
                    f"| {ours['mmd2']:.3g} | {'yes' if ours['feasible'] else 'no'} "
                    f"| {ours['evaluations']:.0f} |",
                    flush=True,
                )
            if pairs:
                summary.append((name, d, tau, pairs))
    print("\n| set | d | tau | mean of theirs | of ours | feasible: theirs | ours |")
    print("|---|---|---|---|---|---|---|")
    for name, d, tau, pairs in summary:
        count = len(pairs)
        print(
            f"| {name} | {d} | {tau} | {sum(p[0] for p in pairs) / count:.4f} "
            f"| {sum(p[2] for p in pairs) / count:.4f} | {sum(p[1] for p in pairs)} of {count} "
            f"| {sum(p[3] for p in pairs)} of {count} |"
        )


if __name__ == "__main__":
    main()
