# SPDX-License-Identifier: BSD-3-Clause
"""Models of others can be audited: scikit-learn's, objects with components, arrays."""

from types import SimpleNamespace

import fairpca
import numpy as np
import pandas as pd
import pytest
from oracles import Rows, largest_difference, top_sum
from sklearn.decomposition import PCA, FactorAnalysis, KernelPCA, TruncatedSVD
from sklearn.exceptions import NotFittedError
from sklearn.neural_network import MLPRegressor
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import OneHotEncoder, StandardScaler


@pytest.fixture
def halves(rows):
    """Training rows and others, each with groups of different spread."""
    X, group = rows
    random = np.random.default_rng(4)
    new_group = random.integers(0, 2, 300)
    new = X[random.integers(0, 200, 300)] + random.normal(size=(300, 6))
    new[new_group == 1] += 1
    return (X, group), (new, new_group)


def errors_of(X, back, group):
    errors = ((X - back) ** 2).sum(axis=1)
    return errors.mean(), [errors[group == name].mean() for name in (0, 1)]


def test_a_pca_of_scikit_learn_is_measured_as_numpy_measures_it(halves):
    (X, _), (new, new_group) = halves
    theirs = PCA(2).fit(X)
    result = fairpca.evaluate(theirs, new, sensitive_features=new_group)
    overall, of_groups = errors_of(new, theirs.inverse_transform(theirs.transform(new)), new_group)
    assert result["reconstruction_error"] == pytest.approx(overall, rel=1e-10)
    assert result["gap"] == pytest.approx(largest_difference(of_groups), rel=1e-9)
    rows = Rows(new - theirs.mean_, new_group, theirs.components_.T)
    for name in (0, 1):
        moment = rows.moment(name)
        loss = top_sum(moment, 2) - np.trace(moment) + of_groups[name]
        assert result["loss", str(name)] == pytest.approx(loss, abs=1e-10 * np.trace(moment))
    own = [rows.error_about(name, rows.mean(name)) for name in (0, 1)]
    assert result["gap_group"] == pytest.approx(largest_difference(own), rel=1e-9)
    np.testing.assert_allclose(
        list(result.features.values()), (theirs.components_**2).sum(axis=0), rtol=1e-12
    )


def test_the_same_projection_has_the_same_numbers_whoever_fitted_it(halves):
    (X, group), (new, new_group) = halves
    given = {"sensitive_features": new_group, "train": (X, None, group)}
    ours = fairpca.evaluate(fairpca.PCA(2).fit(X, sensitive_features=group), new, **given)
    theirs = fairpca.evaluate(PCA(2).fit(X), new, **given)
    assert set(ours.values) == set(theirs.values)
    for key, value in ours.values.items():
        assert theirs.values[key] == pytest.approx(value, rel=1e-6, abs=1e-9), key


def test_components_and_mean_are_enough(halves):
    (X, _), (new, new_group) = halves
    theirs = PCA(2).fit(X)
    bare = SimpleNamespace(components_=theirs.components_, mean_=theirs.mean_)
    result = fairpca.evaluate(bare, new, sensitive_features=new_group)
    expected = fairpca.evaluate(theirs, new, sensitive_features=new_group)
    for key, value in expected.values.items():
        assert result.values[key] == pytest.approx(value, rel=1e-8, abs=1e-10), key


def test_a_pipeline_is_measured_in_the_space_of_its_last_step(halves):
    (X, _), (new, new_group) = halves
    pipeline = make_pipeline(StandardScaler(), PCA(2)).fit(X)
    result = fairpca.evaluate(pipeline, new, sensitive_features=new_group)
    scaled = pipeline[:-1].transform(new)
    overall, _ = errors_of(
        scaled, pipeline[-1].inverse_transform(pipeline.transform(new)), new_group
    )
    assert result["reconstruction_error"] == pytest.approx(overall, rel=1e-10)


