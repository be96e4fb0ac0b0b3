# SPDX-License-Identifier: BSD-3-Clause
"""A process may fork while its threads fit: every child fits as well, and ends."""

import os
import subprocess
import sys
from pathlib import Path

FORKS = int(os.environ.get("FAIRPCA_FORKS", "200"))


def forks_while_fitting(forks):
    """Runs in a process of its own; prints how many children hung, and how many were wrong."""
    import signal
    import threading
    import time

    import fairpca
    import numpy as np

    random = np.random.default_rng(0)
    wide, small = random.normal(size=(300, 150)), random.normal(size=(200, 40))
    group = np.arange(200) % 2
    expected = fairpca.PCA(3, n_jobs=1).fit(small, sensitive_features=group).components_
    ended = threading.Event()

    def keep_fitting():
        while not ended.is_set():
            fairpca.PCA(100, n_jobs=2).fit(wide)

    threads = [threading.Thread(target=keep_fitting) for _ in range(3)]
    for thread in threads:
        thread.start()
    hung = wrong = 0
    for _ in range(forks):
        child = os.fork()
        if child == 0:
            fitted = fairpca.PCA(3, n_jobs=2).fit(small, sensitive_features=group)
            os._exit(0 if np.array_equal(fitted.components_, expected) else 1)
        deadline = time.monotonic() + 30  # a child takes milliseconds
        while (answer := os.waitpid(child, os.WNOHANG)) == (0, 0) and time.monotonic() < deadline:
            time.sleep(0.001)
        if answer == (0, 0):
            hung += 1
            os.kill(child, signal.SIGKILL)
            os.waitpid(child, 0)
        elif answer[1] != 0:
            wrong += 1
    ended.set()
    for thread in threads:
        thread.join()
    print(hung, wrong)


def test_children_forked_while_threads_fit_can_fit():
    code = f"from test_fork import forks_while_fitting; forks_while_fitting({FORKS})"
    environment = dict(os.environ)
    here = str(Path(__file__).parent)
    environment["PYTHONPATH"] = os.pathsep.join([here, environment.get("PYTHONPATH", "")])
    done = subprocess.run(
        [sys.executable, "-W", "ignore", "-c", code],
        env=environment,
        capture_output=True,
        timeout=60 + 31 * FORKS,
        text=True,
    )
    assert done.stdout == "0 0\n", done.stderr
