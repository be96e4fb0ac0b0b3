# SPDX-License-Identifier: BSD-3-Clause
"""The Dask block of the tutorial runs as it is printed."""

import numpy as np
import pandas as pd
import tutorial


def test_the_block_of_the_tutorial_fits_and_writes_coordinates(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    expected = tutorial.assert_fitted_as_in_memory(tutorial.run("on-dask"))
    written = pd.read_parquet("coordinates-dask").sort_values("id")
    np.testing.assert_allclose(written.drop(columns="id").to_numpy(), expected, atol=1e-9)
