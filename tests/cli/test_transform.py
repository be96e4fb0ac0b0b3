# SPDX-License-Identifier: BSD-3-Clause
"""`fairpca transform` and `evaluate`: new rows, matched by name, one out for each in."""

import numpy as np
import pytest
from conftest import read_csv, read_numbers


def columns_of(path):
    header, rows = read_csv(path)
    return {name: [row[j] for row in rows] for j, name in enumerate(header)}


def csv_of(columns):
    lines = [",".join(columns)]
    lines += [",".join(row) for row in zip(*columns.values(), strict=True)]
    return "\n".join(lines) + "\n"


@pytest.fixture
def expected(ok, model, people, tmp_path):
    ok("transform", model, people, "-o", "expected.csv")
    return (tmp_path / "expected.csv").read_bytes()


def test_one_row_out_for_each_row_in(expected):
    lines = expected.decode().splitlines()
    assert lines[0] == "pc1,pc2"
    assert len(lines) == 61


def test_columns_are_matched_by_name_and_extra_ones_ignored(
    ok, model, people, expected, write, tmp_path
):
    columns = columns_of(people)
    order = ["city", "score", "income", "age"]
    shuffled = {name: columns[name] for name in order} | {"id": [str(i) for i in range(60)]}
    write("shuffled.csv", csv_of(shuffled))
    ok("transform", model, "shuffled.csv", "-o", "out.csv")
    assert (tmp_path / "out.csv").read_bytes() == expected


def test_a_missing_column_is_named(refused, model, people, write):
    columns = columns_of(people)
    del columns["income"]
    data = write("short.csv", csv_of(columns))
    refused("transform", model, data, "-o", "out.csv", says=["income"])


def test_nothing_goes_to_standard_output_before_the_first_good_block(
    refused, ok, model, people, write
):
    columns = columns_of(people)
    data = write("bad.csv", csv_of(columns | {"age": ["old"] * 60}))
    refused("transform", model, data, "-o", "-", says=["age"])  # which asserts an empty stdout
    lines = ok("transform", model, people, "-o", "-").stdout.splitlines()
    assert lines[0] == "pc1,pc2" and len(lines) == 61


def test_an_unseen_level_is_an_error_or_zeros(refused, ok, model, people, write, tmp_path):
    columns = columns_of(people)
    columns["city"][3] = "Rome"
    data = write("rome.csv", csv_of(columns))
    refused("transform", model, data, "-o", "out.csv", says=["city", "Rome", "--unseen zeros"])
    assert not (tmp_path / "out.csv").exists()
    ok("transform", model, data, "-o", "out.csv", "--unseen", "zeros")
    _, numbers = read_numbers(tmp_path / "out.csv")
    assert numbers.shape == (60, 2) and np.isfinite(numbers).all()


def test_a_missing_cell_is_an_error_or_the_mean(refused, ok, model, people, write, tmp_path):
    columns = columns_of(people)
    columns["age"][3] = ""
    data = write("gap.csv", csv_of(columns))
    refused("transform", model, data, "-o", "out.csv", says=["age", "missing"])
    ok("transform", model, data, "-o", "out.csv", "--missing", "mean")
    refused("transform", model, data, "-o", "out.csv", "--missing", "drop-row", says=["drop-row"])


def test_kept_columns_come_through_unchanged(ok, model, people, write, tmp_path):
    columns = columns_of(people)
    columns["note"] = ['"a, ""b"""', '"two\nlines"', '" padded "'] + ["plain"] * 57
    data = write("notes.csv", csv_of(columns))
    ok("transform", model, data, "-o", "out.csv", "--keep", "note", "sex")
    header, rows = read_csv(tmp_path / "out.csv")
    assert header == ["note", "sex", "pc1", "pc2"]
    assert [row[0] for row in rows[:4]] == ['a, "b"', "two\nlines", " padded ", "plain"]
    assert [row[1] for row in rows] == columns["sex"]


def test_all_components_and_back_give_the_rows_again(ok, write, tmp_path):
    rng = np.random.default_rng(12)
    rows = rng.normal(size=(50, 4)) * [1, 10, 100, 1000] + 5
    np.save(tmp_path / "rows.npy", rows)
    ok("fit", "rows.npy", "-d", 4, "--standardize", "-o", "m")
    ok("transform", "m", "rows.npy", "-o", "z.csv")
    ok("transform", "m", "z.csv", "--inverse", "-o", "back.csv")
    header, back = read_numbers(tmp_path / "back.csv")
    assert header == ["x1", "x2", "x3", "x4"]
    np.testing.assert_allclose(back, rows, rtol=1e-10)


