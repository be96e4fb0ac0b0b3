# SPDX-License-Identifier: BSD-3-Clause
"""What is asked of the functions of an engine, Dask and Spark alike.

A file of tests that imports this has a fixture `engine`: its `module` is fairpca.dask or
fairpca.spark, `table(slices)` is a table of that engine, and `frame(table)` a pandas frame of one.
"""

import io
import json
import zipfile

import fairpca
import numpy as np
import pytest
from people import CUTS, OTHER_CUTS, Slices, clusters, people
from sklearn.base import clone

FEATURES = ["age", "income", "debt", "score", "work"]
MOMENT_METHODS = [
    fairpca.PCA(2),
    fairpca.PCA(2, standardize=True),
    fairpca.FairPCA(2),
    fairpca.RobustFairPCA(2),
    fairpca.MeanMatchingPCA(2),
]
# Few steps, since each is a pass: what is promised of many is promised of few.
MIXTURES = [
    fairpca.MixturePPCA(2, n_mixture_components=2, max_iter=5),
    fairpca.FairMixturePPCA(2, n_mixture_components=2, max_iter=2, max_steps=2, k_min=1),
]


def named(estimator):
    return repr(estimator)


def only(frame, *roles):
    """The features with these columns."""
    return frame[[*FEATURES, *roles]]


def model_bytes(estimator, tmp_path):
    estimator.save(tmp_path / "fitted.model")
    return (tmp_path / "fitted.model").read_bytes()


def model_facts(estimator, tmp_path):
    with zipfile.ZipFile(io.BytesIO(model_bytes(estimator, tmp_path))) as archive:
        return json.loads(archive.read("meta.json"))


def assert_close(actual, expected, bound=1e-12):
    scale = max(1.0, np.abs(expected).max())
    np.testing.assert_allclose(actual, expected, rtol=0, atol=bound * scale)


@pytest.mark.parametrize("roles", [{}, {"sample_weight": "weight"}, {"y": "region"}])
def test_moments_are_those_of_all_rows(engine, roles):
    frame = only(people(), "sex", *roles.values())
    moments = engine.module.moments(
        engine.table(Slices(frame)), sensitive_features=["sex"], **roles
    )
    whole = fairpca.GroupMoments().partial_fit(
        frame[FEATURES],
        sensitive_features=frame[["sex"]],
        **{name: frame[column] for name, column in roles.items()},
    )
    assert moments.n_samples == len(frame)
    assert moments.counts == whole.counts
    assert moments.feature_names == whole.feature_names
    assert sorted(moments.encoded_names) == sorted(whole.encoded_names)
    if "y" not in roles:
        assert_close(
            fairpca.PCA(4).fit_moments(moments).explained_variance_,
            fairpca.PCA(4).fit_moments(whole).explained_variance_,
        )


@pytest.mark.parametrize("estimator", MOMENT_METHODS, ids=named)
def test_moment_methods_fit_as_on_all_rows_at_once(engine, estimator):
    frame = only(people(), "sex")
    fitted = engine.module.fit(
        clone(estimator), engine.table(Slices(frame)), sensitive_features="sex"
    )
    whole = clone(estimator).fit(frame[FEATURES], sensitive_features=frame["sex"])
    assert_close(fitted.mean_, whole.mean_)
    assert_close(fitted.components_, whole.components_, 1e-11)


def test_fit_gives_the_estimator_itself(engine):
    estimator = fairpca.PCA(2)
    table = engine.table(Slices(only(people(), "sex")))
    assert engine.module.fit(estimator, table, sensitive_features="sex") is estimator


def test_same_partitions_give_the_same_bytes(engine, tmp_path):
    slices = Slices(only(people(), "sex"))
    first, second = (
        engine.module.fit(fairpca.FairPCA(2), engine.table(slices), sensitive_features="sex")
        for _ in range(2)
    )
    assert model_bytes(first, tmp_path) == model_bytes(second, tmp_path)
    assert "partitions" in json.dumps(model_facts(first, tmp_path)["provenance"])


def test_other_partitions_change_no_more_than_rounding(engine):
    frame = only(people(), "sex")
    first, second = (
        engine.module.fit(
            fairpca.FairPCA(2), engine.table(Slices(frame, cuts)), sensitive_features="sex"
        )
        for cuts in (CUTS, OTHER_CUTS)
    )
    assert_close(first.components_, second.components_, 1e-11)


