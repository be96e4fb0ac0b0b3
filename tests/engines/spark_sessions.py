# SPDX-License-Identifier: BSD-3-Clause
"""Sessions and clusters of Spark for tests and measurements."""

import os
import shutil
import socket
import subprocess
import time
import warnings
from pathlib import Path

import pyspark
from pyspark.sql import SparkSession

HOME = Path(pyspark.__file__).parent


def session(folder, *, master=None, remote=None, **settings):
    """A session that is stopped at the end; it writes into the folder only."""
    builder = SparkSession.builder.master(master) if master else SparkSession.builder.remote(remote)
    for name, value in {
        "spark.ui.enabled": "false",
        "spark.log.level": "OFF",
        "spark.sql.shuffle.partitions": "4",
        "spark.local.dir": str(folder),
        "spark.sql.warehouse.dir": str(folder / "warehouse"),
        "spark.ui.showConsoleProgress": "false",
        "spark.executorEnv.PYTHONPATH": os.environ["PYTHONPATH"],
        **settings,
    }.items():
        builder = builder.config(name, value)
    with warnings.catch_warnings():
        # Connect says of some that they cannot be changed, after they were set.
        warnings.simplefilter("ignore")
        spark = builder.getOrCreate()
    yield spark
    spark.stop()
    shutil.rmtree(HOME / "work", ignore_errors=True)


def cluster(folder, hosts):
    """A cluster with a worker on each host, all of them addresses of this machine."""

    def start(name, *arguments):
        command = [HOME / "bin/spark-class", f"org.apache.spark.deploy.{name}", *arguments]
        with open(folder / "cluster.log", "a") as log:
            return subprocess.Popen(command, stdout=log, stderr=log)

    with socket.create_server(("127.0.0.1", 0)) as free:
        port = str(free.getsockname()[1])
    master = f"spark://127.0.0.1:{port}"
    where = ["--host", "127.0.0.1", "--port", port, "--webui-port", "0"]
    started = [start("master.Master", *where)]
    try:
        for host in hosts:
            where = ["--host", host, "--webui-port", "0", "--work-dir", str(folder / host)]
            started.append(start("worker.Worker", "-c", "1", "-m", "1g", *where, master))
        end = time.monotonic() + 120
        while (folder / "cluster.log").read_text().count("Registering worker") < len(hosts):
            assert time.monotonic() < end, (folder / "cluster.log").read_text()
            time.sleep(0.2)
        yield master
    finally:
        for process in started:
            process.kill()
            process.wait()
