# SPDX-License-Identifier: BSD-3-Clause
"""How often the 95 % intervals of measures hold the true number, on simulated tables.

Every table is drawn anew, measured by fairpca.evaluate, and its intervals are compared with the
number that an endless table would have: by formula, or the mean of five tables of 60,000 rows where
a classifier was fitted to training rows that stay the same. Writes a Markdown table.

    PYTHONPATH=build/python python experiments/interval_coverage.py [--runs N] >docs/results/x.md
"""

import argparse
import itertools
import time
from dataclasses import dataclass, field
from types import SimpleNamespace
from typing import Any

import fairpca
import numpy as np

ENDLESS = 60_000


@dataclass
class Scenario:
    """Tables of one kind, and what is true of them."""

    name: str
    rows: str
    draw: Any  # random generator -> X, group, label
    measures: list[str]
    truth: dict[Any, float]
    model: Any
    train: Any = None
    share: float = 1.0  # of the runs asked for
    options: dict[str, Any] = field(default_factory=dict)

    def evaluate(self, random, seed):
        X, group, label = self.draw(random)
        return fairpca.evaluate(
            self.model,
            X,
            label,
            sensitive_features=group,
            train=self.train,
            measures=self.measures,
            random_state=seed,
            n_jobs=1,
            **self.options,
        )


def projection(p, d):
    """The first d of p columns."""
    return SimpleNamespace(components_=np.eye(p)[:d], mean_=np.zeros(p))


def normal_rows(deviations, sizes):
    """Groups of normal rows around 0 with the deviations of each."""
    names = [chr(ord("a") + i) for i in range(len(sizes))]
    group = np.repeat(names, sizes)

    def draw(random):
        X = np.concatenate(
            [
                random.standard_normal((n, len(scale))) * scale
                for n, scale in zip(sizes, deviations, strict=True)
            ]
        )
        return X, group, None

    return draw, names


def errors(gap, n):
    """Errors of one column, so as skewed as squares of normal numbers are; two groups."""
    scales = np.array([[1.0, 1.0, 1.0], [1.0, 1.0, np.sqrt(1 + gap)]])
    draw, _ = normal_rows(scales, [n, n])
    of_groups = [1.0, 1.0 + gap]
    shares = [error / (2 + error) for error in of_groups]
    return Scenario(
        f"errors, gap {gap:g}",
        str(n),
        draw,
        [
            *("reconstruction_error", "gap", "gap_group", "relative_error"),
            "explained_variance_ratio",
        ],
        {
            ("reconstruction_error", None, "value"): np.mean(of_groups),
            ("reconstruction_error", "b", "value"): of_groups[1],
            ("gap", None, "value"): gap,
            ("gap", None, "signed_difference"): gap,
            ("gap_group", None, "value"): gap,
            ("relative_error", "b", "value"): shares[1],
            ("relative_error", None, "difference"): shares[1] - shares[0],
            ("explained_variance_ratio", None, "value"): 1 - np.mean(of_groups) / (3 + gap / 2),
        },
        projection(3, 2),
    )


def six_groups(sizes, label):
    draw, _ = normal_rows(np.ones((6, 3)), sizes)
    truth = {("gap", None, "value"): 0.0, ("relative_error", None, "difference"): 0.0}
    measures = ["gap", "relative_error"]
    return Scenario("six equal groups", label, draw, measures, truth, projection(3, 2))


