# SPDX-License-Identifier: BSD-3-Clause
"""How streams spell numbers, booleans and times as levels: what docs/formats/arrow.md says."""

import datetime

import fairpca
import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pytest
from numpy.testing import assert_array_equal

LIBRARIES = {
    "pandas": lambda table: table.to_pandas(),
    "polars": pl.from_arrow,
    "pyarrow": lambda table: table,
}


class Exported:
    """A stream that says nothing of who made it."""

    def __init__(self, table):
        self._table = table

    def __arrow_c_stream__(self, requested_schema=None):
        return self._table.__arrow_c_stream__(requested_schema)


def groups(X):
    return fairpca.PCA(1).fit(X, sensitive_features="g").groups_


def with_groups(values):
    x = np.random.default_rng(0).normal(size=(20 * len(values), 2))
    g = pa.concat_arrays([values] * 20)
    return pa.table({"a": x[:, 0], "b": x[:, 1], "g": g})


@pytest.mark.parametrize(
    "values, stream, others",
    [
        (pa.array([1, 2]), ["1", "2"], {}),
        (pa.array([0.5, 1.0, 1e16]), ["0.5", "1.0", "1e+16"], {"pyarrow": ["0.5", "1", "1e+16"]}),
        (
            pa.array([1e-5, 0.5]),
            ["1e-05", "0.5"],
            {"polars": ["0.00001", "0.5"], "pyarrow": ["0.00001", "0.5"]},
        ),
        (
            pa.array([0.1, 0.5], pa.float32()),
            ["0.1", "0.5"],
            {"pandas": ["0.10000000149011612", "0.5"]},
        ),
        (pa.array([True, False]), ["false", "true"], {"pandas": ["False", "True"]}),
        (
            pa.array([datetime.datetime(2020, 1, 31, 13, h) for h in (30, 40)], pa.timestamp("ms")),
            ["2020-01-31 13:30:00.000", "2020-01-31 13:40:00.000"],
            {"pandas": ["2020-01-31 13:30:00", "2020-01-31 13:40:00"]},
        ),
        (
            pa.array([datetime.date(2020, 1, 31), datetime.date(2020, 2, 1)]),
            ["2020-01-31", "2020-02-01"],
            {},
        ),
    ],
)
def test_groups_are_spelled_in_one_way_and_as_libraries_do_where_they_agree(values, stream, others):
    table = with_groups(values)
    assert sorted(groups(Exported(table))) == sorted(stream)
    for name, library in LIBRARIES.items():
        assert sorted(groups(library(table))) == sorted(others.get(name, stream)), name
        if name != "pandas":
            assert sorted(groups(Exported(library(table)))) == sorted(stream), name


@pytest.mark.parametrize("single", [False, True])
@pytest.mark.parametrize("fitted", [*LIBRARIES, "stream"])
def test_floats_are_found_under_either_spelling(fitted, single):
    kind = pa.float32() if single else pa.float64()
    values = pa.array([1.0, 0.1, 1.0, 1e-5, 0.1, 1.0, 2.5, 1.0] * 5, kind)
    table = pa.table({"x": np.arange(40.0), "level": values})
    given = {**{name: library(table) for name, library in LIBRARIES.items()}}
    model = fairpca.PCA(2, categorical=["level"]).fit(
        Exported(table) if fitted == "stream" else given[fitted]
    )
    wanted = np.column_stack(model.transform(Exported(table)).read_all().columns)
    assert np.ptp(wanted[:, 1]) > 0
    for name, X in given.items():
        assert_array_equal(np.asarray(model.transform(X)), wanted, err_msg=name)


def test_a_float_that_no_level_is_stays_unknown():
    table = pa.table({"x": np.arange(40.0), "level": [1.0, 2.0] * 20})
    model = fairpca.PCA(1, categorical=["level"]).fit(table)
    other = table.set_column(1, "level", pa.array([1.0, 3.0] * 20))
    for X in (other, pd.DataFrame(other.to_pandas())):
        with pytest.raises(ValueError, match="level"):
            model.transform(X)
    with pytest.raises(Exception, match="level"):
        model.transform(Exported(other)).read_all()