def test_a_pipeline_may_encode_categories(people):
    frame = pd.DataFrame(people)
    pipeline = make_pipeline(OneHotEncoder(), TruncatedSVD(2, random_state=0))
    X = frame[["work", "owner"]]
    pipeline.fit(X)
    result = fairpca.evaluate(pipeline, X, sensitive_features=frame["sex"])
    encoded = pipeline[0].transform(X).toarray()
    back = pipeline[-1].inverse_transform(pipeline.transform(X))
    assert result["reconstruction_error"] == pytest.approx(
        ((encoded - back) ** 2).sum(axis=1).mean(), rel=1e-10
    )


def test_whitened_coordinates_are_measured_as_they_are(halves):
    (X, _), (new, new_group) = halves
    theirs = PCA(2, whiten=True).fit(X)
    result = fairpca.evaluate(theirs, new, sensitive_features=new_group)
    overall, _ = errors_of(new, theirs.inverse_transform(theirs.transform(new)), new_group)
    assert result["reconstruction_error"] == pytest.approx(overall, rel=1e-10)
    Z = theirs.transform(new)
    apart = np.linalg.norm(Z[new_group == 0].mean(axis=0) - Z[new_group == 1].mean(axis=0))
    assert result["mean_difference"] == pytest.approx(apart, rel=1e-9)
    assert "gap_group" not in result
    assert any("components" in note for note in result.notes)


def test_what_cannot_be_reconstructed_has_no_errors(halves):
    (X, _), (new, new_group) = halves
    for theirs in (KernelPCA(2, kernel="rbf"), FactorAnalysis(2)):
        result = fairpca.evaluate(theirs.fit(X), new, sensitive_features=new_group)
        assert "reconstruction_error" not in result
        assert "mmd2" in result
        assert any("reconstruct" in note for note in result.notes)


def test_an_encoder_of_any_kind_is_measured_by_its_rows(halves):
    (X, _), (new, new_group) = halves
    theirs = KernelPCA(3, kernel="poly", degree=2, fit_inverse_transform=True).fit(X)
    result = fairpca.evaluate(theirs, new, sensitive_features=new_group)
    overall, of_groups = errors_of(new, theirs.inverse_transform(theirs.transform(new)), new_group)
    assert result["reconstruction_error"] == pytest.approx(overall, rel=1e-10)
    assert result["gap"] == pytest.approx(largest_difference(of_groups), rel=1e-9)
    assert result.interval("gap") is not None


def test_arrays_are_measured_without_a_model(halves):
    (X, group), (new, new_group) = halves
    net = MLPRegressor(
        hidden_layer_sizes=(2,), activation="tanh", solver="lbfgs", random_state=0, max_iter=2000
    )
    scaled, new_scaled = (StandardScaler().fit(X).transform(rows) for rows in (X, new))
    net.fit(scaled, scaled)

    def coordinates(rows):
        return np.tanh(rows @ net.coefs_[0] + net.intercepts_[0])

    back = net.predict(new_scaled)
    result = fairpca.evaluate(
        X=new_scaled,
        sensitive_features=new_group,
        coordinates=coordinates(new_scaled),
        reconstructions=back,
        train={
            "X": scaled,
            "sensitive_features": group,
            "coordinates": coordinates(scaled),
        },
    )
    overall, of_groups = errors_of(new_scaled, back, new_group)
    assert result["reconstruction_error"] == pytest.approx(overall, rel=1e-12)
    assert result["gap"] == pytest.approx(largest_difference(of_groups), rel=1e-10)
    total = ((new_scaled - scaled.mean(axis=0)) ** 2).sum(axis=1).mean()
    assert result["explained_variance_ratio"] == pytest.approx(1 - overall / total, rel=1e-10)
    assert "group_auc_linear" in result


def test_coordinates_alone_have_no_errors(halves):
    _, (new, new_group) = halves
    result = fairpca.evaluate(coordinates=new[:, :2], sensitive_features=new_group)
    assert "reconstruction_error" not in result
    apart = new[new_group == 0, :2].mean(axis=0) - new[new_group == 1, :2].mean(axis=0)
    assert result["mean_difference"] == pytest.approx(np.linalg.norm(apart), rel=1e-10)


