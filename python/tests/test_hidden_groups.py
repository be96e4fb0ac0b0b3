# SPDX-License-Identifier: BSD-3-Clause
"""Groups below min_group_size: no attribute tells their numbers, also not by subtraction."""

import warnings

import fairpca
import numpy as np
import pytest

PARAMETERS = {  # of estimators whose defaults take long or need more
    "ConstrainedFairPCA": {"relative_delta": 0.5},
    "MMDFairPCA": {"tau": 0.3, "max_rounds": 2},
    "MixturePPCA": {"n_mixture_components": 2},
    "FairMixturePPCA": {"n_mixture_components": 2, "max_steps": 3, "keep_models": True},
}


def rows(*sizes):
    """Rows of six columns in groups of these sizes."""
    rng = np.random.default_rng(3)
    group = np.repeat(list("abcd")[: len(sizes)], sizes)
    X = rng.normal(size=(len(group), 6))
    for g, name in enumerate("abcd"):
        X[group == name] = X[group == name] * (1 + (np.arange(6) + g) % 4) + 0.5 * g
    return X, group


def fit(name, X, group, **parameters):
    estimator = getattr(fairpca, name)(2, **PARAMETERS.get(name, {}), **parameters)
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        estimator.fit(X, sensitive_features=group)
    return estimator, " ".join(str(warning.message) for warning in caught)


def numbers_within(value):
    """All numbers of a report but its costs."""
    if isinstance(value, dict):
        for name, inner in value.items():
            if name not in ("seconds", "peak_memory_bytes"):
                yield from numbers_within(inner)
    elif isinstance(value, list):
        for inner in value:
            yield from numbers_within(inner)
    elif isinstance(value, float):
        yield value


def scalars(estimator):
    """Every number among the attributes, and the error that the variances leave."""
    for name, value in vars(estimator).items():
        if name in ("group_counts_", "mean_", "scale_", "components_", "means_", "report_"):
            continue
        if isinstance(value, dict):
            value = list(value.values())
        if isinstance(value, (float, list, np.ndarray)):
            array = np.asarray(value)
            if array.dtype.kind == "f":
                yield from ((name, float(x)) for x in array.ravel())
    yield from (("report_", x) for x in numbers_within(estimator.report_))
    for step in getattr(estimator, "history_", []):
        for array in (step.group_weights, step.log_likelihood, step.reconstruction_error):
            yield from (("history_", float(x)) for x in array)
    if hasattr(estimator, "noise_variance_"):
        N = estimator.n_samples_
        left = estimator.noise_variance_ * (estimator.n_features_in_ - estimator.n_components_)
        yield "variance left", left * (N - 1) / N
        kept = estimator.explained_variance_.sum()
        ratio = estimator.explained_variance_ratio_.sum()
        yield "total less kept", kept * (N - 1) / N * (1 / ratio - 1)


@pytest.mark.parametrize("sizes", [(60, 40, 3), (60, 40, 4, 3)])
@pytest.mark.parametrize("name", [method.python_name for method in fairpca.methods()])
def test_attributes_do_not_tell_a_hidden_group(name, sizes):
    X, group = rows(*sizes)
    everything, _ = fit(name, X, group, min_group_size=0)
    assert np.isfinite(everything.group_reconstruction_error_).all()
    fitted, messages = fit(name, X, group)
    hidden = np.array(sizes) < 10
    assert fitted.groups_ == everything.groups_
    np.testing.assert_array_equal(fitted.group_counts_, sizes)
    for attribute in ["group_reconstruction_error_", "group_loss_", "group_log_likelihood_"]:
        if hasattr(fitted, attribute):
            np.testing.assert_array_equal(np.isnan(getattr(fitted, attribute)), hidden)
    is_fair = name not in ("PCA", "PPCA", "MixturePPCA")
    if is_fair or sum(hidden) == 1:
        assert np.isnan([fitted.objective_, fitted.optimality_gap_]).all()
        assert np.isnan(fitted.dual_weights_).all()
    secrets = everything.group_reconstruction_error_[hidden]
    errors = fitted.group_reconstruction_error_[~hidden]
    seen = np.dot(np.array(sizes)[~hidden], errors)
    for where, x in scalars(fitted):
        guesses = [x, -x, (len(X) * x - seen) / sum(np.array(sizes)[hidden]), *(errors + x)]
        for secret in secrets:
            assert not np.isclose(guesses, secret, rtol=1e-5, atol=0).any(), where
    if sum(hidden) == 1:
        assert "overall numbers are of the 100 rows of published groups" in messages
    for step in getattr(fitted, "step_estimators_", []):
        np.testing.assert_array_equal(np.isnan(step.group_reconstruction_error_), hidden)
        np.testing.assert_array_equal(np.isnan(step.group_log_likelihood_), hidden)


