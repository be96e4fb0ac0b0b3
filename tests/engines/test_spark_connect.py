# SPDX-License-Identifier: BSD-3-Clause
"""Spark Connect, with a server of its own: there are no RDDs."""

import pytest
from fit_contract import *  # noqa: F403
from spark_contract import *  # noqa: F403
from spark_sessions import session
from spark_tables import Spark


@pytest.fixture(scope="module")
def spark(tmp_path_factory):
    yield from session(tmp_path_factory.mktemp("spark"), remote="local[2]")


@pytest.fixture(scope="module")
def engine(spark):
    return Spark(spark)


def test_this_is_connect(spark):
    assert "connect" in type(spark).__module__
    with pytest.raises(Exception, match="NOT_IMPLEMENTED"):
        spark.range(1).rdd  # noqa: B018
