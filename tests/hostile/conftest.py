# SPDX-License-Identifier: BSD-3-Clause
"""The fixtures of tests/cli."""

from tests.cli.conftest import *  # noqa: F403
