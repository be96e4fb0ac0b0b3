# SPDX-License-Identifier: BSD-3-Clause
"""The Spark block of the tutorial runs as it is printed."""

import contextlib

import numpy as np
import pandas as pd
import pytest
import tutorial
from spark_sessions import session


@pytest.fixture
def spark(tmp_path):
    # Paths are relative to the folder in which the session began.
    with contextlib.chdir(tmp_path):
        yield from session(tmp_path, master="local[2]")


def test_the_block_of_the_tutorial_fits_and_writes_coordinates(spark):
    expected = tutorial.assert_fitted_as_in_memory(tutorial.run("on-spark", spark=spark))
    written = pd.read_parquet("coordinates-spark").sort_values("id")
    np.testing.assert_allclose(written.drop(columns="id").to_numpy(), expected, atol=1e-9)
