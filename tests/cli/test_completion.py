# SPDX-License-Identifier: BSD-3-Clause
"""Completion, asked of the program and through the shells that are installed."""

import os
import re
import shutil
import subprocess

import pytest
from conftest import PROGRAM

BASH = """
source <("$0" completion bash)
COMP_WORDS=("${@}"); COMP_CWORD=$(($# - 1)); _fairpca
for reply in "${COMPREPLY[@]}"; do printf '%s\\n' "$reply"; done
"""
# The parts of zsh's own that the script calls show what they were given.
ZSH = """
compdef() { registered="$*" }
_describe() { print -l -- "${(@P)argv[-1]}" }
_files() { print FILES }
source <("$0" completion zsh)
[[ $registered == "_fairpca fairpca" ]] || exit 9
words=("$@"); CURRENT=$#
_fairpca
true
"""


@pytest.fixture
def asked(ok):
    """asked("fit", "--ce"): (kind, words) that fit where the last word is typed."""

    def ask(*words):
        kind, *lines = ok("completion", "--words", *words).stdout.splitlines()
        return kind, [line.partition("\t")[0] for line in lines]

    return ask


@pytest.fixture
def shell(tmp_path):
    """shell("bash", "fairpca", "fi"): what the shell offers."""
    path = f"{PROGRAM.parent}{os.pathsep}{os.environ['PATH']}"
    if PROGRAM.name != "fairpca":
        pytest.skip("the program has another name")

    def complete(name, *words):
        if shutil.which(name) is None:
            pytest.skip(f"{name} is not installed (.ci/install-packages test)")
        commands = {
            "bash": ["bash", "--norc", "-c", BASH, PROGRAM, *words],
            "zsh": ["zsh", "-f", "-c", ZSH, PROGRAM, *words],
            "fish": ["fish", "--no-config", "-c", 'source (fairpca completion fish | psub); '
                     'complete -C "$argv"', "--", *words],
        }  # fmt: skip
        done = subprocess.run(
            commands[name],
            capture_output=True,
            text=True,
            cwd=tmp_path,
            timeout=60,
            env=os.environ | {"PATH": path, "HOME": str(tmp_path)},
        )
        assert done.returncode == 0, done.stderr
        assert done.stderr == ""
        return done.stdout.splitlines()

    return complete


def test_commands_are_offered_in_the_order_of_the_help(asked, ok):
    kind, commands = asked("")
    assert kind == "words"
    text = ok("--help").stdout.partition("Examples:")[0]
    assert commands == re.findall(r"^  (\w+) +\w.*$", text, re.MULTILINE)
    assert commands[:3] == ["describe", "compare", "report"] and "completion" in commands
    assert asked("fi") == ("words", ["fit"])
    assert asked("--v") == ("words", ["--version"])
    assert asked("help", "tr") == ("words", ["transform"])


def test_options_are_those_that_the_command_has_and_are_not_given_yet(asked, ok):
    kind, options = asked("transform", "--")
    assert kind == "words"
    for option in options:
        assert option in ok("transform", "--help").stdout
    assert {"--output", "--keep", "--threads", "--help"} <= set(options)
    given = asked("transform", "-o", "out.csv", "--keep", "id", "--")[1]
    assert "--output" not in given and "--keep" in given


def test_behind_a_method_its_options_are_offered_and_no_others(asked, ok):
    methods = ok("methods", "--json").json["methods"]
    own = {m["id"]: {"--" + o["name"].replace("_", "-") for o in m["options"]} for m in methods}
    shared = set(asked("fit", "--")[1]) - own["pca"]  # the method where none is given
    assert "--method" in shared and "--lambda" not in shared
    for method, options in own.items():
        for given in (["--method", method], [f"--method={method}"]):
            offered = set(asked("fit", "data.csv", *given, "--")[1])
            assert offered == (shared - {"--method"}) | options


