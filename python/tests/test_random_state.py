# SPDX-License-Identifier: BSD-3-Clause
"""Seeds: 0 unless another is given; None draws one, as in scikit-learn."""

import fairpca
import numpy as np
import pytest
from numpy.testing import assert_array_equal
from sklearn.base import clone

RANDOM = [
    fairpca.RobustFairPCA(2, solver="subgradient", starts=1, steps=3),
    fairpca.MMDFairPCA(2, tau=1e-3, starts="random", max_iter=2, max_rounds=1),
    fairpca.MixturePPCA(1, n_mixture_components=3, start="random", max_iter=2),
    fairpca.FairMixturePPCA(
        1, n_mixture_components=3, start="random", max_iter=2, max_steps=1, patience=1
    ),
]
pytestmark = pytest.mark.filterwarnings("ignore::UserWarning")


def numbers(estimator, rows, **parameters):
    X, group = rows
    fitted = clone(estimator).set_params(**parameters).fit(X, sensitive_features=group)
    return fitted.components_


@pytest.mark.parametrize("estimator", RANDOM, ids=lambda estimator: type(estimator).__name__)
def test_the_default_is_a_fixed_seed(estimator, rows):
    assert estimator.random_state == 0
    first = numbers(estimator, rows)
    assert_array_equal(numbers(estimator, rows), first)
    assert_array_equal(numbers(estimator, rows, random_state=np.int64(0)), first)


@pytest.mark.parametrize("estimator", RANDOM, ids=lambda estimator: type(estimator).__name__)
def test_none_draws_from_the_global_state_of_numpy(estimator, rows):
    kept = np.random.get_state()
    try:
        np.random.seed(5)
        first = numbers(estimator, rows, random_state=None)
        second = numbers(estimator, rows, random_state=None)
        assert not np.array_equal(first, second)
        np.random.seed(5)
        assert_array_equal(numbers(estimator, rows, random_state=None), first)
    finally:
        np.random.set_state(kept)


@pytest.mark.parametrize("estimator", RANDOM, ids=lambda estimator: type(estimator).__name__)
def test_a_random_state_goes_on_from_fit_to_fit(estimator, rows):
    first = numbers(estimator, rows, random_state=np.random.RandomState(3))
    assert_array_equal(numbers(estimator, rows, random_state=np.random.RandomState(3)), first)
    X, group = rows
    going_on = clone(estimator).set_params(random_state=np.random.RandomState(3))
    assert_array_equal(going_on.fit(X, sensitive_features=group).components_, first)
    again = going_on.fit(X, sensitive_features=group).components_
    assert not np.array_equal(again, first)


def test_a_method_that_draws_nothing_leaves_the_global_state_alone(rows):
    before = np.random.get_state()[1].copy()
    fairpca.FairPCA(2).fit(rows[0], sensitive_features=rows[1])
    assert_array_equal(np.random.get_state()[1], before)


def test_a_saved_model_tells_the_seed_that_was_drawn(rows, tmp_path):
    X, group = rows
    drawn = fairpca.MixturePPCA(1, start="random", max_iter=2, random_state=None)
    drawn.fit(X, sensitive_features=group).save(tmp_path / "model.fpca")
    loaded = fairpca.load(tmp_path / "model.fpca")
    assert isinstance(loaded.random_state, int)
    again = clone(loaded).fit(X, sensitive_features=group)
    assert_array_equal(again.components_, drawn.components_)
