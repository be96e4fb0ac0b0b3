# SPDX-License-Identifier: BSD-3-Clause
"""The tree keeps the shape docs/architecture.md and the style guide promise."""

import re
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]

# Folder -> folders it may include, as in the table of docs/architecture.md.
MAY_INCLUDE = {
    "text": set(),
    "options": {"text"},
    "random": set(),
    "parallel": {"text"},
    "files": {"text"},
    "blas": set(),
    "linear_algebra": set(),
    "rows": {"text", "options", "random", "parallel", "files"},
    "spectral": {"text", "options", "linear_algebra"},
    "manifolds": {"text", "options", "linear_algebra", "spectral"},
    "optimize": {"text", "options", "linear_algebra", "manifolds", "spectral"},
    "moments": {"text", "options", "parallel", "files", "rows"},
    "kernels": {"text", "options", "random", "parallel"},
    "model": {"text", "options", "random", "linear_algebra", "files", "rows"},
    "export": {"text", "options", "rows", "model"},
    "mixture": {
        *("text", "options", "random", "parallel", "linear_algebra"),
        *("rows", "spectral", "manifolds", "model"),
    },
    "synthetic": {"text", "options", "random"},
    "figure": {"text"},
    "page": {"text", "files", "figure"},
}
MAY_INCLUDE["fit"] = set(MAY_INCLUDE) - {"export", "synthetic", "figure", "page"}
MAY_INCLUDE["measure"] = {
    *("text", "options", "random", "parallel", "linear_algebra"),
    *("rows", "spectral", "optimize", "moments", "kernels", "model"),
}
MAY_INCLUDE["passes"] = {
    *("text", "options", "random", "parallel", "files", "rows", "moments", "kernels"),
    *("spectral", "model", "mixture", "fit"),
}
MAY_INCLUDE["verify"] = {
    *("text", "options", "parallel", "files", "linear_algebra", "rows"),
    *("moments", "kernels", "model"),
}
MAY_INCLUDE["study"] = {
    *("text", "options", "random", "parallel", "files", "rows", "moments", "kernels", "spectral"),
    *("model", "fit", "measure"),
}
MAY_INCLUDE["report"] = {
    *("text", "options", "random", "files", "rows", "model"),
    *("fit", "measure", "verify", "study", "figure", "page"),
}

# Headers of no folder: matrix.h, message.h, error.h, version.h.
SHARED = {path.name for path in (ROOT / "include/fairpca").glob("*.h")}


def sources(*folders):
    files = [
        path
        for folder in folders
        for path in sorted((ROOT / folder).rglob("*"))
        if path.suffix in {".h", ".cpp"} and ".venv" not in path.parts
    ]
    assert files, f"no C++ file under {folders}"
    return files


def own_includes(path):
    """Project headers a file includes, as (is_public, path below include/fairpca or src)."""
    for name in re.findall(r'^\s*#\s*include\s+"([^"]+)"', path.read_text(), re.MULTILINE):
        yield name.startswith("fairpca/"), name.removeprefix("fairpca/")


def test_library_folders_include_only_what_the_table_allows():
    forbidden = []
    for base in ("include/fairpca", "src"):
        for path in sources(base):
            parts = path.relative_to(ROOT / base).parts
            folder = parts[0] if len(parts) > 1 else None
            for _, name in own_includes(path):
                target = name.split("/")[0] if "/" in name else None
                allowed = MAY_INCLUDE.get(folder, set()) | {folder}
                if target is None and name in SHARED:
                    continue
                if target not in allowed:
                    forbidden.append(f"{path.relative_to(ROOT)} includes {name}")
    assert not forbidden


def test_public_headers_include_only_public_headers():
    wrong = [
        f"{path.relative_to(ROOT)} includes {name}"
        for path in sources("include/fairpca")
        for public, name in own_includes(path)
        if not public
    ]
    assert not wrong


def test_public_headers_compile_by_themselves():
    """A header that a source includes first does; the others are compiled here."""
    firsts = {
        match.group(1)
        for path in sources("src")
        if path.suffix == ".cpp"
        and (match := re.search(r'^#include "([^"]+)"', path.read_text(), re.MULTILINE))
    }
    headers = {str(path.relative_to(ROOT / "include")) for path in sources("include")}
    command = ["c++", "-std=c++20", "-fsyntax-only", "-DEIGEN_MAX_ALIGN_BYTES=64", "-x", "c++"]
    folders = ["-I", ROOT / "include", "-isystem", "/usr/include/eigen3"]
    for name in sorted(headers - firsts):
        subprocess.run([*command, *folders, "-"], input=f'#include "{name}"'.encode(), check=True)


