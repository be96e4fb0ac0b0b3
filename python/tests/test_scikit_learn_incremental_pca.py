# SPDX-License-Identifier: BSD-3-Clause
"""scikit-learn's own tests of IncrementalPCA, with batches of moments in its place."""

import warnings
from dataclasses import dataclass

import fairpca
import numpy as np
import pytest
from sklearn.decomposition.tests import test_incremental_pca as theirs

LEFT_OUT = {
    "test_incremental_pca_sparse": "sparse input is not taken",
    "test_incremental_pca_validation": "expects other sentences, and batches of n_components rows",
    "test_incremental_pca_set_params": "expects that n_components cannot change between batches; "
    "moments do not depend on it",
}


@dataclass(eq=False, repr=False)
class IncrementalPCA(fairpca.PCA):
    """Gathers moments batch by batch and fits them; None is min(n_samples, n_features)."""

    copy: bool = True
    batch_size: int | None = None

    def fit(self, X, y=None):
        self.moments_ = fairpca.GroupMoments()
        size = self.batch_size or 5 * np.shape(X)[1]
        for start in range(0, len(X), size):
            self.moments_.partial_fit(X[start : start + size])
        return self._fit_moments()

    def partial_fit(self, X, y=None):
        self.moments_ = getattr(self, "moments_", fairpca.GroupMoments()).partial_fit(X)
        return self._fit_moments()

    def fit_transform(self, X, y=None):
        return self.fit(X).transform(X)

    def _fit_moments(self):
        wanted, moments = self.n_components, self.moments_
        if wanted is None:
            self.n_components = min(moments.n_samples, len(moments.encoded_names))
        try:
            with warnings.catch_warnings():
                warnings.simplefilter("ignore", UserWarning)  # rows in a plane
                self.fit_moments(moments)
        finally:
            self.n_components = wanted
        self.n_samples_seen_ = self.n_samples_
        return self


def all_tests():
    return {name: test for name, test in vars(theirs).items() if name.startswith("test_")}


# pytest collects them here, under their own names and with their own parameters.
globals().update({name: test for name, test in all_tests().items() if name not in LEFT_OUT})


@pytest.fixture(autouse=True)
def ours_in_place_of_theirs(monkeypatch):
    monkeypatch.setattr(theirs, "IncrementalPCA", IncrementalPCA)


@pytest.fixture
def global_random_seed():
    return 42


def test_every_test_left_out_is_one_of_theirs():
    assert set(LEFT_OUT) <= set(all_tests())
    assert len(all_tests()) - len(LEFT_OUT) >= 18
