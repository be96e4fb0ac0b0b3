# SPDX-License-Identifier: BSD-3-Clause
"""Estimators come back from skops files, whose types are looked at before anything is loaded."""

import fairpca
import pytest
import skops.io
from numpy.testing import assert_array_equal
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler

PARAMETERS = {
    "MMDFairPCA": {"tau": 1.0},
    "MixturePPCA": {"n_mixture_components": 2, "random_state": 0},
    "FairMixturePPCA": {
        **{"n_mixture_components": 1, "random_state": 0},
        **{"keep_models": True, "max_steps": 3},
    },
}
NAMES = [method.python_name for method in fairpca.methods()]


@pytest.mark.filterwarnings("ignore::sklearn.exceptions.ConvergenceWarning")
@pytest.mark.parametrize("name", NAMES)
def test_a_round_trip_needs_to_trust_the_published_types_alone(name, rows):
    X, group = rows
    estimator = getattr(fairpca, name)(2, **PARAMETERS.get(name, {}))
    fitted = estimator.fit(X, sensitive_features=group)
    data = skops.io.dumps(fitted)
    untrusted = skops.io.get_untrusted_types(data=data)
    assert f"{type(fitted).__module__}.{name}" in untrusted
    assert set(untrusted) <= set(fairpca.SKOPS_TRUSTED)
    loaded = skops.io.loads(data, trusted=fairpca.SKOPS_TRUSTED)
    assert type(loaded) is type(fitted)
    assert loaded.get_params() == fitted.get_params()
    assert_array_equal(loaded.transform(X), fitted.transform(X))
    assert loaded.to_dict() == fitted.to_dict()
    assert loaded.report_ == fitted.report_


def test_a_pipeline_comes_back_whole(rows):
    X, _ = rows
    pipeline = make_pipeline(StandardScaler(), fairpca.PCA(2)).fit(X)
    loaded = skops.io.loads(skops.io.dumps(pipeline), trusted=fairpca.SKOPS_TRUSTED)
    assert_array_equal(loaded.transform(X), pipeline.transform(X))


def test_an_estimator_without_a_fit_comes_back_without_one():
    loaded = skops.io.loads(skops.io.dumps(fairpca.PCA(3)), trusted=fairpca.SKOPS_TRUSTED)
    assert loaded.get_params() == fairpca.PCA(3).get_params()
    assert not hasattr(loaded, "mean_")


def test_a_damaged_model_is_refused(rows):
    state = fairpca.PCA(2).fit(rows[0]).__getstate__()
    state["_model"] = state["_model"][: len(state["_model"]) // 2]
    with pytest.raises(OSError):
        fairpca.PCA().__setstate__(state)
