# SPDX-License-Identifier: BSD-3-Clause
"""Batches that are decoded while those before them are used."""

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

_Batch = TypeVar("_Batch")


def read_ahead(batches: Iterator[_Batch]) -> Iterator[_Batch]:
    """Give the batches, each asked for while its predecessor is used; one more is in memory.

    Whoever stops early waits for the batch that is being read.
    """
    with ThreadPoolExecutor(max_workers=1, thread_name_prefix="fairpca-reads-ahead") as reader:
        coming = reader.submit(next, batches, None)
        while (batch := coming.result()) is not None:
            coming = reader.submit(next, batches, None)
            yield batch
