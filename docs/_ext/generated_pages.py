# SPDX-License-Identifier: BSD-3-Clause
"""Writes docs/generated before Sphinx looks for pages: what the program and the headers say.

FAIRPCA_PROGRAM is the program. A file that has not changed is not written again, so that Sphinx
does not read it again.
"""

import json
import os
import re
import shutil
import subprocess
from pathlib import Path

from site_figures import draw_figures
from sphinx.errors import ExtensionError

ROOT = Path(__file__).resolve().parents[2]
GENERATED = ROOT / "docs/generated"
MATH_FONT = Path("/usr/share/fonts/truetype/dejavu/DejaVuMathTeXGyre.ttf")
# All kinds of members but private ones.
SECTIONS = (
    "briefdescription detaileddescription innernamespace innerclass public* protected* "
    "user-defined enum func typedef var define"
)
FOLDERS_OF_HEADERS = {
    "": "Basics: matrices, errors, messages",
    "rows": "Rows: where they come from",
    "moments": "Moments of groups",
    "fit": "Fits, methods and their options",
    "model": "Models: files, transformation",
    "measure": "Measures",
    "verify": "Verification",
    "export": "Export",
    "mixture": "Mixtures",
    "spectral": "Eigenpairs",
    "manifolds": "Manifolds",
    "optimize": "Optimisation",
    "kernels": "Kernels and MMD",
    "options": "Options",
    "passes": "Passes over partitions",
    "synthetic": "Synthetic data",
}


def program():
    path = os.environ.get("FAIRPCA_PROGRAM")
    if not path or not Path(path).is_file():
        raise ExtensionError("FAIRPCA_PROGRAM must be the path of the program; run `make docs`")
    return str(Path(path).resolve())


def said(*words):
    """What the program prints."""
    done = subprocess.run([program(), *words], capture_output=True, text=True)
    if done.returncode:
        raise ExtensionError(f"fairpca {' '.join(words)}: {done.stderr}")
    return done.stdout


def write(name, text):
    path = GENERATED / name
    path.parent.mkdir(parents=True, exist_ok=True)
    if not path.exists() or path.read_text("utf-8") != text:
        path.write_text(text, "utf-8")


def commands():
    """(heading, name, summary) of every command, in the order of the program's help."""
    heading, found = "", []
    for line in said("--help").splitlines():
        if line.endswith(":") and not line.startswith(" "):
            heading = line.removesuffix(":")
        elif heading != "Examples" and re.match(r"  \w+ {2,}\S", line):
            found.append((heading, *line.split(maxsplit=1)))
    return found


def text_block(text):
    return f"```text\n{text.rstrip()}\n```\n"


def command_line_pages():
    listed, heading = "", ""
    for group, name, summary in commands():
        page = f"# fairpca {name}\n\n{summary}.\n\n{text_block(said(name, '--help'))}"
        if name == "fit":
            page += "\n## Options of one method\n\n"
            for method in registry()["methods"]:
                page += f"### {method['id']}\n\n"
                page += text_block(said("fit", "--method", method["id"], "--help")) + "\n"
        write(f"command-line/{name}.md", page)
        if group != heading:
            heading = group
            listed += f"\n**{heading}**\n\n| command | does |\n|---|---|\n"
        listed += f"| [`fairpca {name}`](../generated/command-line/{name}.md) | {cell(summary)} |\n"
    pages = "\n".join(f"../generated/command-line/{name}" for _, name, _ in commands())
    toctree = f"```{{toctree}}\n:hidden:\n\n{pages}\n```\n"
    write("command-line.md", f"{listed}\n{toctree}")


def registry():
    return json.loads(said("methods", "--json"))


def cell(value):
    """A value as the cell of a table in Markdown."""
    if value is None or value == "":
        return ""
    if isinstance(value, bool):
        value = str(value).lower()
    if isinstance(value, list):
        value = ", ".join(map(str, value))
    return re.sub(r"([|<*_\[])", r"\\\1", str(value)).replace("\n", " ")


def code(value):
    """The same as code, where only `|` has to be escaped."""
    if isinstance(value, bool):
        value = str(value).lower()
    if isinstance(value, list):
        value = ", ".join(map(str, value))
    return "" if value is None or value == "" else f"`{str(value).replace('|', chr(92) + '|')}`"


def option_table(options):
    lines = ["| option | default | allowed | meaning |", "|---|---|---|---|"]
    for option in options:
        flag = f"`--{option['name'].replace('_', '-')}`"
        default, allowed = option["default"], option["allowed"]
        needs = option.get("needs")
        extra = f" (with `{needs['option']}` = `{needs['value']}`)" if needs else ""
        lines.append(
            f"| {flag} | {code(default)} | {cell(allowed)} | {cell(option['help'])}{extra} |"
        )
    return "\n".join(lines) + "\n"


