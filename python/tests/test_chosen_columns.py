# SPDX-License-Identifier: BSD-3-Clause
"""features=, missing_category= and drop_deviation=: which columns a fit sees, and as what."""

import pickle

import fairpca
import numpy as np
import pandas as pd
import polars as pl
import pytest
from sklearn.base import clone
from sklearn.model_selection import GridSearchCV

ROWS = 90
# Deviations of frame(): age about 9, pay 5000, tiny 1e-7, one 0.
RANGE = (1e-3, 1000)


def frame(*, written=False):
    """Numbers of all deviations and two categories; every seventh job is missing."""
    rng = np.random.default_rng(7)
    jobs = np.array(["baker", "smith", "pilot"], dtype=object)[np.arange(ROWS) % 3]
    jobs[::7] = "(missing)" if written else None
    return pd.DataFrame(
        {
            "age": rng.normal(40, 9, ROWS),
            "pay": rng.normal(0, 5000, ROWS),
            "tiny": 1e-7 * rng.normal(size=ROWS),
            "one": 3.0,
            "score": rng.normal(size=ROWS),
            "job": jobs,
            "home": np.where(np.arange(ROWS) % 5, "own", "rent"),
        }
    )


GROUP = np.arange(ROWS) % 2
SMALL = {
    "MixturePPCA": {"n_mixture_components": 1},
    "FairMixturePPCA": {"n_mixture_components": 1, "max_steps": 3},
    "MMDFairPCA": {"tau": 1.0},
}
METHODS = [method.python_name for method in fairpca.methods()]


def estimator_of(name, **parameters):
    return getattr(fairpca, name)(2, **SMALL.get(name, {}), **parameters)


def fit(name, X, **parameters):
    return estimator_of(name, **parameters).fit(X, sensitive_features=GROUP)


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("name", METHODS)
def test_missing_categories_are_a_level_as_if_it_were_written(name):
    ours = fit(name, frame(), missing_category="level", standardize=True)
    theirs = fit(name, frame(written=True), standardize=True)
    assert ours.encoded_names_ == theirs.encoded_names_
    assert "job=(missing)" in ours.encoded_names_
    assert np.array_equal(ours.components_, theirs.components_)
    assert np.array_equal(ours.transform(frame()), theirs.transform(frame(written=True)))
    # Texts and holes are the same level.
    assert np.array_equal(ours.transform(frame()), ours.transform(frame(written=True)))


@pytest.mark.parametrize("hole", [None, np.nan, pd.NA, "", "NA", "N/A", "n/a", " n/a ", "null"])
def test_what_a_csv_holds_for_a_missing_cell_is_missing_in_a_frame(hole):
    X = frame(written=True)
    X["job"] = [hole if job == "(missing)" else job for job in X["job"]]
    with pytest.raises(ValueError, match="missing_category='level'") as caught:
        fairpca.PCA(2).fit(X)
    assert (caught.value.code, caught.value.column) == ("missing-cell", "job")
    leveled = fairpca.PCA(2, missing_category="level").fit(X)
    assert np.array_equal(leveled.components_, fairpca.PCA(2).fit(frame(written=True)).components_)


def test_columns_without_missing_cells_in_fit_take_them_as_missing():
    X = frame()
    pca = fairpca.PCA(2, missing_category="level").fit(X)
    new = X.copy()
    new.loc[3, "home"] = None
    with pytest.raises(ValueError, match="missing") as caught:
        pca.transform(new)
    assert (caught.value.code, caught.value.row, caught.value.column) == ("missing-cell", 4, "home")
    filled = fairpca.PCA(2, missing_category="level", missing="mean").fit(X)
    assert np.isfinite(filled.transform(new)).all()


