# SPDX-License-Identifier: BSD-3-Clause
"""What is predicted from coordinates, against scikit-learn, SciPy, fairlearn and AIF360."""

import itertools
import warnings
from types import SimpleNamespace

import fairpca
import numpy as np
import pytest
from oracles import largest_difference, rates
from scipy.stats import ks_2samp
from sklearn.decomposition import PCA
from sklearn.linear_model import LogisticRegression
from sklearn.metrics import accuracy_score, balanced_accuracy_score, roc_auc_score
from sklearn.preprocessing import StandardScaler
from sklearn.svm import SVC, LinearSVC

# Decisions may differ from scikit-learn's only for scores this near to 0.
UNDECIDED = 1e-6
LABEL_CLASSIFIERS = {
    "logistic": LogisticRegression(C=1, tol=1e-12, max_iter=10_000),
    "linear-svm": LinearSVC(C=1, dual=False, intercept_scaling=1e4, tol=1e-10, max_iter=100_000),
    "rbf-svm": SVC(C=1, gamma="scale"),
}


def people(seed, n, groups, classes):
    """Rows, groups and labels that depend on both."""
    random = np.random.default_rng(seed)
    group = random.choice(groups, n)
    X = random.normal(size=(n, 6)) @ np.random.default_rng(77).normal(size=(6, 6))
    X += 0.8 * np.array([groups.index(name) for name in group])[:, None]
    score = X @ np.array([1.0, -0.5, 0.2, 0.0, 0.3, 0.1]) + 2 * random.normal(size=n)
    cuts = np.quantile(score, np.linspace(0, 1, len(classes) + 1)[1:-1])
    return X, group, np.array(classes)[np.searchsorted(cuts, score)]


CASES = {
    "two groups": (["f", "m"], ["no", "yes"]),
    "three groups": (["a", "b", "c"], ["no", "yes"]),
    "three classes": (["f", "m"], ["high", "low", "middle"]),
}


@pytest.fixture(params=CASES, scope="module")
def case(request):
    groups, classes = CASES[request.param]
    X, group, y = people(1, 500, groups, classes)
    new, new_group, new_y = people(2, 400, groups, classes)
    model = PCA(3).fit(X)
    scaler = StandardScaler().fit(model.transform(X))

    def evaluate(**options):
        return fairpca.evaluate(
            model, new, new_y, sensitive_features=new_group, train=(X, y, group), **options
        )

    return SimpleNamespace(
        Z=scaler.transform(model.transform(X)),
        group=group,
        y=y,
        new_Z=scaler.transform(model.transform(new)),
        new_group=new_group,
        new_y=new_y,
        groups=groups,
        classes=classes,
        evaluate=evaluate,
        result=evaluate(),
    )


def predictions(case, classifier):
    """What scikit-learn predicts; no score may be so near to 0 that rounding decides."""
    fitted = LABEL_CLASSIFIERS[classifier].fit(case.Z, case.y)
    scores = fitted.decision_function(case.new_Z)
    if scores.ndim == 1:
        assert np.abs(scores).min() > UNDECIDED
    elif classifier == "logistic":  # of several classes, what is compared is the probability
        scores = fitted.predict_proba(case.new_Z)
    return fitted.predict(case.new_Z), scores


def decision_measures(case, predicted):
    """Parity and odds by their definitions, largest over classes and pairs."""
    rated = ["yes"] if "yes" in case.classes else case.classes
    weights = np.ones(len(predicted))
    parity, opportunity, odds, average = [], [], [], []
    for positive in rated:
        of_groups = [
            rates(case.new_y, predicted, positive, case.new_group == name, weights)
            for name in case.groups
        ]
        for one, other in itertools.combinations(of_groups, 2):
            selected, true, false = np.subtract(other, one)
            parity.append(abs(selected))
            opportunity.append(abs(true))
            odds.append(max(abs(true), abs(false)))
            average.append((abs(true) + abs(false)) / 2)
    return {
        "demographic_parity_difference": max(parity),
        "equal_opportunity_difference": max(opportunity),
        "equalized_odds_difference": max(odds),
        "average_absolute_odds_difference": max(average),
    }


@pytest.mark.parametrize("classifier", LABEL_CLASSIFIERS)
def test_decisions_are_those_of_scikit_learn(case, classifier):
    result = case.evaluate(classifier=classifier)
    predicted, scores = predictions(case, classifier)
    assert result["accuracy"] == pytest.approx(accuracy_score(case.new_y, predicted), abs=1e-12)
    of_groups = []
    for name in case.groups:
        rows = case.new_group == name
        of_groups.append(accuracy_score(case.new_y[rows], predicted[rows]))
        assert result["accuracy", name] == pytest.approx(of_groups[-1], abs=1e-12)
    assert result["accuracy_difference"] == pytest.approx(largest_difference(of_groups), abs=1e-12)
    assert result["accuracy_worst"] == pytest.approx(min(of_groups), abs=1e-12)
    for measure, expected in decision_measures(case, predicted).items():
        assert result[measure] == pytest.approx(expected, abs=1e-12), measure
    if scores.ndim == 1:
        auc = roc_auc_score(case.new_y == "yes", scores)
    else:
        one_by_one = [
            roc_auc_score(case.new_y == name, scores[:, place])
            for place, name in enumerate(case.classes)
        ]
        auc = np.mean(one_by_one)
    # Pairs of rows whose scores differ by rounding may change places.
    assert result["auc"] == pytest.approx(auc, abs=2e-4)


