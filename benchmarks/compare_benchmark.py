# SPDX-License-Identifier: BSD-3-Clause
"""Comparisons: all of Adult, and a tuning grid over a million rows.

Runs the program (FAIRPCA_PROGRAM). Adult needs the data sets (FAIRPCA_DATA) and is left out without
them.

    python benchmarks/compare_benchmark.py [--quick]
"""

import argparse
import csv
import json
import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import numpy as np

DATA = Path(os.environ.get("FAIRPCA_DATA", "../shared/datasets"))
PROGRAM = os.environ.get("FAIRPCA_PROGRAM", "build/fairpca")
MOMENT_METHODS = {
    *("pca", "ppca", "fair-pca", "robust-fair-pca", "gap-capped-pca"),
    *("mean-matching-pca", "constrained-fair-pca"),
}


def run_program(*arguments):
    """Seconds, output and peak memory (bytes) of a run."""
    script = (
        "import resource, subprocess, sys\n"
        "done = subprocess.run(sys.argv[1:])\n"
        "print(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss, file=sys.stderr)\n"
        "sys.exit(done.returncode)\n"
    )
    start = time.perf_counter()
    done = subprocess.run(
        [sys.executable, "-c", script, PROGRAM, *map(str, arguments)],
        capture_output=True,
        text=True,
        check=False,
    )
    seconds = time.perf_counter() - start
    if done.returncode not in (0, 1):  # 1: a method could not be fitted, which is a line
        raise RuntimeError(done.stderr)
    return seconds, done.stdout, 1024 * int(done.stderr.splitlines()[-1])


def seconds_by_method(folder):
    """Fit and measure seconds of each method, over all dimensions."""
    seconds = {}
    with open(folder / "timings.csv") as file:
        for line in csv.DictReader(file):
            fit, measure = seconds.get(line["method"], (0.0, 0.0))
            seconds[line["method"]] = (
                fit + float(line["fit_seconds"]),
                measure + float(line["measure_seconds"]),
            )
    return seconds


def tuning_seconds(folder):
    """Tune and fit seconds of every task."""
    with open(folder / "timings.csv") as file:
        for line in csv.DictReader(file):
            yield float(line["tune_seconds"]) + float(line["fit_seconds"])


def compare_adult(quick):
    table = DATA / "frmppca" / "adult.csv.gz"
    if not table.exists():
        print(f"\nAdult: {table} is not there\n")
        return
    threads = len(os.sched_getaffinity(0))
    with tempfile.TemporaryDirectory() as scratch:
        folder = Path(scratch) / "study"
        seconds, output, memory = run_program(
            *("compare", table, "--group", "sex", "--label", "income", "--standardize"),
            *("-d", "2" if quick else "2,5,10", "-o", folder, "--threads", threads, "--json"),
        )
        plan = json.loads(output)
        by_method = seconds_by_method(folder)
    print(
        f"compare on Adult, {plan['rows']:,} rows, {plan['encoded_columns']} columns, d = "
        f"{', '.join(plan['dimensions'])}, one split, all methods and measures, {threads} threads\n"
    )
    print("| | seconds | goal |\n|---|---|---|")
    print(f"| whole study | {seconds:.1f} | 1200 |")
    moments = sum(fit for name, (fit, _) in by_method.items() if name in MOMENT_METHODS)
    print(f"| fits of moment methods | {moments:.2f} | 5 |")
    for name, (fit, measure) in by_method.items():
        print(f"| {name}: fit, measure | {fit:.2f}, {measure:.2f} | |")
    print(f"| peak memory | {memory / 2**20:.0f} MB | 1024 MB |\n")


def tune_grid(quick):
    """The 3-fold x 18-point grid of robust-fair-pca against a single fit, from a file."""
    n, p = (100_000, 50) if quick else (1_000_000, 100)
    random = np.random.default_rng(1)
    with tempfile.TemporaryDirectory() as scratch:
        rows, groups = Path(scratch) / "rows.npy", Path(scratch) / "groups.txt"
        X = random.standard_normal((n, p), dtype=np.float32) @ random.standard_normal(
            (p, p), dtype=np.float32
        )
        group = random.integers(0, 2, n)
        X[group == 1] *= 1.5
        np.save(rows, X)
        groups.write_text("".join(f"{g}\n" for g in group))
        del X
        given = (rows, "--group-file", groups)
        single = min(
            run_program(
                *("fit", *given, "--method", "robust-fair-pca", "-d", 3),
                *("-o", Path(scratch) / "model.fpca"),
            )[0]
            for _ in range(3)
        )
        measures = "gap,reconstruction_error"
        tuned, _, memory = run_program(
            *("compare", *given, "--methods", "robust-fair-pca", "-d", 3, "--tune"),
            *("--measures", measures, "-o", Path(scratch) / "study"),
        )
        tuning = sum(tuning_seconds(Path(scratch) / "study"))
    print(f"tuning robust-fair-pca, {n:,} x {p}, 3 folds x 18 settings, from an NPY file\n")
    print("| | seconds |\n|---|---|")
    print(f"| single fit (best of 3) | {single:.2f} |")
    print(f"| tuning and fits, once the rows are read (timings.csv) | {tuning:.2f} |")
    print(f"| a fit and the tuning over the fit | {(single + tuning) / single:.2f} (goal: 1.5) |")
    print(f"| whole compare --tune, with measures and intervals of 3 models | {tuned:.2f} |")
    print(f"| peak memory | {memory / 2**20:.0f} MB |\n")


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--quick", action="store_true")
    quick = parser.parse_args().quick
    compare_adult(quick)
    tune_grid(quick)


if __name__ == "__main__":
    main()
