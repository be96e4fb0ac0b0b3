# SPDX-License-Identifier: BSD-3-Clause
"""What fairness costs: the fronts against brute force and the estimators."""

import warnings

import fairpca
import numpy as np
import pandas as pd
import pytest
from numpy.testing import assert_allclose
from sklearn.exceptions import ConvergenceWarning


@pytest.fixture
def plane(rows):
    X, group = rows
    return X[:, :2] * [1.0, 3.0], group


def costs_of_lines(X, group):
    """Overall error and gap of the projections to many lines in the plane."""
    angles = np.linspace(0, np.pi, 20_001)
    directions = np.column_stack([np.cos(angles), np.sin(angles)])
    centred = X - X.mean(axis=0)
    squares = np.sum(centred**2, axis=1)
    errors = []
    for g in (0, 1):
        part = centred[group == g]
        moment = part.T @ part / len(part)
        captured = np.sum(directions @ moment * directions, axis=1)
        errors.append(squares[group == g].mean() - captured)
    share = np.bincount(group) / len(group)
    return share @ errors, np.abs(errors[0] - errors[1])


def distances_below(gaps, errors, gap, error):
    """Distance to the polyline (gaps, errors) of the points that lie below it, 0 of the others."""
    corners, points = np.column_stack([gaps, errors]), np.column_stack([gap, error])
    starts, steps = corners[:-1], np.diff(corners, axis=0)
    lengths = np.maximum(np.sum(steps**2, axis=1), 1e-300)
    offsets = points[:, np.newaxis] - starts
    along = np.clip(np.sum(offsets * steps, axis=2) / lengths, 0, 1)
    distance = np.linalg.norm(offsets - along[..., np.newaxis] * steps, axis=2).min(axis=1)
    return np.where(error < np.interp(gap, gaps, errors), distance, 0)


def test_no_line_lies_below_the_front(plane):
    X, group = plane
    path = fairpca.fairness_path(X, 1, sensitive_features=group, tol=1e-5)
    error, gap = costs_of_lines(X, group)
    front = sorted((point.gap, point.error) for point in path.gap_front)
    gaps, errors = np.array(front).T
    inside = gap <= gaps[-1]
    assert inside.any()
    # A projection may lie below the polyline by path.distance at most.
    below = distances_below(gaps, errors, gap[inside], error[inside])
    assert below.max() <= path.distance + 1e-9 * errors.max()
    # And the front is met: by a line for each of its points.
    for point in path.gap_front:
        near = np.abs(gap - point.gap) + np.abs(error - point.error)
        assert near.min() <= 1e-3 * errors.max()
    assert path.certified and path.complete


def test_marks_are_what_the_estimators_give(rows):
    X, group = rows
    path = fairpca.fairness_path(X, 2, sensitive_features=group, lams=[0.5], max_gap=1.0)
    marks = {mark.name: mark for mark in path.marks}
    estimators = {
        "pca": fairpca.PCA(2),
        "fair-pca": fairpca.FairPCA(2),
        "robust-fair-pca lambda=0.5": fairpca.RobustFairPCA(2, lam=0.5),
    }
    for name, estimator in estimators.items():
        fitted = estimator.fit(X, sensitive_features=group)
        assert_allclose(
            marks[name].point.group_errors,
            fitted.group_reconstruction_error_,
            rtol=1e-6,
            err_msg=name,
        )
        span = marks[name].components.T @ marks[name].components
        assert_allclose(span, fitted.components_.T @ fitted.components_, atol=1e-5)
    assert marks["max-gap"].point.gap <= 1.0 * (1 + 1e-9)
    assert path.dimensions == 2


def test_moments_give_what_rows_give(rows):
    X, group = rows
    moments = fairpca.GroupMoments().partial_fit(X, sensitive_features=group)
    ours = fairpca.fairness_path(moments, 2)
    theirs = fairpca.fairness_path(X, 2, sensitive_features=group)
    assert [p.error for p in ours.gap_front] == [p.error for p in theirs.gap_front]
    with pytest.raises(ValueError) as caught:
        fairpca.fairness_path(moments, 2, sensitive_features=group)
    assert (caught.value.code, caught.value.option) == ("moments-are-settled", "sensitive_features")


