# SPDX-License-Identifier: BSD-3-Clause
"""Tables read as Arrow streams: the same rows give the same bytes from any producer."""

import arro3.core
import duckdb
import fairpca
import nanoarrow
import narwhals
import numpy as np
import polars as pl
import pyarrow as pa
import pyarrow.dataset
import pyarrow.parquet
import pytest
from numpy.testing import assert_array_equal

ROWS = 10_000


class Exported:
    """Anybody's table: it gives streams, and nothing else is known of it."""

    def __init__(self, table):
        self.table = table

    def __arrow_c_stream__(self, requested_schema=None):
        return self.table.__arrow_c_stream__()


def model_bytes(estimator, tmp_path):
    path = tmp_path / "model.fpca"
    estimator.save(path)
    return path.read_bytes()


@pytest.fixture(scope="module")
def table():
    random = np.random.default_rng(5)
    return pa.table(
        {
            "age": random.integers(18, 90, ROWS),
            "work": random.choice(["private", "state", "none, retired", "état"], ROWS),
            "income": random.normal(3e4, 1e4, ROWS),
            "owner": random.choice([True, False], ROWS),
            "sex": random.choice(["Female", "Male"], ROWS),
            "weight": random.uniform(1, 2, ROWS),
        }
    )


@pytest.fixture(scope="module")
def file(table, tmp_path_factory):
    path = tmp_path_factory.mktemp("streams") / "people.parquet"
    pa.parquet.write_table(table, path, row_group_size=3000)
    return path


def sliced(table):
    """The same rows as a slice of others."""
    doubled = pa.concat_tables([table.slice(0, 13), table, table.slice(5, 7)]).combine_chunks()
    return doubled.slice(13, len(table))


def with_empty_batches(table):
    empty = table.schema.empty_table().to_batches() or [
        pa.RecordBatch.from_pydict({name: [] for name in table.column_names}, table.schema)
    ]
    batches = table.to_batches(1234)
    return pa.RecordBatchReader.from_batches(
        table.schema, [*empty, *batches[:2], *empty, *batches[2:], *empty]
    )


class Dataset:
    """What ``ray.data.Dataset`` (2.60) shows: no stream, but batches in the formats asked for."""

    def __init__(self, table):
        self._table = table

    def iter_batches(self, *, prefetch_batches=1, batch_size=256, batch_format="default"):
        assert batch_format == "pyarrow"
        starts = range(0, len(self._table), batch_size)
        return (self._table.slice(start, batch_size) for start in starts)


class MaterializedDataset(Dataset):
    """What is left of one once it was computed."""


Dataset.__module__ = MaterializedDataset.__module__ = "ray.data.dataset"


PRODUCERS = {
    "pyarrow reader": lambda table, file: table.to_reader(777),
    "pyarrow batch": lambda table, file: table.combine_chunks().to_batches()[0],
    "pyarrow chunks": lambda table, file: Exported(pa.Table.from_batches(table.to_batches(999))),
    "pyarrow slice": lambda table, file: Exported(sliced(table)),
    "pyarrow dataset": lambda table, file: pa.dataset.dataset(file),
    "pyarrow scanner": lambda table, file: pa.dataset.dataset(file).scanner(batch_size=500),
    "pyarrow file": lambda table, file: pa.parquet.ParquetFile(file),
    "empty batches": lambda table, file: with_empty_batches(table),
    "generator": lambda table, file: (batch for batch in table.to_batches(1000)),
    "list": lambda table, file: table.to_batches(4096),
    "polars": lambda table, file: Exported(pl.DataFrame(table)),
    "polars lazy": lambda table, file: pl.scan_parquet(file),
    "narwhals lazy": lambda table, file: narwhals.from_native(pl.scan_parquet(file)),
    "pandas": lambda table, file: Exported(table.to_pandas()),
    "duckdb": lambda table, file: duckdb.sql(f"select * from '{file}'"),
    "ray": lambda table, file: MaterializedDataset(table),
    "nanoarrow": lambda table, file: nanoarrow.ArrayStream(table.to_reader(600)),
    "nanoarrow array": lambda table, file: nanoarrow.c_array(table.to_struct_array().chunk(0)),
    "arro3": lambda table, file: arro3.core.Table(table),
    "arro3 reader": lambda table, file: arro3.core.RecordBatchReader.from_arrow(table),
    "arro3 batch": lambda table, file: arro3.core.RecordBatch.from_arrow(
        table.combine_chunks().to_batches()[0]
    ),
}


