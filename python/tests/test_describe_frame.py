# SPDX-License-Identifier: BSD-3-Clause
"""Tables in memory are described as the command line describes files."""

import re

import fairpca
import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pytest


@pytest.fixture
def people():
    draw = np.random.default_rng(1)
    rows = 120
    return pd.DataFrame(
        {
            "id": np.arange(1, rows + 1),
            "sex": draw.choice(["f", "m"], rows),
            "age": draw.integers(18, 80, rows),
            "income": np.where(np.arange(rows) % 7 == 0, np.nan, draw.normal(30, 5, rows)),
            "job": draw.choice(["clerk", "nurse", None], rows),
            "when": pd.date_range("2020-01-01", periods=rows),
            "empty": [None] * rows,
            "flag": draw.choice([True, False], rows),
        }
    )


def codes(description):
    return {
        column["name"]: [remark["code"] for remark in column["remarks"]]
        for column in description.to_dict()["columns"]
    }


def run_suggestion(description, **names):
    code = next(one["text"] for one in description.to_dict()["next"] if one["command"] == "fit")
    return eval(code, {"fairpca": fairpca, **names})


def test_remarks_are_those_of_the_command_line(people):
    found = codes(fairpca.describe(people))
    assert found["id"] == ["identifier-column"]
    assert found["when"] == ["date-column"]
    assert found["empty"] == ["empty-column"]
    assert found["sex"] == found["age"] == found["job"] == found["flag"] == []


@pytest.mark.parametrize("convert", [lambda X: X, pl.from_pandas, pa.Table.from_pandas])
def test_the_suggested_fit_runs_in_every_library(people, convert):
    X = convert(people)
    description = fairpca.describe(X)
    assert description.to_dict()["fit"]["likely_protected"] == ["sex"]
    fitted = run_suggestion(description, X=X)
    assert fitted.groups_ == ["f", "m"]


def test_given_groups_and_labels_are_described(people):
    X = people.drop(columns=["sex", "flag"])
    description = fairpca.describe(X, sensitive_features=people["sex"], y=people["flag"])
    found = description.to_dict()
    groups = found["attributes"][0]["groups"]
    assert {group["name"]: group["rows"] for group in groups} == dict(
        people["sex"].value_counts().items()
    )
    assert sum(level["rows"] for level in found["label_levels"]) == len(people)
    share = people["flag"][people["sex"] == "f"].mean()
    assert groups[0]["label_shares"]["True"] == pytest.approx(share)
    fitted = run_suggestion(description, X=X, sensitive_features=people["sex"])
    assert fitted.groups_ == ["f", "m"]


def test_the_protected_column_among_the_features_is_a_proxy(people):
    found = fairpca.describe(people, sensitive_features=people["sex"]).to_dict()["columns"]
    sex = next(one for one in found if one["name"] == "sex" and one["role"] == "feature")
    assert [remark["code"] for remark in sex["remarks"]] == ["proxy-of-column"]
    assert sex["advice"] == "leave out"


def test_texts_among_numbers_are_a_remark_not_an_error():
    X = pd.DataFrame({"a": ["1", "2", "?", "4"], "b": [1.0, 2.0, np.inf, 3.0]})
    assert codes(fairpca.describe(X)) == {"a": ["mixed-column"], "b": ["unusable-number"]}


def test_arrays_are_described_by_position():
    X = np.random.default_rng(2).normal(size=(50, 4))
    X[:, 2] = 7
    X[3, 0] = np.nan
    description = fairpca.describe(X)
    assert codes(description)["x3"] == ["constant-column"]
    assert run_suggestion(description, X=X).n_features_in_ == 3


@pytest.mark.parametrize(
    "convert, kind", [(lambda X: X, pd.DataFrame), (pl.from_pandas, pl.DataFrame)]
)
def test_to_frame_is_of_the_library_that_came_in(people, convert, kind):
    frame = fairpca.describe(convert(people)).to_frame()
    assert isinstance(frame, kind)
    assert list(frame["name"]) == list(people.columns)


def test_the_text_is_at_most_80_columns_wide(people):
    text = str(fairpca.describe(people, sensitive_features=people["sex"]))
    assert max(map(len, text.splitlines())) <= 80
    assert "--" not in re.sub(r"-{3,}", "", text), "no flags of the command line"


def test_names_with_quotes_and_commas_stay_whole_in_the_suggestion():
    draw = np.random.default_rng(3)
    names = [
        "it's, a",
        'say "x", y',
        "back\\slash,  two",
        *(f"column number {i}" for i in range(9)),
    ]
    X = pd.DataFrame(draw.normal(size=(40, len(names))), columns=names).assign(constant=1)
    description = fairpca.describe(X)
    text = str(description).split("\nnext\n")[1]
    fitted = eval(text.strip(), {"fairpca": fairpca, "X": X})
    assert list(fitted.features) == names


def test_wrong_parameters_are_rejected(people):
    with pytest.raises(ValueError, match="combine"):
        fairpca.describe(people, combine="both")
    with pytest.raises(ValueError, match="nope"):
        fairpca.describe(people, categorical=["nope"])