def test_more_groups_are_swept_by_weights(rows):
    X, _ = rows
    path = fairpca.fairness_path(X, 2, sensitive_features=np.arange(len(X)) % 3, max_points=20)
    assert len(path.groups) == 3
    assert path.equal_error is None and not path.gap_front
    assert path.errors_front[0].error <= path.errors_front[-1].error


def test_too_few_points_are_warned_of(rows):
    X, group = rows
    with pytest.warns(ConvergenceWarning, match="max_points") as caught:
        path = fairpca.fairness_path(X, 2, sensitive_features=group, max_points=3, tol=1e-9)
    assert [one.message.code for one in caught] == ["front-distance"]
    assert not path.complete


def test_missing_cells_and_categories_are_read_as_in_the_estimators(people):
    frame = pd.DataFrame({name: people[name] for name in ("age", "work", "income")})
    frame.loc[::7, "income"] = np.nan
    for parameters in (
        {"missing": "mean", "categorical": ["age"], "standardize": True},
        {"missing": "drop-row", "standardize": True},
    ):
        path = fairpca.fairness_path(frame, 2, sensitive_features=people["sex"], **parameters)
        fitted = fairpca.PCA(2, **parameters).fit(frame, sensitive_features=people["sex"])
        assert path.marks[0].name == "pca"
        assert_allclose(
            path.marks[0].point.group_errors, fitted.group_reconstruction_error_, rtol=1e-9
        )
    moments = fairpca.GroupMoments(missing="drop-row").partial_fit(
        frame, sensitive_features=people["sex"]
    )
    with pytest.raises(ValueError) as caught:
        fairpca.fairness_path(moments, 2, missing="drop-row")
    assert (caught.value.code, caught.value.option) == ("moments-are-settled", "missing")


def test_small_groups_are_warned_of(rows):
    X, _ = rows
    group = np.where(np.arange(len(X)) < 12, "few", "many")
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        fairpca.fairness_path(X, 2, sensitive_features=group)
    with pytest.warns(UserWarning, match="'few' has 12 rows"):
        fairpca.fairness_path(X, 2, sensitive_features=group, min_group_size=13)


def test_a_path_and_its_parts_can_be_printed(rows):
    X, group = rows
    path = fairpca.fairness_path(X, 2, sensitive_features=group, lams=[1.0])
    text = repr(path)
    assert text.startswith("FairnessPath(dimensions=2, groups=['0', '1'], errors_front=<")
    assert f"gap_front=<{len(path.gap_front)} points>" in text and "'fair-pca'" in text
    equal = path.equal_error
    assert repr(equal).startswith(
        f"EqualError(attainable={equal.attainable}, smallest_dimension={equal.smallest_dimension},"
    )
    assert repr(path.marks[0]).startswith("PathMark('pca', error=")
    assert repr(path.gap_front[0]).startswith("PathPoint(error=")


@pytest.mark.parametrize(
    "parameters, message",
    [
        ({"tol": -1.0}, "^tol must"),
        ({"max_points": 0}, "max_points"),
        ({"alpha": -1.0}, "alpha"),
        ({"lams": [-1.0]}, "^lams must"),
        ({"max_gap": -1.0}, "max_gap"),
        ({"n_components": 6}, "^n_components: 6"),
    ],
)
def test_bad_parameters_are_rejected_by_name(rows, parameters, message):
    X, group = rows
    with pytest.raises(ValueError, match=message):
        fairpca.fairness_path(X, **{"n_components": 2, **parameters}, sensitive_features=group)


def test_groups_are_needed(rows):
    with pytest.raises(ValueError, match="group"):
        fairpca.fairness_path(rows[0], 2)
