# SPDX-License-Identifier: BSD-3-Clause
"""Groups, label and weights that are columns of X, given by name."""

import fairpca
import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pytest
from numpy.testing import assert_array_equal
from sklearn.decomposition import PCA

LIBRARIES = {
    "pandas": lambda frame: frame,
    "polars": lambda frame: pl.DataFrame(frame.to_dict("list")),
    "pyarrow": lambda frame: pa.table(frame.to_dict("list")),
}


@pytest.fixture
def frame(rows):
    X, group = rows
    frame = pd.DataFrame(X, columns=list("abcdef"), index=np.arange(200)[::-1])
    frame.insert(2, "sex", ["f" if g else "m" for g in group])
    frame["old"] = ["yes", "no"] * 100
    frame["weight"] = np.linspace(1, 2, 200)
    return frame


@pytest.mark.parametrize("library", LIBRARIES)
@pytest.mark.parametrize("names", ["sex", ["sex"], ["sex", "old"], ("old",)])
def test_names_are_the_columns_and_no_features(frame, library, names):
    X = LIBRARIES[library](frame)
    columns = [names] if isinstance(names, str) else list(names)
    apart = frame.drop(columns=[*columns, "weight"])
    expected = fairpca.FairPCA(2).fit(
        apart, sensitive_features=frame[columns], sample_weight=frame["weight"]
    )
    fitted = fairpca.FairPCA(2).fit(X, sensitive_features=names, sample_weight="weight")
    assert_array_equal(fitted.components_, expected.components_)
    assert fitted.groups_ == expected.groups_
    assert fitted.encoded_names_ == expected.encoded_names_
    # X keeps them, and they are not looked at.
    assert fitted.n_features_in_ == 9
    assert_array_equal(fitted.transform(X), expected.transform(apart))


def test_a_label_is_no_feature_whether_the_method_looks_at_it_or_not(frame):
    plain = fairpca.FairPCA(2).fit(frame, "old", sensitive_features="sex")
    assert "old=yes" not in plain.encoded_names_
    given = fairpca.MeanMatchingPCA(2, positive="yes").fit(frame, "old", sensitive_features="sex")
    expected = fairpca.MeanMatchingPCA(2, positive="yes").fit(
        frame.drop(columns=["sex", "old"]), frame["old"], sensitive_features=frame["sex"]
    )
    assert_array_equal(given.components_, expected.components_)
    assert fairpca.verify(given, frame, y="old", sensitive_features="sex").ok


def test_a_list_as_long_as_the_rows_is_values():
    frame = pd.DataFrame({"f": [1.0, 2.0, 4.0], "m": [2.0, 1.0, 3.0]})
    fitted = fairpca.PCA(1, min_group_size=0).fit(frame, sensitive_features=["f", "m", "m"])
    assert fitted.groups_ == ["f", "m"]
    assert fitted.encoded_names_ == ["f", "m"]


def test_of_one_row_a_list_is_values_and_a_text_is_a_name():
    row = pd.DataFrame({"a": [1.0], "b": [2.0], "sex": ["f"]})
    listed = fairpca.GroupMoments().partial_fit(row, sensitive_features=["sex"])
    assert listed.counts == {("sex",): 1}
    assert listed.feature_names == ["a", "b", "sex"]
    named = fairpca.GroupMoments().partial_fit(row, sensitive_features="sex")
    assert named.counts == {("f",): 1}
    assert named.feature_names == ["a", "b"]


def test_arrays_of_texts_are_values(frame):
    with pytest.raises(ValueError) as caught:
        fairpca.PCA(2).fit(frame, sensitive_features=np.array(["sex"]))
    assert caught.value.code == "different-row-counts"


@pytest.mark.parametrize("option", ["sensitive_features", "y", "sample_weight"])
@pytest.mark.parametrize("given", ["Sexx", ["Sexx"]])
def test_names_of_no_column_are_rejected_with_the_nearest(frame, option, given):
    with pytest.raises(ValueError, match="did you mean 'sex'") as caught:
        fairpca.FairPCA(2).fit(frame, **{option: given})
    assert (caught.value.code, caught.value.option) == ("no-key-column", option)
    assert caught.value.arguments["column"] == "Sexx"


def test_what_cannot_be_named_is_rejected(frame, rows):
    for X, given, code in (
        (rows[0], {"sensitive_features": "sex"}, "key-of-array"),
        (rows[0].tolist(), {"sample_weight": "weight"}, "key-of-array"),
        (frame, {"y": ["sex", "old"]}, "label-columns"),
        (frame, {"sensitive_features": ["sex", "sex"]}, "repeated-key"),
        (frame[["sex"]], {"sensitive_features": "sex"}, "only-sensitive-columns"),
    ):
        with pytest.raises(ValueError) as caught:
            fairpca.FairPCA(2).fit(X, **given)
        assert caught.value.code == code


def test_evaluations_take_names_too(frame):
    apart = frame.drop(columns=["sex", "old", "weight"])
    model = fairpca.FairPCA(2).fit(apart, sensitive_features=frame["sex"])
    expected = fairpca.evaluate(
        model, apart, frame["old"], sensitive_features=frame["sex"], measures=["gap", "accuracy"]
    )
    named = frame.drop(columns="weight")
    found = fairpca.evaluate(
        model, named, "old", sensitive_features="sex", measures=["gap", "accuracy"]
    )
    assert found.to_dict()["measures"] == expected.to_dict()["measures"]
    theirs = PCA(2).fit(apart.to_numpy())
    audited = fairpca.evaluate(
        theirs, frame.drop(columns=["weight", "old"]), sensitive_features="sex", measures=["gap"]
    )
    assert audited["gap"] == pytest.approx(
        fairpca.evaluate(theirs, apart, sensitive_features=frame["sex"], measures=["gap"])["gap"]
    )


def test_comparisons_descriptions_and_paths_take_names(frame):
    given = {"dimensions": 1, "methods": ["fair-pca"], "measures": ["gap"]}
    expected = fairpca.compare(
        frame.drop(columns=["sex", "old"]), sensitive_features=frame["sex"], **given
    )
    found = fairpca.compare(frame, "old", sensitive_features="sex", **given)
    assert found.suggested.endswith(".fit(X, sensitive_features='sex')")
    assert len(found.to_frame()) == len(expected.to_frame())
    description = fairpca.describe(frame, sensitive_features="sex", y="old").to_dict()
    roles = {column["name"]: column["role"] for column in description["columns"]}
    assert [name for name, role in roles.items() if role != "feature"] == ["sex", "old"]
    path = fairpca.fairness_path(frame.drop(columns="old"), 1, sensitive_features="sex")
    assert path.groups == ["f", "m"]
