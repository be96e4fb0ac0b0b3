# SPDX-License-Identifier: BSD-3-Clause
"""Sensitive features through pipelines and searches, by routing and by the old keyword."""

import fairpca
import numpy as np
import pandas as pd
import pytest
import sklearn
from numpy.testing import assert_array_equal
from sklearn.base import clone
from sklearn.compose import ColumnTransformer
from sklearn.linear_model import LogisticRegression
from sklearn.model_selection import GridSearchCV, cross_validate
from sklearn.pipeline import FeatureUnion, make_pipeline
from sklearn.preprocessing import StandardScaler


@pytest.fixture
def routing():
    with sklearn.config_context(enable_metadata_routing=True):
        yield


def test_step_keyword_reaches_the_step(rows):
    X, group = rows
    pipeline = make_pipeline(StandardScaler(), fairpca.PCA(2), LogisticRegression())
    pipeline.fit(X, group, pca__sensitive_features=group)
    assert pipeline[1].groups_ == ["0", "1"]
    assert pipeline.predict(X).shape == (len(X),)


def test_routed_features_reach_the_step(rows, routing):
    X, group = rows
    pca = fairpca.PCA(2).set_fit_request(sample_weight=True)
    # Routing wants every step that could take weights to say whether it does.
    scaler = StandardScaler().set_fit_request(sample_weight=False)
    classifier = LogisticRegression().set_fit_request(sample_weight=False)
    pipeline = make_pipeline(scaler, pca, classifier)
    weights = np.linspace(1, 2, len(X))
    pipeline.fit(X, group, sensitive_features=group, sample_weight=weights)
    scaled = StandardScaler().fit_transform(X)
    alone = fairpca.PCA(2).fit(scaled, sensitive_features=group, sample_weight=weights)
    assert pipeline[1].groups_ == ["0", "1"]
    assert_array_equal(pipeline[1].components_, alone.components_)


def test_a_search_cuts_the_sensitive_features_with_the_rows(rows, routing):
    X, group = rows
    pipeline = make_pipeline(fairpca.PCA(), LogisticRegression())
    search = GridSearchCV(pipeline, {"pca__n_components": [1, 2, 0.9]}, cv=3, error_score="raise")
    search.fit(X, group, sensitive_features=pd.Series(group, name="sex"))
    assert sum(search.best_estimator_[0].group_counts_) == len(X)
    scores = cross_validate(
        pipeline, X, group, params={"sensitive_features": group.tolist()}, error_score="raise"
    )
    assert len(scores["test_score"]) == 5


def test_search_without_routing(rows):
    X, group = rows
    pipeline = make_pipeline(fairpca.PCA(), LogisticRegression())
    search = GridSearchCV(pipeline, {"pca__n_components": [1, 2]}, cv=3, error_score="raise")
    search.fit(X, group, pca__sensitive_features=group)
    assert search.best_estimator_[0].groups_ == ["0", "1"]


def test_unasked_metadata_is_rejected(rows, routing):
    X, group = rows
    pipeline = make_pipeline(fairpca.PCA(2), LogisticRegression())
    with pytest.raises(sklearn.exceptions.UnsetMetadataPassedError, match="sample_weight"):
        pipeline.fit(X, group, sample_weight=np.ones(len(X)))


@pytest.mark.parametrize("method", fairpca.methods(), ids=lambda method: method.id)
def test_every_estimator_asks_for_sensitive_features(method, routing):
    estimator = getattr(fairpca, method.python_name)()
    for one in (estimator, clone(estimator)):
        assert one.get_metadata_routing().fit.requests["sensitive_features"] is True
    without = estimator.set_fit_request(sensitive_features=False)
    assert without.get_metadata_routing().fit.requests["sensitive_features"] is False


def union(pca):
    return FeatureUnion([("one", pca), ("other", StandardScaler())])


def by_columns(pca):
    return ColumnTransformer([("one", pca, [0, 1, 2]), ("other", StandardScaler(), [3, 4, 5])])


def first(composite):
    """The fitted estimator in a union or in a transformer of columns."""
    return getattr(composite, "transformers_", getattr(composite, "transformer_list", None))[0][1]


@pytest.mark.parametrize("compose, columns", [(union, slice(None)), (by_columns, slice(3))])
def test_unions_and_transformers_of_columns_route(rows, routing, compose, columns):
    X, group = rows
    alone = fairpca.FairPCA(2).fit(X[:, columns], sensitive_features=group)
    fitted = compose(fairpca.FairPCA(2)).fit(X, sensitive_features=group)
    assert_array_equal(first(fitted).components_, alone.components_)
    nested = make_pipeline(make_pipeline(compose(fairpca.FairPCA(2))), LogisticRegression())
    nested.fit(X, group, sensitive_features=group)
    assert_array_equal(first(nested[0][0]).components_, alone.components_)


def test_nested_steps_take_the_keyword_of_their_path(rows):
    X, group = rows
    inner = make_pipeline(StandardScaler(), fairpca.FairPCA(2))
    nested = make_pipeline(inner, LogisticRegression())
    nested.fit(X, group, pipeline__fairpca__sensitive_features=group)
    scaled = StandardScaler().fit_transform(X)
    alone = fairpca.FairPCA(2).fit(scaled, sensitive_features=group)
    assert_array_equal(nested[0][1].components_, alone.components_)


def test_a_nested_search_routes_to_the_folds(rows, routing):
    X, group = rows
    pipeline = make_pipeline(fairpca.FairPCA(), LogisticRegression())
    search = GridSearchCV(pipeline, {"fairpca__n_components": [1, 2]}, cv=3, error_score="raise")
    found = cross_validate(
        search,
        X,
        group,
        cv=3,
        params={"sensitive_features": group},
        return_estimator=True,
        error_score="raise",
    )
    for one in found["estimator"]:
        assert one.best_estimator_[0].groups_ == ["0", "1"]
        assert sum(one.best_estimator_[0].group_counts_) < len(X)


def test_fit_transform_is_fit_then_transform(rows):
    X, group = rows
    weights = np.linspace(1, 2, len(X))
    given = {"sensitive_features": group, "sample_weight": weights}
    expected = fairpca.PCA(2).fit(X, **given).transform(X)
    assert_array_equal(fairpca.PCA(2).fit_transform(X, **given), expected)


def test_labels_are_ignored_where_no_method_asks_for_them(rows):
    X, group = rows
    labels = np.random.default_rng(0).normal(size=len(X))
    with_labels = fairpca.PCA(2).fit(X, labels, sensitive_features=group)
    without = fairpca.PCA(2).fit(X, sensitive_features=group)
    assert_array_equal(with_labels.components_, without.components_)