def test_moments_in_batches_know_the_level(tmp_path):
    X = frame()
    moments = fairpca.GroupMoments(missing_category="level")
    for start in range(0, ROWS, 10):
        rows = slice(start, start + 10)
        moments.partial_fit(X[rows], sensitive_features=GROUP[rows])
    moments = pickle.loads(pickle.dumps(moments)) + fairpca.GroupMoments()
    fitted = fairpca.PCA(2).fit_moments(moments)
    whole = fit("PCA", X, missing_category="level")
    assert fitted.encoded_names_ == whole.encoded_names_
    assert np.allclose(fitted.components_, whole.components_)
    assert np.allclose(fitted.transform(X), whole.transform(X))
    fitted.save(tmp_path / "m.fpca")
    assert np.array_equal(fairpca.load(tmp_path / "m.fpca").transform(X), fitted.transform(X))


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("name", METHODS)
def test_columns_outside_the_deviations_are_dropped(name):
    X = frame(written=True)
    ours = fit(name, X, drop_deviation=RANGE)
    kept = X.drop(columns=["pay", "tiny", "one"])
    theirs = fit(name, kept)
    assert ours.encoded_names_ == theirs.encoded_names_
    assert np.allclose(ours.components_, theirs.components_, rtol=1e-8, atol=1e-10)
    assert ours.n_features_in_ == 7 and list(ours.feature_names_in_) == list(X)
    assert np.allclose(ours.transform(X), theirs.transform(kept), rtol=1e-8, atol=1e-8)
    assert "3 columns dropped" in ours.notes_[0] and "'tiny'" in ours.notes_[0]


def test_deviations_divide_by_the_total_weight():
    X = frame(written=True)[["age", "score", "tiny"]]
    weights = np.arange(ROWS) % 4.0
    deviation = np.sqrt(np.cov(X["score"], aweights=weights, ddof=0))
    for edge, left in (
        (deviation * (1 - 1e-9), ["age", "score"]),
        (deviation * (1 + 1e-9), ["age"]),
    ):
        pca = fairpca.PCA(1, drop_deviation=(edge, 1e9)).fit(X, sample_weight=weights)
        assert pca.encoded_names_ == left


def test_arrays_keep_their_columns(tmp_path):
    X = frame()[["age", "tiny", "one", "score", "pay"]].to_numpy()
    pca = fairpca.PCA(1, drop_deviation=RANGE).fit(X)
    assert pca.encoded_names_ == ["x1", "x4"] and pca.n_features_in_ == 5
    expected = fairpca.PCA(1).fit(X[:, [0, 3]]).transform(X[:, [0, 3]])
    assert np.allclose(pca.transform(X), expected)
    pca.save(tmp_path / "m.fpca")
    loaded = fairpca.load(tmp_path / "m.fpca")
    assert loaded.n_features_in_ == 5 and loaded.drop_deviation == RANGE
    assert np.array_equal(loaded.transform(X), pca.transform(X))
    with pytest.raises(ValueError, match="features"):
        pca.transform(X[:, :4])


@pytest.mark.parametrize(
    "value", [1, (1,), (1, 2, 3), (2, 1), (1, 1), (-1, 2), (0, np.inf), "0,1", "none", [None, 1]]
)
def test_what_is_no_range_is_rejected(value):
    with pytest.raises(ValueError, match="drop_deviation must be a pair") as caught:
        fairpca.PCA(1, drop_deviation=value).fit(None)
    assert (caught.value.code, caught.value.option) == ("option-value", "drop_deviation")


def test_a_range_that_leaves_no_column_is_rejected():
    with pytest.raises(ValueError, match="no column is left") as caught:
        fairpca.PCA(1, drop_deviation=(1e6, 1e7)).fit(frame(written=True))
    assert (caught.value.code, caught.value.option) == ("all-columns-dropped", "drop_deviation")


@pytest.mark.parametrize("library", [lambda X: X, pl.from_pandas], ids=["pandas", "polars"])
def test_features_are_names_and_patterns(library):
    X = library(frame(written=True))
    pca = fairpca.PCA(2, features=["*o*e", "age"]).fit(X)
    assert pca.encoded_names_ == ["age", "one", "score", "home=own", "home=rent"]
    assert pca.n_features_in_ == 7 and list(pca.feature_names_in_) == list(X.columns)
    chosen = X[["age", "one", "score", "home"]]
    expected = fairpca.PCA(2).fit(chosen)
    assert np.array_equal(pca.components_, expected.components_)
    assert np.array_equal(pca.transform(X), expected.transform(chosen))
    with pytest.raises(ValueError, match="feature names"):
        pca.transform(chosen)


