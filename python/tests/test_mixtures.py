# SPDX-License-Identifier: BSD-3-Clause
"""Mixtures against scikit-learn's GaussianMixture and SciPy's densities."""

import json
import warnings

import fairpca
import numpy as np
import pandas as pd
import pytest
import sklearn
from scipy.special import logsumexp
from scipy.stats import multivariate_normal
from sklearn.exceptions import ConvergenceWarning
from sklearn.mixture import GaussianMixture


def clustered_rows(n=400, p=4, seed=2):
    random = np.random.default_rng(seed)
    component = random.integers(0, 3, n)
    means = 4 * random.normal(size=(3, p))
    shapes = random.normal(size=(3, p, p)) / 2 + np.eye(p)
    X = np.einsum("npq,nq->np", shapes[component], random.normal(size=(n, p))) + means[component]
    group = (random.random(n) < 0.2 + 0.3 * component).astype(int)
    return X, group


def log_density(mixture, X):
    """Of the components' covariances, by SciPy."""
    parts = [
        np.log(weight) + multivariate_normal(mean, covariance).logpdf(X)
        for weight, mean, covariance in zip(
            mixture.weights_, mixture.means_, mixture.covariances_, strict=True
        )
    ]
    return logsumexp(parts, axis=0)


@pytest.mark.parametrize("standardize", [False, True])
@pytest.mark.parametrize("estimator", [fairpca.MixturePPCA, fairpca.FairMixturePPCA])
def test_log_densities_are_those_of_scipy(estimator, standardize):
    X, group = clustered_rows()
    mixture = estimator(2, n_mixture_components=3, standardize=standardize)
    mixture.fit(X, sensitive_features=group)
    np.testing.assert_allclose(mixture.score_samples(X), log_density(mixture, X), atol=1e-9)
    means = [mixture.score_samples(X[group == g]).mean() for g in (0, 1)]
    np.testing.assert_allclose(mixture.group_log_likelihood_, means, atol=1e-10)
    assert mixture.log_likelihood_ == pytest.approx(mixture.score(X), abs=1e-10)


def test_full_rank_mixtures_are_those_of_scikit_learn():
    """The exact M-step with q = p - 1 and no prior is EM of full Gaussians."""
    X, _ = clustered_rows()
    settings = {"n_mixture_components": 3, "m_step": "exact", "noise_prior": None}
    with pytest.warns(ConvergenceWarning):
        start = fairpca.MixturePPCA(3, **settings, max_iter=0).fit(X)
    ours = fairpca.MixturePPCA(3, **settings, max_iter=5000, tol=1e-12).fit(X)
    theirs = GaussianMixture(
        3,
        reg_covar=0,
        tol=1e-12,
        max_iter=5000,
        weights_init=start.weights_,
        means_init=start.means_,
        precisions_init=np.linalg.inv(start.covariances_),
    ).fit(X)
    np.testing.assert_allclose(ours.score_samples(X), theirs.score_samples(X), atol=1e-6)
    order = np.argsort(-theirs.weights_)
    np.testing.assert_allclose(ours.weights_, theirs.weights_[order], atol=1e-6)
    np.testing.assert_allclose(ours.means_, theirs.means_[order], atol=1e-5)
    np.testing.assert_allclose(
        ours.responsibilities(X), theirs.predict_proba(X)[:, order], atol=1e-5
    )


def test_one_component_without_prior_is_ppca():
    X, _ = clustered_rows()
    one = fairpca.MixturePPCA(
        2, n_mixture_components=1, noise_prior=None, tol=1e-13, max_iter=5000
    ).fit(X)
    ppca = fairpca.PPCA(2).fit(X)
    assert one.objective_ == pytest.approx(ppca.objective_, abs=1e-9)


def test_the_worst_group_is_never_below_the_plain_mixtures():
    X, group = clustered_rows()
    plain = fairpca.MixturePPCA(1, n_mixture_components=2).fit(X, sensitive_features=group)
    for search in ("apstar", "bisection"):
        fair = fairpca.FairMixturePPCA(1, n_mixture_components=2, group_weights=search)
        fair.fit(X, sensitive_features=group)
        assert fair.group_log_likelihood_.min() >= plain.group_log_likelihood_.min()
        assert fair.group_weights_.sum() == pytest.approx(1)


def test_history_and_models_of_the_steps():
    X, group = clustered_rows()
    fair = fairpca.FairMixturePPCA(1, n_mixture_components=2, max_steps=4, keep_models=True)
    with pytest.warns(ConvergenceWarning):
        fair.fit(X, sensitive_features=group)
    assert len(fair.history_) == len(fair.step_estimators_) == 5
    for step, estimator in zip(fair.history_, fair.step_estimators_, strict=True):
        means = [estimator.score(X[group == g]) for g in (0, 1)]
        np.testing.assert_allclose(step.log_likelihood, means, atol=1e-9)


