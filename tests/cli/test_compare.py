# SPDX-License-Identifier: BSD-3-Clause
"""`fairpca compare` on tables made here: strings, tiny groups, classes, missing cells, kills."""

import csv
import json
import random
import signal
import subprocess
import time

import numpy as np
import pytest
from conftest import PROGRAM

METHODS = ["--methods", "pca,fair-pca,robust-fair-pca"]
QUICK = [*METHODS, "--standardize"]


def make_table(path, rows=400, *, classes=2, groups=None, missing=False, seed=1):
    """Numbers that vary more in the first group, a category, a label that follows x1."""
    draw = np.random.default_rng(seed)
    groups = groups or {"Female": 0.4, "Male": 0.6}
    names = list(groups)
    group = draw.choice(names, rows, p=list(groups.values()))
    common = draw.normal(size=(rows, 3))
    numbers = common @ draw.normal(size=(3, 6)) + 0.5 * draw.normal(size=(rows, 6))
    numbers[group == names[0]] *= 1.6
    numbers[group == names[0]] += 0.5
    score = common[:, 0] + 0.5 * draw.normal(size=rows)
    label = np.digitize(score, np.linspace(-0.5, 0.5, classes - 1) if classes > 1 else [])
    job = draw.choice(["clerk", 'nurse, "senior"', "smith"], rows)
    with open(path, "w", newline="") as file:
        writer = csv.writer(file)
        writer.writerow([*(f"x{i}" for i in range(6)), "job", "sex", "grade", "person"])
        for i in range(rows):
            cells = [f"{value:.6g}" for value in numbers[i]]
            if missing and i % 11 == 0:
                cells[i % 6] = ""
            writer.writerow([*cells, job[i], group[i], f"class {label[i]}", i // 4])
    return path


def read_csv(path):
    with open(path, newline="") as file:
        return list(csv.DictReader(file))


def files_of(folder):
    return {
        str(path.relative_to(folder)): path.read_bytes()
        for path in sorted(folder.rglob("*"))
        if path.is_file() and path.name != "timings.csv"
    }


@pytest.fixture
def rejected(run):
    """What a command that must fail says."""

    def run_badly(*arguments, **options):
        result = run(*arguments, **options)
        assert result.code == 2, (result.code, result.stdout, result.stderr)
        assert result.stdout == ""
        return result.stderr

    return run_badly


@pytest.fixture
def table(tmp_path):
    return make_table(tmp_path / "people.csv")


def compare(table, *more):
    return ["compare", table, "--group", "sex", "--drop", "person", *QUICK, *more]


def test_the_table_fits_eighty_columns_and_names_the_next_command(ok, table, tmp_path):
    result = ok(*compare(table.name, "--label", "grade", "-d", "2,3", "-o", "study"))
    lines = result.stdout.splitlines()
    assert max(map(len, lines)) <= 80
    assert "400 rows" in lines[0] and "Female" in lines[1]
    for method in ("no-projection", "pca", "fair-pca", "robust-fair-pca"):
        found = sum(line.split()[:1] == [method] for line in lines)
        assert found == sum(line.startswith("d = ") for line in lines)  # names in full, in all
    assert "optimistic" in result.stdout and "Reconstruction: under pca" in result.stdout
    assert "has the least gap at d = 3. To fit it to all rows:" in " ".join(lines)
    command = result.stdout[result.stdout.index("fairpca fit") :].replace("\\\n", " ").strip()
    assert "--standardize" in command and "--drop person" in command
    done = subprocess.run(
        command.replace("fairpca", str(PROGRAM), 1), shell=True, cwd=tmp_path, capture_output=True
    )
    assert done.returncode == 0, done.stderr


def test_dates_that_are_dropped_are_no_hindrance(ok, table, tmp_path):
    first, *lines = table.read_text().splitlines()
    dated = [f"{first},day", *(f"{line},2026-01-{i % 28 + 1:02}" for i, line in enumerate(lines))]
    table.write_text("\n".join(dated) + "\n")
    ok(*compare(table, "-d", "2", "--drop", "day", "-o", "study"))
    data = json.loads((tmp_path / "study/study.json").read_text())["data"]
    assert {one["name"] for one in data["left_out"]} == {"day", "person", "sex"}


def test_every_value_can_be_recomputed_from_the_models(ok, table, tmp_path):
    """Errors of test rows by NumPy: the split is taken from a file of splits."""
    draw = np.random.default_rng(3)
    sides = draw.choice(["train", "test", ""], 400, p=[0.6, 0.3, 0.1])
    (tmp_path / "splits.csv").write_text(
        "a,b\n"
        + "".join(f"{side},{'train' if i % 2 else 'test'}\n" for i, side in enumerate(sides))
    )
    more = ["--drop", "job", "--drop", "grade"]  # numbers alone
    ok(*compare(table, "--splits", "splits.csv", "-d", "2", *more, "-o", "study"))
    assert (tmp_path / "study/splits.csv").read_text().splitlines()[1:] == (
        (tmp_path / "splits.csv").read_text().splitlines()[1:]
    )
    rows = read_csv(table)
    numbers = np.array([[float(row[f"x{i}"]) for i in range(6)] for row in rows])
    sex = np.array([row["sex"] for row in rows])
    train, test = numbers[sides == "train"], numbers[sides == "test"]
    mean, scale = train.mean(0), train.std(0)
    scaled = (train - mean) / scale
    frame = np.linalg.eigh(scaled.T @ scaled)[1][:, -2:]
    scaled = (test - mean) / scale
    errors = ((scaled - scaled @ frame @ frame.T) ** 2).sum(1)
    results = read_csv(tmp_path / "study/results.csv")

    def value(group, measure="reconstruction_error", split="1"):
        return next(
            float(row["value"])
            for row in results
            if (row["split"], row["method"], row["rows"]) == (split, "pca", "test")
            and (row["measure"], row["group"]) == (measure, group)
            and row["statistic"] in ("value", "mean")
        )

    assert value("") == pytest.approx(errors.mean(), rel=1e-9)
    means = [errors[sex[sides == "test"] == name].mean() for name in ("Female", "Male")]
    assert value("Female") == pytest.approx(means[0], rel=1e-9)
    assert value("", "gap") == pytest.approx(abs(means[0] - means[1]), rel=1e-9)
    over = value("", "gap", "")
    assert over == pytest.approx((value("", "gap") + value("", "gap", "2")) / 2, rel=1e-12)


def test_threads_change_no_byte(ok, table, tmp_path):
    arguments = compare(table, "--label", "grade", "-d", "2", "--cv", "3", "--tune")
    ok(*arguments, "--threads", "1", "-o", "one")
    ok(*arguments, "--threads", "2", "-o", "two")
    assert files_of(tmp_path / "one") == files_of(tmp_path / "two")
    assert (tmp_path / "one/tuning.csv").read_text().count("robust-fair-pca") == 18 * 4


def test_killed_anywhere_it_goes_on_to_the_same_bytes(ok, table, tmp_path):
    arguments = [str(word) for word in compare(table, "--label", "grade", "-d", "2,3", "--cv", "3")]
    started = time.monotonic()
    ok(*arguments, "-o", "whole")
    duration = time.monotonic() - started
    draw = random.Random(5)
    for trial in range(6):
        folder = tmp_path / f"killed{trial}"
        for _ in range(2):
            process = subprocess.Popen(
                [PROGRAM, *arguments, "-o", folder, "--resume"],
                cwd=tmp_path,
                stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL,
            )
            time.sleep(draw.uniform(0, duration))
            process.send_signal(signal.SIGKILL)
            process.wait()
        ok(*arguments, "-o", folder, "--resume")
        assert files_of(folder) == files_of(tmp_path / "whole")


def test_a_dry_run_says_what_would_be_done_and_writes_nothing(ok, table, tmp_path):
    result = ok(*compare(table, "-d", "2,5", "--cv", "5", "--dry-run"))
    assert "36 tasks" not in result.stdout
    assert "41 tasks" in result.stdout  # 5 x (1 + 2 x 3) and 2 x 3 on all rows
    plan = ok(*compare(table, "-d", "2,5", "--cv", "5", "--dry-run", "--json")).json
    assert plan["tasks"] == 41 and plan["splits"] == 5
    assert [path.name for path in tmp_path.iterdir()] == ["people.csv"]


def test_json_has_what_the_table_shows(ok, table):
    found = ok(*compare(table, "--label", "grade", "-d", "2", "-o", "study", "--json")).json
    methods = {one["method"]: one for one in found["tables"][0]["methods"]}
    errors = {name: one["measures"]["reconstruction_error"] for name, one in methods.items()}
    least = min((one["value"], name) for name, one in errors.items() if one["value"] is not None)
    assert [name for name, one in errors.items() if one["best"]] == [least[1]]
    assert errors["pca"]["like_best"]
    assert methods["fair-pca"]["measures"]["gap"]["low"] >= 0
    notion = next(
        one for one in found["tables"][0]["findings"] if one["notion"] == "reconstruction"
    )
    assert (notion["group"], notion["other"]) == ("Female", "Male")
    assert notion["methods"][0]["method"] == "pca" and notion["methods"][0]["low"] > 0
    assert found["command"].startswith("fairpca fit")
    gaps = {name: methods[name]["measures"]["gap"]["value"] for name in METHODS[1].split(",")[1:]}
    assert found["suggested"]["method"] == min(gaps, key=gaps.get)
    assert (found["suggested"]["notion"], found["suggested"]["measure"]) == (
        "reconstruction",
        "gap",
    )


def test_without_a_fair_method_nothing_is_suggested(ok, table):
    arguments = ["compare", table, "--group", "sex", "-d", "2", "--methods", "pca", "-o"]
    assert "fairpca fit" not in ok(*arguments, "text").stdout
    found = ok(*arguments, "json", "--json").json
    assert found["suggested"] is None and found["command"] is None


def test_the_splits_written_give_the_same_models(ok, table, tmp_path):
    ok(*compare(table, "-d", "2", "-o", "drawn"))
    ok(*compare(table, "-d", "2", "--splits", "drawn/splits.csv", "-o", "given"))
    for name in ("pca", "fair-pca"):
        file = f"models/{name}-d2.fpca"
        assert (tmp_path / "drawn" / file).read_bytes() == (tmp_path / "given" / file).read_bytes()
    sides = (tmp_path / "drawn/splits.csv").read_text().split()[1:]
    lines = table.read_text().splitlines()
    train = [line for line, side in zip(lines[1:], sides, strict=True) if side == "train"]
    (tmp_path / "train.csv").write_text("\n".join([lines[0], *train]) + "\n")
    assert ok("verify", "drawn/models/fair-pca-d2.fpca", "train.csv").code == 0


def test_six_groups_tiny_ones_and_three_classes(run, tmp_path):
    shares = {"a": 0.3, "b": 0.3, "c": 0.2, "d": 0.19, "e": 0.0075, "f": 0.0025}
    table = make_table(tmp_path / "t.csv", 800, classes=3, groups=shares, seed=2)
    result = run(*compare(table, "--label", "grade", "-d", "2", "-o", "study"))
    assert result.code in (0, 1), result.stderr
    rows = [row["sex"] for row in read_csv(table)]
    assert "3 classes" in result.stdout
    assert all(f"{name} {rows.count(name)}" in result.stdout for name in shares)
    rows = read_csv(tmp_path / "study/results.csv")
    published = {row["group"] for row in rows if row["rows"] == "test"}
    assert published <= {"", "a", "b", "c", "d"}
    assert {"a", "b", "c", "d"} <= published


def test_missing_cells_are_filled_by_the_training_rows(ok, rejected, tmp_path):
    table = make_table(tmp_path / "t.csv", missing=True)
    problem = rejected(*compare(table, "-d", "2", "-o", "study"))
    assert "--missing mean" in problem and "--missing drop-row" in problem
    result = ok(*compare(table, "-d", "2", "--missing", "mean", "-o", "mean"))
    assert "400 rows" in result.stdout
    result = ok(*compare(table, "-d", "2", "--missing", "drop-row", "-o", "dropped"))
    assert "363 rows" in result.stdout
    assert "model" in rejected(*compare(table, "-d", "2", "--missing", "model", "-o", "other"))


def test_rows_of_one_person_stay_on_one_side(ok, table, tmp_path):
    more = ["-d", "2", "--cv", "4", "--split-by", "person", "-o", "study"]
    ok("compare", table, "--group", "sex", *QUICK, *more)
    study = json.loads((tmp_path / "study/study.json").read_text())
    assert "person" not in study["data"]["features"]
    assert all(split["test"] % 4 == 0 for split in study["splits"])
    assert sum(split["test"] for split in study["splits"]) == 400


def test_models_with_cross_validated_errors_can_be_used(ok, table, tmp_path):
    ok(*compare(table, "-d", "2", "--cv", "3", "-o", "study"))
    models = sorted(str(path.relative_to(tmp_path / "study")) for path in tmp_path.rglob("*.fpca"))
    assert "models/fair-pca-d2.fpca" in models and "models/split-3/pca-d2.fpca" in models
    assert len(models) == 12
    assert ok("inspect", "study/models/fair-pca-d2.fpca").stdout.startswith("fair-pca: 2 of")


def test_a_method_that_cannot_be_fitted_is_a_line(run, table, tmp_path):
    more = ["--label", "grade", "-d", "9"]  # as many as encoded columns
    result = run(*compare(table, *more, "-o", "study"))
    assert result.code == 1
    assert ": --dimensions: 9 is out of range" in " ".join(result.stdout.split())
    fits = read_csv(tmp_path / "study/fits.csv")
    assert [row["problem"] == "" for row in fits] == [True, True, False]


def test_standard_input_is_read_once(ok, table):
    result = ok(*compare("-", "-d", "2", "-o", "study"), stdin=table.read_bytes())
    assert "400 rows" in result.stdout


def test_measures_that_need_a_label_are_rejected(rejected, table):
    said = rejected(*compare(table, "-d", "2", "-o", "study", "--measures", "gap,accuracy"))
    assert "--measures: accuracy cannot be measured without a label" in said and "--label" in said


def test_a_label_with_one_class_is_warned_of(ok, tmp_path):
    table = make_table(tmp_path / "t.csv", classes=1)
    result = ok(*compare(table, "--label", "grade", "-d", "2", "-o", "study"))
    assert "every row has label" in result.stderr
    assert not any(row["measure"] == "accuracy" for row in read_csv(tmp_path / "study/results.csv"))


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["-d", "12", "--label", "grade"], "12 is above the 9 encoded columns"),
        (["-d", "2,two"], "separated by commas"),
        (["-d", "2", "--cv", "400"], "folds are more than the"),
        (["-d", "2", "--cv", "3", "--splits", "x.csv"], "choose one"),
        (["-d", "2", "--cv", "3", "--test-fraction", "0.2"], "choose one"),
        (["-d", "2", "--methods", "fiar-pca"], "did you mean fair-pca"),
        (["-d", "2", "--measures", "gapp"], "did you mean gap?"),
        (["-d", "2", "--tune", "--tune-by", "gapp"], "gap"),
        (["-d", "2", "--positive", "class 7", "--label", "grade"], "class 7"),
        (["-d", "2", "--label", "x0"], "not a class"),
        (["-d", "2", "--split-by", "persom"], "--split-by: people.csv has no column 'persom'; did"),
        (["-d", "2", "--splits", "short.csv"], "one line per row"),
        (["-d", "2", "--splits", "words.csv"], "train or 1"),
        (["-d", "2", "--splits", "mixed.csv"], "train or 1"),
        (["-d", "2", "--splits", "onesided.csv"], "no row of this split"),
        (["-d", "2", "--splits", "nogroup.csv"], "no row of group 'Female' for test"),
    ],
)
def test_bad_input_is_rejected_before_any_work(rejected, table, tmp_path, arguments, words):
    (tmp_path / "short.csv").write_text("a\ntrain\ntest\n")
    (tmp_path / "words.csv").write_text("a\n" + "train\n" * 399 + "tets\n")
    (tmp_path / "mixed.csv").write_text("a\n" + "1\n" * 399 + "tets\n")
    (tmp_path / "onesided.csv").write_text("a\n" + "train\n" * 400)
    sides = ["train" if row["sex"] == "Female" or i % 2 else "test"
             for i, row in enumerate(read_csv(table))]  # fmt: skip
    (tmp_path / "nogroup.csv").write_text("a\n" + "\n".join(sides) + "\n")
    more = ["-o", "study"]
    command = ["compare", table.name, "--group", "sex", "--drop", "person", "--standardize"]
    if "--methods" not in arguments:
        command += METHODS
    said = rejected(*command, *arguments, *more)
    assert words in said and "--categorical" not in said and said.count("persom") <= 1
    assert not (tmp_path / "study/study.json").exists()


