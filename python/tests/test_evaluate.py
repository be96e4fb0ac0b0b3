# SPDX-License-Identifier: BSD-3-Clause
"""fairpca.evaluate: what it takes, what it gives back, what it rejects."""

import json
import pickle

import fairpca
import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pytest


@pytest.fixture
def split(rows):
    """Training rows, other rows with a shift, labels, and a fair model."""
    X, group = rows
    random = np.random.default_rng(9)
    new = X + 0.1 * random.normal(size=X.shape)
    new_group = random.permutation(group)
    y = np.where(X[:, 0] > np.median(X[:, 0]), "yes", "no")
    new_y = np.where(new[:, 0] > np.median(new[:, 0]), "yes", "no")
    model = fairpca.FairPCA(2).fit(X, sensitive_features=group)
    return model, (X, y, group), (new, new_y, new_group)


def test_every_measure_that_the_data_allow_is_there(split):
    model, train, (X, y, group) = split
    result = fairpca.evaluate(model, X, y, sensitive_features=group, train=train)
    found = {measure for measure, _, _ in result.values}
    every = {measure.id for measure in fairpca.measures()}
    # Communalities are of features; this model has no density; the bound says nothing here.
    assert every - found <= {"communality", "log_likelihood", "mmd2_bound"}
    assert len(result.features) == 6


def test_measures_choose(split):
    model, _, (X, _, group) = split
    result = fairpca.evaluate(model, X, sensitive_features=group, measures=["loss", "gap"])
    assert {measure for measure, _, _ in result.values} == {"loss", "gap"}
    alone = fairpca.evaluate(model, X, sensitive_features=group, measures="gap")
    assert alone["gap"] == result["gap"]


def test_measures_without_a_label_are_named_and_left_out(split):
    model, _, (X, _, group) = split
    result = fairpca.evaluate(model, X, sensitive_features=group)
    assert "accuracy" not in result
    assert any("accuracy" in note and "label" in note for note in result.notes)
    with pytest.raises(KeyError, match="accuracy"):
        result["accuracy"]


def test_classifiers_are_cross_fitted_without_training_rows(split):
    model, train, (X, y, group) = split
    crossed = fairpca.evaluate(model, X, y, sensitive_features=group, measures=["accuracy"])
    assert any("five" in note or "fold" in note for note in crossed.notes)
    trained = fairpca.evaluate(
        model, X, y, sensitive_features=group, measures=["accuracy"], train=train
    )
    assert not any("fold" in note for note in trained.notes)


def test_a_path_a_loaded_model_and_the_model_itself_give_the_same(split, tmp_path):
    model, _, (X, y, group) = split
    model.save(tmp_path / "model.fpca")
    given = {"sensitive_features": group, "measures": ["gap", "accuracy", "mmd2"]}
    result = fairpca.evaluate(model, X, y, **given)
    assert result == fairpca.evaluate(tmp_path / "model.fpca", X, y, **given)
    assert result == fairpca.evaluate(fairpca.load(tmp_path / "model.fpca"), X, y, **given)


def test_it_is_what_the_command_line_writes(split, command_line, tmp_path):
    model, train, (X, y, group) = split
    for name, part in (("train", train), ("test", (X, y, group))):
        frame = pd.DataFrame(part[0], columns=[f"x{i + 1}" for i in range(6)])
        frame.assign(y=part[1], group=part[2]).to_csv(tmp_path / f"{name}.csv", index=False)
    model.save(tmp_path / "model.fpca")
    written = json.loads(
        command_line(
            *("evaluate", "model.fpca", "test.csv", "--group", "group", "--label", "y"),
            *("--train", "train.csv", "--json"),
        )
    )
    here = fairpca.evaluate(model, X, y, sensitive_features=group, train=train).to_dict()
    assert set(written) == set(here)
    for one, other in zip(written["measures"], here["measures"], strict=True):
        for key, value in one.items():
            if isinstance(value, float):
                assert other[key] == pytest.approx(value, rel=1e-9, abs=1e-12)
            else:
                assert other[key] == value


def test_threads_change_nothing(split):
    model, train, (X, y, group) = split
    results = [
        fairpca.evaluate(model, X, y, sensitive_features=group, train=train, n_jobs=jobs)
        for jobs in (1, 3)
    ]
    assert results[0] == results[1]
    assert str(results[0]) == str(results[1])


def test_a_seed_chooses_the_draws_and_not_the_values(split):
    model, _, (X, _, group) = split
    one, other = (
        fairpca.evaluate(model, X, sensitive_features=group, measures="gap", random_state=seed)
        for seed in (0, 1)
    )
    assert one["gap"] == other["gap"]
    assert one.interval("gap") != other.interval("gap")
    assert one != other


@pytest.mark.parametrize("library", [pd.DataFrame, pl.DataFrame, pa.table])
def test_frames_come_back_in_the_library_they_came_in(people, library):
    sex = people.pop("sex")
    X = library(people)
    model = fairpca.PCA(2, standardize=True).fit(X, sensitive_features=sex)
    frame = fairpca.evaluate(model, X, sensitive_features=sex, measures=["gap", "loss"]).to_frame()
    assert type(frame) is type(X)
    names = frame.column_names if library is pa.table else list(frame.columns)
    assert names == ["measure", "statistic", "group", "value", "low", "high", "floor"]


def test_arrays_give_pandas(split):
    model, _, (X, _, group) = split
    result = fairpca.evaluate(model, X, sensitive_features=group, measures=["gap", "loss"])
    frame = result.to_frame()
    assert isinstance(frame, pd.DataFrame)
    row = frame[(frame.measure == "loss") & (frame.group == "1") & (frame.statistic == "value")]
    assert row.value.item() == result["loss", "1"]
    assert set(frame.group) == {"", "0", "1"}


