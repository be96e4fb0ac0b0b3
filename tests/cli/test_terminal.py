# SPDX-License-Identifier: BSD-3-Clause
"""Colours and widths: on a terminal, and nowhere else."""

import fcntl
import os
import pty
import re
import struct
import subprocess
import termios
import threading
import unicodedata

import numpy as np
import pytest

ESCAPE = "\x1b["


def columns_of(text):
    """Columns a terminal gives a text."""
    text = re.sub(r"\x1b\[[0-9;]*[mK]", "", text)
    return sum(
        0 if unicodedata.combining(c) else 2 if unicodedata.east_asian_width(c) in "WF" else 1
        for c in text
    )


class Screen:
    """A terminal of some width that keeps what is written to it."""

    def __init__(self, width):
        self.master, self.slave = pty.openpty()
        fcntl.ioctl(self.slave, termios.TIOCSWINSZ, struct.pack("HHHH", 24, width, 0, 0))
        self.bytes = b""
        self.reader = threading.Thread(target=self.read)
        self.reader.start()

    def read(self):
        while True:
            try:
                part = os.read(self.master, 65536)
            except OSError:  # nobody has the other end open
                return
            self.bytes += part

    def text(self):
        os.close(self.slave)
        self.reader.join()
        os.close(self.master)
        return self.bytes.decode().replace("\r\n", "\n")


@pytest.fixture
def on_terminal(program, tmp_path):
    """on_terminal("fit", ..., width=80) -> (code, stdout, stderr) as terminals showed them."""

    def run(*arguments, width=80, env=None):
        out, err = Screen(width), Screen(width)
        clean = {k: v for k, v in os.environ.items() if k not in ("NO_COLOR", "TERM")}
        done = subprocess.run(
            [program, *map(str, arguments)],
            stdin=subprocess.DEVNULL,
            stdout=out.slave,
            stderr=err.slave,
            cwd=tmp_path,
            env=clean | {"TERM": "xterm"} | (env or {}),
            timeout=120,
            check=False,
        )
        return done.returncode, out.text(), err.text()

    return run


NAMES = [
    "African-American, Greater than 45, Married-spouse-absent, Trans-world-airlines {}",
    "東京都千代田区霞が関一丁目の人たち {}",
    "Cafe\u0301 de la Gare a\u0300 la mode du Nord pour tous {}",
    "g{}",
]


@pytest.fixture(params=[2, 6, 200])
def grouped(request, write):
    """A table of so many groups, some of them with long and wide names."""
    rng = np.random.default_rng(7)
    count = request.param
    lines = ["a,a_column_with_a_name_that_is_a_good_deal_longer_than_others,c,d,who"]
    for i in range(count * 12):
        group = i % count
        numbers = rng.normal(size=4) * [1 + group % 7, 2, 1000, 1e-3]
        cells = ",".join(repr(float(x)) for x in numbers)
        lines.append(f'{cells},"{NAMES[group % len(NAMES)].format(group)}"')
    write("grouped.csv", "\n".join(lines) + "\n")
    return count


COMMANDS = {
    "pca": ["fit", "grouped.csv", "--group", "who", "-d", 2, "-o", "m"],
    "fair": ["fit", "grouped.csv", "--group", "who", "--method", "fair-pca", "-d", 2, "-o", "m"],
    "evaluate": ["evaluate", "m.fpca", "grouped.csv"],
    "inspect": ["inspect", "m.fpca"],
    "path": ["path", "grouped.csv", "--group", "who", "-d", 2, "--lambdas", "1"],
}


@pytest.mark.parametrize("width", [60, 80])
def test_no_line_is_wider_than_the_terminal(ok, on_terminal, grouped, width):
    ok(
        *("fit", "grouped.csv", "--group", "who", "--method", "ppca", "-d", 2),
        *("--standardize", "-o", "m.fpca"),
    )
    for command in COMMANDS.values():
        code, out, err = on_terminal(*command, width=width)
        assert code in (0, 1), err
        for line in (out + err).splitlines():
            assert columns_of(line) <= width, line
        assert ("more groups; --all-groups shows them" in out) == (grouped == 200)


