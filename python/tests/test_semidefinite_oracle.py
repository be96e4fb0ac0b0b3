# SPDX-License-Identifier: BSD-3-Clause
"""Fair PCA with extra dimensions, and bounds under a cap, against a general solver of semidefinite
programs."""

import cvxpy
import fairpca
import numpy as np
import pytest


def instance(seed):
    """Random rows of 2 to 6 groups with up to 12 features, each group stretched in its own way."""
    generator = np.random.default_rng(seed)
    groups, p = 2 + seed % 5, int(generator.integers(3, 13))
    d = int(generator.integers(1, p))
    rows = [
        generator.normal(size=(30, p)) @ (generator.normal(size=(p, p)) * generator.random(p))
        for _ in range(groups)
    ]
    return np.vstack(rows), np.repeat(np.arange(groups), 30), d


def group_moments(X, group):
    centred = X - X.mean(axis=0)
    return [centred[group == g].T @ centred[group == g] / 30 for g in np.unique(group)]


def semidefinite_optimum(moments, d, criterion):
    """min over 0 <= P <= I, tr P = d of the criterion, by Clarabel.

    Solved in units of the largest trace, where the solver's tolerances mean the same everywhere.
    """
    unit = max(np.trace(M) for M in moments)
    moments = [M / unit for M in moments]
    p = len(moments[0])
    P = cvxpy.Variable((p, p), symmetric=True)
    captured = [cvxpy.trace(M @ P) for M in moments]
    if criterion == "nash":
        objective = -sum(cvxpy.log(part) for part in captured)
    else:
        targets = {
            "loss": [np.linalg.eigvalsh(M)[-d:].sum() for M in moments],
            "error": [np.trace(M) for M in moments],
        }[criterion]
        objective = cvxpy.maximum(*[t - c for t, c in zip(targets, captured, strict=True)])
    problem = cvxpy.Problem(
        cvxpy.Minimize(objective), [P >> 0, np.eye(p) - P >> 0, cvxpy.trace(P) == d]
    )
    accuracy = {"tol_gap_abs": 1e-8, "tol_gap_rel": 1e-8, "tol_feas": 1e-8}
    value = problem.solve(solver=cvxpy.CLARABEL, **accuracy)
    return value - len(moments) * np.log(unit) if criterion == "nash" else value * unit


@pytest.mark.parametrize("criterion", ["loss", "error", "nash"])
@pytest.mark.parametrize("seed", range(10))
def test_the_relaxed_value_is_that_of_a_semidefinite_program(seed, criterion):
    X, group, d = instance(seed)
    moments = group_moments(X, group)
    optimum = semidefinite_optimum(moments, d, criterion)
    fair = fairpca.FairPCA(d, criterion=criterion, extra_dimensions="allow", tol=1e-8)
    fair.fit(X, sensitive_features=group)
    scale = 1.0 if criterion == "nash" else max(np.trace(M) for M in moments)
    assert fair.objective_ == pytest.approx(optimum, abs=1e-6 * scale)
    groups = len(moments)
    assert len(fair.components_) <= d + np.floor(np.sqrt(2 * groups + 0.25) - 1.5)
    exactly = fairpca.FairPCA(d, criterion=criterion).fit(X, sensitive_features=group)
    assert exactly.objective_ >= optimum - 1e-6 * scale
    assert exactly.objective_ - exactly.optimality_gap_ <= optimum + 1e-6 * scale


def semidefinite_cap(moments, d, cap):
    """Least error over 0 <= P <= I, tr P = d with errors of the groups within the cap, and the
    smallest cap that can be met."""
    unit = max(np.trace(M) for M in moments)
    moments = [M / unit for M in moments]
    S, p = sum(moments) / len(moments), len(moments[0])
    P = cvxpy.Variable((p, p), symmetric=True)
    errors = [np.trace(M) - cvxpy.trace(M @ P) for M in moments]
    gap = cvxpy.maximum(*errors) - cvxpy.minimum(*errors)
    fantope = [P >> 0, np.eye(p) - P >> 0, cvxpy.trace(P) == d]
    accuracy = {"tol_gap_abs": 1e-9, "tol_gap_rel": 1e-9, "tol_feas": 1e-9}
    smallest = cvxpy.Problem(cvxpy.Minimize(gap), fantope).solve(cvxpy.CLARABEL, **accuracy) * unit
    if smallest > cap:
        return None, smallest
    error = cvxpy.Minimize(np.trace(S) - cvxpy.trace(S @ P))
    problem = cvxpy.Problem(error, [*fantope, gap <= cap / unit])
    return problem.solve(cvxpy.CLARABEL, **accuracy) * unit, smallest


@pytest.mark.filterwarnings("ignore::sklearn.exceptions.ConvergenceWarning")
@pytest.mark.parametrize("share", [0.6, 0.2])
@pytest.mark.parametrize("seed", range(15))
def test_the_bound_under_a_cap_on_the_gap_is_that_of_a_semidefinite_program(seed, share):
    X, group, d = instance(seed)
    moments = group_moments(X, group)
    scale = max(np.trace(M) for M in moments)
    capped = fairpca.GapCappedPCA(d, relative_max_gap=share, tol=1e-8)
    capped.fit(X, sensitive_features=group)
    cap = capped.measures_["max_gap"]
    optimum, smallest = semidefinite_cap(moments, d, cap)
    if optimum is None:
        assert capped.status_ == "infeasible"
        assert capped.measures_["smallest_gap"] == pytest.approx(smallest, abs=1e-6 * scale)
        return
    errors = capped.group_reconstruction_error_
    bound = capped.objective_ - capped.optimality_gap_
    assert bound <= optimum + 1e-6 * scale
    assert bound >= optimum - 1e-5 * scale
    if capped.status_ != "max_iterations":
        assert errors.max() - errors.min() <= cap + 1e-10 * scale
        assert capped.objective_ >= optimum - 1e-6 * scale
    if len(moments) == 2:
        assert capped.status_ == "optimal"
        assert capped.objective_ == pytest.approx(optimum, abs=1e-6 * scale)
