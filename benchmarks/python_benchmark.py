# SPDX-License-Identifier: BSD-3-Clause
"""PCA in Python against scikit-learn's solvers, and what the package itself costs.

Everything is measured in one process, interleaved, on the same number of threads; times are the
least of the rounds, the overhead is the median of pairs. Results are
checked once before anything is timed.

    python benchmarks/python_benchmark.py [--quick]
"""

import argparse
import os
import statistics
import subprocess
import sys
import textwrap
import time

import fairpca
import numpy as np
import sklearn.decomposition
import threadpoolctl
from fairpca import _core
from fairpca._tables import default_names

SOLVERS = ("covariance_eigh", "randomized", "full")
DIMENSIONS = 20
# Seconds before a call: threads of NumPy's BLAS go on spinning for a while after their work.
PAUSE = 0.3


def decaying_rows(n, p, seed=0):
    """Rows whose variances fall like a power law, with an offset, in place to spare memory."""
    X = np.random.default_rng(seed).standard_normal((n, p))
    X *= np.arange(1, p + 1) ** -0.75
    X[:, 1:] += 0.5 * X[:, :1]
    X += 3.0
    return X


def check(X, pca):
    """Compares with LAPACK's eigenvalues of NumPy's covariance."""
    values = np.linalg.eigvalsh(np.cov(X.T))[::-1][:DIMENSIONS]
    np.testing.assert_allclose(pca.explained_variance_, values, rtol=1e-9)


def seconds(call):
    start = time.perf_counter()
    call()
    return time.perf_counter() - start


def fit_in_the_core(X, threads):
    """The same fit without the estimator around it."""
    settings = _core.FitSettings("pca", {"dimensions": DIMENSIONS, "threads": threads})
    _core.fit(_core.Table(X, default_names(X.shape[1])), settings)


def compare(n, p, threads, rounds, slow_rounds):
    X = decaying_rows(n, p)
    ours = fairpca.PCA(DIMENSIONS, n_jobs=threads)
    check(X, ours.fit(X))
    calls = {"fairpca.PCA": lambda: ours.fit(X), "C++ core": lambda: fit_in_the_core(X, threads)}
    for solver in SOLVERS:
        theirs = sklearn.decomposition.PCA(DIMENSIONS, svd_solver=solver, random_state=0)
        calls[f"scikit-learn {solver}"] = lambda theirs=theirs: theirs.fit(X)
    best = dict.fromkeys(calls, float("inf"))
    for round_number in range(rounds):
        for name, call in calls.items():
            if name.endswith("full") and round_number >= slow_rounds:
                continue
            time.sleep(PAUSE)
            best[name] = min(best[name], seconds(call))
    return best, overhead(calls["fairpca.PCA"], calls["C++ core"], 3 * rounds)


def overhead(call, bare, turns):
    """Median over the turns of call / bare - 1; who goes first alternates."""
    ratios = []
    for turn in range(turns):
        first, second = (call, bare) if turn % 2 else (bare, call)
        times = {first: seconds(first), second: seconds(second)}
        ratios.append(times[call] / times[bare])
    return statistics.median(ratios) - 1


def print_comparison(n, p, threads, best, overhead, goal):
    print(f"\n{n:,} x {p}, d = {DIMENSIONS}, {threads} threads\n")
    print("| | seconds | times fairpca.PCA |")
    print("|---|---|---|")
    ours = best["fairpca.PCA"]
    for name, taken in best.items():
        print(f"| {name} | {taken:.3f} | {taken / ours:.2f} |")
    fastest = min(taken for name, taken in best.items() if name.startswith("scikit-learn"))
    eigh = best["scikit-learn covariance_eigh"]
    print(f"\nfairpca.PCA / fastest scikit-learn: {ours / fastest:.2f} (goal: at most 1)")
    print(f"fairpca.PCA / covariance_eigh: {ours / eigh:.2f} (goal: at most {goal})")
    print(f"Python over C++: {100 * overhead:+.1f} % (goal: at most 5 %)")


# Not ru_maxrss: a child process starts with its parent's. A small fit first: names are imported
# when they are used, and scikit-learn takes as much as X.
MEMORY = """
import sys
import numpy as np, fairpca
def peak():
    with open("/proc/self/status") as status:
        return next(int(line.split()[1]) * 1024 for line in status if line.startswith("VmHWM"))
n, p, threads = map(int, sys.argv[1:])
fairpca.PCA(1).fit(np.eye(20, 3))
X = np.random.default_rng(0).standard_normal((n, p))
before = peak()
fairpca.PCA(20, n_jobs=threads).fit(X)
print((peak() - before) / X.nbytes)
"""


def memory_beyond_rows(n, p, threads):
    """Peak memory of a child process above what it held before the fit, as a share of X."""
    command = [sys.executable, "-c", MEMORY, str(n), str(p), str(threads)]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    return float(done.stdout)


