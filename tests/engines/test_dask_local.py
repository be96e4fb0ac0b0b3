# SPDX-License-Identifier: BSD-3-Clause
"""Dask without a client: its schedulers of this process, Dask arrays, and results above 1 GB."""

import functools
import operator

import dask
import dask.array
import dask.dataframe
import fairpca
import fairpca.dask
import numpy as np
import pytest
from distributed import Client
from fairpca import _passes
from fit_contract import FEATURES, MIXTURES, assert_close, model_bytes, only
from people import Slices, clusters, people
from sklearn.base import clone

NUMBERS = ["age", "income", "debt", "score"]
CHUNKS = (250, 50, 260, 340)


def table_of(slices):
    return dask.dataframe.from_map(slices, range(slices.parts), meta=slices.frame.head(0))


@pytest.fixture(params=["synchronous", "threads", "processes"])
def scheduler(request):
    with dask.config.set(scheduler=request.param):
        yield request.param


def test_a_fit_needs_no_client_and_has_the_same_bytes(scheduler, tmp_path):
    frame = only(people(), "sex")
    fitted = fairpca.dask.fit(fairpca.FairPCA(2), table_of(Slices(frame)), sensitive_features="sex")
    whole = fairpca.FairPCA(2).fit(frame[FEATURES], sensitive_features=frame["sex"])
    assert_close(fitted.components_, whole.components_)
    with dask.config.set(scheduler="synchronous"):
        alone = fairpca.dask.fit(
            fairpca.FairPCA(2), table_of(Slices(frame)), sensitive_features="sex"
        )
    assert model_bytes(fitted, tmp_path) == model_bytes(alone, tmp_path)


@pytest.mark.filterwarnings("ignore::sklearn.exceptions.ConvergenceWarning")
def test_a_mixture_needs_no_client():
    frame = clusters()
    fitted = fairpca.dask.fit(clone(MIXTURES[0]), table_of(Slices(frame)), sensitive_features="sex")
    whole = clone(MIXTURES[0]).fit(frame[list("abcde")], sensitive_features=frame["sex"])
    assert_close(min(fitted.group_log_likelihood_), min(whole.group_log_likelihood_), 1e-6)


def test_transform_and_evaluate_need_no_client(scheduler):
    frame = people()
    fitted = fairpca.FairPCA(2).fit(frame[FEATURES], sensitive_features=frame["sex"])
    coordinates = fairpca.dask.transform(fitted, table_of(Slices(frame)), keep="region").compute()
    assert_close(coordinates.iloc[:, 1:].to_numpy(), fitted.transform(frame[FEATURES]))
    assert coordinates["region"].tolist() == frame["region"].tolist()
    found = fairpca.dask.evaluate(
        fitted, table_of(Slices(only(frame, "sex"))), sensitive_features="sex"
    )
    whole = fairpca.evaluate(fitted, frame[FEATURES], sensitive_features=frame["sex"])
    gap = ("gap", None, "value")
    assert_close(found.values[gap], whole.values[gap])


def test_a_bad_cell_is_named_without_a_client(scheduler):
    frame = only(people(), "sex")
    frame.loc[305, "debt"] = np.nan
    with pytest.raises(ValueError, match=r"partition 3: row 6, column 'debt'"):
        fairpca.dask.fit(fairpca.PCA(2), table_of(Slices(frame)), sensitive_features="sex")


# Arrays.


def arrays(chunks=CHUNKS, columns=(2, 2)):
    """The numbers in blocks of rows and of columns, and what goes with them."""
    frame = people()
    beside = (frame[name].to_numpy(object if name != "weight" else float) for name in BESIDE)
    X = dask.array.from_array(frame[NUMBERS].to_numpy(), chunks=(chunks, columns))
    return frame, X, *(dask.array.from_array(values, chunks=(chunks,)) for values in beside)


BESIDE = ("sex", "region", "weight")


def test_arrays_fit_as_arrays_in_memory():
    frame, X, sex, region, weight = arrays()
    values = frame[NUMBERS].to_numpy()
    fitted = fairpca.dask.fit(fairpca.FairPCA(2), X, sensitive_features=sex, sample_weight=weight)
    whole = fairpca.FairPCA(2).fit(
        values, sensitive_features=frame["sex"].to_numpy(), sample_weight=frame["weight"].to_numpy()
    )
    assert fitted.groups_ == whole.groups_ == ["f", "m"]
    assert_close(fitted.components_, whole.components_)
    assert_close(fitted.mean_, whole.mean_)
    assert_close(fitted.transform(values), whole.transform(values))
    given = fairpca.dask.fit(
        fairpca.MeanMatchingPCA(2, positive="south"), X, sensitive_features=sex, y=region
    )
    expected = fairpca.MeanMatchingPCA(2, positive="south").fit(
        values, frame["region"].to_numpy(), sensitive_features=frame["sex"].to_numpy()
    )
    assert_close(given.components_, expected.components_)


