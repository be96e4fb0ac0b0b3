# SPDX-License-Identifier: BSD-3-Clause
"""Results and moments are values: they are shown, compared and pickled."""

import copy
import pickle

import fairpca
import pytest


def moments_of(X, group):
    return fairpca.GroupMoments().partial_fit(X, sensitive_features=group)


def evaluation_of(X, group):
    model = fairpca.PCA(2).fit(X, sensitive_features=group)
    return fairpca.evaluate(model, X, sensitive_features=group, measures=["gap", "loss"])


def comparison_of(X, group):
    return fairpca.compare(
        X, sensitive_features=group, dimensions=[2], methods=["fair-pca"], measures=["gap"]
    )


@pytest.mark.parametrize("made", [moments_of, evaluation_of, comparison_of])
def test_copies_are_equal_and_other_rows_give_another_value(made, rows):
    X, group = rows
    value = made(X, group)
    same = [pickle.loads(pickle.dumps(value)), copy.deepcopy(value), made(X.copy(), group)]
    for other in same:
        assert other == value
        assert repr(other) == repr(value)
    assert made(X * 1.5, group) != value
    assert value != "another thing"
    with pytest.raises(TypeError, match="unhashable"):
        hash(value)


def test_moments_are_equal_by_what_they_hold_and_not_by_how_they_were_gathered(rows):
    X, group = rows
    moments = moments_of(X, group)
    assert pickle.loads(pickle.dumps(moments)).merge(moments) != moments
    assert moments_of(X[:100], group[:100]) + moments_of(X[100:], group[100:]) == (
        moments_of(X[:100], group[:100]).partial_fit(X[100:], sensitive_features=group[100:])
    )
    assert fairpca.GroupMoments() == fairpca.GroupMoments(missing="drop-row")
    assert moments != fairpca.GroupMoments().partial_fit(X)
