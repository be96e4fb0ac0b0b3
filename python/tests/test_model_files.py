# SPDX-License-Identifier: BSD-3-Clause
"""Saving, loading, pickling."""

import os
import pickle
import subprocess
import sys
from copy import deepcopy

import fairpca
import numpy as np
import pandas as pd
import pytest
import sklearn
from numpy.testing import assert_array_equal

ATTRIBUTES = [
    "components_",
    "mean_",
    "scale_",
    "explained_variance_",
    "explained_variance_ratio_",
    "singular_values_",
    "noise_variance_",
    "n_components_",
    "n_samples_",
    "n_features_in_",
    "groups_",
    "group_counts_",
    "group_reconstruction_error_",
    "group_loss_",
    "encoded_names_",
    "status_",
    "certified_",
]


@pytest.mark.parametrize(
    "estimator",
    [
        fairpca.PCA(2),
        fairpca.PPCA(2, standardize=True),
        fairpca.FairPCA(2, criterion="error", tol=1e-9, max_iter=500, min_group_size=5),
        fairpca.RobustFairPCA(2, lam=1.5, epsilon=[0.1, 0.2]),
        fairpca.MeanMatchingPCA(0.5, covariance_dimensions=3.0),
        fairpca.ConstrainedFairPCA(2, relative_delta=0.5, divide_by=2.0),
    ],
)
def test_a_loaded_model_is_the_one_saved(estimator, rows, tmp_path):
    X, group = rows
    fitted = sklearn.clone(estimator).fit(X, sensitive_features=group)
    fitted.save(tmp_path / "model.fpca")
    loaded = fairpca.load(tmp_path / "model.fpca")
    assert type(loaded) is type(fitted)
    assert loaded.get_params() == fitted.get_params()
    for name in ATTRIBUTES:
        assert_array_equal(getattr(loaded, name), getattr(fitted, name), err_msg=name)
    assert_array_equal(loaded.transform(X), fitted.transform(X))
    assert_array_equal(loaded.score_samples(X), fitted.score_samples(X))
    for name in ("objective_", "optimality_gap_", "dual_weights_", "n_iter_"):  # docs/python.md
        assert hasattr(fitted, name) and not hasattr(loaded, name)
    loaded.save(tmp_path / "again")
    assert (tmp_path / "again").read_bytes() == (tmp_path / "model.fpca").read_bytes()


def test_a_loaded_model_knows_its_feature_names(people, tmp_path):
    frame = pd.DataFrame({name: people[name] for name in ("age", "work", "income")})
    fairpca.PCA(2).fit(frame).save(tmp_path / "model.fpca")
    loaded = fairpca.load(tmp_path / "model.fpca")
    assert loaded.feature_names_in_.tolist() == list(frame.columns)
    with pytest.raises(ValueError, match="same order"):
        loaded.transform(frame[["work", "age", "income"]])


@pytest.mark.filterwarnings("ignore::UserWarning")
@pytest.mark.parametrize("duplicate", [lambda e: pickle.loads(pickle.dumps(e)), deepcopy])
@pytest.mark.parametrize(
    "estimator",
    [
        fairpca.PCA(2),
        fairpca.PPCA(2),
        fairpca.FairPCA(2),
        fairpca.RobustFairPCA(2),
        fairpca.MeanMatchingPCA(2),
        fairpca.ConstrainedFairPCA(2, relative_delta=0.5),
        fairpca.MMDFairPCA(2, max_iter=5),
        fairpca.MixturePPCA(2, n_mixture_components=2),
        fairpca.FairMixturePPCA(2, n_mixture_components=2, max_steps=2, keep_models=True),
    ],
    ids=lambda value: type(value).__name__,
)
def test_pickles_and_clones(estimator, duplicate, rows):
    X, group = rows
    fitted = sklearn.clone(estimator).fit(X, sensitive_features=group)
    copy = duplicate(fitted)
    assert vars(copy).keys() == vars(fitted).keys()
    assert_array_equal(copy.transform(X), fitted.transform(X))
    assert copy.groups_ == fitted.groups_
    for step, other in zip(
        getattr(fitted, "history_", []), getattr(copy, "history_", []), strict=True
    ):
        assert_array_equal(other.log_likelihood, step.log_likelihood)
    fresh = sklearn.clone(fitted)
    assert not hasattr(fresh, "components_")


def test_pickles_need_no_folder(rows, tmp_path):
    """A process whose temporary folder cannot be written still gives and takes pickles."""
    X, group = rows
    fitted = fairpca.FairPCA(2).fit(X, sensitive_features=group)
    moments = fairpca.GroupMoments().partial_fit(X, sensitive_features=group)
    (tmp_path / "rows").write_bytes(pickle.dumps((fitted, moments, X)))
    program = """
import pickle, sys
with open(sys.argv[1], "rb") as file:
    fitted, moments, X = pickle.load(file)
copy, others = pickle.loads(pickle.dumps((fitted, moments)))
assert (copy.transform(X) == fitted.transform(X)).all()
assert others.counts == moments.counts
"""
    nowhere = str(tmp_path / "there is no such folder")
    done = subprocess.run(
        [sys.executable, "-c", program, tmp_path / "rows"],
        env=os.environ | {"TMPDIR": nowhere, "TMP": nowhere, "TEMP": nowhere},
        cwd="/proc/self",  # where nobody can make a file, whoever runs this
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stderr


def test_a_tiny_groups_numbers_stay_out_of_the_file(rows, tmp_path):
    X, _ = rows
    group = np.zeros(len(X), dtype=int)
    group[0] = 1
    with pytest.warns(UserWarning):
        fitted = fairpca.PCA(2).fit(X, sensitive_features=group)
    fitted.save(tmp_path / "model.fpca")
    loaded = fairpca.load(tmp_path / "model.fpca")
    assert np.isnan(loaded.group_reconstruction_error_[1])
    assert np.isfinite(loaded.group_reconstruction_error_[0])


def test_bad_files_are_rejected_with_their_path(rows, tmp_path):
    fitted = fairpca.PCA(2).fit(rows[0])
    fitted.save(tmp_path / "model.fpca")
    content = bytearray((tmp_path / "model.fpca").read_bytes())
    content[len(content) // 2] ^= 1
    (tmp_path / "flipped").write_bytes(content)
    with pytest.raises(OSError, match="flipped"):
        fairpca.load(tmp_path / "flipped")
    with pytest.raises(OSError, match="absent"):
        fairpca.load(tmp_path / "absent")
    with pytest.raises(OSError, match="nowhere"):
        fitted.save(tmp_path / "nowhere" / "model.fpca")


def test_what_is_not_fitted_cannot_be_saved(tmp_path):
    with pytest.raises(sklearn.exceptions.NotFittedError):
        fairpca.PCA().save(tmp_path / "model.fpca")
