# SPDX-License-Identifier: BSD-3-Clause
"""What newcomers type: each answered on one line with the right spelling."""

import json
import subprocess

import pytest
from conftest import PROGRAM

REGISTRY = json.loads(
    subprocess.run([PROGRAM, "methods", "--json"], capture_output=True, check=True).stdout
)
METHODS = REGISTRY["methods"]

MEANT = {
    "--group": [
        *("--groups", "--Group", "--protected", "--sensitive", "--sensitive-features", "--gruop"),
        *("--sensitive_features", "--protected-attribute", "-g", "-group"),
    ],
    "-d/--dimensions": [
        *("--n-components", "--n_components", "--dims", "--dim", "-dims", "--components", "-n"),
    ],
    "-o/--output": ["--output_file", "--out", "--outfile", "--save", "-output"],
    "--label": ["--target", "--y", "-y", "--labels"],
    "--method": ["--algorithm", "--algo", "-m", "--methd"],
    "--standardize": ["--scale", "--normalize", "--standardise", "--standardise=true"],
    "--keep-protected": ["--keep_protected"],
    "--min-group-size": ["--min_group_size", "--min-group-siz"],
    "--seed": ["--random_state", "--random-state"],
    "--threads": ["--n_jobs", "--jobs"],
    "--delimiter": ["--sep"],
    "--features": ["--columns", "--feature"],
    "--max-iterations": ["--max-iter", "--max_iterations"],
    "--lambda": ["--lam", "--lamda"],
}


def refused_on_one_line(refused, *arguments, says):
    result = refused(*arguments, says=says)
    assert len(result.stderr.splitlines()) == 1
    return result.stderr


@pytest.mark.parametrize("typed, meant", [(one, right) for right in MEANT for one in MEANT[right]])
def test_an_option_is_answered_with_the_one_that_is_meant(refused, typed, meant):
    says = ["fit has no option", typed.partition("=")[0], f"did you mean {meant}"]
    refused_on_one_line(refused, "fit", "data.csv", typed, "sex", says=says)


def test_an_option_that_is_like_none_is_answered_with_the_help(refused):
    refused_on_one_line(refused, "inspect", "m.fpca", "--zzzzzz", says=["`fairpca inspect --help`"])


def test_a_table_given_as_an_option_is_answered_with_its_place(refused):
    for typed in ("--data", "--input", "--file"):
        says = ["without an option: fairpca fit DATA"]
        refused_on_one_line(refused, "fit", typed, "data.csv", "-d", 2, "-o", "m", says=says)


def test_the_letter_of_mixtures_is_not_that_of_dimensions(refused):
    says = ["-d/--dimensions", "-k is the number of mixture components of mixture-ppca"]
    for method in ([], ["--method", "pca"], ["--method", "fair-pca"]):
        for dimensions in ([], ["-d", 2]):
            refused("fit", "data.csv", "-k", 3, *dimensions, *method, "-o", "m", says=says)
    fit = ["fit", "data.csv", "--method", "mixture-ppca", "-k", 3, "-o", "m"]
    refused(*fit, says=["-d/--dimensions is required"])
    refused("path", "data.csv", "-k", 3, says=["did you mean -d/--dimensions?"])


@pytest.mark.parametrize(
    "typed, meant",
    [
        *((name, "fair-pca") for name in ("fairpca", "fair_pca", "FairPCA", "Fair-PCA")),
        *(("mppca", "mixture-ppca"), ("rfpca", "robust-fair-pca"), ("mbfpca", "mmd-fair-pca")),
        *(
            ("fpca", "fair-pca or constrained-fair-pca"),
            ("PCA", "pca"),
            ("MixturePPCA", "mixture-"),
        ),
        *(("frmppca", "fair-mixture-ppca"), ("fair-pcaa", "fair-pca"), ("mmd", "mmd-fair-pca")),
    ],
)
def test_a_method_is_answered_with_the_one_that_is_meant(refused, typed, meant):
    says = [f"no method is called '{typed}'", f"did you mean {meant}"]
    for command in (
        ["fit", "data.csv", "-d", 2, "-o", "m", "--method", typed],
        ["methods", typed],
        ["fit", "--method", typed, "--help"],
    ):
        refused_on_one_line(refused, *command, says=says)


@pytest.mark.parametrize(
    "typed, meant",
    [
        *(("train", "fit"), ("predict", "transform"), ("apply", "transform"), ("Fit", "fit")),
        *(("project", "transform"), ("test", "evaluate"), ("fti", "fit"), ("summary", "describe")),
        *(("trasform", "transform"), ("list", "methods"), ("show", "inspect")),
    ],
)
def test_a_command_is_answered_with_the_one_that_is_meant(refused, typed, meant):
    says = [f"there is no command '{typed}'", f"did you mean {meant}"]
    refused_on_one_line(refused, typed, "data.csv", says=says)


def test_a_table_in_place_of_a_command_is_answered_with_how_to_begin(refused, people):
    refused_on_one_line(refused, people, says=["begin with `fairpca describe ", "people.csv`"])
    refused_on_one_line(refused, "--group", "sex", says=["options follow the command"])


def test_an_option_of_other_commands_is_answered_with_their_names(refused):
    transform = ["transform", "m.fpca", "data.csv", "-o", "out.csv"]
    says = ["--standardize is an option of compare, fit, path; transform takes it from the model"]
    refused_on_one_line(refused, *transform, "--standardize", says=says)
    refused_on_one_line(refused, *transform, "--scale", says=says)
    says = ["--group is an option of ", "transform takes the columns of the model"]
    refused_on_one_line(refused, *transform, "--group", "sex", says=says)
    says = ["--keep is an option of transform, export; fit has no such option"]
    refused_on_one_line(refused, "fit", "data.csv", "--keep", "id", says=says)


def test_every_option_of_another_method_is_rejected_with_the_methods_that_have_it(refused):
    having = {}
    for method in METHODS:
        for option in method["options"]:
            having.setdefault(option["name"], []).append(method["id"])
    for name, ids in having.items():
        flag = "--" + name.replace("_", "-")
        other = next(one["id"] for one in METHODS if one["options"] and one["id"] not in ids)
        for given, used in (["--method", other], other), ([], "pca, the default"):
            if not given and "pca" in ids:
                continue
            fit = ["fit", "nowhere.csv", "-d", 1, "-o", "m", *given, f"{flag}=1"]
            if name == "mixture_components":
                refused_on_one_line(refused, *fit, says=["-k", ", ".join(ids), "-d/--dimensions"])
                continue
            says = [f"{flag} belongs to {', '.join(ids)}; this fit uses {used}"]
            refused_on_one_line(refused, *fit, says=says)


def test_values_that_look_like_options_are_still_values(refused):
    for given in (["--drop", "--groups"], ["--drop=--groups"], ["--na", "-x"]):
        refused("fit", "nowhere.csv", "-d", 1, "-o", "m", *given, says=["nowhere.csv"])


def test_everything_is_the_same_in_a_small_terminal_and_in_a_pipe(ok):
    small = {"COLUMNS": "40", "LINES": "10", "TERM": "xterm"}
    assert ok("fit", "--help", env=small).stdout == ok("fit", "--help").stdout
