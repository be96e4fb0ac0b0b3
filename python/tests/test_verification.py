# SPDX-License-Identifier: BSD-3-Clause
"""fairpca.verify: the certificate of a model, proven again from Python."""

import json

import fairpca
import numpy as np
import pandas as pd
import pytest
from sklearn.exceptions import NotFittedError


@pytest.fixture
def rows():
    random = np.random.default_rng(2)
    X = pd.DataFrame(random.normal(size=(200, 5)) * [3, 2, 1, 1, 0.5], columns=list("abcde"))
    X["city"] = random.choice(["Bern", "Rome"], 200)
    group = pd.Series(random.choice(["f", "m"], 200), name="sex")
    X["a"] += group == "f"
    return X, group


ESTIMATORS = [
    fairpca.PCA(n_components=2),
    fairpca.PPCA(n_components=2),
    fairpca.FairPCA(n_components=2, standardize=True),
    fairpca.RobustFairPCA(n_components=2),
    fairpca.GapCappedPCA(n_components=2, relative_max_gap=0.3),
    fairpca.MeanMatchingPCA(n_components=2),
    fairpca.ConstrainedFairPCA(n_components=2, relative_delta=0.2),
    fairpca.MMDFairPCA(n_components=2, tau=0.05),
]


@pytest.mark.parametrize("estimator", ESTIMATORS, ids=lambda one: type(one).__name__)
def test_a_fitted_estimator_a_loaded_one_and_a_file_are_proven_again(rows, tmp_path, estimator):
    X, group = rows
    estimator.fit(X, sensitive_features=group)
    path = tmp_path / "model.fpca"
    estimator.save(path)
    for model in (estimator, fairpca.load(path), path, str(path)):
        found = fairpca.verify(model, X, sensitive_features=group)
        assert found.ok, found
        assert found.objective >= found.bound - 1e-9 * abs(found.objective)


def test_moments_prove_it_too_and_what_they_cannot_show_is_not_checked(rows):
    X, group = rows
    moments = fairpca.GroupMoments().partial_fit(X, sensitive_features=group)
    fair = fairpca.FairPCA(n_components=2).fit(X, sensitive_features=group)
    assert fairpca.verify(fair, moments).ok
    mmd = fairpca.MMDFairPCA(n_components=2, tau=0.05).fit(X, sensitive_features=group)
    found = fairpca.verify(mmd, moments)
    assert not found.ok
    assert {claim.status for claim in found.claims if claim.claim == "constraint"} == {
        "not checked"
    }


def test_other_rows_other_columns_and_other_weights_are_found(rows):
    X, group = rows
    fair = fairpca.FairPCA(n_components=2).fit(X, sensitive_features=group)
    other = X.copy()
    other.loc[3, "b"] += 1e-3
    for claims in (
        fairpca.verify(fair, other, sensitive_features=group),
        fairpca.verify(fair, X.drop(columns="c"), sensitive_features=group),
        fairpca.verify(fair, X, sensitive_features=group[::-1].to_numpy()),
        fairpca.verify(fair, X, sensitive_features=group, sample_weight=np.arange(1, 201)),
    ):
        assert not claims.ok
        assert claims.claims[0].status == "failed"
        assert "other data" in claims.claims[0].sentence
    assert fairpca.verify(fair, X[X.columns[::-1]], sensitive_features=group).ok


def test_an_array_needs_no_names(rows):
    X, group = rows
    numbers = X[list("abcde")].to_numpy()
    fair = fairpca.FairPCA(n_components=2).fit(numbers, sensitive_features=group)
    assert fairpca.verify(fair, numbers, sensitive_features=group, n_jobs=2).ok


def test_the_result_is_text_and_a_dict_and_agrees_with_the_command_line(
    rows, tmp_path, command_line
):
    X, group = rows
    fair = fairpca.FairPCA(n_components=2).fit(X, sensitive_features=group)
    found = fairpca.verify(fair, X, sensitive_features=group)
    assert repr(found).startswith("proven       same problem: ")
    assert found.to_dict()["claims"][0]["claim"] == "same_problem"
    fair.save(tmp_path / "m.fpca")
    X.assign(sex=group).to_csv(tmp_path / "t.csv", index=False)
    facts = json.loads(command_line("verify", "m.fpca", "t.csv", "--json"))
    assert facts["objective"] == pytest.approx(found.objective, rel=1e-12)


def test_what_is_no_model_is_rejected(rows):
    X, _ = rows
    with pytest.raises(TypeError, match="model"):
        fairpca.verify(3, X)
    with pytest.raises(NotFittedError):
        fairpca.verify(fairpca.PCA(), X)
    with pytest.raises(OSError):
        fairpca.verify("/no/such/model.fpca", X)