def test_another_positive_class_gives_its_rates(case):
    if len(case.classes) > 2:
        pytest.skip("more classes are all compared")
    predicted, _ = predictions(case, "logistic")
    result = case.evaluate(positive="no")
    true = [
        (predicted[(case.new_group == name) & (case.new_y == "no")] == "no").mean()
        for name in case.groups
    ]
    assert result["equal_opportunity_difference"] == pytest.approx(
        largest_difference(true), abs=1e-12
    )


def test_parity_and_odds_are_those_of_fairlearn(case):
    metrics = pytest.importorskip("fairlearn.metrics")
    if len(case.classes) > 2:
        pytest.skip("fairlearn rates two classes")
    predicted, _ = predictions(case, "logistic")
    given = {"sensitive_features": case.new_group}
    truth, guess = (case.new_y == "yes").astype(int), (predicted == "yes").astype(int)
    for name in (
        "demographic_parity_difference",
        "equal_opportunity_difference",
        "equalized_odds_difference",
    ):
        theirs = getattr(metrics, name)(truth, guess, **given)
        assert case.result[name] == pytest.approx(theirs, abs=1e-12), name


def test_odds_are_those_of_aif360(case):
    if len(case.groups) > 2 or len(case.classes) > 2:
        pytest.skip("AIF360 compares two groups and two classes")
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        datasets = pytest.importorskip("aif360.datasets", exc_type=ImportError)
        metrics = pytest.importorskip("aif360.metrics", exc_type=ImportError)
    pandas = pytest.importorskip("pandas")
    predicted, _ = predictions(case, "logistic")

    def binary(labels):
        frame = pandas.DataFrame(
            {"group": (case.new_group == "m") * 1.0, "label": (labels == "yes") * 1.0}
        )
        return datasets.BinaryLabelDataset(
            df=frame, label_names=["label"], protected_attribute_names=["group"]
        )

    theirs = metrics.ClassificationMetric(
        binary(case.new_y),
        binary(predicted),
        unprivileged_groups=[{"group": 1.0}],
        privileged_groups=[{"group": 0.0}],
    )
    result = case.result
    assert result["average_odds_difference"] == pytest.approx(
        theirs.average_odds_difference(), abs=1e-12
    )
    assert result["average_absolute_odds_difference"] == pytest.approx(
        theirs.average_abs_odds_difference(), abs=1e-12
    )
    assert result["demographic_parity_difference", None, "signed_difference"] == pytest.approx(
        theirs.statistical_parity_difference(), abs=1e-12
    )
    assert result["equal_opportunity_difference", None, "signed_difference"] == pytest.approx(
        theirs.equal_opportunity_difference(), abs=1e-12
    )


def adversary(case, classifier, name):
    """Scores of a balanced classifier that tells a group from the rest."""
    fitted = classifier.set_params(class_weight="balanced").fit(case.Z, case.group == name)
    return fitted.decision_function(case.new_Z)


@pytest.mark.parametrize("kind", ["linear", "rbf"])
def test_groups_are_told_as_scikit_learn_tells_them(case, kind):
    classifier = LABEL_CLASSIFIERS["logistic" if kind == "linear" else "rbf-svm"]
    aucs, accuracies = [], []
    for name in case.groups:
        scores = adversary(case, type(classifier)(**classifier.get_params()), name)
        is_group = case.new_group == name
        aucs.append(roc_auc_score(is_group, scores))
        accuracies.append(balanced_accuracy_score(is_group, scores > 0))
    tolerance = 1e-12 if kind == "linear" else 1e-3
    assert case.result[f"group_auc_{kind}"] == pytest.approx(max(aucs), abs=max(tolerance, 1e-4))
    assert case.result[f"group_accuracy_{kind}"] == pytest.approx(max(accuracies), abs=tolerance)


def test_linear_unfairness_is_scipys_distance_of_scikit_learns_scores(case):
    distances, p_values = [], []
    for name in case.groups:
        machine = LinearSVC(C=1, dual=False, intercept_scaling=1e4, tol=1e-10, max_iter=100_000)
        scores = adversary(case, machine, name)
        is_group = case.new_group == name
        test = ks_2samp(scores[is_group], scores[~is_group], method="exact")
        distances.append(test.statistic)
        p_values.append(test.pvalue)
    assert case.result["linear_unfairness"] == pytest.approx(max(distances), abs=1e-12)
    if len(case.groups) == 2:
        p_value = case.result["linear_unfairness_p_value"]
        assert p_value == pytest.approx(min(p_values), rel=1e-6)


def test_the_band_of_linear_unfairness(case):
    if len(case.groups) > 2:
        pytest.skip("bands of several groups hold together")
    m, n = (np.sum(case.new_group == name) for name in case.groups)
    half = np.sqrt(np.log(80) / (2 * m)) + np.sqrt(np.log(80) / (2 * n))
    low, high = case.result.interval("linear_unfairness")
    value = case.result["linear_unfairness"]
    assert (low, high) == pytest.approx((max(0, value - half), min(1, value + half)), abs=1e-12)
    assert case.result.floor("linear_unfairness") == pytest.approx(
        0.87 * np.sqrt(1 / m + 1 / n), rel=1e-12
    )
