# SPDX-License-Identifier: BSD-3-Clause
"""Frames as people have them: repeated names, columns of dates and times."""

import warnings

import fairpca
import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pytest
from numpy.testing import assert_array_equal

DAYS = [f"2013-08-{day:02}" for day in range(1, 21)]


def numbers(columns, seed=3):
    return np.random.default_rng(seed).normal(size=(20, columns))


def repeated(library):
    names = ["score", "age", "score", "score.1"]
    X = numbers(4)
    return pd.DataFrame(X, columns=names) if library == "pandas" else pa.table(list(X.T), names)


def said_once(call):
    """The result, and the one warning of renamed columns."""
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        result = call()
    said = [one.message for one in caught if getattr(one.message, "code", "") == "renamed-columns"]
    assert len(said) == 1
    assert caught[0].filename == __file__
    return result, str(said[0])


@pytest.mark.parametrize("library", ["pandas", "pyarrow"])
def test_repeated_names_are_numbered_as_pandas_reads_them(library):
    frame = repeated(library)
    pca, said = said_once(lambda: fairpca.PCA(2).fit(frame))
    assert list(pca.feature_names_in_) == ["score", "age", "score.2", "score.1"]
    assert "'score.2' (column 3)" in said
    coordinates, _ = said_once(lambda: pca.transform(frame))
    assert_array_equal(coordinates, fairpca.PCA(2).fit(numbers(4)).transform(numbers(4)))


def test_a_frame_with_repeated_names_stays_as_it_is():
    frame = repeated("pandas")
    said_once(lambda: fairpca.PCA(1).fit(frame))
    assert list(frame.columns) == ["score", "age", "score", "score.1"]


def test_moments_and_groups_number_repeated_names_too():
    group = np.arange(20) % 2
    frame = repeated("pandas")
    moments, _ = said_once(lambda: fairpca.GroupMoments().partial_fit(frame))
    assert moments.feature_names == ["score", "age", "score.2", "score.1"]
    groups = pd.DataFrame({"a": group, "b": group}).set_axis(["s", "s"], axis=1)
    fair, _ = said_once(lambda: fairpca.FairPCA(1).fit(numbers(3), sensitive_features=groups))
    assert len(fair.groups_) == 2


def date_frames():
    text = {"x": np.arange(20.0), "y": numbers(1)[:, 0], "when": DAYS}
    typed = pd.DataFrame(text).assign(when=pd.to_datetime(DAYS))
    return {
        "pandas texts": pd.DataFrame(text),
        "polars texts": pl.DataFrame(text),
        "pyarrow texts": pa.table(text),
        "pandas times": typed,
        "polars times": pl.DataFrame(text).with_columns(pl.col("when").str.to_date()),
        "pandas durations": typed.assign(when=typed["when"] - typed["when"].iloc[0]),
    }


@pytest.mark.parametrize("kind", date_frames())
def test_a_column_of_dates_is_rejected_by_name_with_the_ways_out(kind):
    with pytest.raises(ValueError, match="column 'when' holds dates or times") as caught:
        fairpca.PCA(1).fit(date_frames()[kind])
    assert caught.value.code == "column-of-times"
    assert caught.value.column == "when"
    assert "X.drop(columns=['when'])" in str(caught.value)
    assert "categorical=['when']" in str(caught.value)


@pytest.mark.parametrize("kind", date_frames())
def test_a_column_of_dates_may_be_used_as_categories(kind):
    frame = date_frames()[kind]
    pca = fairpca.PCA(1, categorical=["when"]).fit(frame)
    assert len(pca.encoded_names_) == 2 + len(DAYS)
    assert pca.transform(frame).shape == (20, 1)


def test_all_columns_of_dates_are_named_at_once():
    frame = date_frames()["pandas times"].assign(until=DAYS)
    with pytest.raises(ValueError, match="columns 'when', 'until' hold"):
        fairpca.PCA(1).fit(frame)


def test_texts_of_which_one_is_no_date_are_categories():
    frame = pd.DataFrame({"x": np.arange(20.0), "when": [*DAYS[:-1], "later"]})
    assert len(fairpca.PCA(1).fit(frame).encoded_names_) == 21
    compact = pd.DataFrame({"x": np.arange(20.0), "day": ["20130814", "20130815"] * 10})
    assert fairpca.PCA(1).fit(compact).encoded_names_ == ["x", "day"]
