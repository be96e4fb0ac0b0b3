# SPDX-License-Identifier: BSD-3-Clause
"""fairpca.search finds what GridSearchCV finds in the same folds."""

import fairpca
import numpy as np
import pandas as pd
import pyarrow as pa
import pyarrow.dataset
import pytest
import sklearn
from numpy.testing import assert_allclose, assert_array_equal
from sklearn.linear_model import LogisticRegression
from sklearn.model_selection import GridSearchCV, KFold, ShuffleSplit, StratifiedKFold
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler

LAMBDAS = {"lam": [0.0, 0.3, 1.0, 3.0], "n_components": [1, 2]}


def by_scikit_learn(estimator, grid, X, y, group, **given):
    with sklearn.config_context(enable_metadata_routing=True):
        return GridSearchCV(estimator, grid, error_score="raise", **given).fit(
            X, y, sensitive_features=group
        )


def assert_same_results(found, expected):
    assert list(found.cv_results_) == list(expected.cv_results_)
    assert found.best_params_ == expected.best_params_
    assert found.best_index_ == expected.best_index_
    assert found.best_score_ == pytest.approx(expected.best_score_, rel=1e-9)
    for name, column in expected.cv_results_.items():
        ours = found.cv_results_[name]
        if name == "params":
            assert ours == column
        elif name.startswith("param_") or name.startswith("rank"):
            assert ours.dtype == column.dtype
            assert_array_equal(ours, column)
            assert_array_equal(np.ma.getmaskarray(ours), np.ma.getmaskarray(column))
        elif "test_score" in name:
            assert_allclose(ours, column, rtol=1e-9, atol=1e-9)


@pytest.mark.parametrize("scoring", [None, "gap", "loss", "explained_variance_ratio"])
@pytest.mark.parametrize(
    "cv",
    [3, KFold(4, shuffle=True, random_state=1), ShuffleSplit(3, test_size=0.4, random_state=0)],
)
def test_results_are_those_of_grid_search(rows, scoring, cv):
    X, group = rows
    robust = fairpca.RobustFairPCA(standardize=True, tol=1e-12)  # below what is compared
    found = fairpca.search(robust, LAMBDAS, X, sensitive_features=group, cv=cv, scoring=scoring)
    theirs = None if scoring is None else fairpca.metrics.scorer(scoring)
    assert found.read_once_
    assert_same_results(
        found, by_scikit_learn(robust, LAMBDAS, X, None, group, cv=cv, scoring=theirs)
    )


@pytest.mark.parametrize(
    ("estimator", "grid"),
    [
        (fairpca.FairPCA(), {"n_components": [1, 2, 0.9], "criterion": ["loss", "error"]}),
        (fairpca.MeanMatchingPCA(), {"n_components": [1, 2]}),
        (
            fairpca.ConstrainedFairPCA(2),
            [{"relative_delta": [0.0, 0.5, None]}, {"delta": [0.1], "n_components": [1]}],
        ),
    ],
)
def test_every_moment_method_is_searched_by_its_score(rows, estimator, grid):
    X, group = rows
    found = fairpca.search(estimator, grid, X, sensitive_features=group)
    assert found.read_once_
    assert_same_results(found, by_scikit_learn(estimator, grid, X, None, group, cv=3))


def test_frames_with_categories_and_labels(people):
    frame = pd.DataFrame(people)
    X, sex = frame.drop(columns="sex"), frame["sex"]
    y = (frame["age"] > 50).astype(int)
    fair = fairpca.FairPCA(standardize=True)
    grid = {"n_components": [1, 2, 3]}
    cv = StratifiedKFold(3, shuffle=True, random_state=0)
    found = fairpca.search(
        fair, grid, X, y, sensitive_features=sex.sample(frac=1, random_state=0), cv=cv
    )
    assert_same_results(found, by_scikit_learn(fair, grid, X, y, sex, cv=cv))
    expected = fair.set_params(**found.best_params_).fit(X, sensitive_features=sex)
    assert_array_equal(found.best_estimator_.feature_names_in_, expected.feature_names_in_)
    assert_allclose(found.best_estimator_.transform(X), expected.transform(X), atol=1e-8)


def test_the_best_estimator_knows_the_columns_it_was_given(people):
    frame = pd.DataFrame(people)
    fair = fairpca.FairPCA(features=["age", "income"])
    found = fairpca.search(fair, {"n_components": [1]}, frame, sensitive_features=frame["sex"])
    assert found.best_estimator_.n_features_in_ == frame.shape[1]
    assert found.best_estimator_.transform(frame).shape == (len(frame), 1)


