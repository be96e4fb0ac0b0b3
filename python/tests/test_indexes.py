# SPDX-License-Identifier: BSD-3-Clause
"""Rows of pandas objects are matched by index, everything else by position."""

import fairpca
import numpy as np
import pandas as pd
import polars as pl
import pytest
from numpy.testing import assert_array_equal
from sklearn.decomposition import PCA
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler


@pytest.fixture
def table(rows):
    """X, sensitive_features, y and sample_weight under one index of texts."""
    X, group = rows
    random = np.random.default_rng(0)
    index = [f"person {number}" for number in range(len(X))]
    return (
        pd.DataFrame(X, index=index, columns=list("abcdef")),
        pd.Series(group, index=index, name="sex"),
        pd.Series(np.where(random.random(len(X)) < 0.5, "yes", "no"), index=index),
        pd.Series(random.uniform(0.5, 2.0, len(X)), index=index),
    )


def fit(X, group, label, weight):
    fair = fairpca.MeanMatchingPCA(2, positive="yes")
    return fair.fit(X, label, sensitive_features=group, sample_weight=weight)


def gather(X, group, label, weight):
    moments = fairpca.GroupMoments()
    moments.partial_fit(X, sensitive_features=group, y=label, sample_weight=weight)
    return fairpca.MeanMatchingPCA(2, positive="yes").fit_moments(moments)


@pytest.mark.parametrize("way", [fit, gather])
def test_another_order_of_the_rows_is_aligned(table, way):
    expected = way(*table).components_
    X, *others = table
    order = np.random.default_rng(1).permutation(len(X))
    assert_array_equal(way(X, *(other.iloc[order] for other in others)).components_, expected)
    frames = others[0].iloc[order].to_frame(), *others[1:]
    assert_array_equal(way(X, *frames).components_, expected)
    by_position = way(X, *(other.iloc[order].to_numpy() for other in others)).components_
    assert not np.allclose(by_position, expected)


def test_the_path_aligns_too(table):
    X, group, _, weight = table
    order = np.random.default_rng(1).permutation(len(X))
    straight = fairpca.fairness_path(X, 2, sensitive_features=group, sample_weight=weight)
    shuffled = fairpca.fairness_path(
        X, 2, sensitive_features=group.iloc[order], sample_weight=weight.iloc[order]
    )
    errors = [path.marks[0].point.group_errors for path in (straight, shuffled)]
    assert_array_equal(*errors)


@pytest.mark.parametrize("place", [1, 2, 3])
@pytest.mark.parametrize("way", [fit, gather])
def test_another_set_of_labels_is_rejected(table, way, place):
    what = ["X", "sensitive_features", "y", "sample_weight"][place]
    given = list(table)
    given[place] = given[place].reset_index(drop=True)
    message = (
        f"^{what} has another index than X: 200 of 200 labels of X are not in it, the first is "
        rf"'person 0'; give both the same index, or pass {what}.to_numpy\(\) to go by position$"
    )
    with pytest.raises(ValueError, match=message):
        way(*given)


