# SPDX-License-Identifier: BSD-3-Clause
"""Messages and tables stay short, printable and free of internal words, whatever users give."""

import json
import re
import subprocess
import zipfile
import zlib

import numpy as np
import pytest

from tests.cli.conftest import method_ids

INTERNAL = re.compile(
    r"json\.exception|symmetric\(|basic_string|std::|vector::|_M_|nlohmann|CLI11|stoi|stod"
)
MOST = 920  # 900 and the name of the program

# What a terminal obeys, what hides, what forges a line, and what is not text.
HOSTILE_NAMES = [
    "\x1b[2J",
    "two\nlines",
    "\r\x07\x08",
    "\u009b31m",
    "\u202edetrever",
    "\u2028",
    "\x7f",
]
LONG = "n" * 100_000

ROWS = [(i, i * i % 7, i % 5 * 1.5, "uv"[i % 2]) for i in range(40)]


def table(names=("a", "b", "c", "g"), level="u"):
    quoted = ['"' + name.replace('"', '""') + '"' for name in (*names, level)]
    lines = [",".join(quoted[:-1])]
    lines += [",".join([*map(str, row[:3]), quoted[-1] if row[3] == "u" else "v"]) for row in ROWS]
    return "\n".join(lines) + "\n"


def check(result):
    """Of whatever result: what is shown is harmless."""
    assert result.code in (0, 1, 2), result.stderr[-500:]
    for line in result.stderr.splitlines():
        assert line.startswith("fairpca: "), line[:200]
        assert len(line) <= MOST, line[:200]
        assert line.isprintable(), line
        assert not INTERNAL.search(line), line
    for line in result.stdout.split("\n"):
        assert line.isprintable(), line[:200]
        assert len(line) < 2000, line[:200]
    return result


@pytest.fixture
def shown(run):
    """run(...) whose messages and tables are checked."""
    return lambda *arguments, **options: check(run(*arguments, **options))


@pytest.fixture
def rejected(shown):
    """shown(...) with exit code 2 and one line on stderr that holds all of `says`."""

    def run_badly(*arguments, says, **options):
        result = shown(*arguments, **options)
        assert result.code == 2, (result.stdout, result.stderr)
        assert result.stdout == ""
        for text in says:
            assert text in result.stderr
        return result

    return run_badly


@pytest.mark.parametrize("name", HOSTILE_NAMES)
def test_control_characters_in_names_reach_no_terminal(shown, ok, write, name):
    data = write("t.csv", table((name, "b", "c", "g" + name), level=name))
    group = "g" + name
    fit = ["fit", data, "--group", group, "--method", "fair-pca"]
    assert shown(*fit, "-d", 1, "-o", "m").code == 0
    assert shown("inspect", "m").code == 0
    assert shown("evaluate", "m", data).code == 0
    assert shown("path", data, "--group", group, "-d", 1).code == 0
    assert shown("path", data, "--group", group, "-d", 1, "--min-group-size", 100).code == 0
    # Messages: names of columns, levels, files, values of options, commands, methods.
    for arguments in (
        ["fit", data, "--group", "g", "-d", 1, "-o", "m2"],
        ["fit", data, "--weight", name, "--drop", name, "-d", 1, "-o", "m2"],
        [*fit, "-d", name, "-o", "m2"],
        ["fit", data, "--method", name, "-d", 1, "-o", "m2"],
        ["fit", f"{name}.csv", "-d", 1, "-o", "m2"],
        ["fit", data, "-d", 1, "-o", f"nowhere/{name}"],
        ["inspect", name],
        ["transform", "m", write("u.csv", table(("x", "b", "c", "g"))), "-o", "z"],
        [name],
        ["fit", data, "-d", 1, "-o", "m2", f"--{name}"],
    ):
        assert shown(*arguments).code == 2
    # Data keep what they are.
    groups = ok(*fit, "-d", 1, "-o", "m", "--json").json["groups"]
    assert {group: name} in [one["levels"] for one in groups]


