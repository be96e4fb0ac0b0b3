# SPDX-License-Identifier: BSD-3-Clause
"""Help, version and the generators."""

import re

import pytest
from conftest import ROOT, read_numbers

COMMANDS = [
    *("fit", "transform", "evaluate", "inspect", "methods"),
    *("moments", "path", "reproduce", "synth"),
]


def test_version_is_that_of_the_header(ok):
    header = (ROOT / "include/fairpca/version.h").read_text()
    [version] = re.findall(r'kVersion = "(.*)"', header)
    assert ok("--version").stdout.split() == ["fairpca", version]


def test_help_lists_every_command(ok):
    text = ok("--help").stdout
    for command in COMMANDS:
        assert command in text
    assert "Examples:" in text


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_has_help_with_examples(ok, command):
    text = ok(command, "--help").stdout
    assert "Examples:" in text
    assert f"fairpca {command}" in text


def test_help_of_fit_names_every_method_and_option(ok):
    text = ok("fit", "--help").stdout
    registry = ok("methods", "--json").json
    words = re.sub(r"\s+", " ", text)
    flags = set(re.findall(r"^ +(?:-\w,)?(--[a-z-]+)", text, re.MULTILINE))
    options = list(registry["shared_options"])
    for method in registry["methods"]:
        assert f"{method['id']}: {method['summary']}" in words
        options += method["options"]
    assert len(options) > 60
    for option in options:
        assert "--" + option["name"].replace("_", "-") in flags
        assert option["help"] in words
    roles = "group group-file label label-file weight weight-file drop categorical keep-protected"
    for name in [*roles.split(), "moments", "delimiter", "no-header", "na", "json", "output"]:
        assert f"--{name}" in flags


def test_every_listed_data_set_can_be_generated(ok, tmp_path):
    names = [line.split()[0] for line in ok("synth", "--list").stdout.splitlines()]
    assert len(names) >= 4
    for name in names:
        ok("synth", name, "-o", f"{name}.csv", "--seed", 3)
        header, numbers = read_numbers(tmp_path / f"{name}.csv")
        assert header[-1] == "group"
        assert set(numbers[:, -1]) == {0, 1}


def test_a_seed_repeats_the_numbers(ok):
    one, again, other = (
        ok("synth", "rfpca-toy", "--seed", seed, "-o", "-").stdout for seed in [1, 1, 2]
    )
    assert one == again != other
