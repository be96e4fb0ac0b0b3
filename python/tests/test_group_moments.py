# SPDX-License-Identifier: BSD-3-Clause
"""Moments by batches, merged, saved and pickled."""

import pickle

import fairpca
import numpy as np
import pandas as pd
import pytest
from numpy.testing import assert_allclose, assert_array_equal


@pytest.mark.parametrize("batch", [1, 7, 64, 200])
def test_batches_of_any_size_give_the_fit_on_all_rows(rows, batch):
    X, group = rows
    moments = fairpca.GroupMoments()
    for start in range(0, len(X), batch):
        part = slice(start, start + batch)
        moments.partial_fit(X[part], sensitive_features=group[part])
    assert moments.n_samples == len(X)
    by_batch = fairpca.PCA(3).fit_moments(moments)
    at_once = fairpca.PCA(3).fit(X, sensitive_features=group)
    assert_allclose(by_batch.components_, at_once.components_, atol=1e-11)
    assert_allclose(by_batch.explained_variance_, at_once.explained_variance_, rtol=1e-12)
    assert_allclose(
        by_batch.group_reconstruction_error_, at_once.group_reconstruction_error_, rtol=1e-11
    )
    assert by_batch.groups_ == at_once.groups_
    assert_allclose(by_batch.transform(X), at_once.transform(X), atol=1e-9)


def test_one_batch_gives_exactly_what_fit_gives(rows):
    X, group = rows
    weights = np.linspace(0.5, 2.0, len(X))
    moments = fairpca.GroupMoments().partial_fit(X, sensitive_features=group, sample_weight=weights)
    fitted = fairpca.PCA(3).fit(X, sensitive_features=group, sample_weight=weights)
    assert_array_equal(fairpca.PCA(3).fit_moments(moments).components_, fitted.components_)


def test_sums_leave_their_parts_alone(rows):
    X, group = rows
    left = fairpca.GroupMoments().partial_fit(X[:90], sensitive_features=group[:90])
    right = fairpca.GroupMoments().partial_fit(X[90:], sensitive_features=group[90:])
    total = left + right
    assert (left.n_samples, right.n_samples, total.n_samples) == (90, 110, 200)
    whole = fairpca.PCA(2).fit(X)
    assert_allclose(fairpca.PCA(2).fit_moments(total).components_, whole.components_, atol=1e-11)
    assert left.merge(right) is left
    assert left.n_samples == 200
    assert total.counts == {("0",): int(np.sum(group == 0)), ("1",): int(np.sum(group == 1))}
    with pytest.raises(TypeError):
        total + 1


def test_new_levels_start_with_zeros_behind_them(people):
    frame = pd.DataFrame({"work": people["work"], "income": people["income"]})
    order = frame.sort_values("work").reset_index(drop=True)
    moments = fairpca.GroupMoments()
    for start in range(0, len(order), 50):
        moments.partial_fit(order[start : start + 50])
    expected = fairpca.PCA(2).fit(order)
    assert moments.encoded_names == expected.encoded_names_
    assert_allclose(fairpca.PCA(2).fit_moments(moments).mean_, expected.mean_, rtol=1e-12)


def test_files_and_pickles_hold_the_same_moments(rows, tmp_path):
    X, group = rows
    moments = fairpca.GroupMoments(n_jobs=1).partial_fit(X, sensitive_features=group, y=group > 0)
    moments.save(tmp_path / "moments")
    copies = [fairpca.GroupMoments.load(tmp_path / "moments"), pickle.loads(pickle.dumps(moments))]
    expected = fairpca.PCA(2).fit_moments(moments)
    for copy in copies:
        assert_array_equal(fairpca.PCA(2).fit_moments(copy).components_, expected.components_)
        copy.save(tmp_path / "again")
        assert (tmp_path / "again").read_bytes() == (tmp_path / "moments").read_bytes()
    assert copies[1].n_jobs == 1


def test_nothing_is_added_by_a_batch_that_is_rejected(rows):
    X, group = rows
    moments = fairpca.GroupMoments().partial_fit(X, sensitive_features=group)
    before = pickle.dumps(moments)
    bad = X.copy()
    bad[150, 1] = np.inf
    with pytest.raises(ValueError, match="row 151, column 'x2'"):
        moments.partial_fit(bad, sensitive_features=group)
    with pytest.raises(ValueError, match="columns"):
        moments.partial_fit(X[:, :3], sensitive_features=group)
    assert pickle.dumps(moments) == before


@pytest.mark.parametrize(
    "missing, code",
    [
        ("mean", "means-need-all-rows"),
        ("model", "moments-of-missing-cells"),
        ("never", "option-value"),
    ],
)
def test_missing_cells_of_batches_are_rejected_or_left_out(missing, code):
    with pytest.raises(ValueError) as caught:
        fairpca.GroupMoments(missing=missing).partial_fit(None)
    assert (caught.value.code, caught.value.option) == (code, "missing")


def test_moments_without_rows_cannot_be_fitted():
    with pytest.raises(ValueError):
        fairpca.PCA(1).fit_moments(fairpca.GroupMoments())


def test_a_damaged_file_is_rejected(rows, tmp_path):
    fairpca.GroupMoments().partial_fit(rows[0], sensitive_features=rows[1]).save(
        tmp_path / "moments"
    )
    content = (tmp_path / "moments").read_bytes()
    (tmp_path / "cut").write_bytes(content[: len(content) // 2])
    with pytest.raises(OSError, match="cut"):
        fairpca.GroupMoments.load(tmp_path / "cut")
    with pytest.raises(OSError, match="absent"):
        fairpca.GroupMoments.load(tmp_path / "absent")