def test_long_names_are_cut_where_people_read_and_kept_in_data(shown, ok, write, tmp_path):
    data = write("t.csv", table((LONG, "b", "c", "g"), level=LONG))
    fit = ["fit", data, "--group", "g", "-d", 1, "-o", "m"]
    assert shown(*fit, "--min-group-size", 30).code == 0
    assert shown("inspect", "m").code == 0
    assert shown("evaluate", "m", data).code == 0
    assert shown("path", data, "--group", "g", "-d", 1).code == 0
    for arguments in (
        ["fit", data, "--group", LONG[:50_000], "-d", 1, "-o", "m"],
        ["fit", data, "-d", LONG, "-o", "m"],
        ["fit", data, "-d", 1, "--missing", LONG, "-o", "m"],
        ["fit", data, "-d", 1, "--threads", LONG, "-o", "m"],
        ["fit", data, "-d", 1, "--divide-by", LONG, "-o", "m"],
        ["fit", data, "--method", LONG, "-d", 1, "-o", "m"],
        ["fit", data, "-d", 1, "-o", "m", "--" + LONG],
        ["fit", data, "-d", 1, "-o", LONG],
        ["synth", LONG, "-o", "x.csv"],
        ["reproduce", LONG],
        ["transform", "m", write("u.csv", table(("x", "b", "c", "g"))), "-o", "z"],
        ["fit", write("e.csv", f"{LONG},b\n,1\n,2\n,3\n"), "-d", 1, "-o", "m"],
        ["fit", write("n.csv", f"{LONG},b\n1,1\nx,2\n3,3\n"), "-d", 1, "-o", "m"],
        [LONG],
    ):
        assert shown(*arguments).code == 2, arguments[0]
    assert ok(*fit, "--json").json["groups"][0]["name"] == LONG
    assert json.loads(ok("inspect", "m", "--json").stdout)["columns"][0]["name"] == LONG
    ok("transform", "m", data, "--what", "reconstruction", "-o", "z.csv")
    assert (tmp_path / "z.csv").read_text().startswith(LONG + ",")


@pytest.mark.parametrize("seed", [2**64, 10**30, -1, "1.5", "1e3", "seed", " 1"])
def test_a_seed_is_never_cut_to_another(rejected, write, seed):
    data = write("t.csv", table())
    says = ["--seed", "0 to 18446744073709551615"]
    rejected("fit", data, "-d", 1, "-o", "m", f"--seed={seed}", says=says)
    rejected("synth", "mbf-1", "-o", "x.csv", f"--seed={seed}", says=says)


@pytest.mark.parametrize("option", ["--seed", "--dimensions", "--group"])
def test_an_option_without_a_value_is_said_so(rejected, write, option):
    data = write("t.csv", table())
    rejected("fit", data, "-o", "m", option, says=[f"{option} needs a value"])
    rejected("fit", data, "-o", "m", f"{option}=", says=[f"{option} needs a value"])


def test_the_largest_seed_is_a_seed_of_its_own(ok):
    def draw(seed):
        return ok("synth", "mbf-1", "--seed", seed, "-o", "-").stdout

    assert draw(2**64 - 1) != draw(2**64 - 2)


@pytest.mark.parametrize("what", ["coordinates", "reconstruction"])
def test_transform_rejects_a_row_it_would_turn_into_infinity(rejected, ok, write, tmp_path, what):
    rng = np.random.default_rng(0)
    rows = "".join(",".join(map(str, row)) + "\n" for row in rng.normal(size=(30, 3)))
    ok("fit", write("t.csv", "a,b,c\n" + rows), "-d", 2, "-o", "m", "--divide-by", 1e-5)
    data = write("huge.csv", "a,b,c\n1,2,3\n1e308,-1e308,1e308\n")
    says = ["huge.csv: row 2", "inf", "largest", "leave the row out"]
    rejected("transform", "m", data, "--what", what, "-o", "z.csv", says=says)
    assert not (tmp_path / "z.csv").exists()
    done = rejected("transform", "m", data, "-o", "-", says=[*says, "'pc"])
    assert "inf" not in done.stdout


def test_numbers_that_overflow_once_divided_name_their_column(rejected, write):
    data = write("t.csv", table())
    for method in (["pca"], ["fair-pca", "--group", "g"], ["mixture-ppca"]):
        says = ["column 'a'", "scale of 1e-300", "largest double", "larger number"]
        fit = (
            ["fit", data, "--drop", "g", "--method"]
            if len(method) == 1
            else ["fit", data, "--method"]
        )
        rejected(*fit, *method, "-d", 1, "--divide-by", 1e-300, "-o", "m", says=says)


