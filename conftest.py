# SPDX-License-Identifier: BSD-3-Clause
"""What all Python tests share: tests of the data sets are skipped only where these are absent.

And signals do what they do in a terminal, also where the tests run in the background.
"""

import os
import signal
from pathlib import Path

import pytest

DATA = Path(os.environ.get("FAIRPCA_DATA", Path(__file__).parent / "../shared/datasets"))


def pytest_configure():
    signal.signal(signal.SIGHUP, signal.SIG_DFL)  # nohup ignores it
    signal.signal(signal.SIGINT, signal.default_int_handler)  # as a shell does behind `&`


@pytest.hookimpl(hookwrapper=True)
def pytest_runtest_makereport():
    outcome = yield
    report = outcome.get_result()
    if not report.skipped or not DATA.is_dir():
        return
    reason = report.longrepr[2] if isinstance(report.longrepr, tuple) else str(report.longrepr)
    if "FAIRPCA_DATA" in reason:
        report.outcome = "failed"
        report.longrepr = f"skipped although {DATA} is there: {reason}"
