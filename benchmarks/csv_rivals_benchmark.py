# SPDX-License-Identifier: BSD-3-Clause
"""Reading a CSV file into columns, against polars and DuckDB with as many threads.

Three files, written here: numbers with all their digits, numbers with four decimals, and columns
like those of Adult (integers and words). Each program keeps every column in memory: ours
(csv_benchmark, which prints what it read) as blocks of numbers and of codes of levels, polars as a
frame, DuckDB as a table in memory. Programs run in processes of their own, in turn, several reads
each; times are of the read alone, the least of all. Row counts and the sums of all columns (of
words: their lengths) are compared first.

    python benchmarks/csv_rivals_benchmark.py CSV_BENCHMARK [--megabytes 100] [--rounds 3]
"""

import argparse
import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path

import numpy as np
import polars as pl

READS = 2

POLARS = """
import json, sys, time
import polars as pl
seconds = []
for _ in range(int(sys.argv[2])):
    frame = None
    start = time.perf_counter()
    frame = pl.read_csv(sys.argv[1])
    seconds.append(time.perf_counter() - start)
lengths = [c.str.len_bytes() if c.dtype == pl.String else c for c in frame]
print(json.dumps({"seconds": min(seconds), "rows": frame.height,
                  "sums": [float(c.sum()) for c in lengths]}))
"""

DUCKDB = """
import json, os, sys, time
import duckdb
seconds = []
for _ in range(int(sys.argv[2])):
    connection = duckdb.connect(config={"threads": int(os.environ["THREADS"])})
    start = time.perf_counter()
    connection.execute("create table t as from read_csv(?)", [sys.argv[1]])
    seconds.append(time.perf_counter() - start)
columns = connection.execute("describe t").fetchall()
sums = ", ".join(
    f'sum(strlen("{name}"))' if kind == "VARCHAR" else f'sum("{name}")'
    for name, kind, *_ in columns
)
rows, *sums = connection.execute(f"select count(*), {sums} from t").fetchone()
print(json.dumps({"seconds": min(seconds), "rows": rows, "sums": [float(s) for s in sums]}))
"""

LEVELS = {
    "workclass": "Private Self-emp-not-inc Local-gov State-gov Self-emp-inc Federal-gov",
    "education": "HS-grad Some-college Bachelors Masters Assoc-voc 11th Assoc-acdm 10th 7th-8th",
    "marital-status": "Married-civ-spouse Never-married Divorced Separated Widowed",
    "occupation": "Prof-specialty Craft-repair Exec-managerial Adm-clerical Sales Other-service",
    "relationship": "Husband Not-in-family Own-child Unmarried Wife Other-relative",
    "race": "White Black Asian-Pac-Islander Amer-Indian-Eskimo Other",
    "sex": "Male Female",
    "native-country": "United-States Mexico Philippines Germany Canada Puerto-Rico El-Salvador",
    "income": "<=50K >50K",
}


def normals(bytes_, digits):
    random = np.random.default_rng(17)
    X = random.standard_normal((int(bytes_ / 100 / (digits + 3.5)), 100))
    return pl.DataFrame(X, schema=[f"x{number}" for number in range(100)])


def adult_like(bytes_):
    random = np.random.default_rng(17)
    rows = int(bytes_ / 105)

    def words(name):
        levels = np.array(LEVELS[name].split())
        shares = 0.5 ** np.arange(len(levels))
        return levels[random.choice(len(levels), rows, p=shares / shares.sum())]

    gains = random.integers(100, 99_999, rows) * (random.random(rows) < 0.08)
    columns = {
        "age": random.integers(17, 90, rows),
        "fnlwgt": random.integers(12_285, 999_999, rows),
    }
    columns |= {name: words(name) for name in LEVELS}
    columns |= {"capital-gain": gains, "hours-per-week": random.integers(1, 99, rows)}
    return pl.DataFrame(columns)


def write_files(folder, bytes_):
    """Name and path of each file."""
    tables = {
        "16 to 17 digits": (normals(bytes_, 16), None),
        "four decimals": (normals(bytes_, 4), 4),
        "words and integers": (adult_like(bytes_), None),
    }
    for name, (frame, decimals) in tables.items():
        path = Path(folder) / f"{name.replace(' ', '-')}.csv"
        frame.write_csv(path, float_precision=decimals)
        yield name, path


def run(command, path, threads):
    done = subprocess.run(
        [*command, path, str(READS), str(threads)],
        env=os.environ | {"POLARS_MAX_THREADS": str(threads), "THREADS": str(threads)},
        capture_output=True,
        text=True,
        check=True,
    )
    return json.loads(done.stdout)


def check(results):
    (_, first), *others = results.items()
    for name, other in others:
        if other["rows"] != first["rows"]:
            raise RuntimeError(f"{name} read {other['rows']} rows, not {first['rows']}")
        np.testing.assert_allclose(other["sums"], first["sums"], rtol=1e-9, atol=1e-6)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("csv_benchmark")
    parser.add_argument("--megabytes", type=float, default=100)
    parser.add_argument("--rounds", type=int, default=3)
    arguments = parser.parse_args()
    programs = {
        "fairpca": [arguments.csv_benchmark],
        "polars": [sys.executable, "-c", POLARS],
        "DuckDB": [sys.executable, "-c", DUCKDB],
    }
    print("MB/s into columns in memory, and the time of ours over the faster of the others\n")
    print("| file | threads | fairpca | polars | DuckDB | ours over the faster |")
    print("|---|---|---|---|---|---|")
    with tempfile.TemporaryDirectory() as folder:
        for name, path in write_files(folder, arguments.megabytes * 1e6):
            megabytes = path.stat().st_size / 1e6
            for threads in (1, 2):
                best = dict.fromkeys(programs, np.inf)
                for _ in range(arguments.rounds):
                    results = {p: run(command, path, threads) for p, command in programs.items()}
                    check(results)
                    best = {p: min(best[p], results[p]["seconds"]) for p in programs}
                rates = " | ".join(f"{megabytes / seconds:.0f}" for seconds in best.values())
                ours, *others = best.values()
                ratio = f"**{ours / min(others):.2f}**"
                print(f"| {name}, {megabytes:.0f} MB | {threads} | {rates} | {ratio} |")


if __name__ == "__main__":
    main()