def options_pages():
    found = registry()
    text = ""
    for method in found["methods"]:
        table = option_table(method["options"]) if method["options"] else "No options of its own.\n"
        write(f"options/{method['id']}.md", table)
        text += (
            f"## {method['id']}\n\n{method['summary']}. Python: "
            f"{{py:class}}`fairpca.{method['python_name']}`. Fairness notion: "
            f"{method['fairness']}. It needs {method['needs']}.\n\n{table}\n"
        )
    shared = option_table(found["shared_options"])
    write("options/shared.md", shared)
    write("options.md", f"{text}## Options of all methods\n\n{shared}")


def measures_page():
    measures = json.loads(said("measures", "--json"))["measures"]
    lines = ["| measure | what it is | better | fairness notion |", "|---|---|---|---|"]
    text = ""
    for measure in measures:
        name, title = measure["id"], cell(measure["summary"])
        lines.append(
            f"| [`{name}`](#{name}) | {title} | {measure['better']} | {measure['fairness']} |"
        )
        text += f"## {name}\n\n{measure['title']}: {measure['summary']}.\n\n"
        text += f"{text_block(measure['definition'])}\n"
        facts = {
            "Better": measure["better"],
            "Fairness notion": measure["fairness"],
            "It needs": measure["needs"],
            "Statistics": code(measure["statistics"]),
            "Uncertainty": measure["uncertainty"],
            "Paper": measure["paper"],
        }
        text += "".join(f"- {key}: {value}\n" for key, value in facts.items() if value) + "\n"
    write("measures.md", "\n".join(lines) + "\n\n" + text)
    names = "\n   ".join(measure["id"] for measure in measures)
    write(
        "metrics.md",
        "```{eval-rst}\n.. currentmodule:: fairpca.metrics\n\n.. autosummary::\n"
        f"   :toctree: ../generated/python\n\n   {names}\n```\n",
    )
    for name in (measure["id"] for measure in measures):
        write_metric(name)


def write_metric(name):
    """The page of a measure's function: autosummary makes none for names on an included page."""
    title = f"fairpca.metrics.{name}"
    text = f"{title}\n{'=' * len(title)}\n\n.. currentmodule:: fairpca.metrics\n\n"
    write(f"python/{title}.rst", f"{text}.. autofunction:: {name}\n")


def run_doxygen(build):
    build.mkdir(parents=True, exist_ok=True)
    settings = (ROOT / "docs/Doxyfile").read_text() + f"\nOUTPUT_DIRECTORY = {build}\n"
    done = subprocess.run(
        ["doxygen", "-"], input=settings, capture_output=True, text=True, cwd=ROOT
    )
    if done.returncode:
        raise ExtensionError(f"doxygen: {done.stderr}")


def cpp_pages():
    include = ROOT / "include/fairpca"
    folders = {path.parent.relative_to(include).as_posix() for path in include.rglob("*.h")}
    named = {folder or "." for folder in FOLDERS_OF_HEADERS}
    if folders != named:
        raise ExtensionError(f"FOLDERS_OF_HEADERS and include/fairpca differ: {folders ^ named}")
    for number, (folder, title) in enumerate(FOLDERS_OF_HEADERS.items()):
        page = f"# {title}\n\n"
        for header in sorted((include / folder).glob("*.h")):
            name = header.relative_to(include.parent).as_posix()
            page += f"## {name}\n\n```{{eval-rst}}\n.. doxygenfile:: {header.name}\n"
            page += f"   :sections: {SECTIONS}\n```\n\n"
        write(f"cpp/{number:02}-{folder or 'basics'}.md", page)


def copy_font():
    """A font with the tables that formulas need, for readers who have none (packages.txt)."""
    place = GENERATED / "static" / MATH_FONT.name
    place.parent.mkdir(parents=True, exist_ok=True)
    if not MATH_FONT.exists():
        raise ExtensionError(f"{MATH_FONT} is missing; run `.ci/install-packages docs`")
    if not place.exists():
        shutil.copyfile(MATH_FONT, place)


def generate(app, config):
    copy_font()
    command_line_pages()
    options_pages()
    measures_page()
    run_doxygen(Path(config.breathe_projects["fairpca"]).parent)
    cpp_pages()
    draw_figures(program(), GENERATED / "figures")


def setup(app):
    app.connect("config-inited", generate)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