def test_a_bandwidth_costs_a_pass_and_is_that_of_all_rows(engine, tmp_path):
    frame = only(people(), "sex")
    table = engine.table(Slices(frame))
    fitted = engine.module.fit(fairpca.PCA(2), table, sensitive_features="sex", bandwidth=True)
    whole = fairpca.PCA(2).fit(frame[FEATURES], sensitive_features=frame["sex"])
    without = engine.module.fit(fairpca.PCA(2), table, sensitive_features="sex")
    bandwidths = [model_facts(fit, tmp_path)["bandwidth"] for fit in (fitted, whole, without)]
    assert_close(bandwidths[0], bandwidths[1])
    assert bandwidths[2] is None


@pytest.mark.filterwarnings("ignore::sklearn.exceptions.ConvergenceWarning")
@pytest.mark.parametrize("mixture", MIXTURES, ids=lambda mixture: type(mixture).__name__)
def test_mixtures_fit_as_on_all_rows_whatever_the_cut(engine, mixture, tmp_path):
    frame = clusters()
    fits = [
        engine.module.fit(
            clone(mixture), engine.table(Slices(frame, cuts)), sensitive_features="sex"
        )
        for cuts in (CUTS, CUTS, OTHER_CUTS)
    ]
    assert model_bytes(fits[0], tmp_path) == model_bytes(fits[1], tmp_path)
    whole = clone(mixture).fit(frame[list("abcde")], sensitive_features=frame["sex"])
    worst = [min(fit.group_log_likelihood_) for fit in (fits[0], fits[2], whole)]
    assert_close(worst[1], worst[0], 1e-6)
    assert_close(worst[2], worst[0], 1e-6)


def test_the_mmd_of_all_rows_is_reported_with_its_error(engine):
    frame = only(people(), "sex")
    fitted = engine.module.fit(
        fairpca.MMDFairPCA(2, tau=0.5), engine.table(Slices(frame)), sensitive_features="sex"
    )
    assert fitted.n_samples_ == len(frame)
    assert any("random features" in note for note in fitted.notes_), fitted.notes_


def test_transform_gives_the_coordinates_of_transform(engine):
    frame = people()
    fitted = fairpca.FairPCA(2).fit(frame[FEATURES], sensitive_features=frame["sex"])
    result = engine.frame(engine.module.transform(fitted, engine.table(Slices(frame))))
    assert list(result.columns) == list(fitted.get_feature_names_out())
    assert_close(result.to_numpy(), fitted.transform(frame[FEATURES]))


def test_evaluate_measures_as_on_all_rows(engine):
    frame = only(people(), "sex")
    fitted = fairpca.FairPCA(2).fit(frame[FEATURES], sensitive_features=frame["sex"])
    evaluation = engine.module.evaluate(
        fitted, engine.table(Slices(frame)), sensitive_features="sex"
    )
    whole = fairpca.evaluate(fitted, frame[FEATURES], sensitive_features=frame["sex"])
    compared = 0
    for name in set(evaluation.values) & set(whole.values):
        assert_close(evaluation.values[name], whole.values[name])
        compared += 1
    assert compared >= 3


def test_a_bad_cell_is_named_by_partition_row_and_column(engine):
    frame = only(people(), "sex")
    frame.loc[305, "debt"] = np.nan  # partition 3 starts with row 300
    with pytest.raises(ValueError) as caught:
        engine.module.fit(fairpca.PCA(2), engine.table(Slices(frame)), sensitive_features="sex")
    message = str(caught.value)
    assert "artition 3" in message and "row 6" in message and "debt" in message
    assert "java" not in message.lower() and len(message) < 300


def test_a_column_that_is_not_there_is_named(engine):
    table = engine.table(Slices(only(people(), "sex")))
    with pytest.raises(ValueError, match="gender"):
        engine.module.fit(fairpca.PCA(2), table, sensitive_features="gender")


def test_what_is_no_table_of_the_engine_is_refused(engine):
    with pytest.raises(TypeError):
        engine.module.fit(fairpca.PCA(2), people(), sensitive_features="sex")
