# SPDX-License-Identifier: BSD-3-Clause
"""Threads, processes, signals and memory."""

import multiprocessing
import os
import signal
import subprocess
import sys
import textwrap
import threading
import time
from concurrent.futures import ThreadPoolExecutor

import fairpca
import joblib
import numpy as np
import pytest
import sklearn
import threadpoolctl
from fairpca._threads import thread_count
from numpy.testing import assert_array_equal


@pytest.fixture(scope="module")
def many_rows():
    random = np.random.default_rng(0)
    return random.normal(size=(30_000, 20)), random.integers(0, 3, 30_000)


@pytest.mark.parametrize("n_jobs", [2, 3, 7, -1, None])
def test_results_do_not_depend_on_threads(many_rows, n_jobs):
    X, group = many_rows
    one = fairpca.PCA(3, n_jobs=1).fit(X, sensitive_features=group)
    other = fairpca.PCA(3, n_jobs=n_jobs).fit(X, sensitive_features=group)
    assert_array_equal(other.components_, one.components_)
    assert_array_equal(other.transform(X), one.transform(X))
    assert_array_equal(other.group_loss_, one.group_loss_)


def test_threads_follow_threadpoolctl():
    with threadpoolctl.threadpool_limits(limits=1):
        assert thread_count(None) == 1
    with threadpoolctl.threadpool_limits(limits=2, user_api="blas"):
        assert thread_count(None) <= 2
    with threadpoolctl.threadpool_limits(limits=1, user_api="openmp"):
        assert thread_count(None) == 1
    assert thread_count(5) == 5
    assert thread_count(-1) == joblib.cpu_count()


def test_threads_follow_the_environment():
    code = "from fairpca._threads import thread_count; print(thread_count(None))"
    environment = {**os.environ, "OMP_NUM_THREADS": "1", "OPENBLAS_NUM_THREADS": "1"}
    done = subprocess.run([sys.executable, "-c", code], env=environment, capture_output=True)
    assert done.stdout.strip() == b"1", done.stderr


def threads_in_worker():
    return thread_count(None)


def fit_components(X):
    return fairpca.PCA(2).fit(X).components_


@pytest.mark.parametrize("backend", ["loky", "threading", "multiprocessing"])
def test_joblib_workers_do_not_oversubscribe(backend, many_rows):
    workers = joblib.cpu_count()
    with joblib.parallel_config(backend, n_jobs=workers):
        used = joblib.Parallel()(joblib.delayed(threads_in_worker)() for _ in range(workers))
        fitted = joblib.Parallel()(
            joblib.delayed(fit_components)(part) for part in np.array_split(many_rows[0], 4)
        )
    if workers > 1:
        assert sum(used) <= workers
    for part, components in zip(np.array_split(many_rows[0], 4), fitted, strict=True):
        assert_array_equal(components, fit_components(part))


def test_a_forked_process_fits_what_its_parent_fits(many_rows):
    X, _ = many_rows
    expected = fairpca.PCA(2, n_jobs=2).fit(X).components_
    with multiprocessing.get_context("fork").Pool(1) as pool:
        assert_array_equal(pool.apply_async(fit_components, (X,)).get(timeout=60), expected)


def test_other_python_threads_run_during_a_fit():
    X = np.random.default_rng(0).normal(size=(200_000, 60))
    done = threading.Event()
    ticks = []

    def tick():
        while not done.wait(0.001):
            ticks.append(None)

    ticker = threading.Thread(target=tick)
    ticker.start()
    before = len(ticks)
    fairpca.PCA(5, n_jobs=1).fit(X)
    during = len(ticks) - before
    done.set()
    ticker.join()
    # One tick could pass on entering or leaving; a fit that held the lock would allow no more.
    assert during >= 3


def test_two_threads_fit_at_once(many_rows):
    X, _ = many_rows
    expected = fit_components(X)
    results = joblib.Parallel(n_jobs=4, backend="threading")(
        joblib.delayed(fit_components)(X) for _ in range(8)
    )
    for components in results:
        assert_array_equal(components, expected)