@pytest.mark.parametrize("producer", PRODUCERS)
def test_the_same_rows_give_the_same_bytes(table, file, tmp_path, producer):
    expected = fairpca.FairPCA(2).fit(table, sensitive_features="sex", sample_weight="weight")
    X = PRODUCERS[producer](table, file)
    fitted = fairpca.FairPCA(2).fit(X, sensitive_features="sex", sample_weight="weight")
    assert model_bytes(fitted, tmp_path) == model_bytes(expected, tmp_path)
    assert fitted.feature_names_in_.tolist() == table.column_names
    assert fitted.n_features_in_ == 6
    assert fitted.encoded_names_[-1] == "owner=true"
    assert fitted.components_.dtype == np.float64


def test_named_columns_give_what_values_give(table, tmp_path):
    features = table.drop_columns(["sex", "weight"])
    expected = fairpca.FairPCA(2).fit(
        features, sensitive_features=table["sex"], sample_weight=table["weight"]
    )
    fitted = fairpca.FairPCA(2).fit(
        Exported(table), sensitive_features="sex", sample_weight="weight"
    )
    assert_array_equal(fitted.components_, expected.components_)
    assert_array_equal(fitted.group_reconstruction_error_, expected.group_reconstruction_error_)
    assert fitted.encoded_names_ == expected.encoded_names_


@pytest.mark.parametrize("estimator", [fairpca.MixturePPCA(1, n_mixture_components=2, max_iter=5)])
@pytest.mark.filterwarnings("ignore:.*did not meet its tolerance")
def test_methods_that_read_rows_again_read_streams_again(table, file, tmp_path, estimator):
    small = table.slice(0, 3000)
    expected = estimator.fit(small, sensitive_features="sex", sample_weight="weight")
    expected = model_bytes(expected, tmp_path)
    stream = duckdb.sql(f"select * from '{file}' limit 3000")
    fitted = estimator.fit(stream, sensitive_features="sex", sample_weight="weight")
    assert model_bytes(fitted, tmp_path) == expected


def test_single_precision_is_kept(tmp_path):
    random = np.random.default_rng(2)
    table = pa.table({name: random.normal(size=500).astype(np.float32) for name in "abc"})
    expected = fairpca.PCA(2).fit(table)
    fitted = fairpca.PCA(2).fit(Exported(table))
    assert fitted.components_.dtype == expected.components_.dtype == np.float32
    assert model_bytes(fitted, tmp_path) == model_bytes(expected, tmp_path)
    scores = fitted.score_samples(Exported(table))
    assert scores.dtype == np.float32
    assert_array_equal(scores, expected.score_samples(table))


def test_parameters_choose_columns_of_streams(table, file, tmp_path):
    given = {"features": ["age", "o*", "income"], "categorical": ["age"]}
    expected = fairpca.PCA(2, **given).fit(table, sensitive_features="sex")
    fitted = fairpca.PCA(2, **given).fit(pl.scan_parquet(file), sensitive_features="sex")
    assert model_bytes(fitted, tmp_path) == model_bytes(expected, tmp_path)
    with_columns = fairpca.PCA(2, sensitive_columns=["sex"], **given).fit(pl.scan_parquet(file))
    assert with_columns.groups_ == ["Female", "Male"]
    assert_array_equal(with_columns.components_, expected.components_)


def test_few_columns_are_counted_once_they_are_encoded():
    table = pa.table({"a": ["x", "y", "z", "x"] * 10, "b": range(40)})
    fitted = fairpca.PCA().fit(Exported(table))
    assert fitted.n_components_ == fairpca.PCA().fit(table).n_components_ == 2
    assert fairpca.PCA().fit(Exported(table.select(["a"]))).n_components_ == 2
    assert fairpca.PCA().fit(Exported(table.select(["b"]))).n_components_ == 1
    with pytest.raises(ValueError) as caught:
        fairpca.PCA().fit(table.to_reader())
    assert caught.value.code == "width-of-reader"


@pytest.mark.parametrize("opened", [pa.parquet.ParquetFile, pa.dataset.dataset, pl.scan_parquet])
def test_wide_files_in_several_batches_give_the_bytes_of_the_table(tmp_path, opened):
    random = np.random.default_rng(5)
    table = pa.table({f"x{k}": random.normal(size=2500) for k in range(1024)})
    pa.parquet.write_table(table, tmp_path / "wide.parquet", row_group_size=1000)
    expected = model_bytes(fairpca.PCA(2).fit(table), tmp_path)
    fitted = fairpca.PCA(2).fit(opened(tmp_path / "wide.parquet"))
    assert model_bytes(fitted, tmp_path) == expected


