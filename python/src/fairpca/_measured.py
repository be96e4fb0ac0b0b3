# SPDX-License-Identifier: BSD-3-Clause
"""One number of an evaluation, for functions and scorers."""

from __future__ import annotations

from typing import Any

from fairpca._base import BaseFairPCA
from fairpca._evaluate import evaluate_numbers
from fairpca._evaluation import Evaluation
from fairpca._messages import rejection
from fairpca._shown import Words


def measured_number(
    measure: str,
    which: tuple[str | None, str | None],
    model: Any,
    X: Any,
    y: Any,
    given: dict[str, Any],
) -> float:
    """A measure's number, of a group and statistic or of those that its name alone means."""
    group, statistic = which
    key = measure if which == (None, None) else (measure, group, statistic or "value")
    found = _measured(measure, model, X, y, given)
    if key not in found:  # a probability or a bound, perhaps
        drawn = _measured(measure, model, X, y, {**given, "has_intervals": True})
        return drawn[key] if key in drawn else number_of(found, key)
    return found[key]


def number_of(found: Evaluation, key: str | tuple[str, str | None, str]) -> float:
    """A number of an evaluation; where there is none, the error says why."""
    if key not in found:
        asked = key if isinstance(key, str) else " ".join(filter(None, key))
        raise rejection("number-not-there", measure=Words(asked), why=Words(_why(found, key)))
    return found[key]


def _why(found: Evaluation, key: str | tuple[str, str | None, str]) -> str:
    said = "; ".join(found.notes)
    if found.group_counts or (key if isinstance(key, str) else key[0]) in said:
        return said or f"the rows of each group are {found.group_counts}"
    return (
        "no sensitive_features arrived; pass sensitive_features=..., and for scorers in "
        "scikit-learn's searches also call sklearn.set_config(enable_metadata_routing=True)"
    )


def measured_features(
    measure: str, model: Any, X: Any, y: Any, given: dict[str, Any]
) -> dict[str, float]:
    """A measure's number of each encoded feature."""
    found = _measured(measure, model, X, y, given)
    if not found.features:
        raise rejection(
            "number-not-there", measure=Words(measure), why=Words("; ".join(found.notes))
        )
    return found.features


def as_the_fit_had_it(model: Any) -> dict[str, Any]:
    """How an estimator of ours forms groups, for evaluations of it."""
    last = model[-1] if hasattr(model, "named_steps") else model
    if not isinstance(last, BaseFairPCA):
        return {}
    return {"missing_group": last.missing_group, "min_group_size": last.min_group_size}


def _measured(measure: str, model: Any, X: Any, y: Any, given: dict[str, Any]) -> Evaluation:
    model = _without_predictor(model)
    options = {**as_the_fit_had_it(model), **given, "measures": [measure]}
    return evaluate_numbers(model, X, y, **options)


def _without_predictor(model: Any) -> Any:
    """Of a pipeline that ends with a predictor, the steps before it."""
    if not hasattr(model, "named_steps") or len(model) < 2:
        return model
    last = model[-1]
    is_projection = hasattr(last, "transform") or hasattr(last, "components_")
    return model if is_projection else model[:-1]
