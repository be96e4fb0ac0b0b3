# SPDX-License-Identifier: BSD-3-Clause
"""The command line and Python are two doors to the same core: equal to the last bit."""

import fairpca
import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pyarrow.csv
import pytest
from numpy.testing import assert_array_equal

FEATURES = ["age", "work", "income", "owner"]
METHODS = [method.id for method in fairpca.methods()]


def estimator_of(method):
    return next(getattr(fairpca, m.python_name) for m in fairpca.methods() if m.id == method)


def write_pandas(columns, path):
    frame = pd.DataFrame(columns)
    frame.to_csv(path, index=False)
    return frame


def write_polars(columns, path):
    frame = pl.DataFrame(columns)
    frame.write_csv(path)
    return frame


def write_pyarrow(columns, path):
    frame = pa.table(columns)
    pyarrow.csv.write_csv(frame, path)
    return frame


def select(frame, names):
    return frame.select(names) if not isinstance(frame, pd.DataFrame) else frame[names]


def coordinates(path):
    return pd.read_csv(path, float_precision="round_trip").to_numpy()


@pytest.mark.parametrize("write", [write_pandas, write_polars, write_pyarrow])
@pytest.mark.parametrize("method", METHODS)
def test_a_model_fitted_in_python_transforms_a_csv_to_the_same_numbers(
    write, method, people, command_line, tmp_path
):
    frame = write(people, tmp_path / "people.csv")
    estimator = estimator_of(method)(2, standardize=True)
    ours = estimator.fit_transform(select(frame, FEATURES), sensitive_features=people["sex"])
    estimator.save(tmp_path / "model.fpca")
    command_line("transform", "model.fpca", "people.csv", "-o", "out.csv")
    assert_array_equal(coordinates(tmp_path / "out.csv"), ours)


@pytest.mark.parametrize("write", [write_pandas, write_polars, write_pyarrow])
@pytest.mark.parametrize("method", METHODS)
def test_a_model_fitted_on_the_command_line_transforms_a_frame_to_the_same_numbers(
    write, method, people, command_line, tmp_path
):
    frame = write(people, tmp_path / "people.csv")
    arguments = ["--method", method, "--group", "sex", "-d", 2, "--standardize"]
    # 1: a search at its limit of steps has a model, too.
    command_line("fit", "people.csv", *arguments, "-o", "model.fpca", codes=(0, 1))
    command_line("transform", "model.fpca", "people.csv", "-o", "out.csv")
    loaded = fairpca.load(tmp_path / "model.fpca")
    assert_array_equal(loaded.transform(select(frame, FEATURES)), coordinates(tmp_path / "out.csv"))
    assert loaded.groups_ == ["Female", "Male"]
    assert loaded.get_params()["standardize"] is True


@pytest.mark.parametrize("method", METHODS)
def test_both_doors_write_the_same_model_byte_for_byte(method, people, command_line, tmp_path):
    frame = write_pandas(people, tmp_path / "people.csv")
    arguments = ["--method", method, "--group", "sex", "-d", 3]
    command_line("fit", "people.csv", *arguments, "-o", "theirs", codes=(0, 1))
    ours = estimator_of(method)(3).fit(frame[FEATURES], sensitive_features=frame["sex"])
    ours.save(tmp_path / "ours")
    assert (tmp_path / "ours").read_bytes() == (tmp_path / "theirs").read_bytes()


def test_moments_travel_both_ways(people, command_line, tmp_path):
    frame = write_pandas(people, tmp_path / "people.csv")
    moments = fairpca.GroupMoments().partial_fit(frame[FEATURES], sensitive_features=frame["sex"])
    moments.save(tmp_path / "ours")
    command_line("moments", "people.csv", "--group", "sex", "-o", "theirs")
    assert (tmp_path / "ours").read_bytes() == (tmp_path / "theirs").read_bytes()
    command_line("fit", "--moments", "ours", "--method", "pca", "-d", 2, "-o", "model.fpca")
    expected = fairpca.PCA(2).fit_moments(moments)
    loaded = fairpca.load(tmp_path / "model.fpca")
    assert_array_equal(loaded.components_, expected.components_)


def test_an_array_is_an_npy_file(rows, command_line, tmp_path):
    X, _ = rows
    np.save(tmp_path / "rows.npy", X)
    pca = fairpca.PCA(2).fit(X)
    pca.save(tmp_path / "model.fpca")
    command_line("transform", "model.fpca", "rows.npy", "-o", "out.csv")
    assert_array_equal(coordinates(tmp_path / "out.csv"), pca.transform(X))


def test_adult_is_the_same_through_both_doors(data_sets, command_line, tmp_path):
    path = data_sets / "frmppca/adult.csv.gz"
    arguments = ["--method", "pca", "--group", "sex", "--group", "race", "-d", 5, "--standardize"]
    command_line("fit", path, *arguments, "-o", "theirs")
    command_line("transform", "theirs", path, "-o", "out.csv")
    frame = pl.read_csv(path)
    X, groups = frame.drop("sex", "race"), frame.select("sex", "race")
    pca = fairpca.PCA(5, standardize=True).fit(X, sensitive_features=groups)
    assert_array_equal(pca.transform(X), coordinates(tmp_path / "out.csv"))


def test_synthetic_data_are_those_of_the_command_line(command_line, tmp_path):
    for name in fairpca.synthetic_names():
        command_line("synth", name, "--seed", 7, "-o", "data.csv")
        frame = pd.read_csv(tmp_path / "data.csv", float_precision="round_trip")
        X, group = fairpca.synthetic(name, random_state=7)
        assert_array_equal(frame.drop(columns="group").to_numpy(), X)
        assert_array_equal(frame["group"].to_numpy(), group)
