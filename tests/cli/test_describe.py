# SPDX-License-Identifier: BSD-3-Clause
"""What `describe` says of a table, and that the commands it suggests work as printed."""

import random
import shlex
import subprocess

import numpy as np
import pytest
from conftest import DATA


def columns(result):
    return {column["name"]: column for column in result.json["columns"]}


def codes(column):
    return [remark["code"] for remark in column["remarks"]]


def people(rows=200, seed=1):
    draw = random.Random(seed)
    lines = ["id,name,sex,age,income,job,when,constant,empty,score,score"]
    for row in range(rows):
        sex = draw.choice(["Female", "Male"])
        job = draw.choice(["clerk", "nurse", "driver", ""])
        income = "" if row % 9 == 0 else f"{draw.gauss(30, 9):.2f}"
        lines.append(
            f"{row + 1},person {row},{sex},{draw.randrange(18, 80)},{income},{job},"
            f"2020-01-{row % 28 + 1:02},7,,{draw.gauss(0, 1):.3f},{draw.gauss(0, 1):.3f}"
        )
    return "\n".join(lines) + "\n"


def suggested(result, command="fit"):
    """The command as printed in the table: its lines joined by backslashes."""
    text = result.stdout.split("\nnext\n")[1]
    text = text.replace("\\\n", " ")
    lines = [line.strip() for line in text.splitlines()]
    return next(line for line in lines if line.startswith(f"fairpca {command}"))


def run_line(line, folder, program):
    """Runs the line in a shell, as someone who pastes it."""
    line = shlex.quote(str(program)) + line.removeprefix("fairpca")
    return subprocess.run(
        ["bash", "-c", line], cwd=folder, capture_output=True, text=True, timeout=1200
    )


def runs_as_printed(result, folder, program):
    done = run_line(suggested(result), folder, program)
    assert done.returncode == 0, done.stderr
    assert (folder / "model.fpca").exists()
    return done


def test_every_finding_is_made_at_once(ok, write):
    found = columns(ok("describe", write("t.csv", people()), "--group", "sex", "--json"))
    assert codes(found["id"]) == ["identifier-column"]
    assert codes(found["name"]) == ["identifier-column"]
    assert codes(found["when"]) == ["date-column"]
    assert codes(found["constant"]) == ["constant-column"]
    assert codes(found["empty"]) == ["empty-column"]
    assert found["sex"]["role"] == "protected"
    assert found["income"]["missing"] == 23
    assert found["job"]["kind"] == "category"
    assert "score.1" in found


def test_the_suggested_fit_works_as_printed(ok, write, tmp_path, program):
    data = write("t.csv", people())
    runs_as_printed(ok("describe", data, "--group", "sex"), tmp_path, program)
    without_group = ok("describe", data)
    assert "--group sex" in suggested(without_group)
    runs_as_printed(without_group, tmp_path, program)
    again = run_line(suggested(without_group, "describe"), tmp_path, program)
    assert again.returncode == 0, again.stderr


NASTY = {
    "one column": "a\n1\n2\n4\n3\n",
    "one row": "a,b\n1,x\n",
    "odd names": "--drop me,it's,a*b,sp ace,$x,g\n"
    + "".join(
        f"{i},{i * i % 7},{i % 5},{i % 11},{(i * 7) % 13},{'uv'[i % 2]}\n" for i in range(60)
    ),
    "unicode": "größe,年齢,性別\n"
    + "".join(f"{i},{i * i % 17},{'男女'[i % 2]}\n" for i in range(50)),
    "equals sign": "job,job=clerk,x\n" + "".join(f"{'ab'[i % 2]},{i % 3},{i}\n" for i in range(40)),
    "mixed": "a,b\n" + "".join(f"{'?' if i == 30 else i % 7 + 0.5},{i * i}\n" for i in range(50)),
    "missing groups": "g,x,y\n"
    + "".join(f"{['u', 'v', ''][i % 3]},{i * i % 23},{i % 7}\n" for i in range(60)),
    "few missing groups": "g,x,y\n"
    + "".join(f"{'' if i == 3 else 'uv'[i % 2]},{i * i % 23},{i % 7}\n" for i in range(60)),
    "one group": "g,x,y\n" + "".join(f"u,{i * i % 23},{i % 7}\n" for i in range(30)),
    "ages as groups": "g,x,y\n" + "".join(f"{i % 61},{i * i % 23},{i % 7}\n" for i in range(300)),
    "missing marks": "a,b\n" + "".join(f"{['N/A', '1', '2'][i % 3]},{i}.5\n" for i in range(40)),
    "all missing but one": "a,b,c\n" + "".join(f",,{i * i}\n" for i in range(30)),
}