def import_milliseconds(rounds):
    """Time of `import fairpca` once scikit-learn's PCA is imported, in fresh processes."""
    code = textwrap.dedent(
        """
        import sklearn.decomposition, time
        start = time.perf_counter()
        import fairpca
        print(1000 * (time.perf_counter() - start))
        """
    )
    times = [
        float(subprocess.run([sys.executable, "-c", code], capture_output=True, check=True).stdout)
        for _ in range(rounds)
    ]
    return min(times)


def command_milliseconds(rounds):
    """Least times of the command, which says its version: passed, and of the processor."""
    times = []
    for _ in range(rounds):
        before, start = os.times(), time.perf_counter()
        code = "import sys; from fairpca._command import main; sys.exit(main())"
        subprocess.run([sys.executable, "-c", code, "--version"], capture_output=True, check=True)
        passed, after = time.perf_counter() - start, os.times()
        busy = sum(after[2:4]) - sum(before[2:4])  # of children
        times.append((1000 * passed, 1000 * busy))
    return [min(column) for column in zip(*times, strict=True)]


def one_row(turns, calls=100):
    """Medians over the turns: microseconds of our transform of one row of 100 columns to 10
    dimensions, of scikit-learn's, and of the ratio of neighbours."""
    X = decaying_rows(1000, 100)
    ours = fairpca.PCA(10).fit(X)
    theirs = sklearn.decomposition.PCA(10).fit(X)
    row = X[:1]
    np.testing.assert_allclose(abs(ours.transform(row)), abs(theirs.transform(row)), rtol=1e-6)

    def repeated(pca):
        return seconds(lambda: [pca.transform(row) for _ in range(calls)]) / calls * 1e6

    times = [(repeated(ours), repeated(theirs)) for _ in range(turns)]
    mine, sklearns = (statistics.median(column) for column in zip(*times, strict=True))
    return mine, sklearns, statistics.median(first / second for first, second in times)


def many_rows(n, p, threads, rounds):
    """Least seconds of our transform of all rows to 10 dimensions, and of scikit-learn's."""
    X = decaying_rows(n, p)
    ours = fairpca.PCA(10, n_jobs=threads).fit(X)
    theirs = sklearn.decomposition.PCA(10, svd_solver="covariance_eigh").fit(X)
    # Components agree to about 1e-11, and some coordinates of ten million are near zero.
    np.testing.assert_allclose(
        abs(ours.transform(X)), abs(theirs.transform(X)), rtol=1e-6, atol=1e-9
    )
    times = [
        (seconds(lambda: ours.transform(X)), seconds(lambda: theirs.transform(X)))
        for _ in range(rounds)
    ]
    return [min(column) for column in zip(*times, strict=True)]


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--quick", action="store_true", help="small shapes, to try the program")
    quick = parser.parse_args().quick
    threads = len(os.sched_getaffinity(0))
    shapes = [(20_000, 100), (2_000, 300)] if quick else [(500_000, 100), (13_232, 1764)]
    print(
        f"fairpca {fairpca.__version__}, scikit-learn {sklearn.__version__}, NumPy {np.__version__}"
    )
    with threadpoolctl.threadpool_limits(limits=threads):
        for (n, p), goal in zip(shapes, (0.33, 0.80), strict=True):
            measured = compare(n, p, threads, rounds=3 if quick else 5, slow_rounds=1)
            print_comparison(n, p, threads, *measured, goal)
        n = 20_000 if quick else 1_000_000
        mine, theirs = many_rows(n, 100, threads, rounds=7)
    print("\n| beside the fit | measured | goal |")
    print("|---|---|---|")
    print(
        f"| transform of {n:,} x 100, d = 10, {threads} threads | {1000 * mine:.0f} ms, "
        f"scikit-learn's PCA {1000 * theirs:.0f} ms: {mine / theirs:.2f} times "
        "| at most 0.40 times |"
    )
    for n, p in shapes:
        share = memory_beyond_rows(n, p, threads)
        goal = 40 if p > 100 else 10
        row = f"| peak memory beyond X, {n:,} x {p} | {100 * share:.1f} % of X | at most {goal} % |"
        print(row)
    mine, theirs, ratio = one_row(turns=20 if quick else 60)
    print(
        f"| transform of one row, 100 columns, d = 10 | {mine:.0f} us, scikit-learn's PCA "
        f"{theirs:.0f} us: {ratio:.2f} times | at most 1 time |"
    )
    passed, busy = command_milliseconds(10)
    print(
        f"| the command in the wheel, `fairpca --version` | {passed:.0f} ms, {busy:.0f} ms of the "
        "processor | at most 300 ms |"
    )
    print(f"| import after scikit-learn | {import_milliseconds(5):.0f} ms | at most 150 ms |")


if __name__ == "__main__":
    main()
