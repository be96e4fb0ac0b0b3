# SPDX-License-Identifier: BSD-3-Clause
"""Help in layers, version and the generators."""

import json
import re
import subprocess

import pytest
from conftest import PROGRAM, ROOT, read_numbers

COMMANDS = [
    *("describe", "compare", "report", "fit", "path", "transform", "evaluate", "verify"),
    *("inspect", "export", "methods", "measures", "moments", "synth", "reproduce", "completion"),
]
FLAG = re.compile(r"^  (?:-\w, )?(--[a-z-]+)", re.MULTILINE)
METHODS = json.loads(
    subprocess.run([PROGRAM, "methods", "--json"], capture_output=True, check=True).stdout
)["methods"]
IDS = [method["id"] for method in METHODS]


def flag(option):
    return "--" + option["name"].replace("_", "-")


def words_of(text):
    """The text without the breaks of its lines."""
    return re.sub(r"\s+", " ", text)


def assert_fits(text, lines):
    assert len(text.splitlines()) <= lines
    assert max(map(len, text.splitlines())) <= 80
    assert text.endswith("\n") and "\n\n\n" not in text
    assert not re.search(r"[ \t]$", text, re.MULTILINE)


def test_version_is_that_of_the_header(ok):
    header = (ROOT / "include/fairpca/version.h").read_text()
    [version] = re.findall(r'kVersion = "(.*)"', header)
    assert ok("--version").stdout.split() == ["fairpca", version]


def test_the_program_alone_shows_how_to_begin(ok):
    result = ok()
    assert_fits(result.stdout, 24)
    assert result.stderr == ""
    begun = re.findall(r"^ +fairpca (\w+) ", result.stdout, re.MULTILINE)
    assert begun == ["describe", "fit", "transform"]


def test_how_to_begin_works_as_it_is_printed(ok, people, tmp_path):
    people.rename(tmp_path / "data.csv")
    text = ok().stdout.replace("\\\n", "")
    lines = re.findall(r"^ +fairpca (.*)$", text, re.MULTILINE)
    assert len(lines) == 3
    for line in lines:
        ok(*line.replace("-d 5", "-d 2").split())
    assert (tmp_path / "components.csv").exists()


def test_help_lists_the_commands_in_the_order_people_need_them(ok):
    text = ok("--help").stdout
    assert_fits(text, 40)
    lines = re.findall(r"^  (\w+) +\w.*$", text.partition("Examples:")[0], re.MULTILINE)
    assert lines == COMMANDS
    assert 2 <= len(re.findall(r"^  fairpca ", text, re.MULTILINE)) <= 3
    assert ok("-h").stdout == ok("help").stdout == text


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_has_help_with_examples_that_fits_a_page(ok, command):
    text = ok(command, "--help").stdout
    assert_fits(text, 80)
    assert "Examples:" in text
    assert f"Usage: fairpca {command} " in text
    assert ok(command, "-h").stdout == ok("help", command).stdout == text


def test_help_of_fit_lists_the_methods_and_what_all_of_them_share(ok):
    text = ok("fit", "--help").stdout
    shared = ok("methods", "--json").json["shared_options"]
    flags = FLAG.findall(text)
    assert len(flags) == len(set(flags))
    for method in METHODS:
        line = rf"^  {method['id']} +{method['fairness']} +{re.escape(method['brief'])}$"
        assert re.search(line, text, re.MULTILINE)
    for option in shared:
        assert flag(option) in flags
        assert option["help"] in words_of(text)
    own = {flag(option) for method in METHODS for option in method["options"]}
    assert not own & set(flags)
    roles = "group group-file label label-file weight weight-file drop categorical keep-protected"
    for name in [*roles.split(), "features", "moments", "delimiter", "no-header", "na", "output"]:
        assert f"--{name}" in flags
    assert flags.index("--group") < flags.index("--seed")


@pytest.mark.parametrize("method", METHODS, ids=IDS)
def test_help_of_a_method_shows_its_options_alone(ok, method):
    text = ok("methods", method["id"]).stdout
    assert_fits(text, 80)
    words = words_of(text)
    options = text.partition("Options of")[2].partition("Example:")[0]
    assert FLAG.findall(options) == [flag(option) for option in method["options"]]
    for option in method["options"]:
        assert option["help"] in words
        assert option["type"] == "flag" or option["allowed"] in words
    for field in ("summary", "problem", "paper", "fairness", "needs"):
        assert method[field] and method[field] in words
    assert f"Usage: fairpca fit DATA --method {method['id']} " in text
    for asked in (
        ["fit", "--method", method["id"], "--help"],
        ["fit", f"--method={method['id']}", "-d", "0", "--nowhere", "-h"],
        ["help", method["id"]],
    ):
        assert ok(*asked).stdout == text


@pytest.mark.parametrize("method", METHODS, ids=IDS)
def test_the_example_of_a_method_is_a_command_that_runs(ok, run, method, people, tmp_path):
    people.rename(tmp_path / "data.csv")
    text = ok("methods", method["id"]).stdout.partition("Example:\n")[2]
    line = text.replace("\\\n", "").splitlines()[0]
    arguments = line.removeprefix("  fairpca ").replace("-d 5", "-d 2").replace("1:8", "1:2")
    arguments = arguments.replace("-k 5", "-k 2").replace("1:10", "1:2")
    result = run(*arguments.split(), "--drop", "paid")
    assert result.code in (0, 1), result.stderr  # 1: a tolerance was not met
    assert (tmp_path / "model.fpca").exists()


def test_the_json_of_a_method_names_its_problem_paper_and_example(ok):
    for method in METHODS:
        assert 40 < len(method["problem"]) < 300
        assert re.search(r"\((19|20)\d\d\): \w", method["paper"])
        assert method["example"]["method"] == method["id"]
        assert ("group" in method["example"]) == (method["min_groups"] > 0)
        assert len(method["brief"]) <= 40


def test_help_of_an_unknown_method_or_command_names_the_right_one(refused):
    refused("fit", "--method", "rfpca", "--help", says=["robust-fair-pca"])
    refused("help", "train", says=["did you mean fit?"])


def test_help_that_is_a_value_is_not_help(refused):
    refused("fit", "nowhere.csv", "--na", "-h", "-d", 2, "-o", "m", says=["nowhere.csv"])


def test_ranges_are_in_words_of_people(ok, refused):
    text = ok("methods", "fair-pca").stdout
    assert "1000000000" not in text
    assert "(a whole number >= 1; default: 1000)" in words_of(text)
    fit = ["fit", "nowhere.csv", "-d", 1, "-o", "m", "--method"]
    most = "a whole number >= 1 and at most 1000000000, got '1000000001'"
    refused(*fit, "fair-pca", "--max-iterations", 0, says=["must be a whole number >= 1, got"])
    refused(*fit, "fair-pca", "--max-iterations", 1000000001, says=[most])
    says = ["--delta must be a finite number >= 0, got '1e400'"]
    refused(*fit, "constrained-fair-pca", "--delta", "1e400", says=says)


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
