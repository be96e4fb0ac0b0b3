# SPDX-License-Identifier: BSD-3-Clause
"""Data frames in, data frames out; categories as the command line encodes them."""

import fairpca
import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pytest
from numpy.testing import assert_allclose, assert_array_equal

FEATURES = ["age", "work", "income", "owner"]
LIBRARIES = {"pandas": pd.DataFrame, "polars": pl.DataFrame, "pyarrow": pa.table}


def table(library, columns):
    return LIBRARIES[library]({name: columns[name] for name in columns})


@pytest.mark.parametrize("library", LIBRARIES)
def test_every_library_gives_the_one_hot_encoding_made_by_hand(library, people):
    features = {name: people[name] for name in FEATURES}
    true, false = ("True", "False") if library == "pandas" else ("true", "false")
    levels = ["none, retired", "private", "state", "état"]
    by_hand = np.column_stack(
        [
            people["age"],
            *(people["work"] == level for level in levels),
            people["income"],
            ~people["owner"],
            people["owner"],
        ]
    ).astype(float)
    frame = table(library, features)
    pca = fairpca.PCA(3).fit(frame, sensitive_features=people["sex"])
    expected = fairpca.PCA(3).fit(by_hand)
    assert pca.encoded_names_ == [
        "age",
        *(f"work={level}" for level in levels),
        "income",
        f"owner={false}",
        f"owner={true}",
    ]
    assert pca.n_features_in_ == 4
    assert pca.feature_names_in_.tolist() == FEATURES
    assert_allclose(pca.mean_, by_hand.mean(axis=0), rtol=1e-13)
    assert_allclose(pca.components_, expected.components_, atol=1e-12)
    assert_allclose(pca.transform(frame), expected.transform(by_hand), rtol=1e-9, atol=1e-9)
    assert pca.groups_ == ["Female", "Male"]


def test_a_model_fitted_on_one_library_transforms_the_others(people):
    features = {name: people[name] for name in FEATURES}
    frames = [table(library, features) for library in LIBRARIES]
    for fitted_on in frames:
        pca = fairpca.PCA(2).fit(fitted_on)
        for frame in frames:
            assert_array_equal(pca.transform(frame), pca.transform(fitted_on))


@pytest.mark.parametrize(
    "sensitive",
    [
        lambda values: values,
        lambda values: values.tolist(),
        lambda values: np.asarray(values, dtype=object),
        lambda values: pd.Series(values, name="sex"),
        lambda values: pd.Series(values, dtype="category"),
        lambda values: pl.Series("sex", values),
        lambda values: pl.Series("sex", values, dtype=pl.Categorical),
        lambda values: pa.array(values),
        lambda values: pa.chunked_array([values]),
        lambda values: pd.DataFrame({"sex": values}),
        lambda values: pl.DataFrame({"sex": values}),
        lambda values: pa.table({"sex": values}),
        lambda values: values[:, np.newaxis],
    ],
)
def test_sensitive_features_may_come_in_any_form(people, sensitive):
    X = np.column_stack([people["age"], people["income"]]).astype(float)
    pca = fairpca.PCA(1).fit(X, sensitive_features=sensitive(people["sex"]))
    assert pca.groups_ == ["Female", "Male"]
    counts = [np.sum(people["sex"] == name) for name in ("Female", "Male")]
    assert_array_equal(pca.group_counts_, counts)


@pytest.mark.parametrize(
    "values, names",
    [
        (np.tile([10, 9, -1], 20), ["-1", "9", "10"]),
        (np.tile([10.0, 9.5, np.nan], 20), ["9.5", "10.0"]),
        (np.tile([True, False], 30), ["False", "True"]),
        ([b"b", b"a"] * 30, ["a", "b"]),
        (["b", "NA", "a"] * 20, ["a", "b"]),
        (["1", 1, "2"] * 20, ["1", "2"]),
        (np.tile(np.array([3, 2**63 + 1], dtype=np.uint64), 30), ["3", "9223372036854775809"]),
        (pd.Series([1, 2, None] * 20, dtype="Int64"), ["1", "2"]),
        (pl.Series([1, None, 2] * 20), ["1", "2"]),
    ],
)
def test_levels_are_the_texts_a_csv_would_hold(values, names):
    X = np.random.default_rng(0).normal(size=(60, 2))
    pca = fairpca.PCA(1, missing_group="unconstrained").fit(X, sensitive_features=values)
    assert pca.groups_ == names


