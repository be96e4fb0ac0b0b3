# SPDX-License-Identifier: BSD-3-Clause
"""Models that `fairpca compare` writes tell no row by being subtracted from each other."""

import zipfile

import pytest
from test_compare import compare, make_table

DISTRIBUTIONS = {"group_means.npy", "group_deviations.npy"}


def arrays(path):
    with zipfile.ZipFile(path) as archive:
        return set(archive.namelist())


@pytest.mark.parametrize("splits", [["--cv", 3], ["--repeats", 2]], ids=["folds", "repeats"])
def test_models_of_splits_keep_no_means_of_groups(ok, tmp_path, splits):
    table = make_table(tmp_path / "people.csv", rows=120)
    ok(*compare(table, "-d", 2, "--label", "grade", *splits, "-o", "study"))
    models = tmp_path / "study/models"
    of_splits = list(models.glob("split-*/*.fpca"))
    of_all_rows = list(models.glob("*.fpca"))
    assert of_splits and of_all_rows
    assert all(not DISTRIBUTIONS & arrays(path) for path in of_splits)
    assert all(arrays(path) >= DISTRIBUTIONS for path in of_all_rows)


def test_the_model_of_a_single_split_keeps_them(ok, tmp_path):
    table = make_table(tmp_path / "people.csv", rows=120)
    ok(*compare(table, "-d", 2, "--label", "grade", "-o", "study"))
    models = list((tmp_path / "study").rglob("*.fpca"))
    assert models and all(arrays(path) >= DISTRIBUTIONS for path in models)


def test_a_hidden_group_takes_them_out_of_every_model(ok, tmp_path):
    groups = {"Female": 0.5, "Male": 0.45, "Other": 0.05}
    table = make_table(tmp_path / "people.csv", rows=120, groups=groups)
    ok(*compare(table, "-d", 2, "--label", "grade", "-o", "study"))
    models = list((tmp_path / "study").rglob("*.fpca"))
    assert models and all(not DISTRIBUTIONS & arrays(path) for path in models)
