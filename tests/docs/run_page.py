# SPDX-License-Identifier: BSD-3-Clause
"""Runs the blocks of one page, from top to bottom, in the current folder.

    python run_page.py PAGE

FAIRPCA_PREFIX is where the C++ library is installed. What does not run as the page says is printed,
and the exit code is 1.
"""

import ast
import contextlib
import doctest
import io
import json
import os
import re
import subprocess
import sys
import tomllib
import traceback
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))
from blocks import CELL, READ, ROOT, Block, read_page

SECONDS = 300


class Failed(Exception):
    """A block does not do what the page says."""


def normal(text):
    """Without trailing blanks, and with every number of the size of rounding errors alike."""
    text = re.sub(r"\b\d(\.\d+)?e-(1[4-9]|[2-9]\d)\b", "1e-15", text)
    return "\n".join(line.rstrip() for line in text.strip("\n").splitlines())


def compare(shown, said):
    """`...` in what is shown stands for anything."""
    shown, said = normal(shown), normal(said)
    pattern = ".*?".join(map(re.escape, shown.split("...")))
    if not re.fullmatch(pattern, said, re.DOTALL):
        raise Failed(f"shown:\n{shown}\n\nprinted:\n{said}")


def run_python(block: Block, names: dict):
    if ">>>" in block.code:
        run_session(block, names)
        return
    tree = ast.parse(block.code)
    value = None
    if block.output is not None and tree.body and isinstance(tree.body[-1], ast.Expr):
        value = ast.Expression(tree.body.pop().value)
    with contextlib.redirect_stdout(io.StringIO()) as printed:
        exec(compile(tree, "block", "exec"), names)
        result = eval(compile(value, "block", "eval"), names) if value else None
        if result is not None:
            print(repr(result))
    if block.output is not None:
        compare(block.output, printed.getvalue())


def run_session(block, names):
    flags = doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE
    parsed = doctest.DocTestParser().get_doctest(block.code, names, "block", None, block.line)
    parsed.globs = names
    said = io.StringIO()
    runner = doctest.DocTestRunner(optionflags=flags, verbose=False)
    if runner.run(parsed, out=said.write, clear_globs=False).failed:
        raise Failed(said.getvalue())


def shell(script):
    done = subprocess.run(
        ["bash", "-eo", "pipefail", "-c", script],
        capture_output=True,
        stdin=subprocess.DEVNULL,
        text=True,
        timeout=SECONDS,
    )
    if done.returncode:
        raise Failed(f"exit code {done.returncode}\n{done.stdout}{done.stderr}")
    return done.stdout


def run_sh(block):
    said = shell(block.code)
    if block.output is not None:
        compare(block.output, said)


def run_console(block):
    """Each command behind `$ `, with what is shown below it: standard output and error."""
    commands = console_commands(block.code.splitlines())
    mark = "== the next command =="
    script = "set +e\n"
    for number, (command, _) in enumerate(commands):
        script += f"{{ {command}\n}} 2>&1\nstatus=$?\n"
        # A command may fail where the page shows its exit code by `echo $?`.
        if number + 1 == len(commands) or "$?" not in commands[number + 1][0]:
            script += '[ $status -eq 0 ] || { echo "exit code $status"; exit 1; }\n'
        script += f"echo; echo '{mark}'; (exit $status)\n"
    printed = shell(script).split(f"\n{mark}\n")
    for (command, shown), said in zip(commands, printed, strict=False):
        try:
            compare("\n".join(shown), said)
        except Failed as problem:
            raise Failed(f"$ {command}\n{problem}") from None


def console_commands(lines):
    """(command, lines of output shown) of every `$ `."""
    commands = []
    while lines:
        line = lines.pop(0)
        if line.startswith("$ "):
            command = line[2:]
            while lines and (command.endswith("\\") or _is_open(command)):
                command += "\n" + lines.pop(0).removeprefix("> ")
            commands.append((command, []))
        elif commands:
            commands[-1][1].append(line)
        else:
            raise Failed(f"output before the first command: {line}")
    return commands


def _is_open(command):
    """Whether the shell waits for more, as after a quote."""
    done = subprocess.run(["bash", "-n", "-c", command], capture_output=True, text=True)
    return "unexpected EOF" in done.stderr or "unexpected end of file" in done.stderr


