# SPDX-License-Identifier: BSD-3-Clause
"""Fits from Parquet and from Arrow in memory, against what they cannot do without.

A fit from a file is held against reading the file with the same producer plus the moments of the
same rows from memory; its memory against the producer's own, in processes of their own. Arrow in
memory is held against a NumPy array of the same rows. Results are checked once.

    python benchmarks/stream_benchmark.py [--quick]
"""

import argparse
import resource
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import fairpca
import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq

BATCH = 65_536
FITS = [fairpca.PCA(5), fairpca.FairPCA(5)]

# One process each: the largest memory of a process never falls.
DRAIN = """
for batch in pq.ParquetFile(path).iter_batches({batch}): pass
"""
FIT = """
fairpca.{name}(5).fit(pq.ParquetFile(path), sensitive_features="sex")
"""


class Stream:
    """A table that is nothing but a stream."""

    def __init__(self, table):
        self._table = table

    def __arrow_c_stream__(self, requested_schema=None):
        return self._table.__arrow_c_stream__(requested_schema)


def batches(rows, columns):
    """Tables of a million rows, the same every time."""
    random = np.random.default_rng(0)
    for first in range(0, rows, 1_000_000):
        count = min(1_000_000, rows - first)
        sex = random.integers(0, 2, count)
        X = random.standard_normal((count, columns)) * np.linspace(3, 0.5, columns)
        X[sex == 1, ::2] *= 1.5
        names = [f"x{number}" for number in range(columns)]
        arrays = [pa.array(np.ascontiguousarray(column)) for column in X.T]
        levels = pa.DictionaryArray.from_arrays(pa.array(sex, pa.int8()), ["f", "m"])
        yield pa.table([*arrays, levels], names=[*names, "sex"])


def write(path, rows, columns):
    writer = None
    for table in batches(rows, columns):
        writer = writer or pq.ParquetWriter(path, table.schema)
        writer.write_table(table, row_group_size=BATCH * 8)
    writer.close()


def seconds(work):
    start = time.perf_counter()
    work()
    return time.perf_counter() - start


def drain(path):
    for _ in pq.ParquetFile(path).iter_batches(BATCH):
        pass


def peak_megabytes(path, code):
    head = f"import fairpca\nfairpca.PCA\nimport pyarrow.parquet as pq\npath = {str(path)!r}\n"
    # Not getrusage(), which counts what the process had before it became this one.
    tail = "print(next(line.split()[1] for line in open('/proc/self/status') if 'VmHWM' in line))"
    done = subprocess.run(
        [sys.executable, "-c", head + code + tail], check=True, capture_output=True, text=True
    )
    return float(done.stdout) / 1024


def in_memory(path):
    table = pq.read_table(path)
    names = [name for name in table.column_names if name != "sex"]
    X = np.empty((table.num_rows, len(names)))
    for position, name in enumerate(names):
        X[:, position] = table[name].to_numpy()
    return table, X, np.asarray(table["sex"].combine_chunks().indices)


def check(path, X, sex):
    """The components of the file are those of the array."""
    for fit in FITS:
        expected = fit.fit(X, sensitive_features=sex.astype(str)).components_
        found = fit.fit(pq.ParquetFile(path), sensitive_features="sex").components_
        np.testing.assert_allclose(np.abs(found), np.abs(expected), rtol=1e-9, atol=1e-9)


def timed(fit, path, table, X, sex):
    """Seconds of: reading, moments, the fit of the file, of the array, of Arrow in memory."""
    moments = fairpca.GroupMoments()
    return [
        seconds(lambda: drain(path)),
        seconds(lambda: moments.partial_fit(X, sensitive_features=sex)),
        seconds(lambda: fit.fit(pq.ParquetFile(path), sensitive_features="sex")),
        seconds(lambda: fit.fit(X, sensitive_features=sex)),
        seconds(lambda: fit.fit(Stream(table), sensitive_features="sex")),
    ]


def measure(path, rounds):
    table, X, sex = in_memory(path)
    check(path, X, sex)
    producer_peak = peak_megabytes(path, DRAIN.format(batch=BATCH))
    for fit in FITS:
        times = [timed(fit, path, table, X, sex) for _ in range(rounds)]
        read, moments, file, array, arrow = np.min(times, axis=0)
        name = type(fit).__name__
        beyond = peak_megabytes(path, FIT.format(name=name)) - producer_peak
        print(
            f"| {X.shape[0]:,} x {X.shape[1]} | `{name}` | {read:.2f} | {moments:.2f} "
            f"| {file:.2f} | **{file / (read + moments):.2f}** | {beyond:.0f} "
            f"| {array:.2f} | {arrow:.2f} | **{arrow / array:.2f}** |"
        )


def busy_seconds(work):
    """Of the processor, all threads of this process."""
    start = time.process_time()
    work()
    return time.process_time() - start


def measure_moments(rows, columns, rounds):
    """Moments of an array and of a stream from memory, one thread, in turn."""
    (table,) = batches(rows, columns)
    X = np.column_stack([table[name].to_numpy() for name in table.column_names[:-1]])
    sex = np.asarray(table["sex"].combine_chunks().indices)

    def moments_of(rows, groups):
        moments = fairpca.GroupMoments(n_jobs=1)
        return busy_seconds(lambda: moments.partial_fit(rows, sensitive_features=groups))

    times = [(moments_of(X, sex), moments_of(Stream(table), "sex")) for _ in range(rounds)]
    array, stream = np.min(times, axis=0)
    numbers = X.size / 1e9
    print(
        f"| {rows:,} x {columns} | {array / numbers:.2f} | {stream / numbers:.2f} "
        f"| **{stream / array:.2f}** |"
    )


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--quick", action="store_true", help="fewer rows")
    quick = parser.parse_args().quick
    sizes = [(200_000, 20), (50_000, 100)] if quick else [(20_000_000, 20), (2_000_000, 100)]
    print("Wanted: a file at most 1.15 of reading + moments, at most 300 MB beyond the producer's")
    print("memory; Arrow in memory at most 1.10 of the array. Least seconds of the rounds.\n")
    print(
        "| rows | fit | read | moments | fit of the file | ratio | MB beyond "
        "| fit of the array | of Arrow | ratio |"
    )
    print("|---|---|---|---|---|---|---|---|---|---|")
    with tempfile.TemporaryDirectory() as folder:
        for rows, columns in sizes:
            path = Path(folder) / "rows.parquet"
            write(path, rows, columns)
            measure(path, rounds=1 if quick else 3)
    print("\nMoments from memory, one thread, nanoseconds of the processor per number:\n")
    print("| rows | of the array | of Arrow | ratio |\n|---|---|---|---|")
    for rows, columns in [(500_000, 20), (100_000, 100), (50_000, 200)]:
        measure_moments(rows // 10 if quick else rows, columns, rounds=3 if quick else 7)
    print(f"\nPeak of this process: {resource.getrusage(resource.RUSAGE_SELF).ru_maxrss >> 20} GB")


if __name__ == "__main__":
    main()