def test_inverse_names_the_encoded_columns(ok, model, people, tmp_path):
    ok("transform", model, people, "-o", "z.csv")
    ok("transform", model, "z.csv", "--inverse", "-o", "back.csv")
    header, _ = read_csv(tmp_path / "back.csv")
    assert header == ["age", "income", "score", "city=Bern", "city=Lyon", "city=Oslo"]


def test_numbers_written_round_trip_exactly(ok, tmp_path):
    ok("synth", "rfpca-toy", "-o", "toy.csv")
    _, numbers = read_numbers(tmp_path / "toy.csv")
    ok("fit", "toy.csv", "--group", "group", "-d", 2, "-o", "m")
    ok("transform", "m", "toy.csv", "-o", "from_csv.csv")
    np.save(tmp_path / "toy.npy", numbers[:, :2])
    ok("transform", "m", "toy.npy", "-o", "from_npy.csv")
    assert (tmp_path / "from_csv.csv").read_bytes() == (tmp_path / "from_npy.csv").read_bytes()
    for cell in (tmp_path / "toy.csv").read_text().split("\n")[1].split(","):
        assert float(cell) == float(np.format_float_scientific(float(cell)))


@pytest.mark.parametrize("threads", [2, 3, 7])
def test_output_bytes_do_not_depend_on_threads(ok, tmp_path, threads):
    ok("synth", "rfpca-toy", "--rows", 20_000, "-o", "toy.csv")
    ok("fit", "toy.csv", "--group", "group", "-d", 1, "-o", "m")
    ok("transform", "m", "toy.csv", "--threads", 1, "-o", "one.csv")
    ok("transform", "m", "toy.csv", "--threads", threads, "-o", "many.csv")
    assert (tmp_path / "one.csv").read_bytes() == (tmp_path / "many.csv").read_bytes()


def test_standard_input_and_output(ok, model, people, expected):
    result = ok("transform", model, "-", "-o", "-", stdin=people.read_bytes())
    assert result.stdout.encode() == expected


def test_evaluating_the_training_rows_gives_the_errors_of_the_fit(ok, people):
    roles = ["--group", "sex", "--label", "paid"]
    fit = ok("fit", people, *roles, "-d", 2, "--standardize", "-o", "m", "--json").json
    evaluation = ok("evaluate", "m", people, "--group", "sex", "--json").json
    assert evaluation["reconstruction_error"] == pytest.approx(
        fit["reconstruction_error"], rel=1e-12
    )
    for ours, theirs in zip(evaluation["groups"], fit["groups"], strict=True):
        assert ours["name"] == theirs["name"]
        assert ours["rows"] == theirs["rows"]
        assert ours["reconstruction_error"] == pytest.approx(
            theirs["reconstruction_error"], rel=1e-10
        )
        assert ours["loss"] == pytest.approx(theirs["loss"], rel=1e-9, abs=1e-12)
    errors = [group["reconstruction_error"] for group in evaluation["groups"]]
    assert evaluation["gap"] == pytest.approx(abs(errors[0] - errors[1]))


def test_groups_are_those_of_the_model_unless_said_otherwise(ok, model, people):
    groups = [g["name"] for g in ok("evaluate", model, people, "--json").json["groups"]]
    assert groups == ["Female", "Male"]
    other = ok("evaluate", model, people, "--group", "city", "--json").json["groups"]
    assert [g["name"] for g in other] == ["Bern", "Lyon", "Oslo"]
    assert "Bern" in ok("evaluate", model, people, "--group", "city").stdout


def test_group_centred_errors_are_not_larger(ok, model, people):
    overall = ok("evaluate", model, people, "--json").json["groups"]
    centred = ok("evaluate", model, people, "--center", "group", "--json").json["groups"]
    for about_overall, about_own in zip(overall, centred, strict=True):
        assert about_own["reconstruction_error"] <= about_overall["reconstruction_error"]


def test_two_settings_that_exclude_each_other_are_rejected(refused, model, people, write):
    inverse = ["transform", model, people, "-o", "z.csv", "--inverse"]
    refused(*inverse, "--what", "coordinates", says=["--inverse", "--what"])
    write("groups.txt", "a\nb\n")
    evaluate = ["evaluate", model, people, "--no-group"]
    refused(*evaluate, "--group", "sex", says=["--group", "--no-group"])
    refused(*evaluate, "--group-file", "groups.txt", says=["--group-file", "--no-group"])
