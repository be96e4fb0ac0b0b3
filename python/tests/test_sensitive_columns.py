# SPDX-License-Identifier: BSD-3-Clause
"""Sensitive features taken from X by name, for tools that pass nothing on."""

import fairpca
import pandas as pd
import polars as pl
import pytest
from numpy.testing import assert_array_equal
from sklearn.linear_model import LogisticRegression
from sklearn.model_selection import GridSearchCV
from sklearn.pipeline import make_pipeline


@pytest.fixture
def table(rows):
    X, group = rows
    frame = pd.DataFrame(X, columns=list("abcdef"))
    frame.insert(2, "sex", ["f" if g else "m" for g in group])
    return frame


@pytest.mark.parametrize(
    "library", [pd.DataFrame, lambda frame: pl.DataFrame(frame.to_dict("list"))]
)
def test_the_fit_is_that_of_features_and_sensitive_features_apart(table, library):
    features = table.drop(columns="sex")
    expected = fairpca.FairPCA(2).fit(features, sensitive_features=table["sex"])
    fitted = fairpca.FairPCA(2, sensitive_columns=["sex"]).fit(library(table))
    assert_array_equal(fitted.components_, expected.components_)
    assert fitted.groups_ == expected.groups_ == ["f", "m"]
    assert fitted.encoded_names_ == list("abcdef")
    assert_array_equal(fitted.transform(library(table)), expected.transform(features))


def test_transform_does_not_look_at_them(table):
    fitted = fairpca.FairPCA(2, sensitive_columns=["sex"]).fit(table)
    expected = fitted.transform(table)
    assert_array_equal(fitted.transform(table.assign(sex=None)), expected)


def test_patterns_of_features_do_not_take_them_in(table):
    fitted = fairpca.FairPCA(2, features=["*"], sensitive_columns=["sex"]).fit(table)
    assert fitted.encoded_names_ == list("abcdef")


def test_several_are_crossed(table):
    table["old"] = ["yes", "no"] * (len(table) // 2)
    fitted = fairpca.PCA(2, sensitive_columns=["sex", "old"]).fit(table)
    assert fitted.groups_ == ["f, no", "f, yes", "m, no", "m, yes"]


def test_a_search_that_passes_nothing_on_has_the_groups(table):
    pipeline = make_pipeline(fairpca.FairPCA(sensitive_columns=["sex"]), LogisticRegression())
    grid = {"fairpca__n_components": [1, 2]}
    search = GridSearchCV(pipeline, grid, cv=3, error_score="raise").fit(table, table["sex"])
    assert search.best_estimator_[0].groups_ == ["f", "m"]


@pytest.mark.parametrize(
    "columns, given, code",
    [
        (["sex"], "sex", "exclusive-options"),
        (["gender"], None, "column-category"),
        ("sex", None, "option-value"),
        ([], None, "option-value"),
        ([*"abcdef", "sex"], None, "only-sensitive-columns"),
    ],
)
def test_what_cannot_be_taken_is_rejected(table, columns, given, code):
    groups = None if given is None else table[given]
    with pytest.raises(ValueError) as caught:
        fairpca.FairPCA(2, sensitive_columns=columns).fit(table, sensitive_features=groups)
    assert (caught.value.code, caught.value.option) == (code, "sensitive_columns")


def test_columns_of_arrays_have_no_names(rows):
    with pytest.raises(ValueError) as caught:
        fairpca.FairPCA(2, sensitive_columns=["sex"]).fit(rows[0])
    assert caught.value.code == "sensitive-columns-of-array"
