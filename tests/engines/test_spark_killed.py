# SPDX-License-Identifier: BSD-3-Clause
"""Executors that are processes of their own, killed in the middle of what they do."""

import os
import signal

import fairpca
import pytest
from fairpca._spark_engine import SparkEngine
from fit_contract import MIXTURES, model_bytes, only
from people import Slices, clusters, people
from sklearn.base import clone
from spark_contract import listed
from spark_sessions import session
from spark_tables import Spark
from toy_tasks import Executor, Unlucky


@pytest.fixture(scope="module")
def spark(tmp_path_factory):
    yield from session(tmp_path_factory.mktemp("spark"), master="local-cluster[2,1,1024]")


@pytest.mark.parametrize("what", ["kill", "kill the executor"])
def test_a_killed_worker_is_replaced_and_changes_nothing(spark, once, what):
    engine = SparkEngine(spark.range(0, 8, 1, 4))
    assert list(engine.run(Unlucky(once=once, what=what))) == listed(0, 8, 4)


@pytest.fixture(scope="module")
def engine(spark):
    return Spark(spark)


def test_an_executor_killed_by_a_partition_changes_no_bit_of_a_fit(engine, once, tmp_path):
    frame = only(people(), "sex")
    quiet, killed = (
        engine.module.fit(
            fairpca.FairPCA(2), engine.table(Slices(frame, **how)), sensitive_features="sex"
        )
        for how in ({}, {"accident": "kill the executor", "once": once})
    )
    assert os.path.exists(once), "no executor was killed"
    assert model_bytes(killed, tmp_path) == model_bytes(quiet, tmp_path)


@pytest.mark.filterwarnings("ignore::sklearn.exceptions.ConvergenceWarning")
def test_an_executor_killed_while_a_mixture_is_fitted_changes_no_bit(
    engine, spark, monkeypatch, tmp_path
):
    table = engine.table(Slices(clusters()))
    quiet = engine.module.fit(clone(MIXTURES[0]), table, sensitive_features="sex")
    passes = []
    results = SparkEngine._results

    def killing(self, task, *rest):
        if isinstance(task, Executor):
            return results(self, task, *rest)
        passes.append(task.reads)
        if passes.count("prepared") == 3 and task.reads == "prepared":
            pids = {int(pid) for pid in SparkEngine(spark.range(2)).run(Executor())}
            os.kill(pids.pop(), signal.SIGKILL)
        return results(self, task, *rest)

    monkeypatch.setattr(SparkEngine, "_results", killing)
    killed = engine.module.fit(clone(MIXTURES[0]), table, sensitive_features="sex")
    assert passes.count("prepared") > 3, "nothing was left to do for the others"
    assert model_bytes(killed, tmp_path) == model_bytes(quiet, tmp_path)
