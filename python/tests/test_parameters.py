# SPDX-License-Identifier: BSD-3-Clause
"""Parameters are refused by name, with the value given and the values there are."""

import re

import fairpca
import numpy as np
import pytest

DIMENSIONS = (
    "a whole number, a share of the variance between 0 and 1, two whole numbers for a range "
    "(mixtures), or None"
)

PCA_SHARED = [
    ("n_components", "mle", DIMENSIONS),
    ("n_components", True, DIMENSIONS),
    ("n_components", 1.5, DIMENSIONS),
    ("n_components", (1, 2, 3), DIMENSIONS),
    ("share_of", "worst", "one of 'overall', 'worst-group'"),
    ("standardize", "yes", "True or False"),
    ("divide_by", "255", "a number > 0"),
    ("center", None, "one of 'overall', 'group'"),
    ("categorical", "x1", "a list of column names or None"),
    ("missing", None, "one of 'error', 'mean', 'drop-row', 'model'"),
    ("unseen", "zero", "one of 'error', 'zeros'"),
    ("combine", 1, "one of 'intersection', 'per-attribute'"),
    ("missing_group", "drop", "one of 'error', 'group', 'unconstrained'"),
    ("min_group_size", 2.5, "an integer >= 0"),
    ("n_jobs", "all", "an integer or None"),
]


def refusal(name, value, values):
    return f"^{name} must be {re.escape(values)}, not {re.escape(repr(value))}$"


@pytest.mark.parametrize("name, value, values", PCA_SHARED)
def test_shared_parameters(rows, name, value, values):
    X, group = rows
    estimator = fairpca.PCA(**{name: value})  # nothing is checked here, as scikit-learn has it
    with pytest.raises(ValueError, match=refusal(name, value, values)):
        estimator.fit(X, sensitive_features=group)
    with pytest.raises(ValueError, match=refusal(name, value, values)):
        estimator.fit_moments(fairpca.GroupMoments().partial_fit(X, sensitive_features=group))
    fitted = fairpca.PCA(2).fit(X).set_params(**{name: value})
    with pytest.raises(ValueError, match=refusal(name, value, values)):
        fitted.transform(X)
    if name != "unseen":
        with pytest.raises(ValueError, match=refusal(name, value, values)):
            fairpca.fairness_path(
                X, **{"n_components": 1, "sensitive_features": group, name: value}
            )


@pytest.mark.parametrize(
    "estimator, kind",
    [
        (fairpca.FairPCA(2, solver=None), "a word (exact | multiplicative-weights)"),
        (fairpca.FairPCA(2, nested="no"), "True or False"),
        (fairpca.FairPCA(2, max_iter=10.5), "an integer"),
        (fairpca.FairPCA(2, tol=None), "a number"),
        (fairpca.RobustFairPCA(2, lam="0.5"), "a number"),
        (fairpca.RobustFairPCA(2, random_state=-1), "an integer >= 0, a RandomState or None"),
        (fairpca.ConstrainedFairPCA(2, relative_delta="half"), "a number"),
    ],
)
def test_options_of_methods(rows, estimator, kind):
    X, group = rows
    defaults = type(estimator)(2).get_params()
    [(name, value)] = [(k, v) for k, v in estimator.get_params().items() if v != defaults[k]]
    pattern = f"^{name} must be {re.escape(kind)}.*, not {re.escape(repr(value))}$"
    with pytest.raises(ValueError, match=pattern):
        estimator.fit(X, sensitive_features=group)


@pytest.mark.parametrize(
    "parameters",
    [{"alpha": "x"}, {"tol": "x"}, {"max_points": 5.5}, {"max_gap": "x"}, {"lams": ["x"]}],
)
def test_parameters_of_the_path(rows, parameters):
    X, group = rows
    [name] = parameters
    with pytest.raises(ValueError, match=f"^{name} must be an? (number|integer) "):
        fairpca.fairness_path(X, 2, sensitive_features=group, **parameters)


@pytest.mark.parametrize(
    "parameters", [{"random_state": -1}, {"random_state": None}, {"n_samples": "many"}]
)
def test_parameters_of_data_sets(parameters):
    [name] = parameters
    with pytest.raises(ValueError, match=f"^{name} must be an integer"):
        fairpca.synthetic("mbf-1", **parameters)


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
    with pytest.raises(ValueError, match=r"worst group needs groups.*sensitive_features"):
        fairpca.PCA(0.8, share_of="worst-group").fit(X)
    worst.save(tmp_path / "m.fpca")
    assert fairpca.load(tmp_path / "m.fpca").share_of == "worst-group"