def test_examples_and_users_see_only_public_headers():
    wrong = [
        f"{path.relative_to(ROOT)} includes {name}"
        for path in sources("examples", "tests/package_consumer")
        for public, name in own_includes(path)
        if not public and not (path.parent / name).exists()
    ]
    assert not wrong


def test_interfaces_see_public_headers_entries_and_views():
    """What solves and measures is reached through the entries, never from an interface."""
    solvers = {"spectral", "manifolds", "optimize", "kernels", "mixture", "blas", "linear_algebra"}
    wrong = [
        f"{path.relative_to(ROOT)} includes {name}"
        for path in sources("cli", "python")
        for public, name in own_includes(path)
        if not public and not (path.parent / name).exists() and name.split("/")[0] in solvers
    ]
    assert not wrong


def test_every_folder_of_the_library_is_in_the_documented_table():
    table = (ROOT / "docs/architecture.md").read_text()
    documented = set(re.findall(r"`(\w+)/`", table))
    folders = {path.name for path in (ROOT / "src").iterdir() if path.is_dir()}
    folders |= {path.name for path in (ROOT / "include/fairpca").iterdir() if path.is_dir()}
    assert folders <= documented
    assert folders <= set(MAY_INCLUDE)


@pytest.mark.parametrize("limit, suffix", [(250, ".h"), (500, ".cpp")])
def test_files_stay_short(limit, suffix):
    long = {
        str(path.relative_to(ROOT)): lines
        for path in sources("include", "src", "cli", "benchmarks")
        if path.suffix == suffix and (lines := len(path.read_text().splitlines())) > limit
    }
    assert not long


def test_examples_stay_under_80_lines():
    assert all(len(path.read_text().splitlines()) < 80 for path in sources("examples"))


# The structs of Arrow's specification keep its licence.
APACHE = ROOT / "include/fairpca/rows/arrow_abi.h"


def test_every_file_starts_with_its_licence_and_headers_with_pragma_once():
    wrong = []
    assert APACHE.read_text().startswith("// SPDX-License-Identifier: Apache-2.0\n")
    for path in sources("include", "src", "cli", "tests", "benchmarks", "examples"):
        if path == APACHE:
            continue
        lines = path.read_text().splitlines()
        if not lines or lines[0] != "// SPDX-License-Identifier: BSD-3-Clause":
            wrong.append(f"{path.relative_to(ROOT)}: no SPDX line")
        elif path.suffix == ".h" and lines[1] != "#pragma once":
            wrong.append(f"{path.relative_to(ROOT)}: no #pragma once")
    assert not wrong


def test_no_file_is_named_after_nothing():
    names = {"util", "utils", "common", "misc", "helpers", "helper", "others"}
    paths = sources("include", "src", "cli", "tests", "benchmarks")
    assert not [str(path) for path in paths if names & {path.stem, path.parent.name}]


def test_nothing_is_left_for_later():
    marks = re.compile(r"\b(TODO|FIXME|XXX|HACK)\b")
    left = [
        f"{path.relative_to(ROOT)}: {line.strip()}"
        for path in sources("include", "src", "cli", "tests", "benchmarks", "examples")
        for line in path.read_text().splitlines()
        if marks.search(line)
    ]
    assert not left


def test_only_the_interfaces_write_to_standard_streams():
    stream = re.compile(r"std::(cout|cerr|clog)\b|\b(printf|puts|abort)\(|std::exit\(")
    wrong = [
        str(path.relative_to(ROOT))
        for path in sources("include", "src")
        if stream.search(path.read_text())
    ]
    assert not wrong


def test_no_option_of_the_command_line_is_named_in_the_library():
    """Messages name settings; each interface spells them."""
    literal = re.compile(r'"(?:[^"\\\n]|\\.)*"')
    comment = re.compile(r"//.*")
    to_paste = ROOT / "src/report/study/paste_commands.cpp"  # a page has no interface of its own
    flags = [
        f"{path.relative_to(ROOT)}: {text}"
        for path in sources("include", "src")
        if path != to_paste
        for line in path.read_text().splitlines()
        for text in literal.findall(comment.sub("", line))
        if re.search(r"(?<![\w-])--(?!fp-)[a-z]", text)  # --fp-...: CSS of figures
    ]
    assert not flags
