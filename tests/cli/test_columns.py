# SPDX-License-Identifier: BSD-3-Clause
"""Choosing columns, and what people get wrong about the tables they name."""

import io
import zipfile

import numpy as np
import pytest
from conftest import read_csv

OUT = ("-d", "1", "-o", "model.fpca")

RAW = """id,first seen,sex,age,score,prior,note,prior,paid
1,2013-08-14 05:41:20,F,31,4,1,,2,2013-08-14
2,,M,45,7,0,,1,
3,2014-01-02 23:10:00,F,22,1,3,,0,2014-05-01
4,2014-03-02 00:10:00,M,53,9,2,,5,2014-05-02
"""


@pytest.fixture
def raw(write):
    return write("raw.csv", RAW)


def columns(ok, *arguments):
    """The features of a model fitted so."""
    ok("fit", *arguments, *OUT)
    return [column["name"] for column in ok("inspect", "model.fpca", "--json").json["columns"]]


def test_features_names_the_columns_to_use_in_the_order_of_the_table(ok, raw):
    assert columns(ok, raw, "--features", "score", "--features", "age") == ["age", "score"]
    assert columns(ok, raw, "--group", "sex", "--features", "score", "age") == ["age", "score"]


def test_patterns_choose_and_drop_several_columns(ok, raw):
    assert columns(ok, raw, "--features", "prior*", "a?e") == ["age", "prior", "prior.1"]
    chosen = ["--features", "*", "--drop", "*s*e*", "note", "paid", "id"]
    assert columns(ok, raw, *chosen) == ["age", "prior", "prior.1"]
    dropped = ["--drop", "id", "f*", "note", "paid", "--group", "sex"]
    assert columns(ok, raw, *dropped) == ["age", "score", "prior", "prior.1"]


def test_columns_of_an_npy_file_are_chosen_by_their_numbers(ok, tmp_path):
    np.save(tmp_path / "rows.npy", np.random.default_rng(1).normal(size=(30, 12)))
    assert columns(ok, "rows.npy", "--features", "x1*") == ["x1", "x10", "x11", "x12"]


def test_every_command_that_drops_columns_chooses_them(ok, raw):
    ok("moments", raw, "--group", "sex", "--features", "a*", "--features", "score", "-o", "m")
    ok("fit", "--moments", "m", "--group", "sex", *OUT)
    assert ok("inspect", "model.fpca", "--json").json["columns"][0]["name"] == "age"
    ok("path", raw, "--group", "sex", "--features", "age", "score", "-d", "1", "--json")


def test_a_pattern_that_matches_nothing_is_refused_with_the_nearest_names(refused, raw):
    for option in ("--features", "--drop"):
        refused("fit", raw, option, "prir*", *OUT, says=["'prir*'", "no column matches", "'prior'"])


def test_a_protected_column_is_no_feature_unless_kept(ok, refused, raw):
    named = [raw, "--group", "sex", "--features", "sex", "age"]
    refused("fit", *named, *OUT, says=["'sex'", "--keep-protected"])
    assert columns(ok, *named, "--keep-protected") == ["sex", "age"]
    assert columns(ok, raw, "--group", "sex", "--features", "*e*", "--drop", "f*", "note") == [
        "age",
        "score",
    ]


def test_features_cannot_be_chosen_of_moments(ok, refused, raw):
    ok("moments", raw, "--features", "a*", "-o", "m")
    refused("fit", "--moments", "m", "--features", "age", *OUT, says=["--features", "--moments"])


def test_repeated_names_are_numbered_with_one_warning_in_every_command(ok, raw):
    chosen = ["--group", "sex", "--features", "age", "prior*"]
    fitted = ok("fit", raw, *chosen, *OUT, "--json")
    assert fitted.stderr.count("'prior.1' (column 8)") == 1
    assert "prior.1" in fitted.json["warnings"][0]
    evaluated = ok("evaluate", "model.fpca", raw, "--json", "--min-group-size", "0")
    assert "prior.1" in evaluated.json["warnings"][0]
    assert ok("path", raw, *chosen, "-d", "1").stderr.count("prior.1") == 1
    moved = ok("transform", "model.fpca", raw, "--keep", "prior.1", "-o", "out.csv")
    assert moved.stderr.count("warning") == 1
    summed = ok("moments", raw, "--features", "prior.1", "-o", "m")
    assert summed.stderr.count("warning") == 1


