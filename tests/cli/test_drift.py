# SPDX-License-Identifier: BSD-3-Clause
"""How groups moved since the fit, as `fairpca evaluate` tells it."""

import numpy as np
import pytest
from conftest import numeric_csv


def table(sizes, seed, moved=0.0):
    random = np.random.default_rng(seed)
    sex = [name for name, size in sizes.items() for _ in range(size)]
    x = random.normal(size=(len(sex), 3))
    x[: sizes["f"], 0] += moved
    lines = numeric_csv({f"x{j + 1}": x[:, j] for j in range(3)}).splitlines()
    lines[0] += ",sex"
    return (
        "\n".join([lines[0], *(f"{line},{s}" for line, s in zip(lines[1:], sex, strict=True))])
        + "\n"
    )


@pytest.fixture
def model(ok, write):
    write("then.csv", table({"f": 300, "m": 300, "x": 20}, 1))
    ok("fit", "then.csv", "--group", "sex", "-d", 1, "-o", "m.fpca")


def statements(ok, name):
    report = ok("evaluate", "m.fpca", name, "--measures", "gap", "--json").json
    return report["drift"]["statements"], report["drift"]


def test_rows_like_those_of_the_fit_show_no_change(ok, write, model):
    write("now.csv", table({"f": 300, "m": 300, "x": 20}, 2))
    found, drift = statements(ok, "now.csv")
    assert found and not any(one["seen"] for one in found)
    assert all(one["low"] <= 0 <= one["high"] for one in found)
    assert drift["errors_against"] == "training"
    text = ok("evaluate", "m.fpca", "now.csv", "--measures", "gap").stdout
    assert "no change is seen" in text and "optimistic" in text
    assert max(map(len, text.splitlines())) <= 80


def test_a_moved_share_and_a_moved_error_are_seen(ok, write, model):
    write("now.csv", table({"f": 500, "m": 100, "x": 20}, 3, moved=4))
    found, _ = statements(ok, "now.csv")
    seen = {(one["number"], one["group"]) for one in found if one["seen"]}
    assert ("share", "f") in seen and ("share", "m") in seen
    [share] = [one for one in found if one["number"] == "share" and one["group"] == "f"]
    assert share["then"] == pytest.approx(300 / 620) and share["now"] == pytest.approx(500 / 620)


def test_a_group_too_small_now_or_then_is_in_no_statement(ok, write, model):
    write("now.csv", table({"f": 300, "m": 300, "x": 3, "y": 40}, 4))
    found, _ = statements(ok, "now.csv")
    assert {one["group"] for one in found} == {"f", "m"}