def losses(n, share):
    """Thirty columns of falling variance; the projection misses three of the five largest."""
    p, d = 30, 5
    scale = np.sqrt(np.concatenate([[8, 7, 6, 5], np.linspace(4, 0.5, p - 4)]))
    draw, _ = normal_rows([scale, scale], [n, n])
    kept = np.eye(p)[[0, 1, 8, 15, 25]]
    model = SimpleNamespace(components_=kept, mean_=np.zeros(p))
    variances = scale**2
    loss = np.sort(variances)[::-1][:d].sum() - (kept @ variances).sum()
    random = np.random.default_rng(5)
    train = draw(random)
    truth = {("loss", "a", "value"): loss}
    for name in "ab":
        rows = train[0][train[1] == name]
        frame = np.linalg.eigh(rows.T @ rows)[1][:, ::-1][:, :d]
        captured = np.einsum("jk,j,jk->", frame, variances, frame)
        truth["loss_reference", name, "value"] = captured - (kept @ variances).sum()
    return Scenario(
        f"losses, p = {p}, d = {d}",
        str(n),
        draw,
        ["loss", "loss_reference"],
        truth,
        model,
        (train[0], None, train[1]),
        share,
    )


def mmd(shift, n):
    """Two normal groups in two dimensions, `shift` apart."""

    def draw(random, size=n):
        X = random.standard_normal((2 * size, 2))
        X[size:, 0] += shift
        return X, np.repeat(["a", "b"], size), None

    train = draw(np.random.default_rng(6), 300)
    distances = [np.linalg.norm(x - y) for x, y in itertools.combinations(train[0], 2)]
    squared = (np.median(distances) / np.sqrt(2)) ** 2
    kernel = squared / (squared + 2)  # mean of two rows of one group, in two dimensions
    value = 2 * kernel * (1 - np.exp(-(shift**2) / (2 * (squared + 2))))
    return Scenario(
        f"MMD^2 {value:.3f}",
        str(n),
        draw,
        ["mmd2_u"],
        {("mmd2_u", None, "value"): value},
        projection(2, 2),
        (train[0], None, train[1]),
        0.5,
    )


LABEL_MEASURES = [
    *("accuracy", "auc", "demographic_parity_difference", "equal_opportunity_difference"),
    *("equalized_odds_difference", "average_odds_difference", "average_absolute_odds_difference"),
]
GROUP_MEASURES = [
    *("linear_unfairness", "group_auc_linear", "group_accuracy_linear"),
    *("group_auc_rbf", "group_accuracy_rbf"),
]


