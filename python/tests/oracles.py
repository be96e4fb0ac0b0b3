# SPDX-License-Identifier: BSD-3-Clause
"""Every measure computed again, in NumPy, from its definition; no code of the package is used."""

import itertools

import numpy as np


def weighted_mean(values, weights):
    return np.average(values, axis=0, weights=weights)


def second_moment(rows, weights, about=0.0):
    """sum_i w_i (x_i - about)(x_i - about)' / sum_i w_i."""
    centred = rows - about
    return (centred * weights[:, None]).T @ centred / weights.sum()


def top_sum(matrix, d):
    return np.sort(np.linalg.eigvalsh(matrix))[::-1][:d].sum()


def top_frame(matrix, d):
    return np.linalg.eigh(matrix)[1][:, ::-1][:, :d]


def largest_difference(values):
    return max(abs(a - b) for a, b in itertools.combinations(values, 2))


class Rows:
    """Rows about the model's mean and scaled, with weights and groups; V has d columns."""

    def __init__(self, X, groups, V, weights=None):
        self.X, self.V = X, V
        self.weights = np.ones(len(X)) if weights is None else np.asarray(weights, dtype=float)
        self.names = sorted(set(groups))
        self.groups = np.asarray(groups)
        self.Z = X @ V
        self.errors = ((X - self.Z @ V.T) ** 2).sum(axis=1)

    def of(self, name):
        return self.groups == name

    def group_error(self, name):
        return weighted_mean(self.errors[self.of(name)], self.weights[self.of(name)])

    def moment(self, name, about=0.0):
        rows = self.of(name)
        return second_moment(self.X[rows], self.weights[rows], about)

    def mean(self, name):
        return weighted_mean(self.X[self.of(name)], self.weights[self.of(name)])

    def error_about(self, name, about):
        """Error of a group when its rows are centred at `about` first."""
        rest = np.eye(len(self.V)) - self.V @ self.V.T
        return np.trace(rest @ self.moment(name, about))

    def coordinate_moments(self, name):
        rows = self.of(name)
        mean = weighted_mean(self.Z[rows], self.weights[rows])
        return mean, second_moment(self.Z[rows], self.weights[rows], mean)


def kernel(a, b, bandwidth):
    squared = ((a[:, None, :] - b[None, :, :]) ** 2).sum(axis=2)
    return np.exp(-squared / (2 * bandwidth**2))


def mmd2(a, b, bandwidth):
    """V- and U-statistic."""
    m, n = len(a), len(b)
    aa, bb, ab = kernel(a, a, bandwidth), kernel(b, b, bandwidth), kernel(a, b, bandwidth)
    biased = aa.mean() + bb.mean() - 2 * ab.mean()
    unbiased = (aa.sum() - m) / (m * (m - 1)) + (bb.sum() - n) / (n * (n - 1)) - 2 * ab.mean()
    return biased, unbiased


def authors_bandwidth(points):
    """Median distance of two rows over sqrt 2."""
    squared = ((points[:, None, :] - points[None, :, :]) ** 2).sum(axis=2)
    distances = np.sqrt(squared[np.triu_indices(len(points), 1)])
    return np.median(distances) / np.sqrt(2)


def rates(y, predicted, positive, rows, weights):
    """Selection rate, true and false positive rate among `rows`."""

    def share(where):
        chosen = rows & where
        return np.average(predicted[chosen] == positive, weights=weights[chosen])

    return share(np.ones(len(y), bool)), share(y == positive), share(y != positive)
