# SPDX-License-Identifier: BSD-3-Clause
"""FPCA where delta is a small share of the difference of the means, on tables that were hard."""

import fairpca
import pandas as pd
import pytest


@pytest.mark.parametrize(
    "name, d, mu, share",
    [
        ("magic.csv.gz", 2, 1.0, 1e-3),  # many equal eigenvalues behind the bound
        ("statlog.csv", 5, 1.0, 1e-6),  # P spreads over 35 dimensions
        ("parkinsons.csv", 5, 0.2, 1e-4),  # a subspace that loses dimensions near the end
        ("biodeg.csv", 5, 1.0, 5e-3),
    ],
)
def test_small_deltas_converge(data_sets, name, d, mu, share):
    table = pd.read_csv(data_sets / "rfpca" / name)
    model = fairpca.ConstrainedFairPCA(d, standardize=True, relative_delta=share, mu=mu)
    model.fit(table.drop(columns="group"), sensitive_features=table["group"])
    assert model.status_ == "converged"  # within 1e-7 of the variance of a proven bound
    assert model.n_iter_ < 500
    measures = model.measures_
    assert measures["mean_difference"] <= measures["delta"] * (1 + 1e-9)