def test_estimators_of_the_steps_have_their_own_group_numbers(tmp_path):
    X, group = clustered_rows()
    fair = fairpca.FairMixturePPCA(1, n_mixture_components=2, max_steps=4, keep_models=True)
    with pytest.warns(ConvergenceWarning):
        fair.fit(X, sensitive_features=group)
    for estimator in (*fair.step_estimators_, fair):
        estimator.save(tmp_path / "step.fpca")
        for fitted in (estimator, fairpca.load(tmp_path / "step.fpca")):
            rows = [X[group == g] for g in (0, 1)]
            means = [fitted.score_samples(part).mean() for part in rows]
            errors = [((part - fitted.reconstruct(part)) ** 2).sum(axis=1).mean() for part in rows]
            np.testing.assert_allclose(fitted.group_log_likelihood_, means, atol=1e-9)
            np.testing.assert_allclose(fitted.group_reconstruction_error_, errors, atol=1e-9)
            # the best line of a group, through the overall mean
            tails = [np.linalg.svd(part - X.mean(axis=0))[1][1:] for part in rows]
            best = [tail @ tail / len(part) for tail, part in zip(tails, rows, strict=True)]
            np.testing.assert_allclose(fitted.group_loss_, np.subtract(errors, best), atol=1e-9)
    assert np.ptp([step.group_log_likelihood_[0] for step in fair.step_estimators_]) > 1e-6


def test_embeddings_reconstruction_and_samples():
    X, _ = clustered_rows()
    average = fairpca.MixturePPCA(2, n_mixture_components=3).fit(X)
    blocks = fairpca.MixturePPCA(2, n_mixture_components=3, embedding="blocks").fit(X)
    assert average.transform(X).shape == (400, 2)
    assert blocks.transform(X).shape == (400, 6)
    summed = blocks.transform(X).reshape(400, 3, 2).sum(axis=1)
    np.testing.assert_allclose(summed, average.transform(X), atol=1e-12)
    error = ((average.reconstruct(X) - X) ** 2).sum(axis=1).mean()
    assert error < 0.5 * X.var(axis=0).sum()
    with pytest.raises(ValueError, match="cannot be turned back"):
        average.inverse_transform(average.transform(X))
    drawn = average.sample(50_000, random_state=1)
    np.testing.assert_allclose(drawn.mean(axis=0), X.mean(axis=0), atol=0.1)
    np.testing.assert_allclose(
        np.cov(drawn.T), average.get_covariance(), atol=0.05 * np.trace(np.cov(X.T))
    )


def test_coordinates_are_posterior_means_weighted_by_responsibility():
    X, _ = clustered_rows()
    mixture = fairpca.MixturePPCA(2, n_mixture_components=3).fit(X)
    means = mixture.posterior_means(X)
    assert means.shape == (400, 3, 2)
    # M^-1 W'(x - m), by solving
    for k, (loadings, noise) in enumerate(
        zip(mixture.components_, mixture.noise_variances_, strict=True)
    ):
        m = loadings @ loadings.T + noise * np.eye(2)
        wanted = np.linalg.solve(m, loadings @ (X - mixture.means_[k]).T).T
        np.testing.assert_allclose(means[:, k], wanted, atol=1e-9)
    average = (means * mixture.responsibilities(X)[:, :, None]).sum(axis=1)
    np.testing.assert_allclose(mixture.transform(X), average, atol=1e-12)


def test_the_posterior_covariance_is_within_and_between_components():
    X, _ = clustered_rows()
    mixture = fairpca.MixturePPCA(2, n_mixture_components=3).fit(X)
    found = mixture.posterior_covariance(X)
    assert found.shape == (400, 2, 2)
    shares, means = mixture.responsibilities(X), mixture.posterior_means(X)
    wanted = np.zeros((400, 2, 2))
    for k, (loadings, noise) in enumerate(
        zip(mixture.components_, mixture.noise_variances_, strict=True)
    ):
        within = noise * np.linalg.inv(loadings @ loadings.T + noise * np.eye(2))
        between = means[:, k, :, None] * means[:, k, None, :]
        wanted += shares[:, k, None, None] * (within + between)
    mean = mixture.transform(X)
    wanted -= mean[:, :, None] * mean[:, None, :]
    np.testing.assert_allclose(found, wanted, atol=1e-10)
    blocks = fairpca.MixturePPCA(2, n_mixture_components=3, embedding="blocks").fit(X)
    np.testing.assert_array_equal(blocks.posterior_covariance(X), found)


