# SPDX-License-Identifier: BSD-3-Clause
"""The report in Chromium: studies made by the program, opened from disk."""

import importlib.util
import os
import subprocess
from pathlib import Path

import pytest
from studies import STUDIES

ROOT = Path(__file__).resolve().parents[2]
PROGRAM = ROOT / os.environ.get("FAIRPCA_PROGRAM", "build-dev/fairpca")
CHROMIUM = Path(os.environ.get("FAIRPCA_CHROMIUM", "/usr/bin/chromium"))
FLAGS = (
    *("--no-sandbox", "--disable-gpu", "--disable-background-networking"),
    *("--disable-component-update", "--disable-sync", "--no-first-run"),
)

# `make test` does not need a browser; `make test-browser` installs what these need.
if importlib.util.find_spec("playwright") is None or not CHROMIUM.exists():
    collect_ignore_glob = ["test_*.py"]


@pytest.fixture(scope="session")
def browser():
    from playwright.sync_api import sync_playwright

    with sync_playwright() as driver:
        chromium = driver.chromium.launch(executable_path=str(CHROMIUM), args=list(FLAGS))
        yield chromium
        chromium.close()


@pytest.fixture(scope="session")
def report(tmp_path_factory):
    """The file of a study's report, made when it is asked for."""
    assert PROGRAM.exists(), f"{PROGRAM} is not built; run make test-browser"
    made = {}

    def make(name):
        if name not in made:
            folder = tmp_path_factory.mktemp(name)
            STUDIES[name].write(folder / "table.csv")
            asked = [*STUDIES[name].arguments, "-o", "study", "--report", "report.html"]
            done = subprocess.run(
                [PROGRAM, "compare", "table.csv", *asked],
                cwd=folder,
                capture_output=True,
                text=True,
            )
            assert done.returncode in (0, 1), done.stderr
            made[name] = folder / "report.html"
        return made[name]

    return make


class Opened:
    """A report in a tab, and everything the browser complained of."""

    def __init__(self, page, context):
        self.page, self.context = page, context
        self.complaints, self.requests = [], []


@pytest.fixture
def opened(browser, report):
    """Opens a study's report in a window of its own."""
    contexts = []

    def open_report(name, *, width=1200, scheme="light", scripts=True, **options):
        context = browser.new_context(
            viewport={"width": width, "height": 900},
            color_scheme=scheme,
            java_script_enabled=scripts,
            **options,
        )
        context.set_default_timeout(10_000)
        contexts.append(context)
        tab = Opened(context.new_page(), context)
        tab.page.on("console", lambda said: tab.complaints.append(f"{said.type}: {said.text}"))
        tab.page.on("pageerror", lambda error: tab.complaints.append(str(error)))
        tab.page.on("request", lambda request: tab.requests.append(request.url))
        tab.page.add_init_script(
            "window.violations = [];"
            "document.addEventListener('securitypolicyviolation',"
            " event => window.violations.push(event.violatedDirective + ' ' + event.blockedURI));"
        )
        tab.page.goto(report(name).as_uri())
        return tab

    yield open_report
    for context in contexts:
        context.close()
