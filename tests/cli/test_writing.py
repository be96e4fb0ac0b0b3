# SPDX-License-Identifier: BSD-3-Clause
"""Nothing is lost: half-way writes, Ctrl-C and closed pipes leave old files as they were."""

import os
import resource
import signal
import subprocess
import time

import pytest


def limited_to(size):
    return lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (size, size))


def leftovers(folder):
    return [path.name for path in folder.iterdir() if ".tmp" in path.name]


@pytest.mark.parametrize(
    "command",
    [
        ["fit", "people.csv", "--group", "sex", "-d", 2, "-o", "old"],
        ["moments", "people.csv", "--group", "sex", "-o", "old"],
        ["transform", "people.fpca", "people.csv", "-o", "old"],
        ["synth", "rfpca-toy", "-o", "old"],
    ],
    ids=lambda command: command[0],
)
def test_a_write_that_fails_half_way_leaves_the_old_file(
    refused, write, people, model, tmp_path, command
):
    old = write("old", "precious")
    refused(*command, says=["old", "cannot write"], preexec_fn=limited_to(512))
    assert old.read_text() == "precious"
    assert not leftovers(tmp_path)


@pytest.fixture
def endless(tmp_path):
    """A named pipe that somebody feeds with rows, for ever."""
    path = tmp_path / "endless.csv"
    os.mkfifo(path)
    row = "1.5,2.5,u\n" * 1000
    script = f"import sys\nwith open({str(path)!r}, 'w') as f:\n f.write('a,b,g\\n')\n"
    script += f" while True: f.write({row!r})\n"
    feeder = subprocess.Popen(["python3", "-c", script], stderr=subprocess.DEVNULL)
    yield path
    feeder.kill()
    feeder.wait()


def interrupt(program, arguments, folder, *, after):
    """Sends Ctrl-C to a program at work, which must end at once and say so; its output."""
    running = subprocess.Popen(
        [program, *arguments], cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.PIPE
    )
    time.sleep(after)
    assert running.poll() is None
    running.send_signal(signal.SIGINT)
    sent = time.monotonic()
    out, err = running.communicate(timeout=60)
    assert time.monotonic() - sent < 2
    assert running.returncode == 130
    assert b"Ctrl-C" in err and b"nothing was written" in err
    return out


@pytest.mark.parametrize("command", ["fit", "transform"])
def test_ctrl_c_stops_cleanly(ok, program, write, endless, tmp_path, command):
    old = write("old", "precious")
    data = write("small.csv", "a,b,g\n" + "1,2,u\n2,5,v\n3,1,u\n" * 10)
    ok("fit", data, "--group", "g", "-d", 1, "-o", "m")
    arguments = {
        "fit": ["fit", endless, "--group", "g", "-d", "1", "-o", "old"],
        "transform": ["transform", "m", endless, "-o", "old"],
    }[command]
    assert interrupt(program, arguments, tmp_path, after=1.5) == b""
    assert old.read_text() == "precious"
    assert not leftovers(tmp_path)


def test_ctrl_c_stops_the_drawing_of_rows(program, write, tmp_path):
    old = write("old", "precious")
    arguments = ["synth", "mbf-2", "--rows", "300000", "--features", "300", "-o", "old"]
    assert interrupt(program, arguments, tmp_path, after=0.5) == b""
    assert old.read_text() == "precious"
    assert not leftovers(tmp_path)


def test_ctrl_c_stops_a_program_whose_output_nobody_reads(program, tmp_path):
    arguments = ["synth", "rfpca-toy", "--rows", "300000", "-o", "-"]
    interrupt(program, arguments, tmp_path, after=1.5)


def test_a_reader_that_leaves_is_no_error(program, tmp_path):
    command = f"{program} synth rfpca-toy --rows 200000 -o - | head -n 1"
    done = subprocess.run(
        ["bash", "-c", command], cwd=tmp_path, capture_output=True, timeout=60, check=True
    )
    assert done.stdout == b"x1,x2,group\n"
    assert done.stderr == b""


def test_a_full_disk_under_standard_output_is_an_error(program, model):
    with open("/dev/full", "w") as full:
        done = subprocess.run(
            [program, "inspect", model], stdout=full, stderr=subprocess.PIPE, timeout=60
        )
    assert done.returncode == 2
    assert b"standard output" in done.stderr


def test_the_progress_bar_is_for_terminals_only(ok, tmp_path):
    ok("synth", "mbf-2", "--rows", 40_000, "--features", 100, "-o", "wide.csv")
    result = ok("fit", "wide.csv", "--group", "group", "-d", 2, "-o", "m")
    assert "\r" not in result.stderr and "\x1b" not in result.stderr


def test_existing_files_keep_their_mode_and_links_stay(ok, write, tmp_path):
    old = write("old", "x")
    old.chmod(0o640)
    (tmp_path / "link").symlink_to("old")
    ok("synth", "rfpca-toy", "-o", "link")
    assert (tmp_path / "link").is_symlink()
    assert old.stat().st_mode & 0o777 == 0o640
    assert old.read_text().startswith("x1,")