@pytest.mark.parametrize("form", [[], ["--json"]])
def test_a_lost_report_is_not_a_lost_model(ok, program, write, tmp_path, form):
    data = write("t.csv", table())
    arguments = ["fit", data, "--group", "g", "-d", "1", "-o", "m.fpca", *form]
    with open("/dev/full", "w") as full:
        done = subprocess.run(
            [program, *arguments], stdout=full, stderr=subprocess.PIPE, cwd=tmp_path, text=True
        )
    assert done.returncode == 2
    assert "No space left" in done.stderr
    assert "m.fpca was written and is whole, only its report is lost" in done.stderr
    ok("inspect", "m.fpca")
    with open("/dev/full", "w") as full:
        arguments = ["path", data, "--group", "g", "-d", "1", "-o", "f.csv", *form]
        done = subprocess.run(
            [program, *arguments], stdout=full, stderr=subprocess.PIPE, cwd=tmp_path, text=True
        )
    assert done.returncode == 2
    assert "f.csv was written" in done.stderr
    assert (tmp_path / "f.csv").read_text().startswith("front,")


def test_groups_that_are_all_missing_are_called_so(rejected, write):
    lines = "".join(f"{i},{i * i % 7},\n" for i in range(30))
    data = write("t.csv", "a,b,sex\n" + lines)
    done = rejected(
        *("fit", data, "--group", "sex", "--missing-group", "unconstrained"),
        *("--method", "fair-pca", "-d", 1, "-o", "m"),
        says=["every row lacks a level of 'sex'"],
    )
    assert "no protected column" not in done.stderr


OTHER_SOLVERS = [
    ("fair-pca", "eta", 0.5, "solver", "multiplicative-weights"),
    ("fair-pca", "iterate", "last", "solver", "multiplicative-weights"),
    ("robust-fair-pca", "retraction", "polar", "solver", "subgradient"),
    ("robust-fair-pca", "starts", 3, "solver", "subgradient"),
    ("robust-fair-pca", "steps", 3, "solver", "subgradient"),
    ("constrained-fair-pca", "formulation", "authors", "mu", "> 0"),
    ("mmd-fair-pca", "permutations", 99, "tau-level", "> 0"),
    ("mmd-fair-pca", "random-features", 10, "kernel", "random-features"),
    ("fair-mixture-ppca", "step", 0.5, "group-weights", "apstar"),
    ("fair-mixture-ppca", "k-min", 3, "group-weights", "apstar"),
    ("fair-mixture-ppca", "patience", 3, "group-weights", "apstar"),
    ("fair-mixture-ppca", "indicator", "weighted", "group-weights", "apstar"),
]


@pytest.mark.parametrize("method, option, value, needed, needed_value", OTHER_SOLVERS)
def test_an_option_of_another_solver_is_rejected(
    rejected, write, method, option, value, needed, needed_value
):
    data = write("t.csv", table())
    fit = ["fit", data, "--group", "g", "--method", method, "-d", 1, "-o", "m"]
    other = ["--group-weights", "bisection"] if needed == "group-weights" else []
    says = [f"--{option} has an effect only with --{needed} {needed_value}, and --{needed} is"]
    rejected(*fit, *other, f"--{option}", value, says=says)


def test_an_option_of_the_solver_chosen_is_accepted(shown, write):
    data = write("t.csv", table())
    fit = ["fit", data, "--group", "g", "-d", 1, "-o", "m"]
    for options in (
        ["--method", "fair-pca", "--solver", "multiplicative-weights", "--eta", 0.5],
        ["--method", "robust-fair-pca", "--solver", "subgradient", "--starts", 1, "--steps", 5],
        ["--method", "constrained-fair-pca", "--mu", 0.1, "--formulation", "authors"],
    ):
        assert shown(*fit, *options).code in (0, 1)


def test_exact_options_are_rejected_for_the_subgradient_solver(rejected, write):
    data = write("t.csv", table())
    for option, value in (("--tolerance", 1e-3), ("--max-iterations", 10)):
        rejected(
            *("fit", data, "--group", "g", "--method", "robust-fair-pca", "-d", 1, "-o", "m"),
            *("--solver", "subgradient", option, value),
            says=[f"{option} has an effect only with --solver exact", "--solver is subgradient"],
        )


