# SPDX-License-Identifier: BSD-3-Clause
"""Whole fits of the representation methods.

MbF-PCA on the authors' first splits against the seconds their program took (Octave, two threads,
measured once on another day: docs/results/mmd.md), on COMPAS by race, and on all of Adult; FPCA's
convex program with p = 40 against a general semidefinite solver at the same gap, in the same
process: its own time, and that with CVXPY, which puts the program into its form.
"""

import csv
import gzip
import os
import time
from pathlib import Path

import cvxpy
import fairpca
import numpy as np

GAP = 1e-6
DATA = Path(os.environ.get("FAIRPCA_DATA", "../shared/datasets"))
AUTHORS_SECONDS = {
    ("german", 2): 8.9,
    ("german", 10): 11.8,
    ("compas", 2): 41.8,
    ("adult", 2): 25.6,
    ("adult", 10): 59.5,
}


def seconds(call, *arguments, **options):
    start = time.perf_counter()
    result = call(*arguments, **options)
    return time.perf_counter() - start, result


def read(path):
    with open(path, newline="") as file:
        return list(csv.reader(file))


def first_split(name):
    _, *rows = read(DATA / "mbfpca" / f"{name}.csv")
    _, *parts = read(DATA / "mbfpca" / f"{name}_splits.csv")
    kept = np.array(
        [row for row, part in zip(rows, parts, strict=True) if part[0] == "train"], float
    )
    return kept[:, :-2], kept[:, -1].astype(int)


def whole_adult():
    import pandas as pd

    with gzip.open(DATA / "frmppca" / "adult.csv.gz", "rt") as file:
        frame = pd.read_csv(file)
    return frame.drop(columns=["sex", "income"]), frame["sex"]


def splits():
    for (name, d), theirs in AUTHORS_SECONDS.items():
        X, group = first_split(name)
        for solver in ("refined", "repms"):
            model = fairpca.MMDFairPCA(d, tau=1e-3, standardize=True, solver=solver)
            ours, model = min(
                (seconds(model.fit, X, sensitive_features=group) for _ in range(3)),
                key=lambda pair: pair[0],
            )
            print(
                f"{name:7} d={d:<2} {solver:8} {ours:7.3f} s, {theirs / ours:6.1f} x; "
                f"explained {model.explained_variance_ratio_.sum():.4f}, "
                f"MMD^2 {model.measures_['mmd2']:.3g}"
            )


def adult():
    X, group = whole_adult()
    for d in (2, 10):
        model = fairpca.MMDFairPCA(d, tau=1e-3, standardize=True)
        time_taken, model = seconds(model.fit, X, sensitive_features=group)
        print(
            f"all of Adult ({len(X)} rows, {len(model.encoded_names_)} columns) d={d:<2} "
            f"{time_taken:7.1f} s, status {model.status_}, "
            f"explained {model.explained_variance_ratio_.sum():.4f}, "
            f"MMD^2 {model.measures_['mmd2']:.3g}, {model.measures_['evaluations']:.0f} passes"
        )


def six_groups():
    import pandas as pd

    frame = pd.read_csv(DATA / "frmppca" / "compas.csv")
    X, group = frame.drop(columns=["race", "two_year_recid"]), frame["race"]
    model = fairpca.MMDFairPCA(3, tau=1e-3, standardize=True)
    time_taken, model = seconds(model.fit, X, sensitive_features=group)
    print(
        f"COMPAS by race ({len(X)} rows, six groups, the smallest of {group.value_counts().min()}) "
        f"d=3  {time_taken:7.1f} s, status {model.status_}, "
        f"explained {model.explained_variance_ratio_.sum():.4f}, "
        f"MMD^2 {model.measures_['mmd2']:.3g}, {model.measures_['evaluations']:.0f} passes"
    )


def root(A):
    values, vectors = np.linalg.eigh(A)
    return vectors * np.sqrt(np.maximum(values, 0)) @ vectors.T


def general_solver(X, group, d, mu):
    p = X.shape[1]
    f = X[group == 1].mean(axis=0) - X[group == 0].mean(axis=0)
    Q = np.cov(X[group == 1].T, bias=True) - np.cov(X[group == 0].T, bias=True)
    P = cvxpy.Variable((p, p), symmetric=True)
    constraints = [P >> 0, np.eye(p) - P >> 0, cvxpy.trace(P) == d, f @ P @ f <= 1e-2]
    objective = cvxpy.trace(np.cov(X.T, bias=True) @ P)
    for signed in (Q, -Q):
        B = root(signed + max(0.0, -np.linalg.eigvalsh(signed)[0]) * np.eye(p))
        t = cvxpy.Variable()
        constraints.append(cvxpy.bmat([[t * np.eye(p), P @ B], [B @ P, np.eye(p)]]) >> 0)
        objective -= mu * t
    problem = cvxpy.Problem(cvxpy.Maximize(objective), constraints)
    # Clarabel needs most of a minute for one step here, where it does not fail.
    problem.solve(solver=cvxpy.SCS, eps_abs=GAP, eps_rel=GAP, max_iters=20000)
    stats = problem.solver_stats
    return {
        "value": np.trace(np.cov(X.T, bias=True)) - problem.value,
        "status": problem.status,
        "seconds": stats.setup_time + stats.solve_time,
        "iterations": stats.num_iters,
    }


def two_covariances(p):
    generator = np.random.default_rng(1)
    group = np.repeat([0, 1], 200)
    mixing = generator.normal(size=(2, p, p)) / np.sqrt(0.9 * p) + np.eye(p)
    return np.einsum("ni,nij->nj", generator.normal(size=(400, p)), mixing[group]), group


def convex_program():
    X, group = two_covariances(40)
    model = fairpca.ConstrainedFairPCA(5, mu=0.2, delta=0.1, relaxation_tol=GAP)
    ours, model = min(
        (seconds(model.fit, X, sensitive_features=group) for _ in range(3)),
        key=lambda pair: pair[0],
    )
    whole, scs = seconds(general_solver, X, group, 5, 0.2)
    print(
        f"FPCA p=40: {ours:.3f} s, gap {model.measures_['relaxation_gap']:.1e}; SCS itself "
        f"{scs['seconds']:.2f} s, {scs['iterations']} iterations, {scs['status']}: "
        f"{scs['seconds'] / ours:.0f} x (with CVXPY {whole:.2f} s: {whole / ours:.0f} x); values "
        f"differ by {abs(model.measures_['relaxation_objective'] - scs['value']):.1e}"
    )
    for p, share in ((100, 0.1), (100, 1e-3), (40, 1e-3), (40, 1e-6)):
        X, group = two_covariances(p)
        model = fairpca.ConstrainedFairPCA(5, mu=0.2, relative_delta=share, relaxation_tol=GAP)
        ours, model = seconds(model.fit, X, sensitive_features=group)
        gap = model.measures_["relaxation_gap"] / X.var(axis=0).sum()
        print(
            f"FPCA p={p}, delta {share:g} of the difference: {ours:.3f} s, gap {gap:.1e} of the "
            f"variance, status {model.status_}"
        )


if __name__ == "__main__":
    print("```")
    convex_program()
    if DATA.exists():
        splits()
        six_groups()
        adult()
    print("```")