def test_ten_thousand_columns(tmp_path):
    random = np.random.default_rng(0)
    names = [f"c{number}" for number in range(10_000)]
    table = pa.table(list(random.normal(size=(10_000, 3))), names=names)
    model = fairpca.PCA(1, features=["c1", "c77", "c9999"])
    expected = model_bytes(model.fit(table), tmp_path)
    assert model_bytes(model.fit(Exported(table)), tmp_path) == expected
    assert model.n_features_in_ == 10_000
    moments = fairpca.GroupMoments(features=["c1??", "c1???"]).partial_fit(Exported(table))
    assert len(moments.feature_names) == 1100


def test_moments_of_streams(table, file):
    given = {"sensitive_features": ["sex"], "y": "owner", "sample_weight": "weight"}
    expected = fairpca.GroupMoments().partial_fit(table, **given)
    found = fairpca.GroupMoments().partial_fit(pa.dataset.dataset(file), **given)
    assert found == expected
    assert found.feature_names == ["age", "work", "income"]
    assert found.partial_fit(table.to_reader(), **given).n_samples == 2 * ROWS


def test_the_path_of_a_stream(table, file):
    of_table = fairpca.fairness_path(table, 1, sensitive_features="sex").to_dict()
    of_stream = fairpca.fairness_path(pa.dataset.dataset(file), 1, sensitive_features="sex")
    assert of_stream.to_dict()["marks"] == of_table["marks"]


def test_an_evaluation_of_a_stream(table, file):
    model = fairpca.FairPCA(2).fit(table, "owner", sensitive_features="sex")
    training = {"y": "owner", "sensitive_features": "sex"}
    found = {}
    for name, X in (("stream", pa.dataset.dataset(file)), ("table", table)):
        found[name] = fairpca.evaluate(
            model,
            X,
            "owner",
            sensitive_features="sex",
            train=training | {"X": X},
            measures=["gap", "loss", "accuracy"],
        ).to_dict()
        for times in ("read_seconds", "evaluate_seconds", "peak_memory_bytes"):
            found[name].pop(times, None)
    assert found["stream"]["measures"] == found["table"]["measures"]
    one_pass = fairpca.metrics.gap(model, table.to_reader(), sensitive_features="sex")
    assert one_pass == fairpca.metrics.gap(model, table, sensitive_features="sex")
    score = model.score(table.to_reader(), sensitive_features="sex")
    assert score == model.score(table, sensitive_features="sex")
    assert model.score(table.to_reader()) == model.score(table)


def test_a_proof_from_a_stream(table, file):
    model = fairpca.FairPCA(2).fit(table, sensitive_features="sex", sample_weight="weight")
    given = {"sensitive_features": "sex", "sample_weight": "weight"}
    of_table = fairpca.verify(model, table, **given)
    of_stream = fairpca.verify(model, pl.scan_parquet(file), **given)
    assert of_stream.ok
    assert of_stream.to_dict() == of_table.to_dict()
    assert not fairpca.verify(model, pl.scan_parquet(file), sensitive_features="sex").ok


def test_a_comparison_of_a_stream(table, file):
    given = {
        "sensitive_features": ["sex"],
        "dimensions": 1,
        "methods": ["fair-pca"],
        "measures": ["gap", "accuracy"],
        "split_by": "age",
    }
    of_table = fairpca.compare(table, "owner", **given)
    of_stream = fairpca.compare(pl.scan_parquet(file), "owner", **given)
    assert of_stream.to_frame()["value"].tolist() == of_table.to_frame()["value"].to_pylist()
    assert "sensitive_features=['sex']" in of_stream.suggested


def test_a_description_of_a_stream(table, file):
    dated = table.append_column("day", pa.array(range(ROWS), pa.date32()))
    nested = dated.append_column("list", pa.array([[1]] * ROWS))
    found = fairpca.describe(Exported(nested), sensitive_features="sex", y="owner").to_dict()
    kinds = {column["name"]: column["kind"] for column in found["columns"]}
    assert kinds["day"] == "date"
    assert kinds["work"] == kinds["sex"] == "category"
    assert kinds["age"] == "number"
    roles = {column["name"]: column["role"] for column in found["columns"]}
    assert (roles["sex"], roles["owner"]) == ("protected", "label")
    suggested = str(fairpca.describe(pl.scan_parquet(file), sensitive_features="sex"))
    assert "sensitive_features='sex'" in suggested.replace("\n", " ")


def test_a_ray_data_set_is_read_again_and_may_be_empty(table):
    roles = {"sensitive_features": "sex", "sample_weight": "weight"}
    fitted = fairpca.PCA(2, missing="mean").fit(Dataset(table), **roles)
    assert fitted.n_samples_ == ROWS
    assert fitted.transform(Dataset(table)).read_all().num_rows == ROWS
    with pytest.raises(ValueError, match="no rows"):
        fairpca.PCA(2).fit(Dataset(table.slice(0, 0)), **roles)