def test_columns_that_are_not_chosen_may_hold_anything():
    X = frame().assign(when=pd.Timestamp("2020-01-01"))
    pca = fairpca.PCA(1, features=["age", "score"]).fit(X)
    assert pca.transform(X).shape == (ROWS, 1)
    numbers = pd.DataFrame(np.arange(20.0).reshape(5, 4) ** 2, columns=list("abcd"))
    pca = fairpca.PCA(1, features=["b", "d"]).fit(numbers)
    with pytest.warns(UserWarning, match="feature names"):
        assert np.array_equal(pca.transform(numbers.to_numpy()), pca.transform(numbers))


@pytest.mark.parametrize("value", [[], "age", 3, [1], [["age"]], b"age"])
def test_features_are_a_list_of_texts(value):
    for rejects in (
        lambda: fairpca.PCA(1, features=value).fit(None),
        lambda: fairpca.GroupMoments(features=value).partial_fit(None),
        lambda: fairpca.fairness_path(None, 1, features=value),
    ):
        with pytest.raises(ValueError, match="features must be a list") as caught:
            rejects()
        assert (caught.value.code, caught.value.option) == ("option-value", "features")


def test_features_that_are_not_there_are_rejected_with_the_nearest():
    with pytest.raises(ValueError, match=r"'scores'.*'score'"):
        fairpca.PCA(1, features=["age", "scores"]).fit(frame())
    with pytest.raises(ValueError, match=r"'z\*'"):
        fairpca.PCA(1, features=["z*"]).fit(frame())
    with pytest.raises(ValueError, match="'home'"):
        fairpca.PCA(1, features=["age", "score"], categorical=["home"]).fit(frame())


def test_arrays_have_no_names_to_choose_by():
    X = np.arange(20.0).reshape(5, 4)
    for rejects in (
        lambda: fairpca.PCA(1, features=["x1", "x2"]).fit(X),
        lambda: fairpca.GroupMoments(features=["x1"]).partial_fit(X),
    ):
        with pytest.raises(ValueError, match="array") as caught:
            rejects()
        assert (caught.value.code, caught.value.option) == ("features-of-array", "features")


def test_the_path_takes_them():
    X = frame(written=True)
    path = fairpca.fairness_path(
        frame(), 1, sensitive_features=GROUP, missing_category="level", drop_deviation=RANGE
    )
    kept = X.drop(columns=["pay", "tiny", "one"])
    expected = fairpca.fairness_path(kept, 1, sensitive_features=GROUP)
    assert [str(note)[:17] for note in path.notes] == ["3 columns dropped"]
    errors = [[mark.point.error for mark in one.marks] for one in (path, expected)]
    assert np.allclose(*errors)
    chosen = fairpca.fairness_path(X, 1, sensitive_features=GROUP, features=list(kept))
    assert [mark.point.error for mark in chosen.marks] == errors[1]


@pytest.mark.parametrize("more", [{"features": ["age"]}, {"missing_category": "level"}])
def test_moments_have_settled_them(more):
    moments = fairpca.GroupMoments().partial_fit(
        frame()[["age", "score"]], sensitive_features=GROUP
    )
    with pytest.raises(ValueError, match="settled") as caught:
        fairpca.fairness_path(moments, 1, **more)
    assert (caught.value.code, caught.value.option) == ("moments-are-settled", *more)


def test_they_are_parameters_like_others():
    pca = fairpca.PCA(
        1, features=["age", "s*"], drop_deviation=(0.5, 1e9), missing_category="level"
    )
    copy = clone(pca)
    assert copy.get_params() == pca.get_params()
    assert copy.set_params(drop_deviation=None).drop_deviation is None
    search = GridSearchCV(
        fairpca.PCA(1), {"features": [["age", "score"], ["age", "pay", "score"]]}, cv=3
    ).fit(frame())
    assert search.best_params_["features"] == ["age", "score"]


@pytest.mark.filterwarnings("ignore")
def test_models_of_steps_know_the_columns():
    X = frame(written=True)
    fair = fit("FairMixturePPCA", X, features=["age", "score", "job"], keep_models=True)
    assert fair.step_estimators_
    assert fair.step_estimators_[-1].transform(X).shape == (ROWS, fair.n_components_)
