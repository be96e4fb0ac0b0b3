# SPDX-License-Identifier: BSD-3-Clause
"""How many threads a call may use."""

from __future__ import annotations

import functools
import multiprocessing
import threading

import joblib
import threadpoolctl
from joblib.parallel import get_active_backend

from fairpca import _core
from fairpca._parameters import check_n_jobs

# As on the command line.
_MOST_THREADS = 1024


@functools.cache
def _native_libraries() -> threadpoolctl.ThreadpoolController:
    return threadpoolctl.ThreadpoolController()


def _is_unlimited_worker() -> bool:
    """Whether this is a thread or a forked process of joblib: it limits only those of loky."""
    backend, _ = get_active_backend()
    if not backend.nesting_level:
        return False
    in_thread = threading.current_thread() is not threading.main_thread()
    return in_thread or multiprocessing.current_process().daemon


def thread_count(n_jobs: int | None, *, rows: int | None = None) -> int:
    """Threads for ``n_jobs``, as joblib counts them: -1 is all processors, -2 all but one.

    ``None`` takes as many as the native libraries of this process may use: the limits of
    ``threadpoolctl``, ``OMP_NUM_THREADS`` and of joblib's workers hold here too. Inside a worker
    for which joblib sets no such limit both take one, so that workers do not oversubscribe. So do
    new ``rows`` that the core takes in one chunk.
    """
    check_n_jobs(n_jobs)
    if n_jobs == 1 or (rows is not None and rows <= _core.ROWS_PER_CHUNK):
        return 1
    if n_jobs is not None:
        if _is_unlimited_worker():
            return 1
        return min(max(1, int(joblib.effective_n_jobs(n_jobs))), _MOST_THREADS)
    if _is_unlimited_worker():
        return 1
    libraries = _native_libraries().lib_controllers
    limits = [library.num_threads for library in libraries if library.num_threads]
    return max(1, int(min([joblib.effective_n_jobs(-1), *limits])))
