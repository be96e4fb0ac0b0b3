# SPDX-License-Identifier: BSD-3-Clause
"""Rejections and warnings hold what they are about, and user text comes back as it was typed."""

import pickle

import fairpca
import numpy as np
import pandas as pd
import pytest
from sklearn.exceptions import ConvergenceWarning

TYPED = ["--drop me", "x (--drop me)", "missing='mean'", "[tau]", "{place}"]


def rejection_of(call):
    with pytest.raises((ValueError, TypeError, OSError)) as caught:
        call()
    return caught.value


@pytest.fixture
def frame():
    random = np.random.default_rng(1)
    return pd.DataFrame(random.normal(size=(40, len(TYPED))), columns=TYPED)


@pytest.mark.parametrize("name", TYPED)
def test_a_column_comes_back_as_it_was_typed(frame, name):
    fitted = fairpca.PCA(2).fit(frame)
    assert fitted.feature_names_in_.tolist() == TYPED
    assert fitted.encoded_names_ == TYPED
    assert fitted.get_feature_names_out().tolist() == ["pca0", "pca1"]
    assert [column["name"] for column in fitted.to_dict()["columns"]] == TYPED
    holes = frame.copy()
    holes.loc[3, name] = np.nan
    for call in (lambda: fairpca.PCA(2).fit(holes), lambda: fitted.transform(holes)):
        error = rejection_of(call)
        assert (error.code, error.row, error.column) == ("missing-cell", 4, name)
        assert f"row 4, column '{name}'" in str(error)
    holes.loc[:, name] = np.nan
    error = rejection_of(lambda: fairpca.PCA(2, missing="mean").fit(holes))
    assert error.column == name
    assert f"column '{name}'" in str(error)


@pytest.mark.parametrize("name", TYPED)
def test_a_level_and_its_column_come_back_as_they_were_typed(frame, name):
    table = pd.DataFrame({"a": frame.iloc[:, 0], name: ["u", "v"] * 20})
    fitted = fairpca.PCA(1).fit(table)
    assert fitted.encoded_names_ == ["a", f"{name}=u", f"{name}=v"]
    table.loc[2, name] = "--drop me"
    error = rejection_of(lambda: fitted.transform(table))
    assert (error.code, error.row, error.column) == ("unseen-level", 3, name)
    assert error.arguments["level"] == "--drop me"
    assert str(error).endswith("; unseen='zeros' encodes it as zeros")
    group = np.where(np.arange(40) < 1, "--group COL, sensitive_features in Python", "many")
    error = rejection_of(lambda: fairpca.FairPCA(1).fit(frame, sensitive_features=group))
    assert "'--group COL, sensitive_features in Python'" in str(error)


def test_an_error_of_an_option_holds_parameter_value_and_what_is_allowed():
    error = rejection_of(lambda: fairpca.FairPCA(2, max_iter=0).fit(None))
    assert type(error) is ValueError
    assert (error.code, error.option, error.value) == ("option-value", "max_iter", "0")
    assert error.allowed == "an integer >= 1"
    assert str(error) == "max_iter must be an integer >= 1, got 0"
    assert error.arguments["option"] == "max_iter"
    assert error.file is None and error.row is None and error.column is None
    error = rejection_of(lambda: fairpca.PCA(unseen="skip").fit(None))
    assert str(error) == "unseen must be one of 'error', 'zeros', got 'skip'"


def test_an_option_without_effect_names_the_setting_it_needs():
    error = rejection_of(lambda: fairpca.FairPCA(2, eta=0.5).fit(None))
    assert (error.code, error.option) == ("option-without-effect", "eta")
    assert error.arguments["need"] == "solver='multiplicative-weights'"
    assert "eta has an effect only with solver='multiplicative-weights'" in str(error)
    error = rejection_of(lambda: fairpca.ConstrainedFairPCA(2, formulation="authors").fit(None))
    assert "formulation has an effect only with mu > 0" in str(error)


def test_options_that_exclude_each_other_are_both_named():
    error = rejection_of(lambda: fairpca.MMDFairPCA(1, tau=0.1, tau_level=0.05).fit(None))
    assert (error.code, error.option) == ("option-exclusive", "tau")
    assert error.arguments["other"] == "tau_level"


def test_a_bad_file_is_an_os_error_that_names_it(tmp_path):
    path = tmp_path / "not a model"
    path.write_text("x")
    for call in (
        lambda: fairpca.load(path),
        lambda: fairpca.GroupMoments.load(path),
        lambda: fairpca.load(tmp_path / "absent"),
    ):
        error = rejection_of(call)
        assert isinstance(error, OSError)
        assert error.code
        assert error.file in (str(path), str(tmp_path / "absent"))


def test_tables_that_do_not_fit_are_rejected_by_code(frame):
    group = np.arange(40) % 2
    calls = {
        "different-row-counts": lambda: fairpca.PCA(1).fit(frame, sensitive_features=group[:-1]),
        "column-category": lambda: fairpca.PCA(1, categorical=["no"]).fit(frame),
        "text-not-unicode": lambda: fairpca.PCA(1).fit(frame, sensitive_features=["\ud800"] * 40),
        "bytes-not-utf-8": lambda: fairpca.PCA(1).fit(frame, sensitive_features=[b"\xff"] * 40),
        "column-of-times": lambda: fairpca.PCA(1).fit(
            frame.assign(when=pd.date_range("2020", periods=40))
        ),
        "text-among-numbers": lambda: fairpca.PCA(1).fit(frame.assign(t=["1"] * 39 + ["one"])),
        "estimator-needs-columns": lambda: fairpca.PPCA(1).fit(frame[["[tau]"]]),
        "different-index": lambda: fairpca.PCA(1).fit(
            frame, sensitive_features=pd.Series(group, index=np.arange(40) + 40)
        ),
        "not-a-mixture": lambda: fairpca.PCA(1).fit(frame)._model.component_covariances(),
        "mixture-coordinates": lambda: (
            fairpca.MixturePPCA(1, n_mixture_components=1).fit(frame).inverse_transform([[1.0]])
        ),
        "option-value": lambda: fairpca.PCA(1).fit_moments(5),
    }
    for code, call in calls.items():
        assert rejection_of(call).code == code
    error = rejection_of(calls["text-among-numbers"])
    assert (error.row, error.column, error.value) == (40, "t", "one")
    assert "categorical=['t']" in str(error)
    assert str(rejection_of(calls["mixture-coordinates"])).endswith("reconstruct(X)")


def test_warnings_hold_their_codes(frame):
    group = np.arange(40) % 2
    with pytest.warns(UserWarning) as caught:
        fairpca.FairPCA(1).fit(frame)
    assert [one.message.code for one in caught] == ["no-sensitive-features"]
    with pytest.warns(ConvergenceWarning) as caught:
        fairpca.FairPCA(1, max_iter=1, tol=1e-15).fit(frame, sensitive_features=group)
    assert "tolerance-not-met" in {one.message.code for one in caught}
    with pytest.warns(UserWarning) as caught:
        fairpca.PCA(1).fit(frame, sensitive_features=np.arange(40) < 3)
    assert "small-group" in {one.message.code for one in caught}


def test_an_error_travels_to_another_process():
    error = rejection_of(lambda: fairpca.PCA(unseen="skip").fit(None))
    copy = pickle.loads(pickle.dumps(error))
    assert type(copy) is ValueError and str(copy) == str(error)
    assert (copy.code, copy.option, copy.arguments) == (error.code, error.option, error.arguments)
