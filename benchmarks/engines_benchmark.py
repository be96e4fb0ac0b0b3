# SPDX-License-Identifier: BSD-3-Clause
"""Dask and Spark with two local workers: passes for moments against passes that count rows.

    PYTHONPATH=build-bench/python .venv-engines/bin/python benchmarks/engines_benchmark.py \
      spark --rows 1000000 10000000

Rows of 20 doubles and a group are read from Parquet files of 250,000 rows each. A counting pass
reads the same columns and hands them to the same Python workers, which add up numbers of rows.
EM steps are passes over partitions that stay in the cluster; the same step on one machine is beside
them, and the difference is what the engine costs.
"""

import argparse
import contextlib
import os
import sys
import tempfile
import time
from pathlib import Path

os.environ["PYSPARK_PYTHON"] = sys.executable
os.environ.setdefault("SPARK_LOCAL_IP", "127.0.0.1")
os.environ["OPENBLAS_NUM_THREADS"] = "1"

import fairpca
import numpy as np
import pandas as pd
import psutil
import pyarrow as pa
import pyarrow.parquet
from fairpca import _passes

COLUMNS = 20
FILE_ROWS = 250_000
FILES = 40

MOMENTS_HEAD = """Wanted: moments at 0.6 of the rate of a pass that only counts rows, or more.

| engine | rows | counting, s | moments, s | million rows/s | of the counting rate \
| counting, CPU s | moments, CPU s | ratio |
|---|---|---|---|---|---|---|---|---|"""
STEPS_HEAD = """
Passes of EM over prepared partitions, 20 columns, K = 3, q = 2:

| engine | rows | bytes of moments | of a pass | passes | s per pass | one machine | overhead, s |
|---|---|---|---|---|---|---|---|"""


def write_files(folder, files):
    """Files of different rows, 10^7 rows in all at most."""
    paths = []
    for number in range(files):
        random = np.random.default_rng(number)
        table = {f"x{column}": random.normal(size=FILE_ROWS) for column in range(COLUMNS)}
        table["sex"] = pa.array(np.where(random.random(FILE_ROWS) < 0.5, "f", "m"))
        path = folder / f"{number:03}.parquet"
        pa.parquet.write_table(pa.table(table), path, compression="none", use_dictionary=["sex"])
        paths.append(str(path))
    return paths


def busy_seconds():
    """What the processor has spent on this process and on those it started, workers among them."""
    this = psutil.Process()
    total = 0.0
    for process in [this, *this.children(recursive=True)]:
        with contextlib.suppress(psutil.Error):  # it has ended
            times = process.cpu_times()
            total += times.user + times.system
    return total


def seconds(function):
    """Seconds that pass, those of the processor, and the result."""
    start, busy = time.perf_counter(), busy_seconds()
    result = function()
    return time.perf_counter() - start, busy_seconds() - busy, result


def count_batches(batches):
    rows = sum(batch.num_rows for batch in batches)
    yield pa.RecordBatch.from_pydict({"rows": pa.array([rows], pa.int64())})


class Spark:
    """Two threads of one process, each with a Python worker."""

    def __init__(self, folder):
        import fairpca.spark
        from pyspark.sql import SparkSession

        self.module = fairpca.spark
        self.session = (
            SparkSession.builder.master("local[2]")
            .config("spark.ui.enabled", "false")
            .config("spark.ui.showConsoleProgress", "false")
            .config("spark.log.level", "ERROR")
            .config("spark.driver.memory", "4g")
            .config("spark.local.dir", str(folder))
            .getOrCreate()
        )

    def table(self, paths):
        return self.session.read.parquet(*paths)

    def small(self, frame, parts):
        return self.session.createDataFrame(frame).repartition(parts).persist()

    def count(self, df):
        return sum(df.mapInArrow(count_batches, "rows long").toArrow()["rows"].to_pylist())

    def engine(self, df):
        from fairpca._spark_engine import SparkEngine

        return SparkEngine(df)

    def close(self):
        self.session.stop()


class Dask:
    """Two processes of one thread each."""

    def __init__(self, folder):
        import fairpca.dask
        from distributed import Client, LocalCluster

        self.module = fairpca.dask
        self.cluster = LocalCluster(
            n_workers=2,
            threads_per_worker=1,
            processes=True,
            dashboard_address=None,
            local_directory=str(folder),
        )
        self.client = Client(self.cluster)

    def table(self, paths):
        import dask.dataframe

        return dask.dataframe.from_map(pd.read_parquet, paths)

    def small(self, frame, parts):
        import dask.dataframe

        return dask.dataframe.from_pandas(frame, npartitions=parts).persist()

    def count(self, ddf):
        import dask

        return sum(dask.compute(*[dask.delayed(len)(part) for part in ddf.to_delayed()]))

    def engine(self, ddf):
        from fairpca._dask_engine import DaskEngine, partitions_of

        return DaskEngine(partitions_of(ddf, None, None, None))

    def close(self):
        self.client.close()
        self.cluster.close()


