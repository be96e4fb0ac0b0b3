# SPDX-License-Identifier: BSD-3-Clause
"""Errors, losses, distances and likelihoods of the registry, computed again from the rows."""

import itertools
from types import SimpleNamespace

import fairpca
import numpy as np
import pytest
from oracles import (
    Rows,
    authors_bandwidth,
    largest_difference,
    mmd2,
    second_moment,
    top_frame,
    top_sum,
    weighted_mean,
)
from scipy.stats import multivariate_normal

D = 3


def table(seed, n, groups, spread=1.0):
    """Rows of 7 columns whose groups differ in mean and spread."""
    random = np.random.default_rng(seed)
    group = random.choice(groups, n)
    mixing = np.random.default_rng(99).normal(size=(7, 7))
    X = random.normal(size=(n, 7)) @ mixing
    for number, name in enumerate(groups):
        X[group == name] *= 1 + spread * number / len(groups)
        X[group == name] += 0.4 * number
    return X + 20.0, group


@pytest.fixture(params=["two groups", "four groups", "weights"])
def case(request):
    groups = list("abcd") if request.param == "four groups" else ["f", "m"]
    X, group = table(1, 400, groups)
    new, new_group = table(2, 300, groups)
    random = np.random.default_rng(3)
    has_weights = request.param == "weights"
    weight = random.uniform(0.5, 3, 400) if has_weights else None
    new_weight = random.uniform(0.5, 3, 300) if has_weights else None
    model = fairpca.PCA(D, standardize=True).fit(X, sensitive_features=group, sample_weight=weight)
    V = model.components_.T

    def scaled(rows):
        return (rows - model.mean_) / model.scale_

    return SimpleNamespace(
        model=model,
        trained=Rows(scaled(X), group, V, weight),
        tested=Rows(scaled(new), new_group, V, new_weight),
        result=fairpca.evaluate(
            model,
            new,
            sensitive_features=new_group,
            sample_weight=new_weight,
            train={"X": X, "sensitive_features": group, "sample_weight": weight},
        ),
        has_weights=has_weights,
    )


def test_errors_and_gaps(case):
    result, rows, trained = case.result, case.tested, case.trained
    overall = weighted_mean(rows.errors, rows.weights)
    assert result["reconstruction_error"] == pytest.approx(overall, rel=1e-12)
    errors = [rows.group_error(name) for name in rows.names]
    for name, error in zip(rows.names, errors, strict=True):
        assert result["reconstruction_error", name] == pytest.approx(error, rel=1e-12)
    assert result["reconstruction_error_worst"] == pytest.approx(max(errors), rel=1e-12)
    assert result["gap"] == pytest.approx(largest_difference(errors), rel=1e-11)
    own = [rows.error_about(name, rows.mean(name)) for name in rows.names]
    assert result["gap_group"] == pytest.approx(largest_difference(own), rel=1e-10)
    before = [rows.error_about(name, trained.mean(name)) for name in rows.names]
    assert result["gap_training_group"] == pytest.approx(largest_difference(before), rel=1e-10)
    if len(errors) == 2:
        assert result["gap_signed_difference"] == pytest.approx(errors[1] - errors[0], rel=1e-11)


def test_losses(case):
    result, rows, trained = case.result, case.tested, case.trained
    common = top_frame(second_moment(rows.X, rows.weights), D)
    for name in rows.names:
        moment = rows.moment(name)
        captured = np.trace(moment) - rows.group_error(name)
        scale = np.trace(moment)
        assert result["loss", name] == pytest.approx(
            top_sum(moment, D) - captured, abs=1e-12 * scale
        )
        kept = np.trace(common.T @ moment @ common)
        assert result["loss_overall", name] == pytest.approx(kept - captured, abs=1e-12 * scale)
        own = top_frame(trained.moment(name), D)
        kept = np.trace(own.T @ moment @ own)
        assert result["loss_reference", name] == pytest.approx(kept - captured, abs=1e-12 * scale)
    assert result["loss"] == max(result["loss", name] for name in rows.names)