def test_a_renamed_column_is_read_from_its_own_place(ok, raw, tmp_path):
    ok("fit", raw, "--features", "age", *OUT)
    ok("transform", "model.fpca", raw, "--keep", "prior", "prior.1", "-o", "out.csv")
    header, rows = read_csv(tmp_path / "out.csv")
    assert header[:2] == ["prior", "prior.1"]
    assert [row[1] for row in rows] == ["2", "1", "0", "5"]


def test_all_columns_that_cannot_be_used_are_named_at_once(ok, refused, raw):
    result = refused("fit", raw, "--group", "sex", *OUT, says=["'note'", "dates or times"])
    start = result.stderr.index("--drop 'first seen'")
    end = result.stderr.index(";", start)
    assert result.stderr[start:end] == "--drop 'first seen' --drop note --drop paid"
    assert "--categorical 'first seen'" in result.stderr
    drops = ["--drop", "first seen", "--drop", "note", "--drop", "paid"]
    assert "id" in columns(ok, raw, "--group", "sex", *drops)


def test_a_column_of_dates_may_be_used_as_categories(ok, write):
    data = write("d.csv", "x,y,d\n1,2,2013-08-14\n2,1,2013-08-15\n3,5,2013-08-14\n")
    assert columns(ok, data, "--categorical", "d") == ["x", "y", "d"]


def test_a_missing_number_is_refused_with_what_can_be_done(refused, write):
    data = write("m.csv", "a,b\n1,2\n,3\n4,5\n")
    refused("fit", data, *OUT, says=["row 2", "--missing mean", "--missing drop-row"])


def test_names_in_other_case_are_all_answered_with_the_right_ones(refused, raw):
    says = ["did you mean 'sex'?", "did you mean 'score'?"]
    refused("fit", raw, "--group", "Sex", "--label", "Score", *OUT, says=says)
    refused("fit", raw, "--group", "SEX", *OUT, says=["'SEX'", "did you mean 'sex'?"])


@pytest.mark.parametrize(
    ("sign", "spelled"), [(";", "--delimiter ';'"), ("\t", "--delimiter tab"), ("|", "'|'")]
)
def test_a_file_of_another_delimiter_is_refused_with_the_option_to_paste(
    ok, refused, write, sign, spelled
):
    text = "age,sex,pay\n31,F,2\n45,M,1\n22,F,4\n".replace(",", sign)
    data = write("other.csv", text)
    refused("fit", data, "--group", "sex", *OUT, says=["other.csv", spelled])
    refused("fit", data, *OUT, says=["other.csv", spelled])
    word = "tab" if sign == "\t" else sign
    assert columns(ok, data, "--group", "sex", "--delimiter", word) == ["age", "pay"]


def test_a_path_that_is_not_there_is_answered_with_the_nearest_file(refused, write, tmp_path):
    write("adult.csv", "a,b\n1,2\n")
    refused("fit", "adlt.csv", *OUT, says=[str(tmp_path), "did you mean 'adult.csv'?"])
    refused("fit", "data/adult.csv", *OUT, says=[str(tmp_path / "data"), "does not exist"])
    refused("fit", ".", *OUT, says=["a folder", "'adult.csv'"])


def test_an_excel_workbook_is_named_as_one(refused, write):
    book = io.BytesIO()
    with zipfile.ZipFile(book, "w") as parts:
        parts.writestr("xl/workbook.xml", "x" * 100_000)
        parts.writestr("[Content_Types].xml", "x")
    for name, data in (
        ("book.dat", book.getvalue()),
        ("old.xls", b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"),
    ):
        says = ["an Excel workbook", "save the sheet as CSV", "pandas.read_excel"]
        refused("fit", write(name, data), *OUT, says=says)


def test_a_model_or_moments_file_is_no_table(ok, refused, raw):
    ok("moments", raw, "--features", "a*", "-o", "age.moments")
    ok("fit", raw, "--features", "age", *OUT)
    for file, kind in (("model.fpca", "model"), ("age.moments", "moments")):
        refused("fit", file, "-d", "1", "-o", "new.fpca", says=[file, f"a fairpca {kind} file"])
