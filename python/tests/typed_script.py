# SPDX-License-Identifier: BSD-3-Clause
"""A user's script, fully typed: test_types_and_docs.py checks it with mypy --strict and runs it."""

from pathlib import Path
from tempfile import TemporaryDirectory

import fairpca
import numpy as np
from fairpca import metrics
from numpy.typing import NDArray


def rows() -> tuple[NDArray[np.float64], NDArray[np.int64]]:
    X, group = fairpca.synthetic("rfpca-toy", random_state=0)
    order = np.random.default_rng(0).permutation(len(X))  # its rows are sorted by group
    return X[order], group[order]


def chosen_weight(X: NDArray[np.float64], group: NDArray[np.int64]) -> float:
    found = fairpca.search(
        fairpca.RobustFairPCA(1),
        {"lam": [0.0, 1.0]},
        X,
        sensitive_features=group,
        scoring=metrics.scorer("gap"),
    )
    weight: float = found.best_params_["lam"]
    return weight


def streamed(X: NDArray[np.float64], group: NDArray[np.int64]) -> fairpca.FairPCA:
    moments = fairpca.GroupMoments()
    for part in np.array_split(np.arange(len(X)), 3):
        moments.partial_fit(X[part], sensitive_features=group[part])
    return fairpca.FairPCA(n_components=1, tol=1e-9).fit_moments(moments)


def report(model: fairpca.FairPCA, X: NDArray[np.float64], group: NDArray[np.int64]) -> list[str]:
    measured: fairpca.Evaluation = fairpca.evaluate(model, X, sensitive_features=group)
    interval: tuple[float, float] | None = measured.interval("gap")
    gap: float = metrics.gap(model, X, sensitive_features=group)
    proof: fairpca.Verification = fairpca.verify(model, X, sensitive_features=group)
    lines = [f"gap {gap:.3f}", f"proved: {proof.ok}"]
    if interval is not None:
        lines.append(f"between {interval[0]:.3f} and {interval[1]:.3f}")
    return lines


def saved_and_loaded(model: fairpca.FairPCA) -> bool:
    with TemporaryDirectory() as folder:
        path = Path(folder) / "model.fpca"
        model.save(path)
        loaded = fairpca.load(path)
    same: bool = np.array_equal(loaded.components_, model.components_)
    return same


def main() -> None:
    X, group = rows()
    model = streamed(X, group)
    names: list[str] = model.groups_
    errors: NDArray[np.float64] = model.group_reconstruction_error_
    mixture = fairpca.MixturePPCA(1, n_mixture_components=2, random_state=1).fit(X)
    shares: NDArray[np.float64] = mixture.responsibilities(X)
    by_id: dict[str, str] = {method.id: method.fairness for method in fairpca.methods()}
    comparison: fairpca.Comparison = fairpca.compare(
        X, sensitive_features=group, dimensions=1, methods=["fair-pca"], measures=["gap"]
    )
    print(names, errors, chosen_weight(X, group), shares.shape, by_id["fair-pca"])
    print(*report(model, X, group), saved_and_loaded(model), *comparison.findings, sep="\n")


if __name__ == "__main__":
    main()