def measure_moments(engine, name, paths, rows):
    """One row of the table: both passes, the better of two where they are short."""
    repeats = 2 if rows <= 10_000_000 else 1
    wanted = (paths * (rows // (FILE_ROWS * len(paths)) + 1))[: rows // FILE_ROWS]
    counted = [seconds(lambda: engine.count(engine.table(wanted))) for _ in range(repeats)]
    gathered = [
        seconds(lambda: engine.module.moments(engine.table(wanted), sensitive_features="sex"))
        for _ in range(repeats)
    ]
    assert all(result == rows for _, _, result in counted)
    assert all(moments.n_samples == rows for _, _, moments in gathered)
    counting, counting_busy = (min(times) for times in list(zip(*counted, strict=True))[:2])
    passing, passing_busy = (min(times) for times in list(zip(*gathered, strict=True))[:2])
    print(
        f"| {name} | {rows:,} | {counting:.1f} | {passing:.1f} | {rows / passing / 1e6:.2f} "
        f"| {counting / passing:.2f} | {counting_busy:.1f} | {passing_busy:.1f} "
        f"| {counting_busy / passing_busy:.2f} |",
        flush=True,
    )


class Watched:
    """An engine that notes the sizes of results and the time of passes over prepared rows."""

    def __init__(self, engine):
        self.engine, self.sizes, self.step_sizes, self.times = engine, [], [], []

    def run(self, task):
        start = time.perf_counter()
        results = list(self.engine.run(task))
        sizes = [len(result) for result in results]
        if task.reads == "prepared":
            self.times.append(time.perf_counter() - start)
            self.step_sizes += sizes
        self.sizes += sizes
        return iter(results)

    def release(self):
        self.engine.release()


def measure_steps(engine, name, rows, parts=8):
    """Seconds of a pass over prepared partitions, which is what an EM step costs."""
    random = np.random.default_rng(0)
    frame = pd.DataFrame(random.normal(size=(rows, COLUMNS)))
    frame.columns = [f"x{column}" for column in range(COLUMNS)]
    frame["sex"] = np.where(random.random(rows) < 0.5, "f", "m")
    table = engine.small(frame, parts)
    columns = _passes.columns_of_names("sex", None, None)
    moments = Watched(engine.engine(table))
    _passes.moments(moments, columns)
    mixture = Watched(engine.engine(table))
    estimator = fairpca.MixturePPCA(2, n_mixture_components=3, max_iter=20, tol=0.0)
    _passes.fit(estimator, mixture, columns)
    local = fairpca.MixturePPCA(2, n_mixture_components=3, max_iter=20, tol=0.0)
    alone, _, _ = seconds(
        lambda: local.fit(frame.drop(columns="sex"), sensitive_features=frame["sex"])
    )
    step, size = np.median(mixture.times), np.median(mixture.step_sizes)
    print(
        f"| {name} | {rows:,} in {parts} | {max(moments.sizes):,} | {size:,.0f} "
        f"| {len(mixture.times)} | {step:.3f} | {alone / 20:.3f} | {step - alone / 20:.3f} |",
        flush=True,
    )


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("engine", choices=["dask", "spark"])
    parser.add_argument("--rows", type=int, nargs="*", default=[1_000_000, 10_000_000])
    parser.add_argument("--steps", type=int, nargs="*", default=[10_000, 1_000_000])
    parser.add_argument("--folder", type=Path, help="of the Parquet files, kept for the next run")
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        files = given.folder or Path(folder)
        files.mkdir(exist_ok=True)
        paths = sorted(map(str, files.glob("*.parquet")))
        needed = min(FILES, max(given.rows, default=0) // FILE_ROWS)
        if len(paths) < needed:
            paths = write_files(files, needed)
        engine = {"dask": Dask, "spark": Spark}[given.engine](Path(folder))
        engine.count(engine.table(paths[:1]))  # workers start
        print(MOMENTS_HEAD, flush=True)
        for rows in given.rows:
            measure_moments(engine, given.engine.title(), paths, rows)
        print(STEPS_HEAD, flush=True)
        for rows in given.steps:
            measure_steps(engine, given.engine.title(), rows)
        engine.close()


if __name__ == "__main__":
    main()
