# SPDX-License-Identifier: BSD-3-Clause
"""MMD against its closed form, and FPCA against a general solver of semidefinite programs."""

import cvxpy
import fairpca
import numpy as np
import pytest
from numpy.testing import assert_allclose
from sklearn.exceptions import ConvergenceWarning

PAIRS = ((0, 1), (0, 2), (1, 2))


def mmd2(a, b, bandwidth):
    def mean_kernel(x, y):
        squared = ((x[:, np.newaxis] - y) ** 2).sum(axis=2)
        return np.exp(-squared / (2 * bandwidth**2)).mean()

    return mean_kernel(a, a) + mean_kernel(b, b) - 2 * mean_kernel(a, b)


@pytest.fixture
def shifted(rows):
    X, group = rows
    return X + 0.7 * group[:, np.newaxis] * np.linspace(-1, 1, X.shape[1]), group


def test_mmd_fair_pca_reports_the_mmd_of_its_coordinates(shifted):
    X, group = shifted
    fair = fairpca.MMDFairPCA(2, tau=0.005).fit(X, sensitive_features=group)
    measures = fair.measures_
    Z = fair.transform(X)
    assert mmd2(Z[group == 0], Z[group == 1], measures["bandwidth"]) == pytest.approx(
        measures["mmd2"], abs=1e-10
    )
    assert measures["feasible"] == 1 and measures["mmd2"] <= 0.005 < measures["mmd2_pca"]
    assert fair.status_ == "converged"
    plain = fairpca.PCA(2).fit_transform(X)
    distances = [((a - b) ** 2).sum() for i, a in enumerate(plain) for b in plain[:i]]
    assert measures["bandwidth"] == pytest.approx(np.sqrt(np.median(distances) / 2), rel=1e-9)


def test_the_laplace_kernel_holds_tau_on_its_own_axes(shifted):
    X, group = shifted
    fair = fairpca.MMDFairPCA(2, tau=0.008, kernel_family="laplace").fit(
        X, sensitive_features=group
    )
    measures, Z = fair.measures_, fair.transform(X)

    def mean_kernel(a, b):
        distances = np.abs(a[:, None] - b[None]).sum(axis=2)
        return np.exp(-distances / measures["bandwidth"]).mean()

    one, other = Z[group == 0], Z[group == 1]
    own = mean_kernel(one, one) + mean_kernel(other, other) - 2 * mean_kernel(one, other)
    assert own == pytest.approx(measures["mmd2"], abs=1e-10)
    assert measures["feasible"] == 1 and own <= 0.008 < measures["mmd2_pca"]
    evaluated = fairpca.evaluate(fair, X, sensitive_features=group, measures=["mmd2"])
    assert evaluated["mmd2"] == pytest.approx(own, abs=1e-10)


@pytest.mark.parametrize("inner_solver", ["conjugate-gradient", "trust-region"])
def test_other_inner_solvers_end_where_the_usual_one_does(shifted, inner_solver):
    X, group = shifted
    usual = fairpca.MMDFairPCA(1, tau=0.02).fit(X, sensitive_features=group)
    other = fairpca.MMDFairPCA(1, tau=0.02, inner_solver=inner_solver, max_iter=2000)
    other.fit(X, sensitive_features=group)
    ratio = other.explained_variance_ratio_[0] / usual.explained_variance_ratio_[0]
    assert ratio == pytest.approx(1, abs=5e-3)


def test_weights_count_as_repeated_rows(shifted):
    X, group = shifted
    weights = np.random.default_rng(0).integers(1, 4, len(X))
    options = {"tau": 0.03, "bandwidth": 2.0}
    weighted = fairpca.MMDFairPCA(2, **options).fit(
        X, sensitive_features=group, sample_weight=weights
    )
    repeated = fairpca.MMDFairPCA(2, **options).fit(
        X.repeat(weights, axis=0), sensitive_features=group.repeat(weights)
    )
    spans = [fit.components_.T @ fit.components_ for fit in (weighted, repeated)]
    assert_allclose(*spans, atol=2e-3)


