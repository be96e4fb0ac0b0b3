# SPDX-License-Identifier: BSD-3-Clause
"""The pictures of the README and of "Which fairness?", on the data of the demo: `make pictures`.

    python examples/demo_pictures.py PROGRAM DEMO_FOLDER OUT

The two smaller groups are joined, so that there are two groups and the front is exact.
trade-off.svg shows what fairness costs, leakage.svg what can be seen of the group, likelihood.svg
how well each group is modelled; report.png is the top of the demo's report, by Chromium.
"""

import csv
import shutil
import subprocess
import sys
from pathlib import Path

ASKED = (
    *("--group", "race", "--label", "decision", "-d", "5", "--standardize", "--missing", "mean"),
    *("--drop", "meets_guidelines", "insurance_approved", "loan_buyer", "times_reviewed"),
    *("male", "married", "above_median_age"),
)
METHODS = "pca,ppca,fair-pca,mean-matching-pca,mmd-fair-pca,mixture-ppca,fair-mixture-ppca"
FRONT = ("--lambdas", "none", "--max-gap", "1.4", "--tolerance", "1e-4")
CHROMIUM = "/usr/bin/chromium"
FLAGS = ["--no-sandbox", "--disable-gpu", "--disable-background-networking", "--no-first-run"]


def joined_groups(table: Path, out: Path) -> None:
    """The table with the two smaller groups as one."""
    with table.open(newline="", encoding="utf-8") as file:
        rows = list(csv.DictReader(file))
    for row in rows:
        row["race"] = "white" if row["race"] == "white" else "black or hispanic"
    with out.open("w", newline="", encoding="utf-8") as file:
        writer = csv.DictWriter(file, fieldnames=list(rows[0]), lineterminator="\n")
        writer.writeheader()
        writer.writerows(rows)


def on_light_ground(svg: str) -> str:
    """The figure in its light colours on white: a page around an image cannot tell it its theme."""
    start, tag, rest = svg.partition("<svg ")
    head, end, body = rest.partition(">")
    ground = '<rect width="100%" height="100%" rx="6" fill="#fff"/>'
    return f'{start}{tag}data-theme="light" {head}{end}{ground}{body}'


def group_mark(number: int, x: float, y: float, said: str = "") -> str:
    """A point of a group: colour and shape tell the groups apart."""
    color = ("#2837A5", "#983620")[number]
    shape = (
        f'<circle class="fp-mark" cx="{x}" cy="{y}" r="4.2" fill="currentColor">',
        f'<rect class="fp-mark" x="{x - 4}" y="{y - 4}" width="8" height="8" fill="currentColor">',
    )[number]
    end = ("</circle>", "</rect>")[number]
    return f'<g class="fp-c{number}" color="{color}">{shape}<title>{said}</title>{end}</g>'


def text(x: float, y: float, words: str, more: str = "") -> str:
    return f'<text font-size="11" x="{x}" y="{y}"{more}>{words}</text>'


def likelihood_rows(study: Path) -> list[dict[str, str]]:
    wanted = ("test", "log_likelihood", "value")
    with (study / "results.csv").open(newline="", encoding="utf-8") as file:
        return [
            row
            for row in csv.DictReader(file)
            if (row["rows"], row["measure"], row["statistic"]) == wanted and row["group"]
        ]