def test_samples_are_those_of_the_command_line(command_line, tmp_path):
    X, _ = clustered_rows()
    mixture = fairpca.MixturePPCA(2, n_mixture_components=3, standardize=True).fit(X)
    mixture.save(tmp_path / "m.fpca")
    printed = command_line("synth", "--model", "m.fpca", "--rows", 5000, "--seed", 9, "-o", "-")
    there = np.loadtxt(printed.splitlines()[1:], delimiter=",")
    np.testing.assert_array_equal(mixture.sample(5000, random_state=9), there)
    assert (mixture.sample(5) != mixture.sample(5)).all()
    assert mixture.sample(0).shape == (0, 4)
    with pytest.raises(ValueError, match="n_samples must be an integer >= 0, got -1"):
        mixture.sample(-1)
    with pytest.raises(ValueError, match="n_samples must be an integer"):
        mixture.sample(2.5)
    with pytest.raises(ValueError, match="random_state"):
        mixture.sample(5, random_state=-1)


@pytest.mark.parametrize("name", ["PPCA", "MixturePPCA", "FairMixturePPCA"])
def test_missing_cells_by_the_model(name):
    X, group = clustered_rows(n=600)
    holes = X.copy()
    random = np.random.default_rng(0)
    holes[random.random(X.shape) < 0.1] = np.nan
    options = {} if name == "PPCA" else {"n_mixture_components": 3}
    estimator = getattr(fairpca, name)(3, missing="model", **options)
    estimator.fit(holes, sensitive_features=group)
    assert np.isfinite(estimator.transform(holes)).all()
    assert np.isfinite(estimator.score_samples(holes)).all()
    filled = estimator.complete(holes)
    hidden = np.isnan(holes)
    by_mean = np.nanmean(holes, axis=0)[None].repeat(600, axis=0)
    error = ((filled - X)[hidden] ** 2).mean()
    assert error < (0.8 if name == "PPCA" else 0.5) * ((by_mean - X)[hidden] ** 2).mean()
    np.testing.assert_array_equal(filled[~hidden], X[~hidden])


def test_ranges_are_decided_by_bic():
    X, _ = clustered_rows()
    chosen = fairpca.MixturePPCA((1, 3), n_mixture_components=(1, 4))
    with warnings.catch_warnings():
        warnings.filterwarnings("error", message=".*chosen")
        chosen.fit(X)
    assert len(chosen.notes_) == 1 and "chosen by BIC for all rows" in chosen.notes_[0]
    assert len(chosen.weights_) >= 3
    fixed = fairpca.MixturePPCA(chosen.n_components_, n_mixture_components=len(chosen.weights_))
    fixed.fit(X)
    assert fixed.notes_ == []
    assert fixed.bic_ == pytest.approx(chosen.bic_)


def test_both_doors_give_the_same_model(command_line, tmp_path):
    X, group = clustered_rows()
    table = np.column_stack([X, group])
    np.savetxt(
        tmp_path / "rows.csv",
        table,
        delimiter=",",
        header="x1,x2,x3,x4,sex",
        comments="",
        fmt="%.17g",
    )
    for method, name in (("mixture-ppca", "MixturePPCA"), ("fair-mixture-ppca", "FairMixturePPCA")):
        printed = command_line(
            *("fit", "rows.csv", "--group", "sex", "--method", method, "-k", 2, "-d", 1),
            *("-o", "m.fpca", "--json"),
        )
        loaded = fairpca.load(tmp_path / "m.fpca")
        here = getattr(fairpca, name)(1, n_mixture_components=2).fit(X, sensitive_features=group)
        assert type(loaded) is type(here)
        np.testing.assert_array_equal(loaded.transform(X), here.transform(X))
        np.testing.assert_array_equal(loaded.means_, here.means_)
        report = json.loads(printed)
        values = [group["log_likelihood"] for group in report["groups"]]
        np.testing.assert_array_equal(values, here.group_log_likelihood_)
        assert loaded.get_params()["n_mixture_components"] == 2


def test_data_that_do_not_suit_a_mixture_are_rejected_by_code():
    X, group = clustered_rows(n=40)
    moments = fairpca.GroupMoments().partial_fit(X, sensitive_features=group)
    nothing = np.where(np.arange(4) == 1, np.nan, X)
    infinite = np.where(np.arange(160).reshape(40, 4) == 0, np.inf, X)
    chosen = fairpca.MixturePPCA(
        (1, 2), n_mixture_components=2, choose_by="held-out", choose_for="worst-group"
    )

    def rejection(call):
        with pytest.raises(ValueError) as caught:
            call()
        return caught.value

    error = rejection(lambda: fairpca.MixturePPCA(1, n_mixture_components=41).fit(X))
    assert error.option == "n_mixture_components"
    error = rejection(lambda: fairpca.MixturePPCA(4).fit(X))
    assert (error.code, error.option) == ("dimensions-out-of-range", "n_components")
    assert "takes 1 to 3" in str(error)
    error = rejection(lambda: fairpca.MixturePPCA(1).fit_moments(moments))
    assert error.code == "needs-rows"
    for estimator in (fairpca.PPCA, fairpca.MixturePPCA):
        error = rejection(lambda: estimator(1, missing="model").fit(nothing))  # noqa: B023
        assert (error.code, error.column) == ("column-without-values", "x2")
        assert str(error).endswith("X.drop(columns=['x2'])")
    error = rejection(lambda: fairpca.MixturePPCA(1).fit(infinite))
    assert (error.code, error.row, error.column) == ("infinite-cell", 1, "x1")
    error = rejection(lambda: chosen.fit(X, sensitive_features=np.arange(40) >= 36))
    assert "group 'True' has 4 rows" in str(error)
    error = rejection(lambda: fairpca.MixturePPCA(1).fit(np.ones((20, 3))))
    assert "no column varies" in str(error)


