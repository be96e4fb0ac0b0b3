# SPDX-License-Identifier: BSD-3-Clause
"""scikit-learn's own tests of likelihoods of GaussianMixture, with mixtures of PPCA in its place.

A component of p - 1 latent dimensions and noise has the covariances of a full Gaussian.
"""

import fairpca
import numpy as np
import pytest
import sklearn.mixture
from sklearn.base import BaseEstimator
from sklearn.mixture.tests import test_gaussian_mixture as theirs
from sklearn.utils.validation import check_is_fitted

TESTS = ["test_score", "test_score_samples", "test_monotonic_likelihood"]


class GaussianMixture(BaseEstimator):
    """Takes the parameters of scikit-learn's; a warm start has one iteration more each time."""

    def __init__(
        self,
        n_components=1,
        *,
        covariance_type="full",
        n_init=1,
        max_iter=100,
        reg_covar=0,
        random_state=None,
        tol=1e-3,
        warm_start=False,
    ):
        assert covariance_type == "full"
        self.parameters = {
            "n_mixture_components": n_components,
            "starts": n_init,
            "tol": tol,
            "noise_prior": None,
            "m_step": "exact",
        }
        self.max_iter, self.warm_start = max_iter, warm_start

    def fit(self, X):
        iterations = self.max_iter
        if self.warm_start:
            iterations += getattr(self, "n_iter_", 0)
        fitted = fairpca.MixturePPCA(X.shape[1] - 1, max_iter=iterations, **self.parameters).fit(X)
        self.fitted_, self.n_iter_ = fitted, iterations
        self.converged_ = fitted.status_ == "converged"
        self.means_, self.covariances_ = fitted.means_, fitted.covariances_
        return self

    def score(self, X):
        check_is_fitted(self)
        return self.fitted_.score(X)

    def score_samples(self, X):
        check_is_fitted(self)
        return self.fitted_.score_samples(X)

    def __sklearn_is_fitted__(self):
        return hasattr(self, "fitted_")


globals().update({name: getattr(theirs, name) for name in TESTS})


@pytest.fixture(autouse=True)
def ours_in_place_of_theirs(monkeypatch):
    monkeypatch.setattr(theirs, "GaussianMixture", GaussianMixture)
    # The other types restrict covariances, which components of p - 1 dimensions do not.
    monkeypatch.setattr(theirs, "COVARIANCE_TYPE", ["full"])


@pytest.fixture
def global_dtype():
    return np.float64


def test_likelihood_is_that_of_their_optimum():
    random = np.random.default_rng(0)
    X = np.vstack([random.normal(size=(150, 3)) * [1, 2, 0.5], random.normal(size=(150, 3)) + 9])
    expected = sklearn.mixture.GaussianMixture(2, tol=1e-10, reg_covar=0, max_iter=1000).fit(X)
    ours = fairpca.MixturePPCA(
        2, n_mixture_components=2, noise_prior=None, tol=1e-12, m_step="exact"
    ).fit(X)
    order = np.argsort(ours.means_[:, 0]), np.argsort(expected.means_[:, 0])
    np.testing.assert_allclose(ours.means_[order[0]], expected.means_[order[1]], rtol=1e-5)
    np.testing.assert_allclose(
        ours.covariances_[order[0]], expected.covariances_[order[1]], rtol=1e-4, atol=1e-5
    )
    assert ours.score(X) == pytest.approx(expected.score(X), rel=1e-8)
