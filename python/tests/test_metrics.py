# SPDX-License-Identifier: BSD-3-Clause
"""Measures as functions and scorers, against evaluate, fairlearn and scikit-learn's searches."""

import inspect
import pickle
from functools import partial

import fairpca
import numpy as np
import pandas as pd
import pytest
import sklearn
from fairpca import metrics
from sklearn.base import clone
from sklearn.compose import ColumnTransformer
from sklearn.decomposition import PCA
from sklearn.linear_model import LogisticRegression
from sklearn.model_selection import GridSearchCV, cross_validate
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import OneHotEncoder, StandardScaler

IDS = [measure.id for measure in fairpca.measures()]
NUMBERS = [one for one in IDS if one != "communality"]


@pytest.fixture
def routing():
    with sklearn.config_context(enable_metadata_routing=True):
        yield


@pytest.fixture
def halves(rows):
    """Rows to measure and rows to train on, with a label."""
    X, group = rows
    y = (X[:, 0] > np.median(X[:, 0])).astype(int)
    return (X[:100], y[:100], group[:100]), (X[100:], y[100:], group[100:])


@pytest.mark.parametrize("measure", NUMBERS)
def test_a_function_gives_the_number_of_evaluate(measure, halves):
    (X, y, group), training = halves
    model = fairpca.MixturePPCA(1, n_mixture_components=1, standardize=True)
    if measure != "log_likelihood":  # what needs components, too
        model = fairpca.PCA(2)
    model.fit(training[0], sensitive_features=training[2])
    expected = fairpca.evaluate(model, X, y, sensitive_features=group, train=training)
    function = getattr(metrics, measure)
    number = function(model, X, y, sensitive_features=group, train=training)
    assert number == pytest.approx(expected[measure], rel=1e-12)
    # Others' models and arrays go the same way.
    if measure not in ("log_likelihood", "gap_group", "gap_training_group"):
        theirs = PCA(2).fit(training[0])
        audited = fairpca.evaluate(theirs, X, y, sensitive_features=group, train=training)
        number = function(theirs, X, y, sensitive_features=group, train=training)
        assert number == pytest.approx(audited[measure], rel=1e-12)


def test_groups_statistics_and_features_are_those_of_evaluate(halves):
    (X, y, group), training = halves
    model = fairpca.PCA(2).fit(training[0], sensitive_features=training[2])
    given = {"sensitive_features": group, "train": training}
    found = fairpca.evaluate(model, X, y, **given)
    loss = metrics.loss(model, X, y, group="1", **given)
    assert loss == pytest.approx(found["loss", "1"], rel=1e-12)
    accuracy = metrics.accuracy(model, X, y, statistic="difference", **given)
    assert accuracy == found["accuracy_difference"]
    assert metrics.communality(model, X, y, **given) == found.features
    p_value = metrics.mean_difference(model, X, statistic="p_value", **given)
    assert p_value == found["mean_difference", None, "p_value"]


def test_coordinates_are_measured_without_a_model(rows):
    X, group = rows
    theirs = PCA(2).fit(X)
    Z = theirs.transform(X)
    back = theirs.inverse_transform(Z)
    error = metrics.reconstruction_error(X=X, coordinates=Z, reconstructions=back)
    assert error == pytest.approx(((X - back) ** 2).sum(axis=1).mean(), rel=1e-12)
    means = [Z[group == one].mean(axis=0) for one in (0, 1)]
    distance = metrics.mean_difference(coordinates=Z, sensitive_features=group)
    assert distance == pytest.approx(np.linalg.norm(means[0] - means[1]), rel=1e-12)


def test_every_measure_is_a_documented_function():
    assert [name for name in metrics.__all__ if name not in ("Scorer", "scorer")] == IDS
    for measure in fairpca.measures():
        function = getattr(metrics, measure.id)
        assert function.__name__ == measure.id
        assert measure.definition in function.__doc__
        for parameter in inspect.signature(function).parameters:
            assert f"{parameter}" in function.__doc__
    with pytest.raises(AttributeError, match="no attribute 'gaps'"):
        metrics.gaps  # noqa: B018


def test_hostile_arguments_are_answered_by_name(rows):
    X, group = rows
    model = fairpca.PCA(2).fit(X, sensitive_features=group)
    for wrong, said in [
        ({"group": "nobody", "sensitive_features": group}, "nobody"),
        ({"sensitive_features": None}, "gap cannot be measured here"),
        ({"sensitive_features": group, "classifer": "logistic"}, "classifer"),
    ]:
        with pytest.raises(ValueError, match=said):
            metrics.gap(model, X, **wrong)
    with pytest.raises(ValueError, match=r"log_likelihood cannot .* no likelihood"):
        metrics.log_likelihood(model, X)
    moments = fairpca.GroupMoments().partial_fit(X, sensitive_features=group)
    with pytest.raises(ValueError, match="sensitive_features cannot be given with moments"):
        metrics.gap(model, moments, sensitive_features=group)
    with pytest.raises(ValueError, match="mmd2 cannot be measured here"):
        metrics.mmd2(model, moments)
    for wrong in ("gapp", "communality"):
        with pytest.raises(ValueError, match=wrong):
            metrics.scorer(wrong)
    with pytest.raises(ValueError, match="statistic"):
        metrics.scorer("gap", statistic="worst")


