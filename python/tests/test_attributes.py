# SPDX-License-Identifier: BSD-3-Clause
"""Several protected columns, and weights as counts."""

import fairpca
import numpy as np
import pandas as pd
import pytest


def table(rows=240):
    rng = np.random.default_rng(4)
    frame = pd.DataFrame({"black": rng.random(rows) < 0.3, "hispan": rng.random(rows) < 0.4})
    frame = frame.astype(int)
    X = rng.normal(size=(rows, 5))
    X[:, 0] *= 1 + 2 * frame["black"]
    X[:, 1] *= 1 + 1.5 * frame["hispan"]
    return X, frame


def test_the_groups_of_several_attributes_are_told_apart():
    X, frame = table()
    pca = fairpca.PCA(2, combine="per-attribute").fit(X, sensitive_features=frame)
    names = ["black=0", "black=1", "hispan=0", "hispan=1"]
    assert pca.groups_ == names
    robust = fairpca.RobustFairPCA(2, combine="per-attribute").fit(X, sensitive_features=frame)
    assert robust.groups_ == names
    assert 0 <= robust.optimality_gap_ <= robust.objective_


def test_a_frequency_of_two_is_the_row_twice():
    X, frame = table(120)
    counts = 1 + np.arange(len(X)) % 3
    group = frame["black"].to_numpy()
    twice = np.repeat(np.arange(len(X)), counts)
    rows = fairpca.RobustFairPCA(2).fit(X[twice], sensitive_features=group[twice])
    counted = fairpca.RobustFairPCA(2, weight_kind="frequency")
    counted.fit(X, sensitive_features=group, sample_weight=counts)
    assert counted.objective_ == pytest.approx(rows.objective_, rel=1e-9)
    sampled = fairpca.RobustFairPCA(2).fit(X, sensitive_features=group, sample_weight=counts)
    assert sampled.objective_ > rows.objective_ * (1 + 1e-4)
    with pytest.raises(ValueError, match="weight_kind"):
        fairpca.RobustFairPCA(2, weight_kind="counts").fit(X, sensitive_features=group)
