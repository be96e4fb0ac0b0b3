# SPDX-License-Identifier: BSD-3-Clause
"""A small table, cut into partitions that are not equal; workers import this."""

import os
import signal

import numpy as np
import pandas as pd
from toy_tasks import executor, first_time

ROWS = 900
CUTS = (0, 250, 300, 300, 560, 820, ROWS)
"""The third partition has no rows."""
OTHER_CUTS = (0, 10, 480, ROWS)


def people(rows=ROWS):
    """Numbers with well separated variances, a category, weights and two protected columns."""
    random = np.random.default_rng(7)
    sex = random.choice(["f", "m"], rows, p=[0.4, 0.6])
    values = random.normal(size=(rows, 4)) * [4.0, 2.5, 1.5, 0.7] + [30.0, -5.0, 0.0, 100.0]
    values[sex == "f"] += random.normal(size=4)
    frame = pd.DataFrame(values, columns=["age", "income", "debt", "score"])
    frame["work"] = random.choice(["private", "state", "none"], rows, p=[0.6, 0.3, 0.1])
    frame["sex"] = sex
    frame["region"] = random.choice(["north", "south"], rows)
    frame["weight"] = random.uniform(0.5, 2.0, rows)
    return frame


def clusters(rows=ROWS):
    """Two clusters in five columns, for mixtures."""
    random = np.random.default_rng(11)
    sex = random.choice(["f", "m"], rows)
    centre = np.where(random.integers(0, 2, rows)[:, None] == 0, 0.0, 6.0)
    values = centre + random.normal(size=(rows, 5)) @ random.normal(size=(5, 5))
    frame = pd.DataFrame(values, columns=list("abcde"))
    frame["sex"] = sex
    return frame


class Slices:
    """Partition i of a frame; accidents happen to one of them, once."""

    def __init__(self, frame, cuts=CUTS, accident=None, once=None):
        self.frame, self.cuts, self.accident, self.once = frame, cuts, accident, once

    @property
    def parts(self):
        return len(self.cuts) - 1

    def __call__(self, part):
        if part == 1 and self.accident and first_time(self.once):
            self.happen()
        return self.frame.iloc[self.cuts[part] : self.cuts[part + 1]].reset_index(drop=True)

    def happen(self):
        if self.accident == "raise":
            raise OSError("disk full")
        if self.accident == "kill the executor":
            os.kill(executor(), signal.SIGKILL)
        os.kill(os.getpid(), signal.SIGKILL)