def test_keys_name_measures_groups_and_statistics(split):
    model, _, (X, _, group) = split
    result = fairpca.evaluate(model, X, sensitive_features=group)
    assert result["gap"] == result["gap", None] == result["gap", None, "value"]
    assert result["loss"] == max(result["loss", "0"], result["loss", "1"])
    assert result["relative_error_difference"] == result["relative_error", None, "difference"]
    assert result["gap_signed_difference"] == pytest.approx(
        result["reconstruction_error", "1"] - result["reconstruction_error", "0"]
    )
    assert ("loss", "2") not in result
    assert 3 not in result
    with pytest.raises(KeyError, match="'loss', '2'"):
        result["loss", "2"]


def test_results_are_pickled_and_compared(split):
    model, _, (X, _, group) = split
    result = fairpca.evaluate(model, X, sensitive_features=group, measures=["gap"])
    again = pickle.loads(pickle.dumps(result))
    assert again == result
    assert str(again) == str(result)
    assert result != fairpca.evaluate(
        model, X[:-1], sensitive_features=group[:-1], measures=["gap"]
    )
    assert result != "gap"


def test_the_text_is_a_table_of_80_columns(split):
    model, _, (X, y, group) = split
    text = str(fairpca.evaluate(model, X, y, sensitive_features=group))
    assert "gap" in text
    assert max(map(len, text.splitlines())) <= 80


def test_small_groups_are_in_no_number(split):
    model, _, (X, _, group) = split
    group = group.astype(str)
    group[:4] = "rare"
    with pytest.warns(UserWarning, match="rare"):
        result = fairpca.evaluate(model, X, sensitive_features=group, measures=["gap", "loss"])
    assert result.group_counts["rare"] == 4
    assert ("loss", "rare") not in result
    published = fairpca.evaluate(
        model, X, sensitive_features=group, measures=["gap", "loss"], min_group_size=0
    )
    assert ("loss", "rare") in published


def test_drift_says_how_groups_moved(split):
    model, (X, _, group), _ = split
    moved = X.copy()
    moved[group == 1] += 5 * X.std(axis=0)
    result = fairpca.evaluate(model, moved, sensitive_features=group, measures=["gap"])
    means = [one for one in result.drift["statements"] if one["number"] == "mean"]
    assert any(one["group"] == "1" and one["low"] > 0 for one in means)
    still = fairpca.evaluate(model, X, sensitive_features=group, measures=["gap"])
    assert all(one["low"] <= 0 <= one["high"] for one in still.drift["statements"])


def test_missing_cells_are_handled_as_in_the_fit(people):
    sex = people.pop("sex")
    X = pd.DataFrame(people)
    X.loc[3, "income"] = np.nan
    model = fairpca.PCA(2, missing="mean", standardize=True).fit(X, sensitive_features=sex)
    filled = fairpca.evaluate(model, X, sensitive_features=sex, measures=["gap"])
    dropped = fairpca.evaluate(
        model, X, sensitive_features=sex, measures=["gap"], missing="drop-row"
    )
    assert dropped.n_samples == filled.n_samples - 1
    with pytest.raises(ValueError, match="income"):
        fairpca.evaluate(model, X, sensitive_features=sex, missing="error")


def test_rows_are_matched_by_index(split):
    model, _, (X, _, group) = split
    frame = pd.DataFrame(X, columns=[f"x{i + 1}" for i in range(6)])
    shuffled = pd.Series(group, name="group").sample(frac=1, random_state=0)
    given = {"measures": ["gap"]}
    assert (
        fairpca.evaluate(model, frame, sensitive_features=shuffled, **given)["gap"]
        == (fairpca.evaluate(model, X, sensitive_features=group, **given)["gap"])
    )


REJECTED = [
    ({"measures": ["gapp"]}, "gap"),
    ({"measures": []}, "measures"),
    ({"measures": 3}, "measures"),
    ({"classifier": "forest"}, "classifier"),
    ({"positive": "maybe"}, "maybe"),
    ({"center": "none"}, "center"),
    ({"combine": "both"}, "combine"),
    ({"missing": "guess"}, "missing"),
    ({"min_group_size": -1}, "min_group_size"),
    ({"random_state": -1}, "random_state"),
    ({"n_jobs": 0}, "n_jobs"),
    ({"train": {"rows": 1}}, "train"),
    ({"coordinates": np.ones((200, 2))}, "coordinates"),
]


@pytest.mark.parametrize("options, said", REJECTED)
def test_wrong_values_are_rejected_by_name(split, options, said):
    model, _, (X, y, group) = split
    with pytest.raises(ValueError, match=said):
        fairpca.evaluate(model, X, y, sensitive_features=group, **options)


def test_wrong_types_are_rejected(split):
    model, _, (X, y, group) = split
    with pytest.raises(TypeError, match="train"):
        fairpca.evaluate(model, X, y, sensitive_features=group, train=X)
    with pytest.raises(TypeError, match="X"):
        fairpca.evaluate(model, sensitive_features=group)
    with pytest.raises(ValueError, match="nothing to evaluate"):
        fairpca.evaluate(X=X)
    with pytest.raises(TypeError, match="components_"):
        fairpca.evaluate(42, X)
    with pytest.raises(OSError):
        fairpca.evaluate("no-such-model.fpca", X)


def test_rows_of_other_lengths_are_rejected(split):
    model, _, (X, y, group) = split
    with pytest.raises(ValueError, match="200 rows"):
        fairpca.evaluate(model, X, y[:-1], sensitive_features=group)
    with pytest.raises(ValueError, match="features"):
        fairpca.evaluate(model, X[:, :5], sensitive_features=group)
