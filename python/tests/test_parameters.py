# SPDX-License-Identifier: BSD-3-Clause
"""Parameters are rejected by name, with the value given and the values there are."""

import fairpca
import numpy as np
import pytest

PCA_SHARED = [
    ("n_components", "most"),
    ("n_components", True),
    ("n_components", 1.5),
    ("n_components", (1, 2, 3)),
    ("share_of", "worst"),
    ("standardize", "yes"),
    ("divide_by", "255"),
    ("center", None),
    ("categorical", "x1"),
    ("missing", None),
    ("unseen", "zero"),
    ("combine", 1),
    ("missing_group", "drop"),
    ("min_group_size", 2.5),
    ("n_jobs", "all"),
]


def assert_rejected(call, name, value):
    with pytest.raises(ValueError) as caught:
        call()
    error = caught.value
    assert (error.code, error.option, error.value) == ("option-value", name, repr(value))
    assert str(error) == f"{name} must be {error.allowed}, got {value!r}"


@pytest.mark.parametrize("name, value", PCA_SHARED)
def test_shared_parameters(rows, name, value):
    X, group = rows
    estimator = fairpca.PCA(**{name: value})  # nothing is checked here, as scikit-learn has it
    assert_rejected(lambda: estimator.fit(X, sensitive_features=group), name, value)
    moments = fairpca.GroupMoments().partial_fit(X, sensitive_features=group)
    assert_rejected(lambda: estimator.fit_moments(moments), name, value)
    fitted = fairpca.PCA(2).fit(X).set_params(**{name: value})
    assert_rejected(lambda: fitted.transform(X), name, value)
    if name != "unseen":
        arguments = {"n_components": 1, "sensitive_features": group, name: value}
        assert_rejected(lambda: fairpca.fairness_path(X, **arguments), name, value)


@pytest.mark.parametrize(
    "estimator, allowed",
    [
        (fairpca.FairPCA(2, solver=None), "one of 'exact', 'multiplicative-weights'"),
        (fairpca.FairPCA(2, nested="no"), "True or False"),
        (fairpca.FairPCA(2, max_iter=10.5), "an integer >= 1"),
        (fairpca.FairPCA(2, tol=None), "a number in [0, 1)"),
        (fairpca.RobustFairPCA(2, lam="0.5"), "a number >= 0"),
        (fairpca.RobustFairPCA(2, epsilon="1"), "a number >= 0, or a list of them, or None"),
        (
            fairpca.RobustFairPCA(2, random_state=-1),
            "an integer from 0 to 2**64 - 1, a RandomState or None",
        ),
        (fairpca.ConstrainedFairPCA(2, relative_delta="half"), "a number from 0 to 1, or None"),
        (
            fairpca.MMDFairPCA(2, bandwidth="wide"),
            "'authors', 'median' or a number from 1e-100 to 1e+100",
        ),
        (
            fairpca.MMDFairPCA(2, starts="sun"),
            "'automatic', one of 'mean-matching', 'pca', 'tilted', 'mmd', 'random', or a list of "
            "them",
        ),
        (
            fairpca.MixturePPCA(2, n_mixture_components="1:3"),
            "an integer from 1 to 10000, or a pair (least, most) of them",
        ),
        (
            fairpca.MixturePPCA(2, noise_prior=5),
            "a pair of numbers: a shape >= 0 and a scale > 0, or None",
        ),
    ],
    ids=lambda value: type(value).__name__ if not isinstance(value, str) else "",
)
def test_options_of_methods(rows, estimator, allowed):
    X, group = rows
    defaults = type(estimator)(2).get_params()
    [(name, value)] = [(k, v) for k, v in estimator.get_params().items() if v != defaults[k]]
    assert_rejected(lambda: estimator.fit(X, sensitive_features=group), name, value)
    with pytest.raises(ValueError) as caught:
        estimator.fit(X, sensitive_features=group)
    assert caught.value.allowed == allowed


@pytest.mark.parametrize(
    "parameters",
    [{"alpha": "x"}, {"tol": "x"}, {"max_points": 5.5}, {"max_gap": "x"}, {"lams": ["x"]}],
)
def test_parameters_of_the_path(rows, parameters):
    X, group = rows
    [(name, value)] = parameters.items()
    assert_rejected(
        lambda: fairpca.fairness_path(X, 2, sensitive_features=group, **parameters), name, value
    )


@pytest.mark.parametrize(
    "parameters", [{"random_state": -1}, {"random_state": None}, {"n_samples": "many"}]
)
def test_parameters_of_data_sets(parameters):
    [(name, value)] = parameters.items()
    assert_rejected(lambda: fairpca.synthetic("mbf-1", **parameters), name, value)


def test_numbers_of_numpy_are_numbers(rows):
    X, group = rows
    plain = fairpca.FairPCA(2, tol=1e-6, min_group_size=5).fit(X, sensitive_features=group)
    numpy = fairpca.FairPCA(
        np.int64(2), tol=np.float64(1e-6), min_group_size=np.int32(5), nested=np.bool_(False)
    ).fit(X, sensitive_features=group)
    assert (plain.components_ == numpy.components_).all()


def worst_share(X, group, d):
    """Share of its variance that the group captured least of keeps in the first d components."""
    centred = X - X.mean(axis=0)
    _, axes = np.linalg.eigh(centred.T @ centred)
    frame = axes[:, ::-1][:, :d]
    return min(
        np.sum((centred[group == g] @ frame) ** 2) / np.sum(centred[group == g] ** 2)
        for g in np.unique(group)
    )


def test_a_share_may_be_of_the_worst_group(rows, tmp_path):
    _, group = rows
    spread = np.where(group[:, np.newaxis] == 0, [9.0, 0.3, 0.3, 0.3, 0.3, 0.3], 1.0)
    X = np.random.default_rng(0).normal(size=(len(group), 6)) * spread
    overall = fairpca.PCA(0.8).fit(X, sensitive_features=group)
    worst = fairpca.PCA(0.8, share_of="worst-group").fit(X, sensitive_features=group)
    d = worst.n_components_
    assert d > overall.n_components_
    assert worst_share(X, group, d) >= 0.8 > worst_share(X, group, d - 1)
    path = fairpca.fairness_path(X, 0.8, sensitive_features=group, share_of="worst-group")
    assert path.dimensions == d
    with pytest.raises(ValueError, match="sensitive_features"):
        fairpca.PCA(0.8, share_of="worst-group").fit(X)
    worst.save(tmp_path / "m.fpca")
    assert fairpca.load(tmp_path / "m.fpca").share_of == "worst-group"