def test_shares_of_variance(case):
    result, rows = case.result, case.tested
    relative = [rows.group_error(name) / np.trace(rows.moment(name)) for name in rows.names]
    for name, share in zip(rows.names, relative, strict=True):
        assert result["relative_error", name] == pytest.approx(share, rel=1e-12)
        assert result["explained_variance_ratio", name] == pytest.approx(1 - share, rel=1e-12)
    assert result["relative_error_difference"] == pytest.approx(
        largest_difference(relative), rel=1e-11
    )
    total = weighted_mean((rows.X**2).sum(axis=1), rows.weights)
    overall = 1 - weighted_mean(rows.errors, rows.weights) / total
    assert result["explained_variance_ratio"] == pytest.approx(overall, rel=1e-12)


def moment_differences(rows):
    """Largest distance of two groups' means, and of their covariances, in the coordinates."""
    moments = [rows.coordinate_moments(name) for name in rows.names]
    pairs = list(itertools.combinations(moments, 2))
    return (
        max(np.linalg.norm(one[0] - other[0]) for one, other in pairs),
        max(np.linalg.norm(one[1] - other[1], ord=2) for one, other in pairs),
    )


def test_moments_of_coordinates(case):
    result, rows = case.result, case.tested
    mean, covariance = moment_differences(rows)
    assert result["mean_difference"] == pytest.approx(mean, rel=1e-10)
    assert result["covariance_difference"] == pytest.approx(covariance, rel=1e-10)
    # Groups dealt to the rows at random, each row with its weight.
    random = np.random.default_rng(12)
    dealt = [
        moment_differences(Rows(rows.X, random.permutation(rows.groups), rows.V, rows.weights))
        for _ in range(500)
    ]
    p_values = (np.array(dealt) >= (mean, covariance)).mean(axis=0)
    # The error of 199 permutations is at most 0.5 / sqrt(199) = 0.035.
    assert result["mean_difference_p_value"] == pytest.approx(p_values[0], abs=0.14)
    assert result["covariance_difference_p_value"] == pytest.approx(p_values[1], abs=0.14)


def test_the_floor_of_the_mean_difference(case):
    rows = case.tested
    if len(rows.names) > 2:
        pytest.skip("the floor is that of the largest pair; two groups have one")
    variance = 0
    for name in rows.names:
        share = rows.weights[rows.of(name)]
        share = share / share.sum()
        variance += (share**2).sum() * np.trace(rows.coordinate_moments(name)[1])
    assert case.result.floor("mean_difference") == pytest.approx(np.sqrt(variance), rel=1e-10)


def test_mmd(case):
    if case.has_weights:
        pytest.skip("weighted sums are compared in C++")
    result, rows = case.result, case.tested
    bandwidth = authors_bandwidth(case.trained.Z)
    pairs = [
        (
            *mmd2(rows.Z[rows.of(a)], rows.Z[rows.of(b)], bandwidth),
            rows.of(a).sum(),
            rows.of(b).sum(),
        )
        for a, b in itertools.combinations(rows.names, 2)
    ]
    biased, unbiased, _, _ = max(pairs, key=lambda pair: pair[1])
    assert result["mmd2"] == pytest.approx(biased, rel=1e-9)
    assert result["mmd2_u"] == pytest.approx(unbiased, rel=1e-9)
    delta = [np.sqrt(2 * (m + n) * np.log(40 * len(pairs)) / (m * n)) for _, _, m, n in pairs]
    bound = max(
        (np.sqrt(value) + 2 / np.sqrt(m) + 2 / np.sqrt(n) + more) ** 2
        for (value, _, m, n), more in zip(pairs, delta, strict=True)
    )
    if bound < 2:
        assert result["mmd2_bound"] == pytest.approx(bound, rel=1e-9)
    else:
        assert "mmd2_bound" not in result
    assert result["mmd_p_value"] == 1 / 200


