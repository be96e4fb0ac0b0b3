# SPDX-License-Identifier: BSD-3-Clause
"""fairpca.compare: the study engine from Python, against scikit-learn on the same folds."""

import json
import pickle

import fairpca
import numpy as np
import pandas as pd
import polars as pl
import pytest
from sklearn.decomposition import PCA
from sklearn.linear_model import LogisticRegression
from sklearn.model_selection import PredefinedSplit, cross_validate
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler

FAST = ["reconstruction_error", "gap", "accuracy"]


@pytest.fixture(scope="module")
def table():
    """300 rows of 6 columns, two groups of different spread, a label."""
    random = np.random.default_rng(3)
    group = random.choice(["f", "m"], 300)
    X = random.normal(size=(300, 6)) @ random.normal(size=(6, 6))
    X[group == "m"] *= random.uniform(0.2, 2.0, size=6)
    y = np.where(X[:, 0] + random.normal(size=300) > 0, "yes", "no")
    return X, group, y


def compare(table, **options):
    X, group, y = table
    options = {"dimensions": 2, "methods": ["fair-pca"], "measures": FAST, **options}
    return fairpca.compare(X, y, sensitive_features=group, **options)


def test_folds_and_scaling_are_those_of_a_pipeline_of_scikit_learn(table):
    X, _, y = table
    random = np.random.default_rng(0)
    fold = random.integers(0, 4, len(X))
    splits = np.stack([np.where(fold == k, "test", "train") for k in range(4)], axis=1)
    found = compare(table, splits=splits, standardize=True, methods=["pca"]).to_frame()

    def error(pipeline, rows, _=None):
        scaled = pipeline[:1].transform(rows)
        back = pipeline[1].inverse_transform(pipeline[1].transform(scaled))
        return ((scaled - back) ** 2).sum(axis=1).mean()

    pipeline = make_pipeline(
        StandardScaler(), PCA(2), StandardScaler(), LogisticRegression(tol=1e-10, max_iter=10_000)
    )
    scores = cross_validate(
        pipeline,
        X,
        y,
        cv=PredefinedSplit(fold),
        scoring={"accuracy": "accuracy", "error": error},
    )
    ours = found.query(
        "method == 'pca' and rows == 'test' and group == '' and statistic == 'value'"
    )
    for measure, theirs in (("reconstruction_error", "error"), ("accuracy", "accuracy")):
        values = ours[ours.measure == measure].sort_values("split").value
        np.testing.assert_allclose(values.dropna()[:4], scores[f"test_{theirs}"], rtol=1e-9)


def test_the_mean_over_splits_is_their_mean(table):
    frame = compare(table, cv=3, repeats=2).to_frame()
    one = frame.query(
        "method == 'fair-pca' and rows == 'test' and group == '' and measure == 'gap'"
    )
    values = one[(one.statistic == "value") & one.split.notna()].value
    assert len(values) == 6
    over = one[one.split.isna()].set_index("statistic").value
    assert over["mean"] == pytest.approx(values.mean(), rel=1e-12)
    assert over["deviation"] == pytest.approx(values.std(ddof=1), rel=1e-10)
    assert (over["minimum"], over["maximum"]) == (values.min(), values.max())


def test_both_baselines_are_always_there(table):
    frame = compare(table).to_frame()
    assert list(dict.fromkeys(frame.method)) == ["no-projection", "pca", "fair-pca"]
    assert set(frame.dimensions) == {"2", ""} or "2" in set(frame.dimensions)


def test_models_are_fitted_to_the_training_rows_and_remember_held_out_errors(table):
    X, group, _ = table
    found = compare(table, dimensions=[1, 2])
    assert list(found.models) == [("pca", 1), ("fair-pca", 1), ("pca", 2), ("fair-pca", 2)]
    model = found.models["fair-pca", 2]
    assert isinstance(model, fairpca.FairPCA)
    assert 205 <= model.n_samples_ <= 215  # exact up to one block of each group and label
    assert model.transform(X).shape == (300, 2)
    drift = fairpca.evaluate(model, X, sensitive_features=group, measures=["gap"]).drift
    assert drift["errors_against"] == "held_out"
    with pytest.raises(KeyError, match="fair-pca"):
        found.models["fair-pca", 3]


def test_models_of_several_splits_are_of_all_rows(table):
    found = compare(table, cv=3)
    assert found.models["fair-pca", 2].n_samples_ == 300


def test_a_folder_holds_the_study_and_can_be_gone_on_with(table, tmp_path):
    found = compare(table, folder=tmp_path / "study")
    names = {path.name for path in (tmp_path / "study").iterdir()}
    assert {"study.json", "results.csv", "fits.csv", "features.csv", "models"} <= names
    assert compare(table) == found
    assert compare(table, folder=tmp_path / "study", resume=True) == found
    with pytest.raises(ValueError, match="resume"):
        compare(table, folder=tmp_path / "study")
    with pytest.raises(ValueError, match="another study"):
        compare(table, folder=tmp_path / "study", resume=True, dimensions=3)