@pytest.mark.parametrize("center", ["overall", "group"])
def test_moments_measure_what_their_rows_do(people, center):
    import pandas as pd

    frame = pd.DataFrame(people)
    X, sex = frame.drop(columns="sex"), frame["sex"]
    model = fairpca.FairPCA(2, standardize=True).fit(X[:150], sensitive_features=sex[:150])
    moments = fairpca.GroupMoments().partial_fit(X, sensitive_features=sex)
    by_rows = fairpca.evaluate(model, X, sensitive_features=sex, center=center)
    by_moments = fairpca.evaluate(model, moments, center=center)
    of_moments = {one.id for one in fairpca.measures() if one.needs == "moments"}
    compared = {key for key in by_rows.values if key[0] in of_moments and key[2] != "p_value"}
    compared = {key for key in compared if key[2] != "bias"}
    assert len(compared) > 20
    for key in compared:
        assert by_moments[key] == pytest.approx(by_rows[key], rel=1e-9, abs=1e-12), key
    assert by_moments.interval("gap") is None


@pytest.mark.parametrize(
    "measure", ["reconstruction_error", "explained_variance_ratio", "accuracy"]
)
def test_the_groups_of_fairlearns_metric_frame(measure, halves):
    metric_frame = pytest.importorskip("fairlearn.metrics").MetricFrame
    (X, y, group), training = halves
    model = fairpca.PCA(2).fit(training[0], sensitive_features=training[2])
    function = partial(getattr(metrics, measure), model, train=training)
    function.__name__ = measure  # fairlearn asks for one
    frame = metric_frame(metrics=function, y_true=X, y_pred=y, sensitive_features=group)
    found = fairpca.evaluate(model, X, y, sensitive_features=group, train=training)
    assert frame.overall == pytest.approx(found[measure], rel=1e-12)
    for one in (0, 1):
        assert frame.by_group[one] == pytest.approx(found[measure, str(one)], rel=1e-12)


def test_greater_is_better_for_every_scorer(halves):
    (X, y, group), training = halves
    model = fairpca.PCA(2).fit(training[0], sensitive_features=training[2])
    found = fairpca.evaluate(model, X, y, sensitive_features=group)
    expected = {
        "gap": -found["gap"],
        "loss": -found["loss_worst"],
        "explained_variance_ratio": found["explained_variance_ratio"],
        "group_auc_linear": -abs(found["group_auc_linear"] - 0.5),
        "average_odds_difference": -abs(found["average_odds_difference"]),
        "mmd_p_value": found["mmd_p_value"],
    }
    for measure, score in expected.items():
        number = metrics.scorer(measure)(model, X, y, sensitive_features=group)
        assert number == pytest.approx(score, rel=1e-9)
    difference = metrics.scorer("relative_error", statistic="difference")
    number = difference(model, X, sensitive_features=group)
    assert number == pytest.approx(-found["relative_error_difference"], rel=1e-9)


def test_scorers_are_cloned_pickled_and_shown():
    made = metrics.scorer("accuracy", statistic="worst", classifier="rbf-svm")
    for other in (clone(made), pickle.loads(pickle.dumps(made))):
        assert other.get_params() == made.get_params()
    assert "accuracy" in repr(made)


def test_searches_route_the_groups_to_scorers(rows, routing):
    X, group = rows
    grid = {"lam": [0.0, 0.5, 5.0]}
    search = GridSearchCV(
        fairpca.RobustFairPCA(2, alpha=0.0),
        grid,
        scoring={"gap": metrics.scorer("gap"), "error": metrics.scorer("reconstruction_error")},
        refit="gap",
        cv=3,
        error_score="raise",
    ).fit(X, sensitive_features=group)
    assert search.best_params_["lam"] > 0
    last = fairpca.RobustFairPCA(2, alpha=0.0, lam=5.0).fit(X[67:], sensitive_features=group[67:])
    for name, measure in (("gap", metrics.gap), ("error", metrics.reconstruction_error)):
        score = -measure(last, X[:67], sensitive_features=group[:67])
        assert search.cv_results_[f"split0_test_{name}"][2] == pytest.approx(score, rel=1e-12)
    scores = cross_validate(
        fairpca.FairPCA(2),
        X,
        params={"sensitive_features": group},
        scoring=metrics.scorer("loss"),
        cv=3,
        error_score="raise",
    )
    fair = fairpca.FairPCA(2).fit(X[67:], sensitive_features=group[67:])
    expected = -metrics.loss(fair, X[:67], sensitive_features=group[:67])
    assert scores["test_score"][0] == pytest.approx(expected, rel=1e-12)


