# SPDX-License-Identifier: BSD-3-Clause
"""scikit-learn's own tests of PCA, with ours in its place."""

import warnings
from dataclasses import dataclass
from typing import Any

import fairpca
import numpy as np
import pytest
import sklearn.decomposition
from numpy.testing import assert_allclose
from sklearn.decomposition.tests import test_pca as theirs

SOLVERS = "about names of solvers, of which there is one here"
SPARSE = "sparse input is not taken"
DEVICES = "about arrays of other libraries and devices"
LEFT_OUT = {
    **{name: SPARSE for name in vars(theirs) if name.startswith("test_") and "sparse" in name},
    "test_pca_array_api_compliance": DEVICES,
    "test_pca_mle_array_api_compliance": DEVICES,
    "test_array_api_error_and_warnings_on_unsupported_params": DEVICES,
    "test_pca_validation": SOLVERS,
    "test_pca_svd_solver_auto": SOLVERS,
    "test_n_components_mle_error": SOLVERS,
    "test_n_components_none": "n_components=None is 2 here",
    "test_pca_score3": "n_components=0 is not allowed",
    "test_fit_mle_too_few_samples": "expects another sentence; see test_mle_needs_rows",
    "test_pca_score": "expects whitening to change the density; see test_whitening_keeps_density",
    "test_pca_zero_noise_variance_edge_cases": "expects a density of rows that lie in a plane; see "
    "test_noise_is_zero_where_all_variance_is_kept",
}


@dataclass(eq=False, repr=False)
class PCA(fairpca.PCA):
    """Takes the parameters of scikit-learn's; None is its min(n_samples, n_features)."""

    copy: bool = True
    svd_solver: str = "auto"
    tol: float = 0.0
    iterated_power: Any = "auto"
    n_oversamples: int = 10
    power_iteration_normalizer: str = "auto"
    random_state: Any = None

    def fit(self, X, y=None):
        wanted = self.n_components
        self.n_components = min(np.shape(X)) if wanted is None else wanted
        try:
            with warnings.catch_warnings():
                warnings.simplefilter("ignore", UserWarning)  # rows in a plane, constant columns
                return super().fit(X)
        finally:
            self.n_components = wanted

    def fit_transform(self, X, y=None):
        return self.fit(X).transform(X)


def all_tests():
    names = [name for name in vars(theirs) if name.startswith("test_")]
    return {name: getattr(theirs, name) for name in names}


# pytest collects them here, under their own names and with their own parameters.
globals().update({name: test for name, test in all_tests().items() if name not in LEFT_OUT})


@pytest.fixture(autouse=True)
def ours_in_place_of_theirs(monkeypatch):
    monkeypatch.setattr(theirs, "PCA", PCA)


@pytest.fixture
def global_random_seed():
    return 42


@pytest.fixture(params=[np.float64, np.float32])
def global_dtype(request):
    return request.param


def test_every_test_left_out_is_one_of_theirs():
    assert set(LEFT_OUT) <= set(all_tests())
    assert len(all_tests()) - len(LEFT_OUT) >= 29


def test_mle_needs_rows():
    X = np.random.default_rng(0).normal(size=(20, 21))
    with pytest.raises(ValueError, match="n_components: mle needs at least as many rows") as caught:
        fairpca.PCA("mle").fit(X)
    assert caught.value.code == "evidence-needs-rows"


@pytest.mark.parametrize("seed", range(10))
def test_mle_is_their_choice(seed):
    random = np.random.default_rng(seed)
    scales = np.concatenate([random.uniform(2, 9, size=seed % 5 + 1), np.ones(8 - seed % 5)])
    X = random.normal(size=(120, len(scales))) * scales
    expected = sklearn.decomposition.PCA("mle", svd_solver="full").fit(X).n_components_
    for unit in (1.0, 1e-20):
        assert fairpca.PCA("mle").fit(unit * X).n_components_ == expected


def test_mixtures_do_not_take_mle():
    X = np.random.default_rng(0).normal(size=(50, 4))
    with pytest.raises(ValueError, match="does not take mle") as caught:
        fairpca.MixturePPCA("mle").fit(X)
    assert (caught.value.code, caught.value.option) == ("dimensions-by-evidence", "n_components")


def test_whitening_agrees_with_theirs_and_survives_files(rows, tmp_path):
    X, group = rows
    ours = fairpca.PCA(3, whiten=True).fit(X, sensitive_features=group)
    expected = sklearn.decomposition.PCA(3, whiten=True).fit(X)
    signs = np.sign(np.sum(ours.components_ * expected.components_, axis=1))
    coordinates = ours.transform(X)
    assert_allclose(coordinates, signs * expected.transform(X), atol=1e-10)
    assert_allclose(
        ours.inverse_transform(coordinates),
        expected.inverse_transform(expected.transform(X)),
        rtol=1e-11,
    )
    ours.save(tmp_path / "white.fpca")
    loaded = fairpca.load(tmp_path / "white.fpca")
    assert loaded.whiten
    np.testing.assert_array_equal(loaded.transform(X), coordinates)
    assert fairpca.verify(loaded, X, sensitive_features=group).ok


def test_whitening_keeps_density(rows):
    X, _ = rows
    plain, white = fairpca.PCA(3).fit(X), fairpca.PCA(3, whiten=True).fit(X)
    for name in ["components_", "explained_variance_", "singular_values_", "noise_variance_"]:
        np.testing.assert_array_equal(getattr(white, name), getattr(plain, name))
    np.testing.assert_array_equal(white.get_covariance(), plain.get_covariance())
    assert white.score(X) == plain.score(X)


@pytest.mark.parametrize("shape", [(100, 3), (3, 100)])
def test_noise_is_zero_where_all_variance_is_kept(shape):
    X = np.random.default_rng(0).normal(size=shape)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", UserWarning)
        assert fairpca.PCA(3).fit(X).noise_variance_ == 0


def test_a_loaded_model_knows_that_it_was_mle(rows, tmp_path):
    X, _ = rows
    fitted = fairpca.PPCA("mle").fit(X)
    fitted.save(tmp_path / "model.fpca")
    loaded = fairpca.load(tmp_path / "model.fpca")
    assert (loaded.n_components, loaded.n_components_) == ("mle", fitted.n_components_)