def test_words_of_an_option_are_offered_behind_it(asked, ok):
    ids = [method["id"] for method in ok("methods", "--json").json["methods"]]
    assert asked("fit", "--method", "") == ("words", ids)
    assert asked("methods", "mix") == ("words", ["mixture-ppca"])
    assert asked("fit", "--center", "") == ("words", ["overall", "group"])
    assert asked("fit", "--center=o") == ("words", ["--center=overall"])
    assert asked("fit", "--method", "robust-fair-pca", "--solver", "")[1] == [
        *("exact", "subgradient"),
    ]
    assert "repms" in asked("fit", "--method", "mmd-fair-pca", "--solver", "")[1]
    assert asked("fit", "--method", "mmd-fair-pca", "--bandwidth", "")[1] == ["authors", "median"]
    assert asked("completion", "") == ("words", ["bash", "zsh", "fish"])
    assert "rfpca-toy" in asked("synth", "")[1]
    assert asked("fit", "--seed", "") == ("words", [])


def test_files_are_asked_for_where_files_stand(asked):
    for words in (["fit", ""], ["transform", "m.fpca", ""], ["fit", "-o", ""], ["inspect", ""]):
        assert asked(*words) == ("files", [])
    assert asked("inspect", "m.fpca", "") == ("words", [])
    assert asked("nowhere", "") == ("words", [])


def test_columns_are_those_of_the_table_on_the_line(asked, people, write):
    columns = ["age", "income", "score", "city", "sex", "paid"]
    for option in ("--group", "--label", "--drop", "--features", "--categorical", "--weight"):
        assert asked("fit", people, option, "") == ("words", columns)
    assert asked("fit", people, "--drop", "age", "s") == ("words", ["score", "sex"])
    assert asked("fit", people, "--drop", "age", "--group=s")[1] == ["--group=score", "--group=sex"]
    assert asked("fit", "--group", "") == ("words", [])  # no table yet
    other = write("other.csv.gz", "capital gain;sex\n1;2\n3;4\n")
    assert asked("fit", other, "--delimiter", ";", "--drop", "c") == ("words", ["capital gain"])
    assert asked("fit", write("empty.csv", ""), "--drop", "") == ("words", [])
    assert asked("fit", "nowhere.csv", "--drop", "") == ("words", [])


def test_another_shell_is_rejected_with_those_there_are(refused):
    refused("completion", "tcsh", says=["SHELL must be bash | zsh | fish, got 'tcsh'"])
    refused("completion", says=["SHELL is required"])


@pytest.mark.parametrize("name", ["bash", "zsh", "fish"])
def test_the_script_has_no_mistake_of_syntax(ok, name, tmp_path):
    if shutil.which(name) is None:
        pytest.skip(f"{name} is not installed (.ci/install-packages test)")
    (tmp_path / "script").write_text(ok("completion", name).stdout)
    done = subprocess.run([name, "-n", tmp_path / "script"], capture_output=True, text=True)
    assert (done.returncode, done.stderr) == (0, "")


def test_bash_offers_what_fits(shell, people):
    assert shell("bash", "fairpca", "fi") == ["fit"]
    assert shell("bash", "fairpca", "fit", "--method", "rob") == ["robust-fair-pca"]
    assert shell("bash", "fairpca", "fit", "--center", "=", "o") == ["overall"]
    assert shell("bash", "fairpca", "fit", "--center", "=") == ["overall", "group"]
    assert shell("bash", "fairpca", "fit", "peo") == ["people.csv"]
    assert shell("bash", "fairpca", "fit", "people.csv", "--group", "se") == ["sex"]
    assert "--lambda" in shell("bash", "fairpca", "fit", "--method", "robust-fair-pca", "--l")


def test_bash_quotes_names_of_columns(shell, write):
    write("odd.csv", "capital gain,it's\n1,2\n3,4\n")
    offered = shell("bash", "fairpca", "fit", "odd.csv", "--drop", "")
    assert offered == ["capital\\ gain", "it\\'s"]


def test_zsh_offers_what_fits(shell, people):
    [line] = shell("zsh", "fairpca", "fi")
    assert line.startswith("fit:Fit ")
    assert shell("zsh", "fairpca", "fit", "") == ["FILES"]
    assert shell("zsh", "fairpca", "fit", "people.csv", "--group", "se") == ["sex:"]


def test_fish_offers_what_fits(shell, people):
    [line] = shell("fish", "fairpca fi")
    assert line.startswith("fit\tFit ")
    assert shell("fish", "fairpca fit peo") == ["people.csv"]
    assert shell("fish", "fairpca fit people.csv --group se") == ["sex"]
    assert shell("fish", "fairpca fit --center=o") == ["--center=overall"]