@pytest.mark.parametrize("name", NASTY)
def test_suggestions_work_on_nasty_tables(ok, write, tmp_path, program, name):
    text = NASTY[name]
    data = write("t.csv", text)
    header = text.split("\n")[0].split(",")
    group = ["--group", "g"] if "g" in header else []
    result = ok("describe", data, *group)
    if name == "one row":
        return
    runs_as_printed(result, tmp_path, program)


def test_a_table_without_a_usable_column_suggests_nothing(ok, write):
    result = ok("describe", write("t.csv", "a,b\n,NA\nnull,\n"), "--json")
    assert [codes(column) for column in result.json["columns"]] == [["empty-column"]] * 2
    assert result.json["next"] == []
    assert "remarks" in result.json["fit"]["no_suggestion"]


def test_the_form_of_the_table_is_typed_again(ok, write, tmp_path, program):
    lines = ["x;y;sex"] + [
        f"{i * i % 17}{';?' if i == 4 else f';{i}.5'};{'fm'[i % 2]}" for i in range(50)
    ]
    result = ok("describe", write("t.csv", "\n".join(lines)), "--delimiter", ";", "--na", "?")
    line = suggested(result)
    assert "--delimiter ';'" in line
    assert "--na '?'" in line
    assert "--missing mean" in line
    runs_as_printed(result, tmp_path, program)


def test_lines_are_at_most_80_columns_wide(ok, write):
    write("t.csv", people())
    result = ok("describe", "t.csv", "--group", "sex", "--label", "job")
    assert max(map(len, result.stdout.splitlines())) <= 80


def test_small_groups_are_marked_and_their_label_is_not_shown(ok, write):
    draw = random.Random(3)
    lines = ["x,sex,race,y"]
    for row in range(400):
        race = draw.choices("abc", [60, 38, 2])[0]
        lines.append(f"{draw.gauss(0, 1):.3f},{'fm'[row % 2]},{race},{draw.randrange(2)}")
    data = write("t.csv", "\n".join(lines))
    arguments = ["describe", data, "--group", "sex", "race", "--label", "y"]
    crossed = ok(*arguments, "--json").json["crossed"]["groups"]
    assert len(crossed) == 6
    for group in crossed:
        assert group["too_small"] == (group["rows"] < 10)
        if group["too_small"]:
            assert group["label_shares"] is None
    assert sum(group["rows"] for group in crossed) == 400
    assert "(too small)" in ok(*arguments).stdout


def test_results_do_not_depend_on_threads(ok, write):
    data = write("t.csv", people(9000))
    texts = {
        ok("describe", data, "--group", "sex", "--threads", threads).stdout for threads in (1, 2, 5)
    }
    assert len(texts) == 1


def test_many_columns_are_described(ok, write, tmp_path, program):
    header = ",".join(f"c{i}" for i in range(3000))
    rows = [",".join(str((i * j) % 97) for j in range(3000)) for i in range(12)]
    result = ok("describe", write("t.csv", "\n".join([header, *rows])))
    assert len(result.stdout.splitlines()) < 250
    assert "more columns" in result.stdout


def test_npy_files_are_described(ok, tmp_path, program):
    numbers = np.random.default_rng(1).normal(size=(60, 4))
    numbers[3, 1] = np.nan
    np.save(tmp_path / "x.npy", numbers)
    (tmp_path / "sex.txt").write_text("f\nm\n" * 30)
    result = ok("describe", "x.npy", "--group-file", "sex=sex.txt")
    assert "--group-file sex=sex.txt" in suggested(result)
    assert "--missing mean" in suggested(result)
    runs_as_printed(result, tmp_path, program)


def test_standard_input_is_described(ok):
    result = ok("describe", "-", stdin=people().encode())
    assert "fairpca fit DATA" in suggested(result)


def test_a_damaged_file_is_still_an_error(refused, write):
    refused("describe", write("t.csv", "a,b\n1,2\n1,2,3\n"), says=["row 2", "3 cells"])
    refused("describe", write("t.csv", "a,b\n1,2\n"), "--group", "c", says=["'c'"])


@pytest.mark.parametrize(
    "file, groups",
    [
        ("frmppca/compas.csv", ["sex", "race"]),
        ("frmppca/adult.csv.gz", ["sex"]),
        ("frmppca/german_credit.csv", []),
        ("extra/bank_marketing.csv.gz", []),
    ],
)
def test_real_tables_are_fitted_as_suggested(ok, tmp_path, program, file, groups):
    data = DATA / file
    if not data.exists():
        pytest.skip(f"{data} is not there")
    arguments = [word for group in groups for word in ("--group", group)]
    result = ok("describe", data, *arguments)
    assert max(map(len, result.stdout.split("\nnext\n")[0].splitlines())) <= 80
    done = run_line(suggested(result), tmp_path, program)
    assert done.returncode == 0, done.stderr
