# SPDX-License-Identifier: BSD-3-Clause
"""Passes over partitions, run by an engine that is a loop: what Dask and Spark build on."""

import pickle
import sys

import fairpca
import numpy as np
import pandas as pd
import pytest
from fairpca import _passes
from fairpca._partitions import Partition
from sklearn.base import clone


class Loop:
    """Runs tasks one after another, each of them pickled and run twice."""

    def __init__(self, partitions, fan_in=1):
        self.partitions, self.fan_in = list(partitions), fan_in
        self.tasks, self.prepared, self.released = [], [], False

    def run(self, task):
        self.tasks.append(task)
        task = pickle.loads(pickle.dumps(task))
        parts = self.prepared if task.reads == "prepared" else self.partitions
        results = [task.work(part, number) for number, part in enumerate(parts)]
        assert results == [task.work(part, number) for number, part in enumerate(parts)]
        if task.keeps:
            self.prepared = results
            return
        for first in range(0, len(results), self.fan_in):
            group = results[first : first + self.fan_in]
            yield group[0] if self.fan_in == 1 else _passes.merge_results(group)

    def release(self):
        self.released = True


def people(rows=600):
    random = np.random.default_rng(3)
    frame = pd.DataFrame(
        random.normal(size=(rows, 4)) * [3, 2, 1.5, 0.5] + 10, columns=["a", "b", "c", "d"]
    )
    frame["work"] = random.choice(["private", "state", "none"], rows)
    frame["sex"] = random.choice(["f", "m"], rows)
    frame.loc[frame["sex"] == "f", "a"] += 1
    frame["weight"] = random.uniform(0.5, 2, rows)
    return frame


FEATURES = ["a", "b", "c", "d", "work"]


def cut(frame, *cuts):
    ends = [*cuts, len(frame)]
    return [frame.iloc[a:b] for a, b in zip([0, *cuts], ends, strict=True)]


def columns(*sensitive, y=None, sample_weight=None):
    return _passes.columns_of_names(list(sensitive), y, sample_weight)


def assert_same_fit(fitted, whole, bound=1e-11):
    assert list(fitted.encoded_names_) == list(whole.encoded_names_)
    np.testing.assert_allclose(fitted.components_, whole.components_, rtol=0, atol=bound)
    np.testing.assert_allclose(fitted.mean_, whole.mean_, rtol=1e-12)


@pytest.mark.parametrize("estimator", [fairpca.PCA(2), fairpca.FairPCA(2), fairpca.PPCA(2)])
def test_a_moment_method_is_one_pass_and_fits_as_all_rows(estimator):
    frame = people()
    engine = Loop(cut(frame, 100, 100, 350))
    fitted = _passes.fit(clone(estimator), engine, columns("sex", sample_weight="weight"))
    whole = clone(estimator).fit(
        frame[FEATURES], sensitive_features=frame["sex"], sample_weight=frame["weight"]
    )
    assert len(engine.tasks) == 1 and engine.released
    assert list(fitted.feature_names_in_) == FEATURES
    assert_same_fit(fitted, whole)
    merged = _passes.fit(
        clone(estimator), Loop(cut(frame, 100, 100, 350), 2), columns("sex", sample_weight="weight")
    )
    assert_same_fit(merged, whole)


def test_kinds_of_columns_are_settled_by_all_partitions():
    frame = people()
    frame["work"] = ["x", "y"] * 150 + ["1", "2"] * 150
    engine = Loop(cut(frame, 300)[0:1] + cut(frame, 300)[1:])
    fitted = _passes.fit(fairpca.PCA(2), engine, columns("sex", sample_weight="weight"))
    whole = fairpca.PCA(2).fit(
        frame[FEATURES], sensitive_features=frame["sex"], sample_weight=frame["weight"]
    )
    assert len(engine.tasks) == 2  # the second partition took them for numbers
    assert_same_fit(fitted, whole)


def test_a_partition_whose_texts_begin_with_numbers_is_read_again_as_texts():
    frame = people()
    frame["work"] = ["x", "y"] * 150 + ["1", "z"] * 150
    engine = Loop(cut(frame, 300))
    fitted = _passes.fit(fairpca.PCA(2), engine, columns("sex", sample_weight="weight"))
    assert "work=z" in fitted.encoded_names_ and "work=1" in fitted.encoded_names_


def test_a_column_that_shows_no_cell_in_a_partition_takes_the_kind_of_the_others():
    frame = people()
    frame["d"] = frame["d"].astype(object)
    frame.loc[:199, "d"] = None
    engine = Loop(cut(frame, 200))
    estimator = fairpca.PCA(2, missing="drop-row")
    fitted = _passes.fit(clone(estimator), engine, columns("sex", sample_weight="weight"))
    rows = frame.iloc[200:].assign(d=lambda part: part["d"].astype(float))
    whole = fairpca.PCA(2).fit(
        rows[FEATURES], sensitive_features=rows["sex"], sample_weight=rows["weight"]
    )
    assert_same_fit(fitted, whole)


def test_a_text_among_numbers_is_named_with_its_partition():
    frame = people()
    frame["d"] = frame["d"].astype(object)
    frame.loc[450, "d"] = "many"
    with pytest.raises(ValueError, match=r"partition 2: row 51, column 'd'.*'many'") as caught:
        _passes.fit(
            fairpca.PCA(2),
            Loop(cut(frame.astype({"d": str}), 200, 400)),
            columns("sex", sample_weight="weight"),
        )
    assert (caught.value.row, caught.value.column) == (51, "d")
    assert caught.value.code == "partition-failed"


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (lambda part: part.drop(columns="c"), r"partition 1 has no column 'c'"),
        (lambda part: part.assign(more=1.0), r"partition 1 has a column 'more'"),
        (lambda part: part.drop(columns="sex"), r"partition 1: .*'sex'"),
    ],
)
def test_other_columns_in_a_partition_are_named(change, said):
    first, second = cut(people(), 300)
    with pytest.raises(ValueError, match=said):
        _passes.fit(
            fairpca.PCA(2), Loop([first, change(second)]), columns("sex", sample_weight="weight")
        )


