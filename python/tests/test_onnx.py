# SPDX-License-Identifier: BSD-3-Clause
"""ONNX graphs, run by onnxruntime; pipelines converted by skl2onnx."""

import builtins

import fairpca
import numpy as np
import onnxruntime
import pandas as pd
import pytest
from skl2onnx import to_onnx
from sklearn.base import clone
from sklearn.linear_model import LogisticRegression
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler

SETTINGS = {
    "PPCA": {"standardize": True},
    "MeanMatchingPCA": {"divide_by": 3.0},
    "MMDFairPCA": {"tau": 1.0},
    "MixturePPCA": {"n_mixture_components": 3, "standardize": True},
    "FairMixturePPCA": {"n_mixture_components": 2, "standardize": True, "embedding": "blocks"},
}
IDS = [method.python_name for method in fairpca.methods()]
ESTIMATORS = [getattr(fairpca, name)(2, **SETTINGS.get(name, {})) for name in IDS]


def run(graph, **inputs):
    session = onnxruntime.InferenceSession(
        graph.SerializeToString(), providers=["CPUExecutionProvider"]
    )
    return session.run(None, inputs)[0]


def by_column(frame):
    """A frame as the inputs of a graph."""
    return {
        str(name): frame[[name]].to_numpy(float)
        if pd.api.types.is_numeric_dtype(frame[name]) and frame[name].dtype != bool
        else frame[[name]].astype(str).to_numpy(object)
        for name in frame
    }


def assert_close(found, expected):
    assert found.dtype == np.float64 and found.shape == expected.shape
    assert np.abs(found - expected).max() <= 1e-12 * (1 + np.abs(expected).max())


@pytest.mark.parametrize("estimator", ESTIMATORS, ids=IDS)
def test_the_graph_computes_what_transform_does(estimator, rows, people):
    X, group = rows
    fitted = estimator.fit(X, sensitive_features=group)
    graph = fitted.to_onnx()
    assert graph.ir_version == 8
    assert {one.domain: one.version for one in graph.opset_import} == {"": 18, "ai.onnx.ml": 3}
    assert_close(run(graph, X=X), fitted.transform(X))
    assert_close(run(graph, X=X[:1]), fitted.transform(X[:1]))
    frame = pd.DataFrame(people).drop(columns=["sex", "owner"])
    fitted = estimator.fit(frame, sensitive_features=people["sex"])
    assert_close(run(fitted.to_onnx(), **by_column(frame)), fitted.transform(frame))


@pytest.mark.parametrize(
    "estimator",
    [fairpca.PCA(2), fairpca.MixturePPCA(2, n_mixture_components=2, standardize=True)],
    ids=["PCA", "MixturePPCA"],
)
@pytest.mark.parametrize("missing", ["error", "mean"])
@pytest.mark.parametrize("unseen", ["error", "zeros"])
def test_what_transform_rejects_is_nan_and_the_rest_is_the_same(people, estimator, missing, unseen):
    frame = pd.DataFrame(people).drop(columns="sex").astype({"owner": str})
    fitted = clone(estimator).set_params(missing=missing, unseen=unseen).fit(frame)
    odd = frame.head(5).astype({"age": float})
    odd.loc[0, "work"] = odd.loc[1, "owner"] = "never seen"
    odd.loc[2, "age"] = np.nan
    odd.loc[3, "work"] = None
    found = run(fitted.to_onnx(), **by_column(odd.fillna({"work": "(missing)"})))
    rejected = [unseen == "error"] * 2 + [missing == "error"] * 2 + [False]
    for row, (coordinates, is_rejected) in enumerate(zip(found, rejected, strict=True)):
        if is_rejected:
            assert np.isnan(coordinates).all()
            with pytest.raises(ValueError, match=r"never seen|missing"):
                fitted.transform(odd[row : row + 1])
        else:
            assert_close(coordinates, fitted.transform(odd[row : row + 1])[0])


def test_known_levels_without_a_column_are_zeros_and_missing_may_be_a_level(people):
    frame = pd.DataFrame(people).drop(columns=["sex", "owner"])
    frame.loc[frame.index % 3 == 0, "work"] = None
    frame.loc[:4, "work"] = "rare"
    pca = fairpca.PCA(2, missing_category="level", drop_deviation=(0.2, 1e9)).fit(frame)
    assert "work=(missing)" in pca.encoded_names_ and "work=rare" not in pca.encoded_names_
    inputs = by_column(frame.fillna({"work": "(missing)"}))
    assert_close(run(pca.to_onnx(), **inputs), pca.transform(frame))