def test_too_many_folds_name_a_number_that_works(ok, rejected, tmp_path):
    table = make_table(tmp_path / "t.csv", groups={"a": 0.9, "b": 0.1}, seed=4)
    rows = read_csv(table)
    small = [row["grade"] for row in rows if row["sex"] == "b"]
    most = max(small.count(grade) for grade in set(small))
    arguments = ["compare", table, "--group", "sex", "--label", "grade", "--drop", "person"]
    arguments += ["-d", "2", "--methods", "pca", "--measures", "gap", "-o", "study"]
    for folds in (len(small), len(small) + 1):
        said = rejected(*arguments, "--cv", folds)
        assert "group 'b'" in said and f"use at most {most}\n" in said
    ok(*arguments, "--cv", most)


def test_folders_that_cannot_be_used_are_rejected(ok, rejected, table, tmp_path):
    arguments = compare(table, "-d", "2")
    (tmp_path / "file").write_text("x")
    assert "this is a file" in rejected(*arguments, "-o", "file")
    (tmp_path / "full").mkdir()
    (tmp_path / "full/thesis.txt").write_text("x")
    assert "not empty" in rejected(*arguments, "-o", "full")
    assert "cannot" in rejected(*arguments, "-o", "/proc/study")
    assert "--output" in rejected(*arguments)
    ok(*arguments, "-o", "study")
    assert "--resume" in rejected(*arguments, "-o", "study")
    other = rejected(*compare(table, "-d", "3"), "-o", "study", "--resume")
    assert "another study" in other and "dimensions" in other
    dry = ok(*compare(table, "-d", "3"), "-o", "study", "--dry-run")
    assert "another study" in dry.stderr
    task = tmp_path / "study/tasks/split-1/pca-d2.cbor"
    task.write_bytes(task.read_bytes()[:100])
    damaged = rejected(*arguments, "-o", "study", "--resume")
    assert "cut short" in damaged and "json" not in damaged
    make_table(table, seed=9)
    assert "data" in rejected(*arguments, "-o", "study", "--resume")


def test_without_groups_there_is_nothing_to_compare(rejected, table):
    assert "--group" in rejected("compare", table, "-d", "2", "-o", "study")
    table.write_text("x,y,sex\n" + "1,2,m\n3,4,m\n5,1,m\n" * 10)
    problem = rejected("compare", table, "--group", "sex", "-d", "1", "-o", "study")
    assert "all rows are in group 'm'" in problem
