# SPDX-License-Identifier: BSD-3-Clause
"""``cv_results_`` as ``GridSearchCV`` lays it out."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from numpy.ma import MaskedArray
from numpy.typing import NDArray


def results_table(
    settings: Sequence[Mapping[str, Any]], trials: NDArray[np.float64]
) -> dict[str, Any]:
    """``trials`` has seconds of fit and of score, and the score, by setting and fold."""
    table: dict[str, Any] = {}
    for number, name in enumerate(("fit_time", "score_time")):
        table[f"mean_{name}"] = trials[:, :, number].mean(axis=1)
        table[f"std_{name}"] = trials[:, :, number].std(axis=1)
    for name in dict.fromkeys(name for one in settings for name in one):
        table[f"param_{name}"] = _column(settings, name)
    table["params"] = [dict(one) for one in settings]
    scores = trials[:, :, 2]
    for fold in range(scores.shape[1]):
        table[f"split{fold}_test_score"] = scores[:, fold]
    means = scores.mean(axis=1)
    table["mean_test_score"] = means
    table["std_test_score"] = scores.std(axis=1)
    better = means[np.newaxis, :] > means[:, np.newaxis]
    table["rank_test_score"] = (1 + better.sum(axis=1)).astype(np.int32)
    return table


def _column(settings: Sequence[Mapping[str, Any]], name: str) -> Any:
    """The values of a parameter, masked where a setting does not have it."""
    values = [one[name] for one in settings if name in one]
    numbers = (
        np.asarray(values) if not any(isinstance(v, (str, Sequence)) for v in values) else None
    )
    kind = object if numbers is None or numbers.ndim != 1 else numbers.dtype
    column: Any = MaskedArray(np.empty(len(settings), dtype=kind), mask=True)
    for row, one in enumerate(settings):
        if name in one:
            column[row] = one[name]
    return column