def run_cpp(blocks, number):
    """Complete programs by themselves, fragments together."""
    if len(blocks) == 1 and re.search(r"\bint main\b", blocks[0].code):
        source = blocks[0].code
    else:
        code = "\n".join(block.code for block in blocks if not block.is_setup)
        setup = "\n".join(block.code for block in blocks if block.is_setup)
        includes = "\n".join(re.findall(r"^#include.*$", code, re.M))
        body = re.sub(r"^#include.*$\n?", "", code, flags=re.M)
        source = f"{includes}\n{setup}\nint main() {{\n{body}\nreturn 0;\n}}\n"
    folder = Path(f"cpp-{number}")
    folder.mkdir()
    (folder / "block.cpp").write_text(source)
    (folder / "CMakeLists.txt").write_text(
        "cmake_minimum_required(VERSION 3.24)\nproject(block LANGUAGES CXX)\n"
        "find_package(fairpca REQUIRED)\nadd_executable(block block.cpp)\n"
        "target_link_libraries(block PRIVATE fairpca::fairpca)\n"
    )
    shell(
        f"cmake -S {folder} -B {folder}/build -G Ninja -DCMAKE_PREFIX_PATH=$FAIRPCA_PREFIX "
        f"-DCMAKE_CXX_FLAGS=-O0 >/dev/null && cmake --build {folder}/build"
    )
    said = shell(f"./{folder}/build/block")
    for block in blocks:
        if block.output is not None:
            compare(block.output, said)


def run_c(block):
    Path("block.c").write_text(block.code)
    shell("cc -std=c99 -Wall -c block.c -o block.o")


def run_cmake(block):
    """Puts a whole file into the folder, for shell blocks to use; tries a part in a project."""
    if "project(" in block.code:
        Path("CMakeLists.txt").write_text(block.code)
        return
    target = re.search(r"target_link_libraries\((\w+)", block.code)
    folder = Path("cmake-part")
    folder.mkdir(exist_ok=True)
    (folder / "main.cpp").write_text("int main() {}\n")
    (folder / "CMakeLists.txt").write_text(
        "cmake_minimum_required(VERSION 3.24)\nproject(part LANGUAGES CXX)\n"
        f"add_executable({target[1] if target else 'part'} main.cpp)\n{block.code}\n"
    )
    shell(
        f"cmake -S {folder} -B {folder}/build -G Ninja -DCMAKE_PREFIX_PATH=$FAIRPCA_PREFIX "
        f"&& cmake --build {folder}/build"
    )


def read_block(block):
    if block.language == "json":
        json.loads(block.code)
    elif block.language == "toml":
        tomllib.loads(block.code)
    else:
        import yaml

        yaml.safe_load(block.code)


def put(block):
    path = Path(block.file)
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(block.code + "\n")


def run_block(block, names):
    if block.language == "python":
        run_python(block, names)
    elif block.language == "sh":
        run_sh(block)
    elif block.language == "console":
        run_console(block)
    elif block.language == "c":
        run_c(block)
    elif block.language == "cmake":
        run_cmake(block)
    elif block.language in READ:
        read_block(block)
    elif block.language != CELL:
        raise Failed(f"no way to run {block.language!r}")


def main(path):
    page = read_page(Path(path))
    names = {"__name__": "__main__"}
    fragments = [
        block
        for block in page.blocks
        if block.language == "cpp"
        and not (block.skip or block.file)
        and not re.search(r"\bint main\b", block.code)
    ]
    failed = False
    for number, block in enumerate(page.blocks):
        if block.skip:
            continue
        try:
            if block.file:
                put(block)
            elif block.language != "cpp":
                run_block(block, names)
            elif block not in fragments:
                run_cpp([block], number)
            elif block is fragments[-1]:
                run_cpp(fragments, number)
        except Exception as problem:
            failed = True
            print(f"{page.path.relative_to(ROOT)}:{block.line}: the {block.language} block failed")
            print(problem if isinstance(problem, Failed) else traceback.format_exc(limit=-3))
    return 1 if failed else 0


if __name__ == "__main__":
    os.environ.setdefault("MPLBACKEND", "agg")
    sys.exit(main(sys.argv[1]))