@pytest.mark.parametrize("order", ["C", "F"])
def test_half_precision_numbers_are_numbers(ok, tmp_path, order):
    half = np.random.default_rng(1).normal(size=(5000, 4)).astype(np.float16)
    np.save(tmp_path / "half.npy", np.asarray(half, order=order))
    np.save(tmp_path / "double.npy", half.astype(np.float64))
    for extra in ([], ["--group", "x4", "--drop", "x3"]):
        outputs = []
        for name in ("half", "double"):
            fit = ["fit", f"{name}.npy", "-d", 1, "-o", f"{name}.fpca", "--min-group-size", 1]
            ok(*fit, *extra)
            outputs.append(ok("transform", f"{name}.fpca", f"{name}.npy", "-o", "-").stdout)
        assert outputs[0] == outputs[1]


@pytest.mark.parametrize(
    "old, new",
    [
        (b'"rows": 20', b'"rows": ""'),
        (b'"name": "a"', b'"name": 1  '),
        (b'"cells"', b'"cellz"'),
        (b'"label_column": null', b'"label_column": 1234'),
        (b'"protected_columns"', b'"protected_kolumns"'),
    ],
)
def test_damaged_moments_are_described_without_the_words_of_a_library(
    rejected, ok, write, tmp_path, old, new
):
    ok("moments", write("t.csv", table()), "--group", "g", "-o", "t.moments")
    meta = zipfile.ZipFile(tmp_path / "t.moments").read("meta.json")
    assert old in meta and len(old) == len(new)
    damaged = meta.replace(old, new, 1)

    def checksum(content):
        return zlib.crc32(content).to_bytes(4, "little")

    archive = (tmp_path / "t.moments").read_bytes().replace(meta, damaged)
    write("bad.moments", archive.replace(checksum(meta), checksum(damaged)))
    rejected(
        *("fit", "--moments", "bad.moments", "-d", 1, "-o", "m"),
        says=["bad.moments: damaged: "],
    )


VALUES = [
    "",
    "nan",
    "inf",
    "-1",
    "1e999",
    "9" * 400,
    "\x1b[2J\n",
    "x" * 100_000,
    "0",
    "--",
    "é\u202e",
]


@pytest.mark.parametrize("value", VALUES, ids=[repr(value)[:20] for value in VALUES])
def test_every_option_of_fit_survives_hostile_values(shown, ok, write, value):
    data = write("t.csv", table())
    helps = [ok("fit", "--help"), *(ok("fit", "--method", m, "--help") for m in method_ids())]
    help_text = "\n".join(one.stdout for one in helps)
    options = sorted(set(re.findall(r"^ +(?:-\w, )?(--[a-z-]+) ", help_text, re.MULTILINE)))
    assert len(options) > 50
    for option in {*options} - {"--help", "--output", "--json"}:
        shown("fit", data, "-d", 1, "-o", "m", f"{option}={value}")
    for method in ("fair-pca", "constrained-fair-pca", "mean-matching-pca", "robust-fair-pca"):
        fit = ["fit", data, "--group", "g", "--method", method, "-o", "m"]
        shown(*fit, "-d", value)
        for option in ("--tolerance", "--delta", "--mu", "--lambda", "--epsilon", "--eta"):
            shown(*fit, "-d", 1, f"{option}={value}")


@pytest.mark.parametrize("value", VALUES, ids=[repr(value)[:20] for value in VALUES])
def test_options_of_other_commands_survive_hostile_values(shown, ok, write, value):
    data = write("t.csv", table())
    ok("fit", data, "--group", "g", "-d", 1, "-o", "m")
    for command, options in {
        ("transform", "m", data, "-o", "z"): ["--what", "--keep", "--unseen", "--missing", "--na"],
        ("evaluate", "m", data): ["--group", "--center", "--combine", "--min-group-size"],
        ("path", data, "--group", "g", "-d", 1): ["--max-gap", "--lambdas", "--alpha"],
        ("path", data, "--group", "g", "-d", 2): ["--tolerance", "--max-points"],
        ("moments", data, "-o", "x"): ["--group", "--label", "--drop", "--delimiter"],
        ("synth", "mbf-1", "-o", "x.csv"): ["--rows", "--features", "--seed"],
    }.items():
        for option in options:
            shown(*command, f"{option}={value}")
