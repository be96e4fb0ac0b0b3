# SPDX-License-Identifier: BSD-3-Clause
"""examples/mlflow_model.py runs as a user runs it, and what it logged is there."""

import os
import re
import subprocess
import sys

import pytest

mlflow = pytest.importorskip("mlflow", reason="mlflow is not installed (requirements-mlflow.txt)")


def test_the_example_logs_model_measures_and_report(root, tmp_path, monkeypatch):
    command = [sys.executable, root / "examples/mlflow_model.py", tmp_path]
    quiet = os.environ | {"MLFLOW_DISABLE_TELEMETRY": "true", "DO_NOT_TRACK": "true"}
    done = subprocess.run(command, capture_output=True, text=True, env=quiet, cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    run = re.search("run ([0-9a-f]{32}): ", done.stdout)[1]
    monkeypatch.setenv("MLFLOW_ALLOW_FILE_STORE", "true")
    monkeypatch.setenv("MLFLOW_DISABLE_TELEMETRY", "true")
    client = mlflow.MlflowClient((tmp_path / "runs").as_uri())
    kept = client.get_run(run).data
    assert kept.params["lam"] == "0.5"
    assert kept.metrics["gap"] == pytest.approx(abs(kept.metrics["gap.signed_difference"]))
    errors = [kept.metrics[f"reconstruction_error.{group}"] for group in "01"]
    assert kept.metrics["reconstruction_error.worst"] == pytest.approx(max(errors))
    [report] = client.list_artifacts(run)
    assert report.path == "report.html"
    assert "robust-fair-pca" in (tmp_path / f"runs/0/{run}/artifacts/report.html").read_text()


def test_its_requirements_are_those_of_the_tests(root):
    own, tested = (
        set((root / f"requirements-{name}.txt").read_text().splitlines()[1:])
        for name in ("mlflow", "dev")
    )
    assert own <= tested