def test_arrays_of_several_attributes_and_moments_of_arrays():
    frame, X, sex, region, _ = arrays()
    both = dask.array.stack([sex, region], axis=1)
    moments = fairpca.dask.moments(X, sensitive_features=both)
    whole = fairpca.GroupMoments().partial_fit(
        frame[NUMBERS].to_numpy(), sensitive_features=frame[["sex", "region"]].to_numpy()
    )
    assert moments.counts == whole.counts
    assert moments.sensitive_names == whole.sensitive_names
    assert_close(
        fairpca.PCA(3).fit_moments(moments).components_,
        fairpca.PCA(3).fit_moments(whole).components_,
    )


def test_coordinates_of_an_array_are_an_array():
    frame, X, *_ = arrays()
    fitted = fairpca.PCA(2).fit(frame[NUMBERS].to_numpy())
    coordinates = fairpca.dask.transform(fitted, X)
    assert isinstance(coordinates, dask.array.Array)
    assert coordinates.chunks == (CHUNKS, (2,))
    assert_close(coordinates.compute(), fitted.transform(frame[NUMBERS].to_numpy()))


def test_a_column_of_an_array_can_be_named():
    frame = people()
    values = frame[NUMBERS].assign(group=(frame["sex"] == "m").astype(float)).to_numpy()
    X = dask.array.from_array(values, chunks=(300, 5))
    fitted = fairpca.dask.fit(fairpca.FairPCA(2), X, sensitive_features="x5")
    whole = fairpca.FairPCA(2).fit(values[:, :4], sensitive_features=values[:, 4])
    assert_close(fitted.components_, whole.components_)


def test_chunks_of_unknown_size_are_taken():
    frame, X, sex, *_ = arrays()
    is_taken = np.arange(len(frame)) % 3 > 0
    mask = dask.array.from_array(is_taken, chunks=(CHUNKS,))
    fitted = fairpca.dask.fit(fairpca.FairPCA(2), X[mask], sensitive_features=sex[mask])
    whole = fairpca.FairPCA(2).fit(
        frame.loc[is_taken, NUMBERS].to_numpy(),
        sensitive_features=frame.loc[is_taken, "sex"].to_numpy(),
    )
    assert_close(fitted.components_, whole.components_)


@pytest.mark.parametrize("chunks", [(450, 450), (260, 40, 260, 340)])
def test_other_chunks_beside_an_array_are_rejected(chunks):
    _, X, sex, *_ = arrays()
    with pytest.raises(ValueError, match=r"other chunks.*rechunk\(\{0: X.chunks\[0\]\}\)"):
        fairpca.dask.fit(fairpca.PCA(2), X, sensitive_features=sex.rechunk((chunks,)))


def test_an_array_beside_a_frame_is_rejected():
    frame, _, sex, *_ = arrays()
    with pytest.raises(TypeError, match="sensitive_features must name columns of X"):
        fairpca.dask.fit(
            fairpca.PCA(2), table_of(Slices(only(frame, "sex"))), sensitive_features=sex
        )


# Results above what the driver takes.


def test_more_than_a_gigabyte_is_merged_in_the_cluster(monkeypatch):
    """Real sizes: 20 results of 64 MB, which the driver never holds together."""
    columns, parts, rows = 4096, 20, 3  # each is 4 columns^2 bytes and a little more
    random = np.random.default_rng(0)
    values = random.normal(size=(parts * rows, columns))
    X = dask.array.from_array(values, chunks=((rows,) * parts, (columns,)))
    fetched = []
    gather = fairpca.dask.DaskEngine._fetched

    def noted(self, results):
        found = gather(self, results)
        fetched.append(sum(len(one) for one in found if isinstance(one, bytes)))
        return found

    monkeypatch.setattr(fairpca.dask.DaskEngine, "_fetched", noted)
    with Client(processes=False, n_workers=1, threads_per_worker=2, dashboard_address=None):
        moments = fairpca.dask.moments(X)
    assert 4 * columns**2 * parts > _passes.DRIVER_BYTES
    assert max(fetched) < _passes.DRIVER_BYTES / 4
    assert moments.n_samples == parts * rows
    parted = [fairpca.GroupMoments().partial_fit(part) for part in np.split(values, parts)]
    first, last = (functools.reduce(operator.add, part) for part in (parted[:16], parted[16:]))
    assert moments == first + last, "sixteen consecutive ones at a time"