def test_columns_with_the_names_of_nodes_do_not_clash():
    rng = np.random.default_rng(1)
    names = ["coordinates", "fairpca_mean1", "fairpca__mean1", "X"]
    frame = pd.DataFrame(rng.normal(size=(30, 4)), columns=names)
    pca = fairpca.PCA(2).fit(frame)
    assert_close(run(pca.to_onnx(), **by_column(frame)), pca.transform(frame))


def test_a_column_without_a_name_gets_one(rows):
    X, _ = rows
    frame = pd.DataFrame(X[:, :3], columns=["", "a", "b"])
    pca = fairpca.PCA(2).fit(frame)
    inputs = by_column(frame)
    inputs["fairpca_nameless"] = inputs.pop("")
    assert_close(run(pca.to_onnx(), **inputs), pca.transform(frame))


def test_columns_that_the_model_does_not_use_are_no_inputs(rows):
    X, _ = rows
    frame = pd.DataFrame(X, columns=list("abcdef"))
    pca = fairpca.PCA(2, features=["b", "e", "f"]).fit(frame)
    graph = pca.to_onnx()
    assert [one.name for one in graph.graph.input] == ["b", "e", "f"]
    assert_close(run(graph, **by_column(frame[["b", "e", "f"]])), pca.transform(frame))
    X[:, 2] = 1.0
    pca = fairpca.PCA(2, drop_deviation=(0.0, 1e9)).fit(X)
    assert_close(run(pca.to_onnx(), X=X), pca.transform(X))


def test_a_loaded_model_gives_the_same_graph(rows, tmp_path):
    X, _ = rows
    pca = fairpca.PCA(2).fit(X)
    pca.save(tmp_path / "model.fpca")
    assert fairpca.load(tmp_path / "model.fpca").to_onnx() == pca.to_onnx()


@pytest.mark.parametrize("kind, limit", [(np.float64, 1e-12), (np.float32, 1e-5)])
def test_a_pipeline_is_converted_whole(rows, kind, limit):
    X, group = rows
    pca = fairpca.FairPCA(2).fit(StandardScaler().fit_transform(X), sensitive_features=group)
    pipeline = make_pipeline(StandardScaler(), pca, LogisticRegression())
    fit = {"fairpca__sensitive_features": group}
    pipeline.fit(X, group, **fit)
    graph = to_onnx(pipeline, X[:1].astype(kind), target_opset=18, options={"zipmap": False})
    session = onnxruntime.InferenceSession(
        graph.SerializeToString(), providers=["CPUExecutionProvider"]
    )
    [found] = session.run(["probabilities"], {"X": X.astype(kind)})
    assert np.abs(found - pipeline.predict_proba(X)).max() <= limit


def test_coordinates_of_a_pipeline_keep_their_precision(rows):
    X, _ = rows
    pipeline = make_pipeline(StandardScaler(), fairpca.PCA(3)).fit(X)
    assert_close(run(to_onnx(pipeline, X[:1], target_opset=18), X=X), pipeline.transform(X))


def test_categories_inside_a_pipeline_are_refused_by_name(people):
    frame = pd.DataFrame(people)[["age", "work"]]
    pipeline = make_pipeline(fairpca.PCA(2)).fit(frame)
    with pytest.raises(ValueError, match="'work' is a category"):
        to_onnx(pipeline, np.zeros((1, 2)), target_opset=18)


def test_a_mixture_keeps_its_precision_far_from_its_components_and_in_pipelines(rows):
    X, _ = rows
    mixture = fairpca.MixturePPCA(2, n_mixture_components=3, random_state=0)
    pipeline = make_pipeline(StandardScaler(), mixture).fit(X)
    far = np.vstack([X, X[:20] * 30, -X[:20] * 30])
    graph = to_onnx(pipeline, X[:1], target_opset=18)
    assert_close(run(graph, X=far), pipeline.transform(far))
    responsibilities = mixture.responsibilities(pipeline[0].transform(X))
    assert (responsibilities.max(axis=1) < 0.9).any()  # not all rows are of one component alone


def test_without_onnx_one_sentence_says_how_to_get_it(rows, monkeypatch):
    pca = fairpca.PCA(2).fit(rows[0])
    imported = builtins.__import__

    def without(name, *arguments):
        if name == "onnx":
            raise ImportError(name)
        return imported(name, *arguments)

    monkeypatch.setattr(builtins, "__import__", without)
    with pytest.raises(ImportError, match=r"pip install 'fairpca\[onnx\]'"):
        pca.to_onnx()


def test_the_graph_is_small(rows):
    assert len(fairpca.PCA(2).fit(rows[0]).to_onnx().SerializeToString()) < 1500