def fit_wide(estimator, X, group):
    return sklearn.clone(estimator).fit(X.copy(), sensitive_features=group).components_


@pytest.mark.parametrize(
    "estimator, rows, fits",
    [(fairpca.PCA(120, n_jobs=1), 500, 24), (fairpca.FairPCA(2, n_jobs=1), 400, 4)],
)
def test_fits_in_threads_are_the_fits_alone(estimator, rows, fits):
    random = np.random.default_rng(0)
    X, group = random.normal(size=(rows, 300)), random.choice(list("abcdef"), rows)
    expected = fit_wide(estimator, X, group)
    with ThreadPoolExecutor(3) as pool:
        fitted = list(pool.map(lambda _: fit_wide(estimator, X, group), range(fits)))
    for components in fitted:
        assert_array_equal(components, expected)


@pytest.mark.parametrize("n_jobs", [1, 2])
def test_ctrl_c_interrupts_a_long_fit(n_jobs):
    code = textwrap.dedent(
        f"""
        import numpy as np, fairpca, sys
        rows = np.lib.stride_tricks.as_strided(
            np.random.default_rng(0).normal(size=600_000), (500_000_000, 50), (8 * 0, 8))
        fairpca.PCA(2).fit(np.random.default_rng(0).normal(size=(50, 4)))  # imports all it needs
        try:
            print("fitting", flush=True)
            fairpca.PCA(2, n_jobs={n_jobs}).fit(rows)
        except KeyboardInterrupt:
            print("interrupted", flush=True)
        else:
            print("finished", flush=True)
        print(fairpca.PCA(2).fit(np.random.default_rng(0).normal(size=(50, 4))).n_components_)
        """
    )
    process = subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE, text=True)
    try:
        assert process.stdout.readline() == "fitting\n"
        time.sleep(0.5)  # past the checks of the input, into the core
        process.send_signal(signal.SIGINT)
        rest, _ = process.communicate(timeout=120)
    finally:
        process.kill()
    assert rest == "interrupted\n2\n"


def test_a_signal_handler_may_raise_what_it_likes():
    class Alarm(Exception):
        pass

    def ring(*_):
        raise Alarm

    rows = np.lib.stride_tricks.as_strided(np.zeros(50) + 1.0, (200_000_000, 50), (0, 8))
    previous = signal.signal(signal.SIGALRM, ring)
    signal.setitimer(signal.ITIMER_REAL, 0.3)
    try:
        with pytest.raises(Alarm):
            fairpca.PCA(2, n_jobs=2).fit(rows)
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, previous)


def test_drawing_rows_can_be_interrupted():
    def ring(*_):
        raise InterruptedError("rung")

    previous = signal.signal(signal.SIGALRM, ring)
    start = time.monotonic()
    signal.setitimer(signal.ITIMER_REAL, 0.3)
    try:
        with pytest.raises(InterruptedError, match="rung"):
            fairpca.synthetic("mbf-1", n_samples=30_000_000)
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, previous)
    assert time.monotonic() - start < 10  # drawing them all takes half a minute


@pytest.mark.parametrize("order", ["C", "F"])
@pytest.mark.parametrize("dtype", ["float64", "float32"])
def test_a_fit_needs_little_memory_beside_its_rows(order, dtype):
    code = textwrap.dedent(
        f"""
        import numpy as np, fairpca
        def peak():
            # Not ru_maxrss: a child process starts with its parent's.
            with open("/proc/self/status") as status:
                return next(int(line.split()[1]) * 1024 for line in status if "VmHWM" in line)
        X = np.ones((400_000, 100), dtype="{dtype}", order="{order}")
        X += np.arange(100, dtype="{dtype}")
        fairpca.PCA(2).fit(np.random.default_rng(0).normal(size=(9000, 100)))
        before = peak()
        fairpca.PCA(2).fit(X, sensitive_features=np.arange(len(X)) % 2)
        print((peak() - before) / X.nbytes)
        """
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert float(done.stdout) < 0.1, done.stderr