def test_repeated_labels_go_by_position_only_where_the_indexes_are_identical(table):
    X, group, *_ = table
    expected = fairpca.FairPCA(2).fit(X, sensitive_features=group).components_
    twice = [label // 2 for label in range(len(X))]
    X, group = X.set_axis(twice), group.set_axis(twice)
    assert_array_equal(fairpca.FairPCA(2).fit(X, sensitive_features=group).components_, expected)
    for one, other in [(X, group.iloc[::-1]), (X, group.reset_index(drop=True))]:
        with pytest.raises(ValueError, match="the index of X holds 0 more than once"):
            fairpca.FairPCA(2).fit(one, sensitive_features=other)
    with pytest.raises(ValueError, match="index of sensitive_features holds 0 more than once"):
        fairpca.FairPCA(2).fit(X.reset_index(drop=True), sensitive_features=group)


def test_without_an_index_on_both_sides_rows_go_by_position(table):
    X, group, *_ = table
    expected = fairpca.FairPCA(2).fit(X, sensitive_features=group).components_
    shuffled = group.set_axis(np.random.default_rng(1).permutation(len(X)))
    for rows, groups in [
        (X.to_numpy(), shuffled),
        (pl.DataFrame(X.to_dict("list")), shuffled),
        (X, group.to_numpy()),
        (X, list(group)),
        (X, pl.Series(group.to_numpy())),
    ]:
        fitted = fairpca.FairPCA(2).fit(rows, sensitive_features=groups)
        assert_array_equal(fitted.components_, expected)


def test_labels_of_several_levels_and_categories_are_kept(table):
    X, group, *_ = table
    index = pd.MultiIndex.from_product([range(20), range(10)])
    X, group = X.set_axis(index), group.set_axis(index).astype("category")
    expected = fairpca.FairPCA(2).fit(X, sensitive_features=group)
    backwards = fairpca.FairPCA(2).fit(X, sensitive_features=group.iloc[::-1])
    assert_array_equal(backwards.components_, expected.components_)
    assert backwards.groups_ == expected.groups_


def test_another_number_of_rows_is_rejected_as_such(table):
    X, group, *_ = table
    with pytest.raises(ValueError, match="X has 200 rows, sensitive_features has 199"):
        fairpca.FairPCA(2).fit(X, sensitive_features=group.iloc[1:])


@pytest.fixture(params=["texts", "numbers", "repeated"])
def shuffled(table, request):
    """The table under an index out of order, as after ``sample(frac=1)``."""
    index = {
        "texts": table[0].index,
        "numbers": np.random.default_rng(2).permutation(len(table[0])),
        "repeated": np.arange(len(table[0])) // 2,
    }[request.param]
    order = np.random.default_rng(1).permutation(len(index))
    return [one.set_axis(index).iloc[order] for one in table]


@pytest.mark.parametrize("last", [fairpca.RobustFairPCA(2), PCA(2)], ids=["ours", "others"])
@pytest.mark.parametrize("output", ["pandas", "default"])
def test_steps_that_give_frames_change_no_number_of_a_pipeline(shuffled, last, output):
    X, group, label, weight = shuffled
    pipeline = make_pipeline(StandardScaler().set_output(transform=output), last)
    pipeline.fit(
        X, **({} if isinstance(last, PCA) else {"robustfairpca__sensitive_features": group})
    )
    measures = ["gap", "mean_difference", "accuracy", "gap_training_group"]

    def numbers(y, sensitive_features, sample_weight):
        keys = {"sensitive_features": sensitive_features, "sample_weight": sample_weight}
        train = {"X": X, "y": y, **keys}
        found = fairpca.evaluate(pipeline, X, y, **keys, train=train, measures=measures)
        gap = pytest.approx(found["gap"], rel=1e-9)
        assert fairpca.metrics.gap(pipeline, X, **keys) == gap
        assert -fairpca.metrics.scorer("gap")(pipeline, X, y, **keys) == gap
        return found.to_frame()

    expected = numbers(*(one.to_numpy() for one in (label, group, weight)))
    pd.testing.assert_frame_equal(numbers(label, group, weight), expected)
    if X.index.is_unique:
        again = numbers(label.iloc[::-1], group.sort_index(), weight.sort_values())
        pd.testing.assert_frame_equal(again, expected)
    with pytest.raises(ValueError, match=r"^sensitive_features (has another|cannot be aligned)"):
        fairpca.metrics.gap(pipeline, X, sensitive_features=group.set_axis(np.arange(200) + 1000))


def test_coordinates_are_aligned_too(table):
    X, group, *_ = table
    pca = fairpca.PCA(2).fit(X).set_output(transform="pandas")
    coordinates = pca.transform(X)
    back = pd.DataFrame(pca.inverse_transform(coordinates), index=X.index, columns=X.columns)

    def gap(*given):
        names = ("X", "sensitive_features", "coordinates", "reconstructions")
        return fairpca.evaluate(**dict(zip(names, given, strict=True)), measures=["gap"])["gap"]

    expected = gap(X, group, coordinates, back)
    assert gap(X, group, coordinates.iloc[::-1], back.sort_values("a")) == expected

    def difference(group):
        return fairpca.metrics.mean_difference(coordinates=coordinates, sensitive_features=group)

    assert difference(group.iloc[::-1]) == difference(group)


def test_a_search_aligns_the_label(table):
    X, group, label, _ = table
    grid = {"lam": [0.0, 1.0]}
    scores = [
        fairpca.search(
            fairpca.RobustFairPCA(2), grid, X, y, sensitive_features=group, scoring="accuracy"
        ).cv_results_["mean_test_score"]
        for y in (label, label.iloc[::-1])
    ]
    assert_array_equal(*scores)