def predictions(shift, n):
    """Coordinates, groups `shift` apart, and a label that depends on the coordinates."""

    def draw(random, size=n):
        X = random.standard_normal((2 * size, 2))
        X[size:, 0] += shift
        chance = 1 / (1 + np.exp(-1.5 * X[:, 0] - 0.5 * X[:, 1]))
        label = np.where(random.random(2 * size) < chance, "yes", "no")
        return X, np.repeat(["a", "b"], size), label

    train = draw(np.random.default_rng(7), 200)
    scenario = Scenario(
        f"predictions, groups {shift:g} apart",
        str(n),
        draw,
        [*LABEL_MEASURES, *GROUP_MEASURES],
        {},
        projection(2, 2),
        (train[0], train[2], train[1]),
        0.5,
    )
    scenario.truth = endless_truth(scenario, lambda random: draw(random, ENDLESS // 2), shift)
    return scenario


def endless_truth(scenario, draw, shift):
    """Means over large tables; where groups are alike, what follows from that."""
    tables = Scenario(**{**vars(scenario), "draw": draw})
    results = [tables.evaluate(np.random.default_rng([8, k]), k) for k in range(5)]
    truth = {}
    for key in results[0].values:
        measure, group, statistic = key
        is_shown = group is None or (group == "b" and measure in ("accuracy", "auc"))
        if statistic in ("worst", "p_value") or not is_shown or results[0].interval(*key) is None:
            continue
        truth[key] = np.mean([result[key] for result in results])
        if shift == 0 and ("difference" in measure + statistic or measure == "linear_unfairness"):
            truth[key] = 0.0
        elif shift == 0 and measure in GROUP_MEASURES:
            truth[key] = 0.5
    return truth


def likelihoods(n):
    random = np.random.default_rng(9)
    draw, _ = normal_rows([[2.0, 1.0, 0.5, 0.5], [2.0, 1.0, 1.0, 0.5]], [n, n])
    X, group, _ = normal_rows([[2.0, 1.0, 0.5, 0.5], [2.0, 1.0, 1.0, 0.5]], [500, 500])[0](random)
    model = fairpca.PPCA(2).fit(X, sensitive_features=group)
    # ln p is a quadratic form: its mean follows from the variances.
    covariance = model.get_covariance() * (len(X) - 1) / len(X)
    inverse, (_, log_det) = np.linalg.inv(covariance), np.linalg.slogdet(covariance)

    def mean_of(variances):
        about = np.diag(variances) + np.outer(model.mean_, model.mean_)
        return -0.5 * (4 * np.log(2 * np.pi) + log_det + np.trace(inverse @ about))

    a, b = mean_of([4, 1, 0.25, 0.25]), mean_of([4, 1, 1, 0.25])
    return Scenario(
        "likelihoods",
        str(n),
        draw,
        ["log_likelihood"],
        {
            ("log_likelihood", None, "value"): (a + b) / 2,
            ("log_likelihood", "b", "value"): b,
            ("log_likelihood", None, "difference"): abs(a - b),
            ("log_likelihood", None, "signed_difference"): b - a,
        },
        model,
    )


def scenarios():
    for n in (30, 100, 300):
        yield lambda n=n: errors(0.3, n)
    for gap in (0.0, 0.05):
        yield lambda gap=gap: errors(gap, 300)
    yield lambda: six_groups([300] * 6, "300")
    yield lambda: six_groups([200] * 5 + [11], "200, one of 11")
    yield lambda: losses(100, 0.4)
    yield lambda: losses(1000, 0.2)
    for shift, n in ((0.0, 300), (0.25, 300), (0.85, 300), (0.25, 150)):
        yield lambda shift=shift, n=n: mmd(shift, n)
    for shift, n in ((0.0, 300), (0.5, 300), (0.5, 100)):
        yield lambda shift=shift, n=n: predictions(shift, n)
    yield lambda: likelihoods(300)


def coverage(scenario, runs):
    """Share of runs whose interval holds the truth, how many had one, and its mean width."""
    runs = max(1, round(runs * scenario.share))
    held = dict.fromkeys(scenario.truth, 0)
    widths = {key: [] for key in scenario.truth}
    for seed in range(runs):
        result = scenario.evaluate(np.random.default_rng([11, seed]), seed)
        for key, truth in scenario.truth.items():
            interval = result.interval(*key) if key in result else None
            if interval is None:
                continue
            widths[key].append(interval[1] - interval[0])
            held[key] += interval[0] - 1e-12 <= truth <= interval[1] + 1e-12
    return {
        key: (
            held[key] / max(1, len(widths[key])),
            len(widths[key]),
            runs,
            np.mean(widths[key] or 0),
        )
        for key in held
    }


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--runs", type=int, default=1500, help="of the cheapest scenarios")
    runs = parser.parse_args().runs
    start = time.perf_counter()
    print("| tables | rows a group | number | truth | held | mean width | intervals of runs |")
    print("|---|---|---|---|---|---|---|")
    for made in scenarios():
        scenario = made()
        for (measure, group, statistic), found in coverage(scenario, runs).items():
            share, there, all_runs, width = found
            name = measure + (f"[{group}]" if group else "")
            name += "" if statistic == "value" else f"_{statistic}"
            truth = scenario.truth[measure, group, statistic]
            cells = [scenario.name, scenario.rows, f"`{name}`", f"{truth:.4g}"]
            cells += [f"{100 * share:.1f} %", f"{width:.3g}", f"{there} of {all_runs}"]
            print("| " + " | ".join(cells) + " |", flush=True)
    print(f"\n{time.perf_counter() - start:.0f} seconds on one core.")


if __name__ == "__main__":
    main()