@pytest.mark.parametrize("m_step", ["latent", "exact"])
@pytest.mark.parametrize("power", [332, -332, 480])
def test_units_change_the_scale_alone(m_step, power):
    X, group = clustered_rows()
    unit = 2.0**power  # 1e100, 1e-100, 1e144: nothing is rounded
    estimator = fairpca.MixturePPCA(1, n_mixture_components=2, m_step=m_step)
    plain = sklearn.clone(estimator).fit(X, sensitive_features=group)
    scaled = sklearn.clone(estimator).fit(X * unit, sensitive_features=group)
    np.testing.assert_allclose(scaled.weights_, plain.weights_, rtol=1e-9)
    np.testing.assert_allclose(scaled.means_ / unit, plain.means_, rtol=1e-6, atol=1e-9)
    np.testing.assert_allclose(
        np.sqrt(scaled.noise_variances_) / unit, np.sqrt(plain.noise_variances_), rtol=1e-9
    )
    np.testing.assert_allclose(
        scaled.group_log_likelihood_ + X.shape[1] * power * np.log(2),
        plain.group_log_likelihood_,
        atol=1e-8,
    )


def test_units_too_small_to_square_are_rejected():
    X, _ = clustered_rows()
    with pytest.raises(ValueError, match="too small to compute with"):
        fairpca.MixturePPCA(1, n_mixture_components=2).fit(X * 1e-145)


def test_a_fair_fit_whose_em_ran_out_of_iterations_has_not_converged():
    X, group = clustered_rows()
    for search in ("apstar", "bisection"):
        estimator = fairpca.FairMixturePPCA(
            1, n_mixture_components=2, max_iter=0, group_weights=search
        )
        with pytest.warns(ConvergenceWarning):
            estimator.fit(X, sensitive_features=group)
        assert estimator.status_ == "max_iterations"


def test_weights_of_the_plain_mixture_are_shares_where_every_row_has_one_group():
    X, group = clustered_rows()
    plain = {"n_mixture_components": 2, "max_iter": 0, "max_steps": 0}  # no step does better
    with pytest.warns(ConvergenceWarning):
        fair = fairpca.FairMixturePPCA(1, **plain).fit(X, sensitive_features=group)
    np.testing.assert_allclose(fair.group_weights_, np.bincount(group) / len(group))
    both = pd.DataFrame({"a": group, "b": np.arange(len(group)) % 2})
    with pytest.warns(ConvergenceWarning):
        overlap = fairpca.FairMixturePPCA(1, combine="per-attribute", **plain)
        overlap.fit(X, sensitive_features=both)
    assert len(overlap.group_weights_) == 0
    some = np.where(np.arange(len(group)) % 2 == 0, None, group.astype(str))
    with pytest.warns(ConvergenceWarning):
        partial = fairpca.FairMixturePPCA(1, missing_group="unconstrained", **plain)
        partial.fit(X, sensitive_features=some)
    assert len(partial.group_weights_) == 0


def test_weights_that_add_up_to_one_are_told_what_they_mean():
    X, _ = clustered_rows()
    with pytest.warns(UserWarning) as told:
        fairpca.MixturePPCA(1, n_mixture_components=2).fit(
            X, sample_weight=np.full(len(X), 1 / len(X))
        )
    messages = [str(warning.message) for warning in told]
    assert any("weights count as rows: they add up to 1 for 400 rows" in m for m in messages)
    assert not any("collapsed" in m for m in messages)


def test_a_prior_can_be_an_array():
    X, _ = clustered_rows()
    wanted = fairpca.MixturePPCA(1, n_mixture_components=2, noise_prior=(1, 0.1)).fit(X)
    found = fairpca.MixturePPCA(1, n_mixture_components=2, noise_prior=np.array([1, 0.1])).fit(X)
    np.testing.assert_array_equal(found.noise_variances_, wanted.noise_variances_)