def test_a_missed_tau_warns_and_moments_are_not_enough(shifted):
    X, group = shifted
    with pytest.warns(UserWarning) as caught:
        fair = fairpca.MMDFairPCA(4, tau=1e-12, max_rounds=3).fit(X, sensitive_features=group)
    (missed,) = [w for w in caught if "above tau" in str(w.message)]  # once, not twice
    assert missed.category is ConvergenceWarning
    text = str(missed.message)
    assert text.startswith("MMDFairPCA missed its constraint (status infeasible): MMD^2 is ")
    assert f"{fair.measures_['mmd2']:.3g}, above tau 1e-12" in text
    for advice in ("n_components can be lowered", "tau can be", "estimator='u'", "tau_level=0.05"):
        assert advice in text
    assert "iterations" not in text and "--" not in text
    moments = fairpca.GroupMoments().partial_fit(X, sensitive_features=group)
    with pytest.raises(ValueError, match="needs the rows themselves"):
        fairpca.MMDFairPCA(2).fit_moments(moments)


def test_several_groups_hold_tau_pair_by_pair_or_in_the_mean(shifted):
    X, _ = shifted
    group = np.arange(len(X)) % 3
    X = X + 0.8 * (group == 2)[:, np.newaxis] * np.linspace(0, 1, X.shape[1])
    for pairs, combine in (("max", max), ("mean", np.mean)):
        fair = fairpca.MMDFairPCA(2, tau=0.02, pairs=pairs).fit(X, sensitive_features=group)
        Z = fair.transform(X)
        parts = [Z[group == g] for g in range(3)]
        each = [mmd2(parts[a], parts[b], fair.measures_["bandwidth"]) for a, b in PAIRS]
        assert combine(each) == pytest.approx(fair.measures_["mmd2"], abs=1e-10)
        assert fair.measures_["feasible"] == 1 and combine(each) <= 0.02


