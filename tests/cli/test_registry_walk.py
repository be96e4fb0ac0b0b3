# SPDX-License-Identifier: BSD-3-Clause
"""Every option of every method: what it may be is decided before any file is looked at."""

import json
import math
import subprocess

import pytest
from conftest import PROGRAM, method_ids, registry

MOST_RUNS = 60  # of the program, for each method
BESIDE = {"tau": ["--estimator=u"]}  # the biased estimate is never 0
NOT_NUMBERS = ["nan", "inf", "", "text"]


def flag(option):
    return "--" + option["name"].replace("_", "-")


def counts(option):
    """Whole numbers that are allowed, and texts that are not, at the edges of the range."""
    least, most = option["range"]["least"], option["range"]["most"]
    good = [str(int(least)), str(int(most))]
    return good, [str(int(least) - 1), str(int(most) + 1), "1.5", *NOT_NUMBERS]


def numbers(option):
    edges = option["range"]
    good, bad = [], []
    for name, outwards in (("least", -math.inf), ("most", math.inf)):
        edge = edges[name]
        if edge is None:
            good.append(math.copysign(1e308, outwards))
        elif edges["excludes_" + name]:
            good.append(math.nextafter(edge, -outwards))
            bad.append(edge)
        else:
            good.append(edge)
            bad.append(math.nextafter(edge, outwards))
    return list(map(repr, good)), [*map(repr, bad), *NOT_NUMBERS]


def listed(option, good, bad):
    """The same as lists of one value; a list with a hole in it; an empty one, where it may be."""
    form = option["list"]
    hole = form["separator"].join([good[0], "", good[0]])
    if form["least_values"] > 1:  # they may have to fit each other
        good = [form["separator"].join(map(str, option["default"]))] if option["default"] else []
    if form["empty_word"]:
        good = [*good, form["empty_word"]]
    return good, [*bad, hole]


def values(option):
    """Texts the option takes, and texts it does not take."""
    words = option["words"][:1] + option["words"][-1:]
    match option["type"]:
        case "flag":
            return ["true", "false"], ["nan", "text", "2"]
        case "word":
            return words, ["nan", "", words[0] + "x"]
        case "words":
            return listed(option, words, ["nan", "", words[0] + "x"])
        case "number or word":
            good, bad = numbers(option)
            return [*words, *good], bad
        case "count":
            return counts(option)
        case "number":
            return numbers(option)
        case "counts":
            return listed(option, *counts(option))
        case "numbers":
            return listed(option, *numbers(option))
        case "dimensions":
            return ["1", "0.5", "1:8"], ["0", "-1", "1.5", "3:2", "0:2", *NOT_NUMBERS]
        case "seed":
            return ["0", str(2**64 - 1)], ["-1", str(2**64), "1.5", *NOT_NUMBERS]
        case "text":
            return ["text"], []
    raise AssertionError(f"{option['name']} is of the unknown type {option['type']}")


def needed(options, option):
    """What must be given together with an option for it to have an effect."""
    need = option["needs"]
    if need is None:
        return BESIDE.get(option["name"], [])
    other = next(one for one in options if one["name"] == need["option"])
    value = "0.5" if need["value"] == "> 0" else need["value"].split(" or ")[0]
    return [f"{flag(other)}={value}"]


def cases():
    """(method, option, arguments beside it) of every option; one that methods share, once."""
    known, found = registry(), []
    seen = set()
    for method in known["methods"]:
        for option in method["options"]:
            meaning = json.dumps([option[key] for key in ("name", "type", "allowed", "words")])
            if meaning not in seen:
                found.append((method["id"], option, needed(method["options"], option)))
            seen.add(meaning)
    for option in known["shared_options"]:  # only mixtures take a range of dimensions
        method = "mixture-ppca" if option["name"] == "dimensions" else "ppca"
        found.append((method, option, []))
    return found


def run_fit(method, option, value, beside):
    """The message of a fit of a table that does not exist."""
    given = [flag(option), value] if value == "" else [f"{flag(option)}={value}"]
    dimensions = [] if option["name"] == "dimensions" else ["-d", "1"]
    command = [PROGRAM, "fit", "nowhere.csv", "--method", method, "-o", "m", *dimensions]
    done = subprocess.run([*command, *beside, *given], capture_output=True, text=True)
    assert done.returncode == 2, (command, given, done.stdout, done.stderr)
    return done.stderr


@pytest.fixture(scope="module")
def walk():
    return cases()


def test_the_walk_is_not_too_long(walk):
    runs = sum(len(good) + len(bad) for good, bad in (values(option) for _, option, _ in walk))
    assert len(walk) > 40
    assert runs <= MOST_RUNS * len(method_ids())


def test_what_an_option_may_not_be_is_rejected_before_the_file_is_looked_at(walk):
    for method, option, beside in walk:
        for value in values(option)[1]:
            message = run_fit(method, option, value, beside)
            assert f"{flag(option)} must be " in message, (method, value, message)
            assert "nowhere.csv" not in message


def test_what_an_option_may_be_is_not_rejected(walk):
    for method, option, beside in walk:
        for value in values(option)[0]:
            message = run_fit(method, option, value, beside)
            assert "nowhere.csv" in message, (method, flag(option), value, message)


def test_options_that_do_not_go_together_are_rejected_before_the_file_is_looked_at(refused):
    fit = ["fit", "nowhere.csv", "-d", 1, "-o", "m", "--method"]
    refused(*fit, "pca", "--missing", "model", says=["no model of missing"])
    for method in registry()["methods"]:
        by_name = {option["name"]: option for option in method["options"]}
        for names in method["exclusive_options"]:
            pair = [f"{flag(by_name[name])}={values(by_name[name])[0][0]}" for name in names]
            refused(*fit, method["id"], *pair, says=["cannot be given together with"])
        for option in method["options"]:
            need = option["needs"] or {"option": None}
            other = by_name.get(need["option"])
            if other and str(other["default"]) not in [*need["value"].split(" or "), "0.5"]:
                given = f"{flag(option)}={values(option)[0][0]}"
                says = [f"{flag(option)} has an effect only with {flag(other)}"]
                refused(*fit, method["id"], given, says=says)


def test_the_registry_as_json_holds_what_the_text_shows(run):
    for method in registry()["methods"]:
        text = " ".join(run("methods", method["id"]).stdout.split())
        assert method["summary"] in text and f"fairpca.{method['python_name']}" in text
        for option in method["options"]:
            allowed = "default: off" if option["type"] == "flag" else option["allowed"]
            for shown in (flag(option), option["help"], allowed):
                assert shown in text
        for pair in method["exclusive_options"]:
            assert all("--" + name.replace("_", "-") in text for name in pair)
        [same] = json.loads(run("methods", method["id"], "--json").stdout)["methods"]
        assert same == method


def test_the_list_of_methods_says_what_each_is_for(run):
    text = run("methods").stdout
    lines = text.splitlines()
    assert max(map(len, lines)) <= 80
    for line, method in zip(lines[1:], registry()["methods"], strict=False):
        assert line.split()[:2] == [method["id"], method["fairness"]]
        assert line.endswith(method["brief"])
        needs = text.replace("\n  ", " ").partition(f"Needs {method['needs']}: ")[2]
        assert method["id"] in needs.splitlines()[0].split(", ")


def test_an_unknown_method_is_answered_with_the_nearest(refused):
    refused("methods", "fair-pcca", says=["'fair-pcca'", "fair-pca"])
