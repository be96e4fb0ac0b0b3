# SPDX-License-Identifier: BSD-3-Clause
"""Logs a model with its measures and its report to MLflow, and loads it again.

    pip install -r requirements-mlflow.txt
    python examples/mlflow_model.py FOLDER

FOLDER is where the runs are kept; with a tracking server, leave out ``local_store``.
"""

import os
import re
import sys
import tempfile
from pathlib import Path

import fairpca
import mlflow
import numpy as np
from sklearn.model_selection import train_test_split


def local_store(folder):
    """Keeps runs in files: mlflow-skinny brings no database, and asks whether that is meant."""
    os.environ.setdefault("MLFLOW_ALLOW_FILE_STORE", "true")
    mlflow.set_tracking_uri((folder / "runs").resolve().as_uri())


def log_measures(model, X, group):
    """Every number of the evaluation: `gap`, `loss.worst`, of a group `loss.0`."""
    for row in fairpca.evaluate(model, X, sensitive_features=group).to_frame().itertuples():
        name = row.measure if row.statistic == "value" else f"{row.measure}.{row.statistic}"
        if row.group:
            name += "." + re.sub(r"[^\w .:-]", "_", row.group)
        if np.isfinite(row.value):
            mlflow.log_metric(name, row.value)


def log_report(X, group):
    """The page that compares plain PCA and the fair method on these rows."""
    found = fairpca.compare(
        X, sensitive_features=group, dimensions=[1], methods=["pca", "robust-fair-pca"]
    )
    with tempfile.TemporaryDirectory() as folder:
        page = Path(folder) / "report.html"
        found.to_html(page)
        mlflow.log_artifact(page)


def main(folder):
    local_store(folder)
    X, group = fairpca.synthetic("rfpca-toy", random_state=0)
    parts = train_test_split(X, group, stratify=group, random_state=0)
    X_train, X_test, group_train, group_test = parts
    with mlflow.start_run() as run:
        model = fairpca.RobustFairPCA(1, lam=0.5).fit(X_train, sensitive_features=group_train)
        mlflow.log_params(model.get_params())
        log_measures(model, X_test, group_test)
        log_report(X, group)
        logged = mlflow.sklearn.log_model(
            model,
            name="model",
            serialization_format="skops",  # no code in the file
            skops_trusted_types=fairpca.SKOPS_TRUSTED,
            signature=mlflow.models.infer_signature(X_test, model.transform(X_test)),
            pip_requirements=["fairpca"],
        )
    back = mlflow.sklearn.load_model(logged.model_uri)
    assert np.array_equal(back.transform(X_test), model.transform(X_test))
    kept = mlflow.get_run(run.info.run_id).data
    print(f"run {run.info.run_id}: {len(kept.params)} parameters, {len(kept.metrics)} measures")
    print(f"gap on held-out rows: {kept.metrics['gap']:.4f}")
    print(f"the model was loaded again from {logged.model_uri}")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