def test_it_is_what_the_command_line_writes(table, command_line, tmp_path):
    X, group, y = table
    frame = pd.DataFrame(X, columns=[f"x{i + 1}" for i in range(6)])
    frame.assign(label=y, group=group).to_csv(tmp_path / "table.csv", index=False)
    command_line(
        *(
            "compare",
            "table.csv",
            "--group",
            "group",
            "--label",
            "label",
            "-d",
            "2",
            "-o",
            "theirs",
        ),
        *("--methods", "fair-pca", "--measures", ",".join(FAST)),
    )
    compare(table, folder=tmp_path / "ours")
    theirs, ours = (pd.read_csv(tmp_path / name / "results.csv") for name in ("theirs", "ours"))
    pd.testing.assert_frame_equal(theirs, ours, rtol=1e-9)


def test_threads_change_nothing(table):
    assert compare(table, n_jobs=1) == compare(table, n_jobs=3)


def test_rows_of_one_person_stay_on_one_side(table):
    X, group, y = table
    person = np.repeat(np.arange(100), 3)
    frame = pd.DataFrame(X, columns=list("abcdef")).assign(person=person)
    given = {"sensitive_features": group, "dimensions": 2, "methods": ["pca"], "measures": ["gap"]}
    by_name = fairpca.compare(frame, y, split_by="person", **given)
    by_values = fairpca.compare(frame.drop(columns="person"), y, split_by=person, **given)
    assert by_name == by_values
    assert "person" not in set(by_name.features.feature)
    whole = fairpca.compare(frame.drop(columns="person"), y, **given)
    assert whole != by_values


def test_frames_come_back_in_the_library_they_came_in(table):
    X, group, y = table
    found = fairpca.compare(
        pl.DataFrame(X),
        y,
        sensitive_features=group,
        dimensions=2,
        methods=["pca"],
        measures=["gap"],
    )
    for frame in (found.to_frame(), found.fits, found.features):
        assert isinstance(frame, pl.DataFrame)
    assert found.fits.filter(pl.col("method") == "pca")["status"].to_list() == ["optimal"]


def test_the_text_has_tables_sentences_and_code_that_runs(table):
    X, group, _ = table
    found = compare(table)
    text = str(found)
    assert max(map(len, text.splitlines())) <= 80
    assert "fair-pca" in text
    assert any(sentence.startswith("Reconstruction") for sentence in found.findings)
    model = eval(found.suggested, {"fairpca": fairpca, "X": X, "sensitive_features": group})
    assert model.n_components_ == 2


def test_to_dict_is_json_and_results_are_pickled(table):
    found = compare(table)
    assert json.loads(json.dumps(found.to_dict())) == found.to_dict()
    again = pickle.loads(pickle.dumps(found))
    assert again == found
    assert str(again) == str(found)
    assert found.groups == {name: int((table[1] == name).sum()) for name in ("f", "m")}


def test_tuning_chooses_a_setting(table):
    found = compare(table, methods=["robust-fair-pca"], tune=True, measures=["gap"])
    settings = found.fits.query("method == 'robust-fair-pca'").setting
    assert "lam" in settings.item()


def test_a_method_that_fails_is_a_line_with_its_reason(table):
    found = compare(table, methods=["pca", "ppca"], dimensions=6)
    lines = {one["method"]: one["problem"] for one in found.to_dict()["tables"][0]["methods"]}
    assert "1 to 5" in lines["ppca"]
    assert lines["pca"] is None


REJECTED = [
    ({"dimensions": 0}, "dimensions"),
    ({"dimensions": []}, "dimensions"),
    ({"dimensions": "2"}, "dimensions"),
    ({"dimensions": 7}, "dimensions"),
    ({"methods": ["fairpca"]}, "fair-pca"),
    ({"measures": ["gaps"]}, "gap"),
    ({"test_fraction": 1.0}, "test_fraction"),
    ({"cv": 1}, "cv"),
    ({"cv": 200}, "cv"),
    ({"repeats": 0}, "repeats"),
    ({"tune_by": "nothing"}, "nothing"),
    ({"missing": "model"}, "missing"),
    ({"resume": True}, "folder"),
    ({"split_by": "person"}, "split_by"),
    ({"splits": np.full(300, "maybe")}, "maybe"),
    ({"splits": np.full(300, "train")}, "split"),
    ({"splits": np.tile(["train", "test"], 149)}, "298"),
    ({"cv": 3, "splits": np.tile(["train", "test"], 150)}, "cv"),
    ({"n_jobs": 0}, "n_jobs"),
    ({"random_state": "x"}, "random_state"),
]


@pytest.mark.parametrize("options, said", REJECTED)
def test_wrong_values_are_rejected_by_name(table, options, said):
    with pytest.raises(ValueError, match=said):
        compare(table, **options)


def test_groups_are_needed(table):
    X, _, y = table
    with pytest.raises(ValueError, match="group"):
        fairpca.compare(X, y, sensitive_features=None, dimensions=2)
    with pytest.raises(ValueError, match="group"):
        fairpca.compare(X, y, sensitive_features=np.full(300, "f"), dimensions=2)
