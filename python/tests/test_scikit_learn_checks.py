# SPDX-License-Identifier: BSD-3-Clause
"""scikit-learn's own checks, with no expected failure."""

import fairpca
import pytest
from fairpca._base import BaseFairPCA
from sklearn.utils.estimator_checks import parametrize_with_checks

ESTIMATORS = [
    value
    for value in (getattr(fairpca, name) for name in fairpca.__all__)
    if isinstance(value, type) and issubclass(value, BaseFairPCA)
]


@pytest.mark.filterwarnings("ignore:.* is ordinary .*:UserWarning")
@parametrize_with_checks([estimator() for estimator in ESTIMATORS])
def test_estimator_keeps_the_conventions(estimator, check):
    check(estimator)


def test_every_estimator_is_checked():
    registered = {method.python_name for method in fairpca.methods()}
    assert {estimator.__name__ for estimator in ESTIMATORS} == registered


@pytest.mark.parametrize("estimator", ESTIMATORS)
def test_the_first_line_says_which_fairness_is_served(estimator):
    method = next(m for m in fairpca.methods() if m.python_name == estimator.__name__)
    first_line = estimator.__doc__.splitlines()[0].lower()
    expected = "no fairness" if method.fairness == "none" else f"{method.fairness} fairness"
    assert first_line.startswith(expected)
