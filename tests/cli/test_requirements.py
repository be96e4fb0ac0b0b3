# SPDX-License-Identifier: BSD-3-Clause
"""`fairpca evaluate --require`: a gate for continuous integration."""

import xml.etree.ElementTree as ElementTree

import numpy as np
import pytest
from conftest import numeric_csv


@pytest.fixture
def model(ok, write):
    random = np.random.default_rng(5)
    x = random.normal(size=(240, 3))
    sex = ["Female"] * 120 + ["Male"] * 116 + ['<&"x'] * 4
    x[:120, 0] *= 2
    lines = numeric_csv({f"x{j + 1}": x[:, j] for j in range(3)}).splitlines()
    lines[0] += ",sex"
    for i, name in enumerate(sex):
        lines[i + 1] += ',"' + name.replace('"', '""') + '"'
    write("data.csv", "\n".join(lines) + "\n")
    ok("fit", "data.csv", "--group", "sex", "-d", 1, "-o", "m.fpca")
    return ["evaluate", "m.fpca", "data.csv", "--measures", "gap"]


def test_a_kept_rule_passes_and_a_broken_one_fails_with_value_and_limit(run, model):
    assert run(*model, "--require", "gap<=1e9").code == 0
    result = run(*model, "--require", "gap<=1e-9", "--require", "gap>=0", "--json")
    assert result.code == 1
    [line] = [line for line in result.stderr.splitlines() if "broken rule" in line]
    gap = next(one for one in result.json["measures"] if one["measure"] == "gap")["value"]
    assert f"{gap:.6g}" in line and "1e-09" in line and "'gap<=1e-9'" in line
    assert [one["met"] for one in result.json["requirements"]] == [False, True]


def test_each_broken_rule_has_a_line(run, model):
    result = run(*model, "--require", "gap<0", "--require", "loss[Female]<0")
    assert result.code == 1
    assert len([line for line in result.stderr.splitlines() if "broken rule" in line]) == 2


def test_a_rule_on_a_withheld_or_missing_number_is_broken(run, model):
    for rule in ('reconstruction_error[<&"x]<=1e9', "accuracy>=0", "log_likelihood>=-1e9"):
        result = run(*model, "--require", rule)
        assert result.code == 1, rule
        assert "there is no such number" in result.stderr


def test_rules_name_a_measure_and_a_group(refused, model):
    refused(*model, "--require", "gab<=1", says=["'gab'", "did you mean gap"])
    refused(*model, "--require", "gap", says=["not a rule", "NAME <= NUMBER"])
    refused(*model, "--require", "loss[female]<=1", says=["'female'", "'Female'"])


def test_an_unknown_measure_is_rejected_before_the_table_is_read(refused, model):
    refused("evaluate", "m.fpca", "absent.csv", "--require", "gab<=1", says=["did you mean gap"])


def test_junit_has_a_case_for_each_rule_escaped(run, model, tmp_path):
    rules = ["gap<=1e9", "gap<=1e-9", 'loss[<&"x]<=1']
    result = run(*model, "--junit", "gate.xml", *(w for r in rules for w in ("--require", r)))
    assert result.code == 1
    suite = ElementTree.parse(tmp_path / "gate.xml").getroot()
    assert suite.tag == "testsuite"
    assert (suite.get("tests"), suite.get("failures")) == ("3", "2")
    assert [case.get("name") for case in suite] == rules
    assert [len(case) for case in suite] == [0, 1, 1]
    assert "the limit" in suite[1][0].get("message")


def test_junit_needs_rules_and_a_place(refused, model):
    refused(*model, "--junit", "gate.xml", says=["--junit", "--require"])
    refused(*model, "--require", "gap<=1", "--junit", "no/gate.xml", says=["no/gate.xml"])
