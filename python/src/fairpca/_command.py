# SPDX-License-Identifier: BSD-3-Clause
"""The command ``fairpca``: the program's own code, with tables that Python opens.

Starts without scikit-learn, NumPy or pyarrow; what a table needs is imported when it is opened.
"""

import os
import signal
import sys
from collections.abc import Callable

from fairpca import _core


def _open_table(form: str, is_folder: bool, source: bytes) -> object:
    from fairpca._table_files import open_table

    return open_table(form, is_folder, source)


def _write_table(form: str, rows: object, write: Callable[[bytes], None]) -> None:
    from fairpca._table_files import write_table

    write_table(form, rows, write)


def main() -> int:
    """Run the command line that Python was started with and return its exit code."""
    # Until the command has its own handler, Ctrl-C ends it without a traceback.
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    words = [os.fsencode(word) for word in sys.argv[1:]]
    return _core.run_command(words, _open_table, _write_table)