def test_all_groups_on_request_and_always_in_json(ok, write):
    lines = ["a,b,g"] + [f"{i % 13},{i * i % 101},g{i % 50}" for i in range(1000)]
    write("many.csv", "\n".join(lines) + "\n")
    fit = ["fit", "many.csv", "--group", "g", "-d", 1, "-o", "m"]
    few = ok(*fit).stdout
    assert "The 20 groups with the largest reconstruction error:" in few
    assert "and 30 more groups; --all-groups shows them" in few
    shown = re.findall(r"^(g\d+) .* (\S+) +\S+$", few, re.M)
    errors = [float(error) for _, error in shown]
    assert len(shown) == 20 and errors == sorted(errors, reverse=True)
    groups = ok(*fit, "--json").json["groups"]
    assert len(groups) == 50
    assert {name for name, _ in shown} == {
        group["name"] for group in sorted(groups, key=lambda g: -g["reconstruction_error"])[:20]
    }
    for command in [
        fit,
        ["evaluate", "m", "many.csv"],
        ["inspect", "m"],
        ["path", "many.csv", "--group", "g", "-d", 1, "--lambdas", "1"],
    ]:
        assert len(set(re.findall(r"^g\d+\b", ok(*command).stdout, re.M))) == 20
        everything = ok(*command, "--all-groups").stdout
        assert set(re.findall(r"^g\d+\b", everything, re.M)) == {f"g{i}" for i in range(50)}


def test_tables_in_a_pipe_have_80_columns_and_no_colour(ok, write):
    name = "a group with a name of more than sixty characters, of which some are left out {}"
    lines = ["a,b,g"] + [f'{i % 13},{i * i % 101},"{name.format(i % 3)}"' for i in range(90)]
    write("long.csv", "\n".join(lines) + "\n")
    ok("fit", "long.csv", "--group", "g", "--method", "ppca", "-d", 1, "-o", "m")
    result = ok("evaluate", "m", "long.csv", env=os.environ | {"COLUMNS": "200"})
    assert ESCAPE not in result.stdout + result.stderr
    assert max(map(columns_of, result.stdout.splitlines())) <= 80
    table, _, _ = result.stdout.partition("gap between groups")
    assert table.count("…") == 3


def is_coloured(on_terminal, *arguments, **options):
    code, out, err = on_terminal(*arguments, **options)
    assert code in (0, 2), err
    return ESCAPE in out + err


def test_colour_is_for_terminals_that_want_it(ok, on_terminal, model, people):
    inspect = ["inspect", model]
    assert is_coloured(on_terminal, *inspect)
    assert not is_coloured(on_terminal, *inspect, env={"NO_COLOR": "1"})
    assert is_coloured(on_terminal, *inspect, env={"NO_COLOR": ""})
    assert not is_coloured(on_terminal, *inspect, env={"TERM": "dumb"})
    assert not is_coloured(on_terminal, *inspect, "--color", "never")
    assert is_coloured(on_terminal, *inspect, "--color", "always", env={"NO_COLOR": "1"})
    assert not is_coloured(on_terminal, *inspect, "--json")
    assert ESCAPE not in ok(*inspect).stdout
    assert ESCAPE in ok(*inspect, "--color", "always").stdout


def test_headers_are_bold_and_the_worst_group_is_marked(on_terminal, model, people):
    _, out, _ = on_terminal("evaluate", model, people)
    marked = re.findall(r"^\x1b\[33m(\S+) .*\x1b\[0m$", out, re.M)
    errors = {
        line.split()[0]: float(line.split()[2])
        for line in re.sub(r"\x1b\[\d*m", "", out).splitlines()
        if line.startswith(("Female", "Male"))
    }
    assert marked == [max(errors, key=errors.get)]
    assert re.search(r"^\x1b\[1mgroup .*\x1b\[0m$", out, re.M)


def test_errors_and_warnings_have_their_colour_on_a_terminal(run, on_terminal, write):
    code, _, said = on_terminal("inspect", "absent.fpca")
    assert code == 2
    assert said.startswith("fairpca: \x1b[1;31merror:\x1b[0m absent.fpca")
    assert run("inspect", "absent.fpca").stderr.startswith("fairpca: error: absent.fpca")
    rows = "".join(f"{i},{i * i % 7},{'u' if i else 'v'}\n" for i in range(40))
    write("small.csv", "a,b,g\n" + rows)
    fit = ["fit", "small.csv", "--group", "g", "-d", 1, "-o", "m"]
    assert "fairpca: \x1b[33mwarning:\x1b[0m " in on_terminal(*fit)[2]
    assert "fairpca: warning: " in run(*fit).stderr


def test_long_messages_are_wrapped_on_a_terminal_only(run, on_terminal, write):
    write("t.csv", "a,b\n1,\n2,3\n")
    fit = ["fit", "t.csv", "-d", 1, "-o", "m"]
    _, _, said = on_terminal(*fit, width=60)
    lines = said.splitlines()
    assert len(lines) > 1
    assert all(line.startswith("  ") for line in lines[1:])
    assert all(columns_of(line) <= 60 for line in lines)
    piped = run(*fit).stderr
    assert piped.count("\n") == 1
    plain = re.sub(r"\x1b\[[0-9;]*m", "", said)
    assert re.sub(r"\s+", " ", plain) == piped.replace("\n", " ")


def test_an_unknown_colour_setting_is_rejected(refused, model):
    refused("inspect", model, "--color", "blue", says=["--color", "auto", "always", "never"])
