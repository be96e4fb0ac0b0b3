# SPDX-License-Identifier: BSD-3-Clause
"""The code blocks of a page in Markdown, with the comments that help them.

docs/design/writing.md has the rules.
"""

import re
from dataclasses import dataclass, field
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
FENCE = re.compile(r"^(?P<indent>\s*)(?P<fence>`{3,}|~{3,})\s*(?P<info>.*?)\s*$")
DIRECTIVE = re.compile(r"^\{(?P<name>[\w:-]+)\}\s*(?P<argument>.*)$")
COMMENT = re.compile(
    r"^\s*<!--\s*(?P<word>setup|skip|output|file)\b:?\s*(?P<rest>.*?)\s*(?P<end>-->)?\s*$"
)
# Formulas may be indented; commands and code get a fence.
CODE_LIKE = re.compile(
    r"\s+(\$ |[A-Z_]{2,}=|(fairpca|make|cmake|pip|python3?|import|mkdir|cd|git|source|sudo) |\.ci/)"
)
LIST_ITEM = re.compile(r"^\s*([-*+]|\d+[.)])\s")

RUN = {"python", "console", "sh", "cpp", "c", "cmake"}
READ = {"json", "yaml", "toml"}
NOT_CODE = {"", "text", "csv", "svg", "html", "sql", "bibtex", "markdown", "diff"}
CELL = "code-cell"
# Directives whose content is Markdown again, and those whose content is not code.
CONTAINERS = {
    *("tab-set", "tab-item", "note", "tip", "warning", "important", "admonition", "dropdown"),
    *("grid", "grid-item", "grid-item-card", "card", "seealso", "margin", "details"),
}
NO_CODE = {
    *("toctree", "include", "literalinclude", "eval-rst", "math", "figure", "image", "glue"),
    *("list-table", "csv-table", "glossary", "raw", "bibliography", "contents"),
}


@dataclass
class Block:
    """A piece of code: a fence, or what a setup comment holds."""

    language: str
    code: str
    line: int
    skip: str | None = None
    is_setup: bool = False
    output: str | None = None  # what a text block below it says that it prints
    file: str | None = None  # where it is put, instead of being run


@dataclass
class Page:
    path: Path
    blocks: list[Block] = field(default_factory=list)
    problems: list[str] = field(default_factory=list)
    fences: int = 0  # opened, of whatever kind
    classified: int = 0


def pages() -> list[Path]:
    """Every page in Markdown that people read; what the build generates is from tested code."""
    found = [ROOT / "README.md", ROOT / "CONTRIBUTING.md"]
    found += sorted((ROOT / "docs").rglob("*.md"))
    return [path for path in found if "generated" not in path.relative_to(ROOT).parts]


def read_page(path: Path) -> Page:
    page = Page(path)
    lines = path.read_text("utf-8").splitlines()
    _read_lines(page, lines, 1)
    for index, line in enumerate(lines):
        if _is_indented_code(lines, index):
            page.problems.append(f"line {index + 1}: indented code; use a fence: {line.strip()}")
            break
    return page


def _is_indented_code(lines, index):
    line = lines[index]
    if not line.startswith("    ") or not CODE_LIKE.match(line) or lines[index - 1].strip():
        return False
    for before in range(index, -1, -1):  # inside a fence, a comment or a list it is no code
        text = lines[before]
        if FENCE.match(text) or text.lstrip().startswith(("<!--", ":::", "-->")):
            return _is_outside(lines, index)
        if text.strip() and not text.startswith("    "):
            return not LIST_ITEM.match(text) and _is_outside(lines, index)
    return True


def _is_outside(lines, index):
    """Whether a line is neither in a fence nor in a comment."""
    fence, comment = None, False
    for line in lines[:index]:
        if comment:
            comment = "-->" not in line
        elif fence:
            match = FENCE.match(line)
            if match and match["fence"].startswith(fence) and not match["info"]:
                fence = None
        elif match := FENCE.match(line):
            fence = match["fence"]
        elif "<!--" in line and "-->" not in line:
            comment = True
    return not fence and not comment


def _read_lines(page, lines, first):
    skip, file, wants_output, index = None, None, False, 0
    while index < len(lines):
        line, number = lines[index], first + index
        if match := COMMENT.match(line):
            body = []
            if not match["end"]:
                end = next(i for i in range(index + 1, len(lines)) if "-->" in lines[i])
                body = lines[index + 1 : end]
                index = end
            if match["word"] == "setup":
                code = "\n".join(body)
                page.blocks.append(Block(match["rest"], code, number, is_setup=True))
            elif match["word"] == "skip":
                skip = " ".join([match["rest"], *map(str.strip, body)]).strip()
                if not skip:
                    page.problems.append(f"line {number}: skip without a reason")
            elif match["word"] == "file":
                file = match["rest"]
            else:
                wants_output = True
            index += 1
            continue
        if match := FENCE.match(line):
            end = _end_of_fence(lines, index, match["fence"])
            inner = [text.removeprefix(match["indent"]) for text in lines[index + 1 : end]]
            page.fences += 1
            before = len(page.blocks)
            _classify(page, match["info"], inner, number, skip, wants_output)
            if file and len(page.blocks) == before + 1:
                page.blocks[-1].file = file
            skip, file, wants_output, index = None, None, False, end + 1
            continue
        if line.strip() and not line.lstrip().startswith(":::"):
            if skip or file or wants_output:
                page.problems.append(f"line {number}: a comment belongs right before its block")
            skip, file, wants_output = None, None, False
        index += 1


def _end_of_fence(lines, index, fence):
    for end in range(index + 1, len(lines)):
        match = FENCE.match(lines[end])
        if match and match["fence"].startswith(fence) and not match["info"]:
            return end
    raise ValueError(f"the fence of line {index + 1} is not closed")


def _classify(page, info, inner, line, skip, wants_output):
    page.classified += 1
    directive = DIRECTIVE.match(info)
    if directive:
        name, argument = directive["name"], directive["argument"]
        if name in CONTAINERS:
            _read_lines(page, inner, line + 1)
        elif name == CELL:
            page.blocks.append(Block(CELL, "\n".join(inner), line))
        elif name in {"code-block", "code", "sourcecode"}:
            body = [text for text in inner if not re.match(r"^:[\w-]+:", text)]
            _add(page, argument, body, line, skip, wants_output)
        elif name not in NO_CODE:
            page.problems.append(f"line {line}: unknown directive {{{name}}}: add it to blocks.py")
        return
    _add(page, info.split()[0] if info else "", inner, line, skip, wants_output)


def _add(page, language, inner, line, skip, wants_output):
    code = "\n".join(inner)
    if wants_output:
        run = [block for block in page.blocks if block.language in RUN]
        if not run:
            page.problems.append(f"line {line}: output of no block")
        else:
            run[-1].output = code
    elif language in RUN | READ:
        page.blocks.append(Block(language, code, line, skip))
    elif language in {"", "text"} and inner and CODE_LIKE.match(f" {inner[0]}"):
        page.problems.append(f"line {line}: {inner[0]!r} looks like code; name its language")
    elif language not in NOT_CODE:
        page.problems.append(f"line {line}: unknown language {language!r}: add it to blocks.py")
