# SPDX-License-Identifier: BSD-3-Clause
"""Columns whose names look like options come back as they were typed."""

import pytest
from conftest import read_csv

ODD = ["--drop me", "x (--drop me)", "--missing drop-row", "it's [missing=mean] {place}"]


def table(name, group="g", cell="3"):
    rows = [[str(i), str(i * i % 7), "uv"[i % 2]] for i in range(30)]
    rows[4][0] = cell
    return "\n".join([f"{name},b,{group}", *(",".join(row) for row in rows)]) + "\n"


@pytest.mark.parametrize("name", ODD)
def test_a_feature_comes_back_in_errors(refused, write, name):
    data = write("t.csv", table(name, cell=""))
    fit = ["fit", data, "--group", "g", "-d", 1, "-o", "m"]
    refused(*fit, says=[f"row 5, column '{name}'", "--missing drop-row leaves its row out"])
    refused(*fit, f"--label={name}x", says=[f"'{name}x'", f"'{name}'"])


def test_advice_about_a_column_can_be_pasted_into_a_shell(refused, ok, write):
    data = write("t.csv", table("--drop me", cell="1e300"))
    fit = ["fit", data, "--group", "g", "-d", 1, "-o", "m"]
    refused(*fit, says=["column '--drop me'", "--drop='--drop me'"])
    ok(*fit, "--drop=--drop me")
    data = write("t.csv", table("x (--drop me)", cell="1e300"))
    refused(*fit, says=["--drop 'x (--drop me)'"])


@pytest.mark.parametrize("name", ODD)
def test_a_group_comes_back_in_json_and_errors(ok, refused, write, name):
    data = write("t.csv", table("a", group=name))
    fit = ["fit", data, f"--group={name}", "-d", 1, "-o", "m"]
    groups = ok(*fit, "--json").json["groups"]
    assert [group["levels"] for group in groups] == [{name: "u"}, {name: "v"}]
    assert [group["levels"] for group in ok("evaluate", "m", data, "--json").json["groups"]] == [
        {name: "u"},
        {name: "v"},
    ]
    refused(*fit, f"--label={name}", says=[f"'{name}'"])
    refused("evaluate", "m", write("u.csv", table("a")), says=[f"'{name}'"])


@pytest.mark.parametrize("name", ODD)
def test_a_column_comes_back_in_the_output_of_transform(ok, write, tmp_path, name):
    data = write("t.csv", table(name))
    ok("fit", data, "--group", "g", "-d", 1, "-o", "m")
    ok("transform", "m", data, f"--keep={name}", "--what", "reconstruction", "-o", "z.csv")
    header, rows = read_csv(tmp_path / "z.csv")
    assert header == [name, name, "b"]
    assert rows[4][0] == "3"
    columns = ok("inspect", "m", "--json").json["columns"]
    assert columns[0]["name"] == name