def likelihood_marks(rows: list[dict[str, str]]) -> list[str]:
    groups, methods = (list(dict.fromkeys(row[key] for row in rows)) for key in ("group", "method"))
    low, high = min(float(row["low"]) for row in rows), max(float(row["high"]) for row in rows)
    ticks = range(int(low // 5) * 5, int(high // 5) * 5 + 6, 5)

    def place(value: float) -> float:
        return round(150 + 560 * (value - ticks[0]) / (ticks[-1] - ticks[0]), 1)

    marks = []
    for tick in ticks:
        marks.append(f'<path class="fp-grid" stroke="#DFE3E8" d="M{place(tick)} 64V172"/>')
        marks.append(text(place(tick), 190, str(tick), ' text-anchor="middle" class="fp-pale"'))
    for number, name in enumerate(groups):
        marks += [group_mark(number, 18 + 160 * number, 45), text(28 + 160 * number, 49, name)]
    for number, method in enumerate(methods):
        marks.append(text(138, 92 + 36 * number, method, ' text-anchor="end"'))
    for row in rows:
        number = groups.index(row["group"])
        y = 82 + 36 * methods.index(row["method"]) + 12 * number
        value, least, most = (float(row[key]) for key in ("value", "low", "high"))
        said = f"{row['method']}, {row['group']}: {value:.1f} ({least:.1f} to {most:.1f})"
        line = f'd="M{place(least)} {y}H{place(most)}" stroke="currentColor" stroke-width="1.6"'
        color = ("#2837A5", "#983620")[number]
        marks.append(f'<g class="fp-c{number}" color="{color}"><path {line}/></g>')
        marks.append(group_mark(number, place(value), y, said))
    return marks


def likelihoods(study: Path) -> str:
    """Mean log-likelihood of held-out rows by group, in the look of the program's figures."""
    look = (study / "figures/leakage-d5.svg").read_text(encoding="utf-8")
    style = look[look.index("<style>") : look.index("</style>")] + "</style>"
    title = "How well each group is modelled (5 dimensions)"
    lines = [
        '<svg xmlns="http://www.w3.org/2000/svg" id="likelihood-d5" class="fp-figure" '
        'viewBox="0 0 760 232" width="760" height="232" role="img" '
        'aria-labelledby="likelihood-d5.title" font-family="sans-serif" color="#1C2127">',
        f'<title id="likelihood-d5.title">{title}</title>',
        style,
        f'<text x="12" y="26" font-size="15" font-weight="600">{title}</text>',
        *likelihood_marks(likelihood_rows(study)),
        text(430, 208, "mean log-likelihood of a held-out row", ' text-anchor="middle"'),
        text(12, 226, "More is better. Lines: 95 % interval."),
        "</svg>",
    ]
    return "\n".join(lines) + "\n"


def drawn(program: Path, demo: Path) -> dict[str, str]:
    """The pictures, by their names."""
    table, study, front = demo / "two-groups.csv", demo / "two-groups", demo / "trade-off.svg"
    joined_groups(demo / "mortgages.csv", table)

    def run(*words: str | Path) -> None:
        subprocess.run([program, *words], check=True, capture_output=True)

    shutil.rmtree(study, ignore_errors=True)  # one of another version would be rejected
    run("path", table, *ASKED, *FRONT, "--svg", front)
    run("compare", table, *ASKED, "--positive", "approved", "--methods", METHODS, "-o", study)
    return {
        "trade-off.svg": on_light_ground(front.read_text(encoding="utf-8")),
        "leakage.svg": on_light_ground((study / "figures/leakage-d5.svg").read_text("utf-8")),
        "likelihood.svg": on_light_ground(likelihoods(study)),
    }


def screenshot(report: Path, out: Path) -> None:
    """The report as someone who opens it sees it first."""
    from playwright.sync_api import sync_playwright

    with sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        page = browser.new_page(viewport={"width": 1200, "height": 1000}, color_scheme="light")
        page.goto(report.resolve().as_uri())
        page.screenshot(path=out)
        browser.close()


def main(program: Path, demo: Path, out: Path) -> None:
    if not (demo / "mortgages.csv").exists():
        sys.exit("the demo had no network: its pictures would be of a synthetic table")
    out.mkdir(parents=True, exist_ok=True)
    for name, picture in drawn(program.resolve(), demo).items():
        (out / name).write_text(picture, encoding="utf-8", newline="")
    screenshot(demo / "report.html", out / "report.png")
    print(f"Wrote the pictures in {out}.")


if __name__ == "__main__":
    main(*map(Path, sys.argv[1:]))