def test_a_pipeline_is_scored_by_the_steps_before_its_predictor(rows, routing):
    X, group = rows
    y = (X[:, 0] > np.median(X[:, 0])).astype(int)
    pipeline = make_pipeline(StandardScaler(), fairpca.RobustFairPCA(2), LogisticRegression())
    search = GridSearchCV(
        pipeline,
        {"robustfairpca__lam": [0.0, 5.0]},
        scoring=metrics.scorer("gap"),
        cv=3,
        error_score="raise",
    ).fit(X, y, sensitive_features=group)
    assert search.best_params_ == {"robustfairpca__lam": 5.0}
    best = search.best_estimator_
    scaled = best[0].transform(X)
    expected = metrics.gap(best[1], scaled, sensitive_features=group)
    assert metrics.gap(best, X, sensitive_features=group) == expected


@pytest.mark.parametrize(
    ("estimator", "expected"),
    [
        (fairpca.FairPCA(2), lambda found: found["loss_worst"]),
        (fairpca.FairPCA(2, criterion="error"), lambda found: found["reconstruction_error_worst"]),
        (
            fairpca.RobustFairPCA(2, lam=3.0),
            lambda found: found["reconstruction_error"] + found["gap"],
        ),
        (
            fairpca.MeanMatchingPCA(2),
            lambda found: found["reconstruction_error"] + found["mean_difference"] ** 2,
        ),
        (
            fairpca.MMDFairPCA(2, tau=0.1),
            lambda found: found["mmd2_u"] - found["explained_variance_ratio"],
        ),
        (
            fairpca.FairMixturePPCA(1, n_mixture_components=1),
            lambda found: -found["log_likelihood_worst"],
        ),
    ],
)
def test_the_score_of_a_fair_estimator_is_minus_its_objective(estimator, expected, rows):
    X, group = rows
    fitted = estimator.fit(X, sensitive_features=group)
    found = fairpca.evaluate(fitted, X, sensitive_features=group)
    assert fitted.score(X, sensitive_features=group) == pytest.approx(-expected(found), rel=1e-12)
    assert fitted.score(X) == pytest.approx(fitted.score_samples(X).mean(), rel=1e-12)
    if isinstance(fitted, fairpca.FairPCA):
        assert fitted.score(X, sensitive_features=group) == pytest.approx(-fitted.objective_)


def test_a_search_by_score_does_not_choose_the_unfair_end(rows, routing):
    X, group = rows
    grid = {"lam": [0.0, 0.5, 1.0]}
    robust = fairpca.RobustFairPCA(2, alpha=0.0)
    by_score = GridSearchCV(robust, grid, cv=3).fit(X, sensitive_features=group)
    assert by_score.best_params_["lam"] > 0


@pytest.mark.parametrize("first", [0, 1000])
def test_a_search_over_a_pipeline_of_frames_has_scores(people, routing, first):
    frame = pd.DataFrame(people).set_axis(range(first, first + 300))
    group, X = frame["sex"], frame[["age", "income", "work"]]
    found = []
    for output in ("pandas", "default"):
        encoder = ColumnTransformer(
            [
                ("numbers", StandardScaler(), ["age", "income"]),
                ("categories", OneHotEncoder(sparse_output=False), ["work"]),
            ]
        ).set_output(transform=output)
        search = GridSearchCV(
            make_pipeline(encoder, fairpca.RobustFairPCA(2)),
            {"robustfairpca__lam": [0.0, 5.0]},
            scoring=metrics.scorer("gap"),
            cv=3,
        ).fit(X, sensitive_features=group)
        found.append(search.cv_results_["mean_test_score"])
    assert np.isfinite(found).all()
    assert found[0] == pytest.approx(found[1], rel=1e-9)


def test_without_sensitive_features_the_error_says_how_they_arrive(rows):
    X, group = rows
    search = GridSearchCV(
        fairpca.RobustFairPCA(2), {"lam": [0.0, 5.0]}, scoring=metrics.scorer("gap"), cv=2
    )
    said = "no sensitive_features arrived; .*set_config\\(enable_metadata_routing=True\\)"
    with pytest.warns(UserWarning, match=f"(?s)ValueError: gap cannot be measured here: {said}"):
        search.fit(X, sensitive_features=group)
    fair = fairpca.FairPCA(2).fit(X, sensitive_features=group)
    with pytest.raises(ValueError, match=said):
        metrics.demographic_parity_difference(fair, X, group)
