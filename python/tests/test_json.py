# SPDX-License-Identifier: BSD-3-Clause
"""The JSON of every result is the command line's."""

import json

import fairpca
import numpy as np
import pandas as pd
import pytest

COSTS = {"seconds", "peak_memory_bytes"}


def without_costs(report):
    return {name: value for name, value in report.items() if name not in COSTS}


@pytest.fixture
def files(tmp_path):
    X, group = fairpca.synthetic("rfpca-toy", random_state=0)
    frame = pd.DataFrame(X, columns=["x1", "x2"])
    frame.assign(group=group).to_csv(tmp_path / "rows.csv", index=False)
    return X, group


@pytest.mark.parametrize("method", fairpca.methods(), ids=lambda method: method.id)
def test_the_report_of_a_fit(files, command_line, method):
    X, group = files
    mixture = "mixture" in method.id
    options = ("--mixture-components", 1) if mixture else ()
    parameters = {"n_mixture_components": 1} if mixture else {}
    printed = command_line(
        *("fit", "rows.csv", "--method", method.id, "-d", 1, "--group", "group", *options),
        *("-o", "model.fpca", "--json"),
        codes=(0, 1),
    )
    estimator = getattr(fairpca, method.python_name)(1, **parameters)
    fitted = estimator.fit(X, sensitive_features=group)
    ours, theirs = without_costs(fitted.report_), without_costs(json.loads(printed))
    assert ours.keys() == theirs.keys()
    # The same messages, with settings as parameters here and as flags there.
    said, written = ours.pop("warnings"), theirs.pop("warnings")
    assert len(said) == len(written)
    assert not any("--" in text for text in said)
    assert ours == theirs
    assert fitted.report_.keys() >= COSTS
    if not np.isnan(fitted.optimality_gap_):
        assert fitted.report_["optimality_gap"] == fitted.optimality_gap_


def test_the_facts_of_a_model(files, command_line, tmp_path):
    X, group = files
    fitted = fairpca.FairPCA(1).fit(X, sensitive_features=group)
    fitted.save(tmp_path / "model.fpca")
    printed = json.loads(command_line("inspect", "model.fpca", "--json"))
    assert fitted.to_dict() == printed
    loaded = fairpca.load(tmp_path / "model.fpca")
    assert loaded.to_dict() == printed
    assert not hasattr(loaded, "report_")


def test_the_path(files, command_line):
    X, group = files
    printed = json.loads(
        command_line("path", "rows.csv", "-d", 1, "--group", "group", "--json", codes=(0, 1))
    )
    path = fairpca.fairness_path(X, 1, sensitive_features=group)
    assert without_costs(path.to_dict()) == without_costs(printed)
    assert without_costs(json.loads(path.to_json())) == without_costs(path.to_dict())