@pytest.mark.parametrize("name", ["PPCA", "FairMixturePPCA"])
def test_a_saved_model_holds_no_more_than_the_estimator(name, tmp_path):
    fitted, _ = fit(name, *rows(60, 40, 3))
    fitted.save(tmp_path / "model.fpca")
    loaded = fairpca.load(tmp_path / "model.fpca")
    for attribute in ["group_counts_", "group_reconstruction_error_", "group_loss_"]:
        np.testing.assert_array_equal(getattr(loaded, attribute), getattr(fitted, attribute))
    assert [group.weight for group in loaded._model.groups] == [60, 40, None]
    assert np.isnan(loaded._model.groups[2].log_likelihood)


def test_variances_are_of_the_published_groups():
    X, group = rows(60, 40, 3)
    fitted, _ = fit("PCA", X, group)
    shown = X[group != "c"] - fitted.mean_
    variances = ((shown @ fitted.components_.T) ** 2).mean(axis=0)
    expected = variances / (shown**2).sum(axis=1).mean()
    np.testing.assert_allclose(fitted.explained_variance_ratio_, expected, rtol=1e-12)
    everything, _ = fit("PCA", X, group, min_group_size=0)
    np.testing.assert_array_equal(fitted.components_, everything.components_)


def test_a_path_does_not_tell_a_hidden_group():
    X, group = rows(60, 40, 3)
    everything = fairpca.fairness_path(X, 2, sensitive_features=group, min_group_size=0, lams=[1])
    with pytest.warns(UserWarning, match="'c' has 3 rows"):
        path = fairpca.fairness_path(X, 2, sensitive_features=group, lams=[1])
    known = [*everything.errors_front, *(mark.point for mark in everything.marks)]
    points = [*path.errors_front, *(mark.point for mark in path.marks)]
    for point, full in zip(points, known, strict=True):
        np.testing.assert_array_equal(np.isnan(point.group_errors), [False, False, True])
        assert np.isnan(point.weights).all() and np.isnan(point.bound)
        assert point.gap == abs(point.group_errors[0] - point.group_errors[1])
        seen = 60 * point.group_errors[0] + 40 * point.group_errors[1]
        assert point.error == pytest.approx(seen / 100, rel=1e-9)
        guess = (103 * point.error - seen) / 3
        assert guess != pytest.approx(full.group_errors[2], rel=1e-3)
    assert all(np.isnan(mark.objective) and np.isnan(mark.bound) for mark in path.marks)
    assert "nan" not in repr(path)


def test_a_path_between_two_groups_of_which_one_is_hidden_has_no_front():
    X, group = rows(60, 3)
    with pytest.warns(UserWarning, match="'b' has 3 rows"):
        path = fairpca.fairness_path(X, 2, sensitive_features=group, lams=[1], max_gap=0.5)
    assert path.errors_front == path.gap_front == []
    assert path.equal_error is None
    for mark in path.marks:
        ties = mark.name in ("equal-error", "max-gap")
        assert np.isnan(mark.point.gap) and np.isnan(mark.point.group_errors[1])
        assert np.isnan(mark.point.group_errors[0]) == ties == np.isnan(mark.point.error)