def test_texts_that_are_numbers_are_numbers_as_on_the_command_line(people):
    texts = pd.DataFrame({"age": people["age"].astype(str), "income": people["income"].astype(str)})
    numbers = pd.DataFrame({"age": people["age"], "income": people["income"]})
    assert_array_equal(fairpca.PCA(1).fit(texts).mean_, fairpca.PCA(1).fit(numbers).mean_)
    forced = fairpca.PCA(1, categorical=["age"]).fit(numbers)
    assert forced.encoded_names_[0] == "age=18"
    category = fairpca.PCA(1).fit(numbers.astype({"age": "category"}))
    assert category.encoded_names_ == forced.encoded_names_
    assert_array_equal(category.transform(numbers), forced.transform(numbers))


def test_text_in_a_column_of_numbers_is_rejected_with_row_and_column():
    frame = pd.DataFrame({"a": ["1", "2", "three"], "b": [1.0, 2.0, 4.0]})
    with pytest.raises(ValueError, match="row 3, column 'a': 'three' is not a number"):
        fairpca.PCA(1).fit(frame)


def test_an_unseen_level_is_rejected_or_becomes_zeros(people):
    frame = pd.DataFrame({"work": people["work"], "income": people["income"]})
    new = pd.DataFrame({"work": ["abroad"], "income": [1.0]})
    pca = fairpca.PCA(2).fit(frame)
    with pytest.raises(ValueError, match="row 1, column 'work': the level 'abroad'"):
        pca.transform(new)
    pca.set_params(unseen="zeros")
    zeros = np.array([[0, 0, 0, 0, 1.0]])
    expected = (zeros - pca.mean_) @ pca.components_.T
    assert_allclose(pca.transform(new), expected, rtol=1e-12)


@pytest.mark.parametrize("library", LIBRARIES)
def test_missing_cells_of_every_kind_are_found(library):
    columns = {"a": [1.0, None, 3.0, 4.0], "b": ["x", "y", None, "x"], "c": [1, 2, 3, 5]}
    frame = table(library, columns)
    with pytest.raises(ValueError, match="row 2, column 'a'"):
        fairpca.PCA(1).fit(frame)
    pca = fairpca.PCA(1, missing="drop-row").fit(frame)
    assert pca.encoded_names_ == ["a", "b=x", "c"]
    assert_allclose(pca.mean_, [2.5, 1.0, 3.0])


@pytest.mark.parametrize("library, kind", [("pandas", pd.DataFrame), ("polars", pl.DataFrame)])
def test_set_output_gives_named_columns(library, kind, people):
    frame = table(library, {name: people[name] for name in FEATURES})
    out = fairpca.PCA(2).set_output(transform=library).fit_transform(frame)
    assert isinstance(out, kind)
    assert list(out.columns) == ["pca0", "pca1"]


def test_columns_must_be_those_of_the_fit(people):
    frame = pd.DataFrame({name: people[name] for name in FEATURES})
    pca = fairpca.PCA(2).fit(frame)
    with pytest.raises(ValueError, match="same order"):
        pca.transform(frame[FEATURES[::-1]])
    with pytest.raises(ValueError, match="Feature names"):
        pca.transform(frame.drop(columns="age"))


def test_dates_are_rejected_with_advice():
    frame = pl.DataFrame(
        {"when": pl.date_range(pl.date(2020, 1, 1), pl.date(2020, 1, 9), eager=True)}
    )
    with pytest.raises(ValueError, match=r"column 'when' holds dates or times.* into numbers"):
        fairpca.PCA(1).fit(frame)


def test_a_frame_of_one_float_type_is_not_copied():
    X = np.asfortranarray(np.random.default_rng(0).normal(size=(50, 4)))
    frame = pd.DataFrame(X, columns=list("abcd"), copy=False)
    features = fairpca.PCA()._features(frame)
    assert np.shares_memory(features.numeric, X)
