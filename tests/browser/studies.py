# SPDX-License-Identifier: BSD-3-Clause
"""Tables whose reports are looked at, and what is asked of them."""

import csv
import random
from dataclasses import dataclass
from pathlib import Path

FAST = ["--methods", "fair-pca,mean-matching-pca"]
HOSTILE = [
    "<script>document.title='stolen'</script>",
    "]]></script><img src=x onerror=\"document.title='stolen'\">",
    "\"double\" 'single' &amp; `back`",
    "n" * 300,
    "\u05e7\u05d1\u05d5\u05e6\u05d4 \u0645\u062c\u0645\u0648\u0639\u0629",
    "\u202eright to left\u202c",
    "\U0001f469\U0001f3fd\u200d\U0001f52c",
    "bell\x07 escape\x1b[31m",
]


@dataclass(frozen=True)
class Study:
    """A table of normal rows in groups, and the arguments of ``compare`` about it."""

    groups: tuple[str, ...]
    arguments: list[str]
    columns: tuple[str, ...] = tuple(f"x{j + 1}" for j in range(8))
    rows_of_a_group: int = 60
    rows_of_the_last: int | None = None
    labels: tuple[str, ...] = ("no", "yes")
    group_name: str = "group"
    label_name: str = "label"

    def write(self, path: Path) -> None:
        generator = random.Random(7)
        with path.open("w", newline="", encoding="utf-8") as file:
            writer = csv.writer(file)
            writer.writerow([self.group_name, *self.columns, self.label_name])
            for g, group in enumerate(self.groups):
                is_last = g == len(self.groups) - 1
                count = self.rows_of_the_last if is_last else None
                for _ in range(count or self.rows_of_a_group):
                    writer.writerow(self._row(g, group, generator))

    def _row(self, g: int, group: str, generator: random.Random) -> list[str]:
        common = generator.gauss(0.8 * (g % 2), 1)
        cells = [
            f"{common * (1 + j % 3) + generator.gauss(0.5 * (g % 3), 1 + (g + j) % 4):.4f}"
            for j in range(len(self.columns))
        ]
        return [group, *cells, self.labels[common + generator.gauss(0, 1) > 0.4]]


def asked(*others: str) -> list[str]:
    return ["--group", "group", "--label", "label", "--standardize", *others]


STUDIES = {
    "two-groups": Study(("women", "men"), asked("-d", "1,2,4"), rows_of_a_group=100),
    "six-groups": Study(
        tuple(f"region {name}" for name in ("north", "east", "south", "west", "centre", "islands")),
        asked("-d", "2,4", "--methods", "fair-pca,mean-matching-pca,mmd-fair-pca"),
    ),
    "sixty-groups": Study(
        tuple(f"municipality {i + 1}" for i in range(60)),
        asked("-d", "2,3", *FAST),
        rows_of_a_group=50,
    ),
    "one-method": Study(("women", "men"), asked("-d", "2,3", "--methods", "pca")),
    "one-dimension": Study(("women", "men", "others"), asked("-d", "1", *FAST)),
    "no-label": Study(
        ("women", "men"),
        ["--group", "group", "--drop", "label", "--standardize", "-d", "2,3", *FAST],
    ),
    "several-splits": Study(("women", "men"), asked("-d", "2,3", "--cv", "3", *FAST)),
    # As many dimensions as columns: no fair method takes them.
    "all-failed": Study(
        ("women", "men"),
        asked("-d", "3", "--methods", "mean-matching-pca,mmd-fair-pca"),
        columns=("x1", "x2", "x3"),
    ),
    "hidden-group": Study(
        ("women", "men", "zq hidden zq"), asked("-d", "2,3", *FAST), rows_of_the_last=8
    ),
    "hostile-names": Study(
        tuple(HOSTILE),
        ["--group", HOSTILE[0], "--label", HOSTILE[2], "--standardize", "-d", "2,3", *FAST],
        columns=tuple(HOSTILE[1:2] + HOSTILE[3:] + ["<b>bold</b>", "x{{7*7}}", "plain"]),
        labels=("<i>no</i>", "\u202eyes"),
        group_name=HOSTILE[0],
        label_name=HOSTILE[2],
    ),
}
