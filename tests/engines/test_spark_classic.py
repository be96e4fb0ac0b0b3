# SPDX-License-Identifier: BSD-3-Clause
"""Spark in one process, with tasks that are tried up to four times."""

import pytest
from fairpca._spark_engine import SparkEngine
from fit_contract import *  # noqa: F403
from spark_contract import *  # noqa: F403
from spark_contract import listed
from spark_sessions import session
from spark_tables import Spark
from toy_tasks import Unlucky


@pytest.fixture(scope="module")
def spark(tmp_path_factory):
    yield from session(tmp_path_factory.mktemp("spark"), master="local[2,4]")


@pytest.fixture(scope="module")
def engine(spark):
    return Spark(spark)


@pytest.mark.parametrize("what", ["raise", "kill"])
def test_a_task_that_fails_once_is_tried_again_and_changes_nothing(spark, once, what):
    engine = SparkEngine(spark.range(0, 8, 1, 4))
    assert list(engine.run(Unlucky(once=once, what=what))) == listed(0, 8, 4)
