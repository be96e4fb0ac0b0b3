# SPDX-License-Identifier: BSD-3-Clause
"""The pictures of the README, from the folder of the demo: `make pictures`.

    python examples/demo_pictures.py DEMO_FOLDER OUT

What can be seen of the group at five dimensions as SVG, and a screenshot of the top of the report,
by Chromium.
"""

import sys
from pathlib import Path

FIGURE = "study/figures/leakage-d5.svg"
CHROMIUM = "/usr/bin/chromium"
FLAGS = ["--no-sandbox", "--disable-gpu", "--disable-background-networking", "--no-first-run"]


def on_light_ground(svg: str) -> str:
    """The figure in its light colours on white: a page around an image cannot tell it its theme."""
    start, tag, rest = svg.partition("<svg ")
    head, end, body = rest.partition(">")
    ground = '<rect width="100%" height="100%" rx="6" fill="#fff"/>'
    return f'{start}{tag}data-theme="light" {head}{end}{ground}{body}'


def screenshot(report: Path, out: Path) -> None:
    """The report as someone who opens it sees it first."""
    from playwright.sync_api import sync_playwright

    with sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        page = browser.new_page(viewport={"width": 1200, "height": 1000}, color_scheme="light")
        page.goto(report.resolve().as_uri())
        page.screenshot(path=out)
        browser.close()


def main(demo: Path, out: Path) -> None:
    if not (demo / "mortgages.csv").exists():
        sys.exit("the demo had no network: its pictures would be of a synthetic table")
    out.mkdir(parents=True, exist_ok=True)
    picture = on_light_ground((demo / FIGURE).read_text(encoding="utf-8"))
    (out / "leakage.svg").write_text(picture, encoding="utf-8", newline="")
    screenshot(demo / "report.html", out / "report.png")
    print(f"Wrote {out}/leakage.svg and {out}/report.png.")


if __name__ == "__main__":
    main(Path(sys.argv[1]), Path(sys.argv[2]))