class Rows:
    """A table of another library: it gives streams and does not say how many rows it has."""

    def __init__(self, table):
        self.table = table
        self.opened = 0

    def __arrow_c_stream__(self, requested_schema=None):
        self.opened += 1
        return self.table.__arrow_c_stream__()


@pytest.mark.parametrize("cv", [3, ShuffleSplit(2, test_size=0.3, random_state=0)])
def test_streams_and_names_are_searched_as_values_are(people, cv):
    frame = pd.DataFrame(people)
    table = pa.table(people)
    fair = fairpca.FairPCA(standardize=True)
    given = {"sensitive_features": "sex", "cv": cv}
    grid = {"n_components": [1, 2, 3]}
    expected = fairpca.search(
        fair, grid, frame.drop(columns="sex"), sensitive_features=frame["sex"], cv=cv
    )
    stream = Rows(table)
    for X in (frame, table, stream, pa.dataset.dataset(table)):
        found = fairpca.search(fair, grid, X, **given)
        assert found.read_once_
        assert_array_equal(
            found.cv_results_["mean_test_score"], expected.cv_results_["mean_test_score"]
        )
        assert found.best_estimator_.n_features_in_ == len(people)
        assert found.best_estimator_.feature_names_in_.tolist() == list(people)
    assert stream.opened == 2  # to count, and for moments
    coordinates = found.best_estimator_.transform(stream).read_all()
    assert_allclose(
        np.column_stack(coordinates.columns),
        expected.best_estimator_.transform(frame.drop(columns="sex")),
        atol=1e-10,
    )


def test_a_label_that_is_named_is_no_feature_of_a_search(people):
    table = pa.table(people)
    found = fairpca.search(
        fairpca.FairPCA(), {"n_components": [1]}, Rows(table), "work", sensitive_features="sex"
    )
    assert not any("work" in name for name in found.best_estimator_.encoded_names_)
    with pytest.raises(TypeError, match="the label of every row"):
        fairpca.search(
            fairpca.MixturePPCA(1), {"n_components": [1]}, table, "work", sensitive_features="sex"
        )


def test_streams_that_a_search_does_not_take_are_rejected_with_the_way_out(people):
    table = pa.table(people)
    given = {"sensitive_features": "sex"}
    for code, estimator, X in [
        ("reader-read-once", fairpca.FairPCA(), table.to_reader()),
        ("stream-not-taken", fairpca.MixturePPCA(1), Rows(table)),
        ("no-key-column", fairpca.FairPCA(), Rows(table.drop_columns("sex"))),
    ]:
        with pytest.raises(ValueError) as caught:
            fairpca.search(estimator, {"n_components": [1]}, X, **given)
        assert caught.value.code == code


def test_what_needs_rows_is_left_to_scikit_learn(rows):
    X, group = rows
    fair = fairpca.FairPCA()
    grid = {"n_components": [1, 2]}
    found = fairpca.search(fair, grid, X, sensitive_features=group, scoring="mmd2")
    assert not found.read_once_
    scoring = fairpca.metrics.scorer("mmd2")
    assert_same_results(found, by_scikit_learn(fair, grid, X, None, group, cv=3, scoring=scoring))
    assert repr(found).startswith("SearchResult(best_params_={'n_components': ")


def test_a_pipeline_with_a_classifier_is_searched_in_stratified_folds(rows):
    X, group = rows
    y = (X[:, 0] > np.quantile(X[:, 0], 0.8)).astype(int)
    pipeline = make_pipeline(StandardScaler(), fairpca.RobustFairPCA(2), LogisticRegression())
    grid = {"robustfairpca__lam": [0.0, 1.0]}
    found = fairpca.search(pipeline, grid, X, y, sensitive_features=group, scoring="gap")
    scoring = fairpca.metrics.scorer("gap")
    assert not found.read_once_
    assert_same_results(found, by_scikit_learn(pipeline, grid, X, y, group, cv=3, scoring=scoring))


def test_wrong_arguments_are_answered_by_name(rows):
    X, group = rows
    fair = fairpca.FairPCA()
    for wrong, kind, said in [
        ({"scoring": "gapp"}, ValueError, "gapp"),
        ({"scoring": len}, TypeError, "scoring"),
        ({"cv": 1}, ValueError, "n_splits=1"),
        ({"sensitive_features": group[:-1]}, ValueError, "sensitive_features"),
    ]:
        given = {"sensitive_features": group, **wrong}
        with pytest.raises(kind, match=said):
            fairpca.search(fair, {"n_components": [1]}, X, **given)
    with pytest.raises(ValueError, match="lam"):
        fairpca.search(fair, {"lam": [1]}, X, sensitive_features=group)
