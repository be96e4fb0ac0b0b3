# SPDX-License-Identifier: BSD-3-Clause
"""Tasks that show what an engine does, without any mathematics; workers import them."""

import hashlib
import os
import signal
import time
from dataclasses import dataclass
from pathlib import Path


def first_time(path):
    """Whether this is the first call with this path, by any process."""
    try:
        os.close(os.open(path, os.O_CREAT | os.O_EXCL))
    except FileExistsError:
        return False
    return True


def executor():
    """Process of the Java program behind a Python worker of Spark, two generations up."""
    parent = os.getppid()
    return int(Path(f"/proc/{parent}/stat").read_text().rsplit(")")[-1].split()[1])


def bracketed(results):
    """A merge that shows what was merged with what."""
    return b"(" + b"+".join(results) + b")"


def numbers_in(partition):
    """The integers of the first column."""
    if isinstance(partition, bytes):
        return [int(number) for number in partition.split()]
    return [number for batch in partition for number in batch.column(0).to_pylist()]


@dataclass(frozen=True)
class Listing:
    """The result lists the partition's number and its rows."""

    reads: str = "rows"
    keeps: bool = False

    def work(self, partition, number):
        rows = " ".join(map(str, numbers_in(partition)))
        return rows.encode() if self.keeps else f"{number}: {rows}".encode()


@dataclass(frozen=True)
class Bytes:
    """So many bytes that depend on the partition alone."""

    size: int
    reads: str = "rows"
    keeps: bool = False

    def work(self, partition, number):
        for _ in partition:
            pass
        block = hashlib.sha256(str(number).encode()).digest()
        return (block * (self.size // len(block) + 1))[: self.size]


@dataclass(frozen=True)
class Unlucky(Listing):
    """Something happens to partition 1, once."""

    once: str = ""
    what: str = "raise"

    def work(self, partition, number):
        result = super().work(partition, number)
        if number == 1 and first_time(self.once):
            if self.what == "raise":
                raise OSError("disk full")
            if self.what == "kill":
                os.kill(os.getpid(), signal.SIGKILL)
            if self.what == "kill the executor":
                os.kill(executor(), signal.SIGKILL)
            time.sleep(float(self.what))
        return result


@dataclass(frozen=True)
class Endless(Listing):
    """Writes its process into the folder, and waits."""

    folder: str = ""

    def work(self, partition, number):
        (Path(self.folder) / str(os.getpid())).touch()
        time.sleep(300)
        return b""


@dataclass(frozen=True)
class Tried(Listing):
    """Leaves a file of each try in the folder; the first of the slow partition waits."""

    folder: str = ""
    slow: int = -1

    def work(self, partition, number):
        result = super().work(partition, number)
        tries = Path(self.folder)
        is_first = not list(tries.glob(f"{number}-*"))
        (tries / f"{number}-{os.getpid()}").touch()
        if number == self.slow and is_first:
            time.sleep(60)
        return result


@dataclass(frozen=True)
class Executor(Listing):
    """Which process runs the partition."""

    def work(self, partition, number):
        for _ in partition:
            pass
        return str(executor()).encode()
