# SPDX-License-Identifier: BSD-3-Clause
"""What is asked of Spark, classic and Connect alike: a file of tests imports all of it."""

import os
import signal
import threading
import time

import fairpca
import fairpca.spark
import pyarrow
import pytest
from fairpca import _passes
from fairpca._spark_engine import SparkEngine
from fit_contract import FEATURES, assert_close, model_bytes, only
from people import Slices, people
from toy_tasks import Bytes, Endless, Listing, Unlucky, bracketed


def listed(first, last, parts):
    """What Listing gives for the numbers from first to before last in so many equal parts."""
    size = (last - first) // parts
    starts = [first + part * size for part in range(parts)]
    return [
        f"{part}: {' '.join(map(str, range(start, start + size)))}".encode()
        for part, start in enumerate(starts)
    ]


def is_running(pid):
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return True


def eventually(condition, seconds=60):
    end = time.monotonic() + seconds
    while not condition() and time.monotonic() < end:
        time.sleep(0.05)
    return condition()


def persisted(spark):
    """How many DataFrames are held in the cluster, where it can be asked."""
    if not hasattr(spark, "_jsc"):
        return 0
    return spark._jsc.sc().getPersistentRDDs().size()


def test_results_come_in_the_order_of_the_partitions(spark):
    engine = SparkEngine(spark.range(0, 60, 1, 12))
    assert list(engine.run(Listing())) == listed(0, 60, 12)
    assert list(engine.run(Listing())) == listed(0, 60, 12), "now that sizes are known"


def test_partitions_without_rows_have_results_too(spark):
    engine = SparkEngine(spark.range(0, 2, 1, 4))
    assert list(engine.run(Listing())) == [b"0: ", b"1: 0", b"2: ", b"3: 1"]


def test_a_table_without_rows_may_have_no_partition(spark):
    assert list(SparkEngine(spark.range(0, 0, 1, 4)).run(Listing())) in ([], [b"0: "])


def test_prepared_partitions_stay_in_the_cluster_until_released(spark):
    before = persisted(spark)
    engine = SparkEngine(spark.range(0, 6, 1, 3))
    assert list(engine.run(Listing(keeps=True))) == []
    for _ in range(2):
        assert list(engine.run(Listing(reads="prepared"))) == listed(0, 6, 3)
    engine.release()
    assert persisted(spark) == before


def test_large_results_are_cut_into_pieces_and_put_together(spark, monkeypatch):
    monkeypatch.setattr("fairpca._spark_engine.COLLECT_BYTES", 3 << 20)
    task = Bytes(size=(9 << 20) + 5)
    expected = [task.work([], part) for part in range(3)]
    engine = SparkEngine(spark.range(0, 6, 1, 3))
    before = persisted(spark)
    assert list(engine.run(task)) == expected
    assert list(engine.run(task)) == expected, "now that it is known that they are large"
    assert persisted(spark) == before


def test_above_the_drivers_bound_consecutive_results_are_merged_in_the_cluster(spark, monkeypatch):
    monkeypatch.setattr(_passes, "DRIVER_BYTES", 39)
    monkeypatch.setattr(_passes, "FAN_IN", 3)
    monkeypatch.setattr(_passes, "merge_results", bracketed)
    before = persisted(spark)
    engine = SparkEngine(spark.range(0, 10, 1, 10))
    expected = [
        b"(((0: 0+1: 1+2: 2)+(3: 3+4: 4+5: 5)+(6: 6+7: 7+8: 8))+((9: 9)))",
    ]
    assert list(engine.run(Listing())) == expected
    monkeypatch.setattr(_passes, "DRIVER_BYTES", 40)
    assert list(engine.run(Listing())) == listed(0, 10, 10), "merged only if they must be"
    assert persisted(spark) == before


@pytest.fixture
def interruptible():
    """Ctrl-C as Python takes it, also where whoever started the tests ignores it."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)


def test_an_interrupt_cancels_the_job(spark, tmp_path, interruptible):
    engine = SparkEngine(spark.range(0, 6, 1, 2))
    started = threading.Thread(
        target=lambda: (
            eventually(lambda: len(list(tmp_path.iterdir())) == 2),
            os.kill(os.getpid(), signal.SIGINT),
        )
    )
    started.start()
    with pytest.raises(KeyboardInterrupt):
        list(engine.run(Endless(folder=str(tmp_path))))
    started.join()
    workers = [int(path.name) for path in tmp_path.iterdir()]
    assert eventually(lambda: not any(map(is_running, workers))), "Python workers still wait"
    assert list(engine.run(Listing())) == listed(0, 6, 2), "the session is still of use"


def test_a_task_that_takes_long_changes_no_order(spark, once):
    engine = SparkEngine(spark.range(0, 8, 1, 4))
    assert list(engine.run(Unlucky(once=once, what="1"))) == listed(0, 8, 4)


@pytest.mark.parametrize("keep", ["region", ["sex", "weight"]])
def test_transform_carries_columns_along(engine, keep):
    frame = people()
    fitted = fairpca.PCA(2).fit(frame[FEATURES])
    result = engine.frame(fairpca.spark.transform(fitted, engine.table(Slices(frame)), keep=keep))
    names = [keep] if isinstance(keep, str) else keep
    assert list(result.columns) == [*names, *fitted.get_feature_names_out()]
    assert_close(
        result[fitted.get_feature_names_out()].to_numpy(), fitted.transform(frame[FEATURES])
    )
    for name in names:
        assert result[name].tolist() == frame[name].tolist()


def test_columns_to_carry_along_must_be_there_and_have_a_name_of_their_own(engine):
    frame = people()
    fitted = fairpca.PCA(2).fit(frame[FEATURES])
    with pytest.raises(ValueError, match="'id'"):
        fairpca.spark.transform(fitted, engine.table(Slices(frame)), keep="id")
    coordinate = fitted.get_feature_names_out()[0]
    table = engine.table(Slices(frame.assign(**{coordinate: 1.0})))
    with pytest.raises(ValueError, match=coordinate):
        fairpca.spark.transform(fitted, table, keep=[coordinate])


def test_a_data_frame_is_a_stream_of_rows(engine, tmp_path):
    """As X of an estimator: read by the driver, in the order of the partitions, again and again."""
    frame = only(people(), "sex", "weight")
    df = engine.table(Slices(frame))
    roles = {"sensitive_features": "sex", "sample_weight": "weight"}
    fitted = fairpca.FairPCA(2).fit(df, **roles)
    whole = fairpca.FairPCA(2).fit(pyarrow.Table.from_pandas(frame, preserve_index=False), **roles)
    assert model_bytes(fitted, tmp_path) == model_bytes(whole, tmp_path)
    coordinates = fitted.transform(df).read_all().to_pandas()
    assert_close(coordinates.to_numpy(), whole.transform(frame))
    filled = fairpca.PCA(2, missing="mean").fit(df, **roles)  # two passes
    assert_close(filled.mean_, whole.mean_)
    with pytest.raises(ValueError, match="gender"):
        fairpca.PCA(2).fit(df, sensitive_features="gender")
