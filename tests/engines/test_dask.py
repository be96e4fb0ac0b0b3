# SPDX-License-Identifier: BSD-3-Clause
"""Dask with two worker processes, which are killed in the middle of what they do."""

import os
import signal

import dask.dataframe
import fairpca
import fairpca.dask
import pytest
from distributed import Client, LocalCluster
from fairpca._dask_engine import DaskEngine
from fit_contract import *  # noqa: F403
from fit_contract import MIXTURES, model_bytes, only
from people import Slices, clusters, people
from sklearn.base import clone


@pytest.fixture(scope="module")
def client(tmp_path_factory):
    with (
        LocalCluster(
            n_workers=2,
            threads_per_worker=1,
            processes=True,
            dashboard_address=None,
            local_directory=str(tmp_path_factory.mktemp("dask")),
        ) as cluster,
        Client(cluster) as client,
    ):
        yield client


class Dask:
    """What fit_contract asks of an engine."""

    module = fairpca.dask

    def table(self, slices):
        return dask.dataframe.from_map(slices, range(slices.parts), meta=slices.frame.head(0))

    def frame(self, table):
        return table.compute()


@pytest.fixture(scope="module")
def engine(client):
    return Dask()


def test_a_worker_killed_by_a_partition_is_replaced_and_changes_no_bit(engine, once, tmp_path):
    frame = only(people(), "sex")
    quiet, killed = (
        engine.module.fit(
            fairpca.FairPCA(2), engine.table(Slices(frame, **how)), sensitive_features="sex"
        )
        for how in ({}, {"accident": "kill", "once": once})
    )
    assert os.path.exists(once), "no worker was killed"
    assert model_bytes(killed, tmp_path) == model_bytes(quiet, tmp_path)


@pytest.mark.filterwarnings("ignore::sklearn.exceptions.ConvergenceWarning")
def test_a_worker_killed_while_a_mixture_is_fitted_changes_no_bit(
    engine, client, monkeypatch, tmp_path
):
    table = engine.table(Slices(clusters()))
    quiet = engine.module.fit(clone(MIXTURES[0]), table, sensitive_features="sex")
    pid = next(iter(client.run(os.getpid).values()))
    passes = []
    run = DaskEngine.run

    def killing(self, task):
        passes.append(task.reads)
        if task.reads == "prepared" and passes.count("prepared") == 3:
            os.kill(pid, signal.SIGKILL)
        return run(self, task)

    monkeypatch.setattr(DaskEngine, "run", killing)
    killed = engine.module.fit(clone(MIXTURES[0]), table, sensitive_features="sex")
    assert passes.count("prepared") > 3, "nothing was left to do for the other"
    assert model_bytes(killed, tmp_path) == model_bytes(quiet, tmp_path)


def test_partitions_with_other_columns_are_named(engine):
    frame = only(people(), "sex")
    parts = [frame.iloc[:300], frame.iloc[300:600].drop(columns="debt"), frame.iloc[600:]]
    table = [dask.delayed(part) for part in parts]
    with pytest.raises(ValueError, match=r"artition 1.*debt"):
        engine.module.fit(fairpca.PCA(2), table, sensitive_features="sex")
