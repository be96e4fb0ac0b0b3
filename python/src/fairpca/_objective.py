# SPDX-License-Identifier: BSD-3-Clause
"""What a fair estimator minimises, on rows of one's choice."""

from __future__ import annotations

from typing import Any

from fairpca import _core
from fairpca._base import BaseFairPCA
from fairpca._evaluate import evaluate_numbers
from fairpca._measured import as_the_fit_had_it, number_of

_MEASURES = {one.id for one in _core.measures()}


def fair_score(estimator: BaseFairPCA, X: Any, sensitive_features: Any) -> float:
    """Minus the objective on rows, or on the rows behind moments."""
    terms = {_about(estimator, name): term for name, term in estimator._objective_terms().items()}
    found = evaluate_numbers(
        estimator,
        X,
        None,
        sensitive_features=sensitive_features,
        measures=sorted({measure_of(name) for name in terms}),
        center=estimator.center,
        **as_the_fit_had_it(estimator),
    )
    return -sum(weight * number_of(found, name) ** power for name, (weight, power) in terms.items())


def measure_of(name: str) -> str:
    """The measure that a name such as ``loss_worst`` is a statistic of."""
    return name if name in _MEASURES else name.rpartition("_")[0]


def _about(estimator: BaseFairPCA, name: str) -> str:
    """The number about the means the fit took errors about."""
    return "gap_group" if name == "gap" and estimator.center == "group" else name
