# SPDX-License-Identifier: BSD-3-Clause
"""What an estimator has once it is fitted."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Self

import numpy as np
from numpy.typing import NDArray
from sklearn.exceptions import ConvergenceWarning

from fairpca import _core
from fairpca._messages import message, warn
from fairpca._shown import Words


class FittedAttributes:
    """Sets the attributes that end in an underscore, and warns of what a fit warns of."""

    if TYPE_CHECKING:
        _model: _core.Model

    def _take(self, result: _core.FitResult, dtype: np.dtype[Any]) -> Self:
        self._set_model(result.model, result.groups, dtype)
        self.objective_ = result.objective
        self.optimality_gap_ = result.optimality_gap
        self.certified_ = result.certified
        self.dual_weights_ = result.dual_weights
        self.measures_ = result.measures
        if result.mmd_constraints:
            self.constraints_ = [
                {"name": one.name, "mmd2": one.mmd2, "tau": one.tau, "p_value": one.p_value}
                for one in result.mmd_constraints
            ]
        # A closed form counts as one step, as scikit-learn expects.
        self.n_iter_ = max(1, result.iterations)
        self.status_ = result.status
        self.notes_ = [str(note) for note in result.notes]
        self.report_ = json.loads(result.to_json())
        self._warn(result)
        return self

    def _warn(self, result: _core.FitResult) -> None:
        estimator, missed = Words(type(self).__name__), result.missed
        for said in result.warnings:
            if missed is None or str(said) != str(missed):
                warn(said, UserWarning, stacklevel=5)
        if missed is not None:
            status = Words(result.status)
            said = message("missed-constraint", estimator=estimator, status=status, problem=missed)
            warn(said, ConvergenceWarning, stacklevel=5)
        elif not result.converged:
            gap = result.optimality_gap
            state = f"status {result.status}" + ("" if np.isnan(gap) else f", gap {gap:.3g}")
            said = message("tolerance-not-met", estimator=estimator, state=Words(state))
            warn(said, ConvergenceWarning, stacklevel=5)

    def _set_model(
        self, model: _core.Model, groups: Sequence[_core.GroupSummary], dtype: np.dtype[Any]
    ) -> None:
        self._set_training(model, groups, dtype)
        self.components_ = model.components.astype(dtype, copy=False)
        self.explained_variance_ = model.explained_variance.astype(dtype, copy=False)
        self.explained_variance_ratio_ = model.explained_variance_ratio.astype(dtype, copy=False)
        self.singular_values_ = model.singular_values.astype(dtype, copy=False)
        self.noise_variance_ = model.noise_variance

    def _set_training(
        self, model: _core.Model, groups: Sequence[_core.GroupSummary], dtype: np.dtype[Any]
    ) -> None:
        """What models of every kind have."""
        self._model = model
        self.mean_ = model.mean.astype(dtype, copy=False)
        self.scale_ = model.scale.astype(dtype, copy=False)
        self.n_components_ = model.dimensions
        self.n_samples_ = model.rows
        self.encoded_names_ = model.encoded_names
        self.groups_ = [group.name for group in groups]
        self.group_counts_ = np.array([group.rows for group in groups], dtype=np.int64)
        self.group_reconstruction_error_ = numbers_of([g.reconstruction_error for g in groups])
        self.group_loss_ = numbers_of([group.loss for group in groups])


def numbers_of(values: Sequence[float | None]) -> NDArray[np.float64]:
    """The values as an array, NaN where there is none."""
    return np.array([np.nan if value is None else value for value in values], dtype=np.float64)
