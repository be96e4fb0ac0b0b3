# SPDX-License-Identifier: BSD-3-Clause
"""Ctrl-C, SIGTERM and SIGHUP end the program cleanly, also while it waits for its input."""

import signal
import subprocess
import time

import pytest

SIGNALS = [(signal.SIGINT, "Ctrl-C"), (signal.SIGTERM, "SIGTERM"), (signal.SIGHUP, "SIGHUP")]


def wait_until(process, happened):
    for _ in range(3000):
        assert process.poll() is None
        if happened():
            return
        time.sleep(0.01)
    raise AssertionError("it never happened")


def handles(process, number):
    """Whether the program has begun to handle the signal."""
    with open(f"/proc/{process.pid}/status") as status:
        caught = next(line for line in status if line.startswith("SigCgt"))
    return int(caught.split()[1], 16) >> (number - 1) & 1


@pytest.fixture
def start(program, tmp_path):
    """start("fit", ...): running, its input open and silent."""
    running = []

    def start_program(*arguments, **options):
        running.append(
            subprocess.Popen(
                [program, *map(str, arguments)],
                cwd=tmp_path,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                **options,
            )
        )
        return running[-1]

    yield start_program
    for process in running:
        process.kill()
        process.communicate()


def ends_by(process, number, name):
    process.send_signal(number)
    process.wait(timeout=120)  # its input stays open
    assert process.returncode == 128 + number
    assert f"stopped by {name}; nothing was written" in process.stderr.read().decode()
    assert process.stdout.read() == b""


@pytest.mark.parametrize("number, name", SIGNALS)
def test_a_program_that_waits_for_standard_input_ends(start, tmp_path, number, name):
    process = start("fit", "-", "-d", 1, "-o", "m")
    wait_until(process, lambda: handles(process, number))
    ends_by(process, number, name)
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("number, name", SIGNALS)
def test_a_half_written_table_is_removed(start, model, people, tmp_path, number, name):
    before = sorted(tmp_path.iterdir())
    process = start("transform", model, "-", "-o", "out.csv")
    header, rows = people.read_bytes().split(b"\n", 1)
    process.stdin.write(header + b"\n" + rows * (4_000_000 // len(rows)))  # blocks, not one piece
    process.stdin.flush()
    wait_until(process, lambda: len(list(tmp_path.iterdir())) > len(before))
    ends_by(process, number, name)
    assert sorted(tmp_path.iterdir()) == before


def test_a_hangup_that_was_ignored_stays_ignored(start, write):
    process = start("fit", "-", "-d", 1, "-o", "m", preexec_fn=ignore_hangup)
    wait_until(process, lambda: handles(process, signal.SIGTERM))
    process.send_signal(signal.SIGHUP)
    process.communicate(b"a,b\n1,2\n2,5\n3,1\n")
    assert process.returncode == 0


def ignore_hangup():
    signal.signal(signal.SIGHUP, signal.SIG_IGN)
