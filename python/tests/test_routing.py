# SPDX-License-Identifier: BSD-3-Clause
"""Sensitive features through pipelines and searches, by routing and by the old keyword."""

import fairpca
import numpy as np
import pandas as pd
import pytest
import sklearn
from numpy.testing import assert_array_equal
from sklearn.linear_model import LogisticRegression
from sklearn.model_selection import GridSearchCV, cross_validate
from sklearn.pipeline import make_pipeline
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
    pca = fairpca.PCA(2).set_fit_request(sensitive_features=True, sample_weight=True)
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
    pca = fairpca.PCA().set_fit_request(sensitive_features=True)
    pipeline = make_pipeline(pca, LogisticRegression())
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
    with pytest.raises(sklearn.exceptions.UnsetMetadataPassedError):
        make_pipeline(fairpca.PCA(2), LogisticRegression()).fit(X, group, sensitive_features=group)


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