def test_p_values_of_equal_groups_are_those_of_permutations():
    random = np.random.default_rng(8)
    X, group = random.normal(size=(400, 5)), random.choice(["f", "m"], 400)
    model = fairpca.PCA(2).fit(random.normal(size=(300, 5)))
    result = fairpca.evaluate(model, X, sensitive_features=group)
    Z = (X - model.mean_) @ model.components_.T

    def differences(order):
        one, other = Z[order == "f"], Z[order == "m"]
        spread = np.cov(one.T, bias=True) - np.cov(other.T, bias=True)
        return np.linalg.norm(one.mean(0) - other.mean(0)), np.linalg.norm(spread, ord=2)

    seen = np.array(differences(group))
    permuted = np.array([differences(random.permutation(group)) for _ in range(2000)])
    p_values = (permuted >= seen).mean(axis=0)
    # The error of 199 permutations is at most 0.5 / sqrt(199) = 0.035.
    assert result["mean_difference_p_value"] == pytest.approx(p_values[0], abs=0.14)
    assert result["covariance_difference_p_value"] == pytest.approx(p_values[1], abs=0.14)
    assert result["mmd_p_value"] > 0.01


def test_communalities(case):
    rows, model = case.tested, case.model
    features = case.result.features
    expected = (rows.V**2).sum(axis=1)
    assert list(features) == model.encoded_names_
    np.testing.assert_allclose(list(features.values()), expected, rtol=1e-12)
    covariance = second_moment(rows.X, rows.weights, weighted_mean(rows.X, rows.weights))
    along = covariance @ rows.V
    shares = np.einsum("jk,kl,jl->j", along, np.linalg.inv(rows.V.T @ along), along)
    scaled = [one["scaled_communality"] for one in case.result.to_dict()["features"]]
    np.testing.assert_allclose(scaled, shares / np.diag(covariance), rtol=1e-9)


@pytest.mark.parametrize("kind", [fairpca.PPCA, fairpca.MixturePPCA])
def test_likelihoods(kind):
    X, group = table(1, 400, ["f", "m"])
    new, new_group = table(2, 300, ["f", "m"])
    parameters = {"n_mixture_components": 2} if kind is fairpca.MixturePPCA else {}
    model = kind(D, standardize=True, **parameters).fit(X, sensitive_features=group)
    result = fairpca.evaluate(model, new, sensitive_features=new_group)
    if kind is fairpca.PPCA:
        # The core divides by N; scikit-learn's convention, which get_covariance follows, by N - 1.
        spread = model.scale_[:, None] * model.scale_
        scaled = model.get_covariance() / spread * (len(X) - 1) / len(X)
        density = multivariate_normal(np.zeros(7), scaled)
        logs = density.logpdf((new - model.mean_) / model.scale_) - np.log(model.scale_).sum()
    else:
        parts = [
            weight * multivariate_normal(mean, covariance).pdf(new)
            for weight, mean, covariance in zip(
                model.weights_, model.means_, model.covariances_, strict=True
            )
        ]
        logs = np.log(np.sum(parts, axis=0))
    of_groups = [logs[new_group == name].mean() for name in ("f", "m")]
    assert result["log_likelihood"] == pytest.approx(logs.mean(), rel=1e-9)
    assert result["log_likelihood", "m"] == pytest.approx(of_groups[1], rel=1e-9)
    assert result["log_likelihood_worst"] == pytest.approx(min(of_groups), rel=1e-9)
    assert result["log_likelihood_difference"] == pytest.approx(
        largest_difference(of_groups), rel=1e-7
    )


def test_errors_of_a_mixture_are_those_of_its_reconstructions():
    X, group = table(1, 400, ["f", "m"])
    new, new_group = table(2, 300, ["f", "m"])
    model = fairpca.MixturePPCA(2, n_mixture_components=2).fit(X, sensitive_features=group)
    result = fairpca.evaluate(model, new, sensitive_features=new_group)
    errors = ((new - model.reconstruct(new)) ** 2).sum(axis=1)
    of_groups = [errors[new_group == name].mean() for name in ("f", "m")]
    assert result["reconstruction_error"] == pytest.approx(errors.mean(), rel=1e-10)
    assert result["gap"] == pytest.approx(abs(of_groups[0] - of_groups[1]), rel=1e-8)