def test_columns_may_come_in_another_order():
    frame = people()
    first, second = cut(frame, 300)
    engine = Loop([first, second[list(reversed(second.columns))]])
    fitted = _passes.fit(fairpca.PCA(2), engine, columns("sex", sample_weight="weight"))
    whole = fairpca.PCA(2).fit(
        frame[FEATURES], sensitive_features=frame["sex"], sample_weight=frame["weight"]
    )
    assert_same_fit(fitted, whole)


@pytest.mark.filterwarnings("ignore::sklearn.exceptions.ConvergenceWarning")
def test_a_mixture_reads_prepared_partitions():
    frame = people()
    estimator = fairpca.MixturePPCA(2, n_mixture_components=2, max_iter=4)
    engine = Loop(cut(frame, 150))
    fitted = _passes.fit(clone(estimator), engine, columns("sex", sample_weight="weight"))
    whole = clone(estimator).fit(
        frame[FEATURES], sensitive_features=frame["sex"], sample_weight=frame["weight"]
    )
    kinds = [(task.reads, task.keeps) for task in engine.tasks]
    assert kinds[:3] == [("rows", False), ("rows", False), ("rows", True)]
    assert set(kinds[3:]) == {("prepared", False)}
    assert engine.tasks[2].first_rows == (0, 150)
    np.testing.assert_allclose(
        fitted.group_log_likelihood_, whole.group_log_likelihood_, rtol=0, atol=1e-6
    )


def test_arrays_with_groups_beside_them():
    frame = people()
    X, groups = frame[["a", "b", "c", "d"]].to_numpy(), frame["sex"].to_numpy()
    engine = Loop([Partition(X[:250], groups[:250]), Partition(X[250:], groups[250:])])
    fitted = _passes.fit(fairpca.FairPCA(2), engine, columns("group"))
    assert_same_fit(fitted, fairpca.FairPCA(2).fit(X, sensitive_features=groups))
    np.testing.assert_array_equal(
        _passes.transform_partition(fitted, X[:10]), fitted.transform(X[:10])
    )


def test_record_batches_are_a_partition_and_none_is_an_empty_one():
    pyarrow = pytest.importorskip("pyarrow")
    frame = people()
    batches = pyarrow.Table.from_pandas(frame, preserve_index=False).to_batches(max_chunksize=70)
    roles = columns("sex", sample_weight="weight")

    class Again:
        def __init__(self, batches):
            self.batches = batches

        def __iter__(self):
            return iter(self.batches)

        def __reduce__(self):
            return Again, (self.batches,)

    parts = [Again(batches[:4]), Again([]), Again(batches[4:])]
    fitted = _passes.fit(fairpca.PCA(2), Loop(parts), roles)
    by_frames = _passes.fit(fairpca.PCA(2), Loop(cut(frame, 280, 280)), roles)
    assert fitted._model.__getstate__() == by_frames._model.__getstate__()


def test_moments_and_evaluation_are_those_of_all_rows():
    frame = people()
    roles = columns("sex", sample_weight="weight")
    moments = _passes.moments(Loop(cut(frame, 200)), roles)
    whole = fairpca.GroupMoments().partial_fit(
        frame[FEATURES], sensitive_features=frame[["sex"]], sample_weight=frame["weight"]
    )
    assert moments.counts == whole.counts
    fitted = fairpca.FairPCA(2).fit(frame[FEATURES], sensitive_features=frame["sex"])
    found = _passes.evaluate(fitted, Loop(cut(frame, 200)), roles)
    expected = fairpca.evaluate(fitted, whole)
    assert found.values.keys() == expected.values.keys() and found.values
    for name, value in expected.values.items():
        np.testing.assert_allclose(found.values[name], value, rtol=1e-10, atol=1e-12)


def test_a_fit_that_fails_leaves_the_estimator_and_forgets_the_partitions():
    frame = people()
    fitted = _passes.fit(
        fairpca.PCA(2), Loop(cut(frame, 200)), columns("sex", sample_weight="weight")
    )
    before = fitted.components_
    frame.loc[3, "a"] = np.nan
    engine = Loop(cut(frame, 200))
    with pytest.raises(ValueError, match="partition 0: row 4, column 'a'"):
        _passes.fit(fitted, engine, columns("sex", sample_weight="weight"))
    assert fitted.components_ is before and engine.released


@pytest.mark.parametrize("given", [{"sensitive_features": np.ones(3)}, {"y": 3}])
def test_roles_are_names(given):
    with pytest.raises(TypeError, match="name"):
        _passes.columns_of_names(
            given.get("sensitive_features"), given.get("y"), given.get("sample_weight")
        )


def test_without_dask_one_sentence_says_what_to_install(monkeypatch):
    for name in [name for name in sys.modules if name.split(".")[0] in ("dask", "distributed")]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.setitem(sys.modules, "dask", None)
    monkeypatch.delitem(sys.modules, "fairpca._dask_engine", raising=False)
    monkeypatch.delitem(sys.modules, "fairpca.dask", raising=False)
    with pytest.raises(ImportError, match=r"pip install 'fairpca\[dask\]'"):
        import fairpca.dask  # noqa: F401