def test_labels_say_which_rows_are_compared(shifted):
    X, group = shifted
    label = (np.arange(len(X)) // 2) % 2
    found = {}
    for conditional in ("equal-opportunity", "equalized-odds"):
        fair = fairpca.MMDFairPCA(2, tau=0.02, conditional=conditional)
        Z = fair.fit(X, label, sensitive_features=group).transform(X)
        given = [
            mmd2(*(Z[(group == g) & (label == y)] for g in (0, 1)), fair.measures_["bandwidth"])
            for y in (0, 1)
        ]
        found[conditional] = fair.measures_["mmd2"], given
        assert fair.measures_["mmd2"] <= 0.02
    assert found["equal-opportunity"][0] == pytest.approx(
        found["equal-opportunity"][1][1], abs=1e-10
    )
    assert found["equalized-odds"][0] == pytest.approx(max(found["equalized-odds"][1]), abs=1e-10)


def test_solvers_starts_and_levels_reach_the_fit(shifted):
    X, group = shifted
    paper = fairpca.MMDFairPCA(2, tau=0.005, solver="repms", starts=["pca"])
    default = fairpca.MMDFairPCA(2, tau=0.005)
    for fair in (paper, default):
        fair.fit(X, sensitive_features=group)
        assert fair.measures_["feasible"] == 1
    # The default ends at tau, the paper's loop somewhere below it.
    assert 0.999 * 0.005 <= default.measures_["mmd2"] <= 0.005
    assert paper.measures_["mmd2"] < 0.999 * 0.005
    assert default.explained_variance_ratio_.sum() > paper.explained_variance_ratio_.sum()
    level = fairpca.MMDFairPCA(2, tau_level=0.05, permutations=99)
    level.fit(X, sensitive_features=group)
    assert level.measures_["mmd2"] <= level.measures_["tau"]
    assert level.measures_["p_value"] >= 0.05


@pytest.mark.parametrize(
    "options, message",
    [
        ({"tau": 0.0}, "^tau must be > 0, got 0"),
        ({"bandwidth": -1.0}, "^bandwidth .* got -1.0"),
        ({"bandwidth": "wide"}, "^bandwidth .* got 'wide'"),
        ({"starts": ["pca", "sun"]}, r"^starts .* got \['pca', 'sun'\]$"),
        ({"bandwidth": None}, r"^bandwidth must be .*got None$"),
        ({"starts": 3}, "^starts must be .*got 3$"),
        ({"tau": 0.1, "tau_level": 0.05}, "tau .*cannot be given together with tau_level"),
        ({"permutations": 3}, "permutations .* got 3"),
        ({"conditional": "equalized-odds"}, "label"),
    ],
)
def test_bad_options_of_mmd_are_rejected_by_name_and_value(shifted, options, message):
    X, group = shifted
    with pytest.raises(ValueError, match=message):
        fairpca.MMDFairPCA(2, **options).fit(X, sensitive_features=group)


def test_messages_name_parameters_not_options_of_the_command_line(shifted):
    X, group = shifted
    half = np.repeat([0, 1], [len(X) // 2, len(X) - len(X) // 2])
    opportunity = fairpca.MMDFairPCA(1, conditional="equal-opportunity")

    def rejection_text(estimator, X, y=None):
        with pytest.raises(ValueError) as caught:
            estimator.fit(X, y, sensitive_features=group)
        assert "--" not in str(caught.value) and caught.value.code
        return str(caught.value)

    assert rejection_text(opportunity, X, np.where(half, "yes", "no")) == (
        "no row has label '1' in column 'label'; the labels are 'no', 'yes': positive chooses one"
    )
    text = rejection_text(opportunity, X, np.where(group == 0, 0, half))
    assert "no row of group '0' has label '1' in column 'label'" in text
    assert "positive chooses one" in text
    assert "no column varies" in rejection_text(fairpca.MMDFairPCA(1), np.full_like(X, 0.1))
    few = np.where(np.arange(len(X))[:, np.newaxis] < 5, X, 1.0)
    text = rejection_text(fairpca.MMDFairPCA(1), few)
    assert "coincide" in text and "bandwidth" in text


def test_the_tolerance_of_the_program_is_rejected_by_its_name_here(shifted):
    X, group = shifted
    with pytest.raises(ValueError, match=r"^relaxation_tol must be a number in \(0, 1\), got 2"):
        fairpca.ConstrainedFairPCA(2, relaxation_tol=2.0).fit(X, sensitive_features=group)


def test_a_missed_delta_is_a_convergence_warning_with_its_way_out():
    generator = np.random.default_rng(3)
    group = np.repeat(np.arange(5), 40)
    X = generator.normal(size=(200, 4)) + 2 * generator.normal(size=(5, 4))[group]
    fair = fairpca.ConstrainedFairPCA(3, delta=1e-3, mu=0.1, formulation="authors")
    with pytest.warns(ConvergenceWarning) as caught:
        fair.fit(X, sensitive_features=group)
    (text,) = [str(w.message) for w in caught if w.category is ConvergenceWarning]
    assert "more than delta 0.001" in text and "formulation='default'" in text
    assert "delta can be raised" in text and "n_components can be lowered" in text
    assert "--" not in text


def root(A):
    values, vectors = np.linalg.eigh(A)
    return vectors * np.sqrt(np.maximum(values, 0)) @ vectors.T


def comparisons(X, group):
    """Differences of means and covariances: of two groups, or of each with all rows."""
    levels = np.unique(group)
    means = [X[group == g].mean(axis=0) for g in levels]
    covariances = [np.cov(X[group == g].T, bias=True) for g in levels]
    if len(levels) == 2:
        return [(means[1] - means[0], covariances[1] - covariances[0])]
    overall = np.cov(X.T, bias=True)
    return [(m - X.mean(axis=0), c - overall) for m, c in zip(means, covariances, strict=True)]


def semidefinite_optimum(X, group, d, price, delta):
    """max <S, P> - price sum t over the Fantope, the paper's matrix inequalities, by Clarabel."""
    p = X.shape[1]
    S = np.cov(X.T, bias=True)
    P = cvxpy.Variable((p, p), symmetric=True)
    constraints = [P >> 0, np.eye(p) - P >> 0, cvxpy.trace(P) == d]
    objective = cvxpy.trace(S @ P)
    for f, Q in comparisons(X, group):
        constraints.append(f @ P @ f <= delta**2)
        for signed in (Q, -Q):
            shift = max(0.0, -np.linalg.eigvalsh(signed)[0])
            B = root(signed + shift * np.eye(p))
            t = cvxpy.Variable()
            constraints.append(cvxpy.bmat([[t * np.eye(p), P @ B], [B @ P, np.eye(p)]]) >> 0)
            objective -= price * t
    problem = cvxpy.Problem(cvxpy.Maximize(objective), constraints)
    problem.solve(solver=cvxpy.CLARABEL)
    return np.trace(S) - problem.value, np.trace(S)


@pytest.mark.parametrize("groups", [2, 3])
@pytest.mark.parametrize("mu, delta", [(0.02, 0.3), (0.5, 0.0), (0.5, 0.3)])
def test_the_price_of_covariances_is_that_of_a_semidefinite_program(groups, mu, delta):
    generator = np.random.default_rng(groups)
    group = np.repeat(np.arange(groups), 60)
    mixing = generator.normal(size=(groups, 7, 7))
    X = np.einsum("ni,nij->nj", generator.normal(size=(60 * groups, 7)), mixing[group])
    X += 0.4 * generator.normal(size=(groups, 7))[group]
    fair = fairpca.ConstrainedFairPCA(2, mu=mu, delta=delta).fit(X, sensitive_features=group)
    optimum, trace = semidefinite_optimum(X, group, 2, mu, delta)
    assert fair.measures_["relaxation_objective"] == pytest.approx(optimum, abs=2e-6 * trace)
    assert 0 <= fair.measures_["relaxation_gap"] <= 1e-7 * trace
    assert fair.objective_ - fair.optimality_gap_ <= optimum + 2e-6 * trace


def test_the_authors_formulation_divides_the_variance_by_the_norm_of_the_rows(shifted):
    X, group = shifted
    norm = np.linalg.norm(X - X.mean(axis=0))
    authors = fairpca.ConstrainedFairPCA(2, mu=0.01, formulation="authors")
    authors.fit(X, sensitive_features=group)
    ours = fairpca.ConstrainedFairPCA(2, mu=0.01 * norm).fit(X, sensitive_features=group)
    assert authors.measures_["mu"] == pytest.approx(0.01 * norm)
    assert_allclose(authors.components_, ours.components_, atol=1e-6)


def printed_optimum(X, group, d, mu, delta):
    """Equation (14) of Lee et al. (2022) by Clarabel, divided by the number of rows."""
    p, rows = X.shape[1], len(X)
    S = np.cov(X.T, bias=True)
    P, t = cvxpy.Variable((p, p), symmetric=True), cvxpy.Variable()
    constraints = [P >> 0, np.eye(p) - P >> 0, cvxpy.trace(P) <= d]
    for f, Q in comparisons(X, group):
        constraints.append(f @ P @ f <= delta**2)
        for signed in (Q, -Q):
            B = root(signed + np.linalg.norm(Q, 2) * np.eye(p))
            constraints.append(cvxpy.bmat([[t * np.eye(p), P @ B], [B @ P, np.eye(p)]]) >> 0)
    problem = cvxpy.Problem(cvxpy.Maximize(cvxpy.trace(S @ P) - mu / rows * t), constraints)
    problem.solve(solver=cvxpy.CLARABEL)
    return np.trace(S) - problem.value, np.trace(P.value), np.trace(S)


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("groups", [2, 3])
@pytest.mark.parametrize("mu, delta", [(3.0, 0.3), (30.0, 0.0), (60.0, 0.3), (1e4, 0.5)])
def test_the_program_as_printed_is_that_of_a_semidefinite_program(groups, mu, delta):
    generator = np.random.default_rng(groups)
    group = np.repeat(np.arange(groups), 60)
    mixing = generator.normal(size=(groups, 6, 6))
    X = np.einsum("ni,nij->nj", generator.normal(size=(60 * groups, 6)), mixing[group])
    X += 0.4 * generator.normal(size=(groups, 6))[group]
    fair = fairpca.ConstrainedFairPCA(3, mu=mu, delta=delta, formulation="printed")
    fair.set_params(keep_relaxation=True).fit(X, sensitive_features=group)
    optimum, trace_of_p, total = printed_optimum(X, group, 3, mu, delta)
    assert fair.measures_["relaxation_objective"] == pytest.approx(optimum, abs=2e-6 * total)
    assert 0 <= fair.measures_["relaxation_gap"] <= 1e-7 * total
    assert fair.objective_ - fair.optimality_gap_ <= optimum + 2e-6 * total
    assert fair.measures_["relaxation_trace"] == pytest.approx(trace_of_p, abs=0.02)
    assert fair.measures_["mu"] == pytest.approx(mu / len(X))
    values = fair.report_["relaxation_eigenvalues"]
    assert sum(values) == pytest.approx(fair.measures_["relaxation_trace"], abs=1e-9)


def test_the_kept_spectrum_of_the_relaxation_has_all_variance_and_its_leak(shifted):
    X, group = shifted
    fair = fairpca.ConstrainedFairPCA(2, mu=5.0, keep_relaxation=True)
    fair.fit(X, sensitive_features=group)
    values = np.array(fair.report_["relaxation_eigenvalues"])
    variances = np.array(fair.report_["relaxation_variances"])
    total = X.var(axis=0).sum()
    assert len(values) == len(variances) == X.shape[1]
    assert (np.diff(values) <= 1e-12).all() and values.sum() == pytest.approx(2)
    assert variances.sum() == pytest.approx(total)
    assert fair.measures_["leaked_variance"] == pytest.approx(
        (values * variances)[2:].sum() / total, abs=1e-9
    )
    kept = np.trace(fair.components_ @ np.cov(X.T, bias=True) @ fair.components_.T)
    assert variances[:2].sum() == pytest.approx(kept)
    assert (
        "relaxation_eigenvalues"
        not in fair.set_params(keep_relaxation=False).fit(X, sensitive_features=group).report_
    )


def test_frequencies_are_repeated_rows_also_in_the_unbiased_estimate(shifted):
    X, group = shifted
    weights = np.random.default_rng(0).integers(1, 4, len(X))
    repeated = (X.repeat(weights, axis=0), group.repeat(weights))
    options = {"tau": 0.02, "estimator": "u"}
    expected = fairpca.MMDFairPCA(2, **options).fit(repeated[0], sensitive_features=repeated[1])

    def mmd2_of_pca(kind):
        fair = fairpca.MMDFairPCA(2, weight_kind=kind, **options)
        fair.fit(X, sensitive_features=group, sample_weight=weights)
        return fair.measures_["mmd2_pca"]

    reference = expected.measures_["mmd2_pca"]
    assert mmd2_of_pca("frequency") == pytest.approx(reference, rel=1e-9)
    assert mmd2_of_pca("sampling") != pytest.approx(reference, rel=1e-3)


def test_every_pair_has_its_tau(rows):
    X, _ = rows
    group = np.arange(len(X)) % 3
    fair = fairpca.MMDFairPCA(2, tau_level=0.1, permutations=39).fit(X, sensitive_features=group)
    assert [one["name"] for one in fair.constraints_] == [
        "'0' against '1'",
        "'0' against '2'",
        "'1' against '2'",
    ]
    assert all(one["mmd2"] <= one["tau"] and one["p_value"] > 0.1 for one in fair.constraints_)
    assert fair.measures_["p_value"] == min(one["p_value"] for one in fair.constraints_)