def test_rows_of_weight_zero_do_not_count(halves):
    (X, _), (new, new_group) = halves
    theirs = PCA(2).fit(X)
    weight = (np.arange(300) % 3 > 0).astype(float)
    kept = weight > 0
    weighted = fairpca.evaluate(
        theirs, new, sensitive_features=new_group, sample_weight=weight, measures=["gap", "mmd2"]
    )
    alone = fairpca.evaluate(
        theirs, new[kept], sensitive_features=new_group[kept], measures=["gap", "mmd2"]
    )
    assert weighted["gap"] == pytest.approx(alone["gap"], rel=1e-10)
    assert weighted["mmd2"] == pytest.approx(alone["mmd2"], rel=1e-9)


def test_it_is_the_mmd_of_the_published_loadings(data_sets):
    folder = data_sets / "published_results"
    if not folder.is_dir():
        pytest.skip(f"{folder} is not there")
    table = pd.read_csv(data_sets / "mbfpca" / "german.csv")
    split = pd.read_csv(data_sets / "mbfpca" / "german_splits.csv").iloc[:, 0]
    loadings = pd.read_csv(folder / "mbfpca_loadings_german_d2.csv.gz")
    published = pd.read_csv(folder / "mbfpca_loadings_metrics.csv").query(
        "dataset == 'german' and d == 2 and split == 0"
    )
    published = published[published.param.notna()]  # no loadings of PCA are stored
    assert len(published) == 4
    rows, group = table.iloc[:, :-2].to_numpy(float), table.iloc[:, -1].to_numpy()
    scaler = StandardScaler().fit(rows[split == "train"])
    parts = {
        part: (scaler.transform(rows[split == part]), group[split == part])
        for part in ("train", "test")
    }
    for one in published.itertuples():
        mine = loadings.query("method == @one.method and param == @one.param and split == 0")
        model = SimpleNamespace(
            components_=mine[["pc1", "pc2"]].to_numpy().T, mean_=np.zeros(rows.shape[1])
        )
        X, s = parts["test"]
        result = fairpca.evaluate(
            model,
            X,
            sensitive_features=s,
            train=(parts["train"][0], None, parts["train"][1]),
            measures=["mmd2", "explained_variance_ratio"],
        )
        assert result["mmd2"] == pytest.approx(one.mmd2_test, abs=2e-8), one


def test_what_is_not_a_model_is_rejected(halves):
    _, (new, new_group) = halves
    with pytest.raises(TypeError, match="components_"):
        fairpca.evaluate(object(), new, sensitive_features=new_group)
    with pytest.raises(NotFittedError):
        fairpca.evaluate(PCA(2), new, sensitive_features=new_group)
    crooked = SimpleNamespace(components_=np.ones((2, 6)), mean_=np.zeros(6))
    with pytest.raises(ValueError, match="orthonormal"):
        fairpca.evaluate(crooked, new, sensitive_features=new_group)
    narrow = SimpleNamespace(components_=np.eye(5)[:2], mean_=np.zeros(5))
    with pytest.raises(ValueError, match="6 columns"):
        fairpca.evaluate(narrow, new, sensitive_features=new_group)


def test_arrays_of_other_shapes_are_rejected(halves):
    _, (new, new_group) = halves
    given = {"sensitive_features": new_group, "X": new}
    with pytest.raises(ValueError, match="coordinates"):
        fairpca.evaluate(coordinates=new[:-1, :2], **given)
    with pytest.raises(ValueError, match="reconstructions"):
        fairpca.evaluate(coordinates=new[:, :2], reconstructions=new[:, :3], **given)
    with pytest.raises(ValueError, match=r"NaN|finite"):
        fairpca.evaluate(coordinates=np.full((300, 2), np.nan), **given)
    with pytest.raises(ValueError, match="train"):
        fairpca.evaluate(coordinates=new[:, :2], train=(new, None, new_group), **given)
    with pytest.raises(ValueError, match="center"):
        fairpca.evaluate(coordinates=new[:, :2], reconstructions=new, center="group", **given)
    with pytest.raises(ValueError, match="missing"):
        fairpca.evaluate(coordinates=new[:, :2], missing="mean", **given)
