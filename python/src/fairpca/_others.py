# SPDX-License-Identifier: BSD-3-Clause
"""Models of others, as far as they can be audited: what they make of rows, as arrays."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray
from sklearn.base import BaseEstimator
from sklearn.exceptions import NotFittedError
from sklearn.utils.validation import check_array, check_is_fitted

from fairpca._messages import rejection
from fairpca._parameters import wrong_type
from fairpca._shown import Words
from fairpca._tables import as_frame, default_names


class GivenRows(NamedTuple):
    """Rows in the space in which errors are measured, and what a model makes of them."""

    names: list[str]
    numbers: NDArray[np.float64]
    coordinates: NDArray[np.float64] | None  # None: the core takes them along the components
    reconstructions: NDArray[np.float64] | None


class OtherModel(NamedTuple):
    """A model of others: what it is called, the last step of a pipeline and those before it."""

    name: str
    before: Any
    last: Any

    @property
    def mean(self) -> NDArray[np.float64] | None:
        """Its ``mean_``, one number per column."""
        mean = getattr(self.last, "mean_", None)
        return None if mean is None else np.asarray(mean, dtype=np.float64).ravel()

    @property
    def components(self) -> NDArray[np.float64] | None:
        """Its ``components_``, one per row."""
        components = getattr(self.last, "components_", None)
        if components is None or np.ndim(components) != 2:
            return None
        return np.ascontiguousarray(components, dtype=np.float64)

    def score(self, X: Any) -> GivenRows:
        """What the model makes of the rows of X."""
        if self.before is not None:
            X = self.before.transform(X)
        names, numbers = numbers_of_columns(X, "X")
        if isinstance(self.last, BaseEstimator):
            check_is_fitted(self.last)
        if not hasattr(self.last, "transform"):
            self._check_columns(numbers)
            return GivenRows(names, numbers, None, None)
        coordinates = as_numbers(self.last.transform(X), "transform(X)")
        return GivenRows(names, numbers, coordinates, self._reconstructions(coordinates))

    def _check_columns(self, numbers: NDArray[np.float64]) -> None:
        mean, components = self.mean, self.components
        if mean is None or components is None:
            raise wrong_type("model", _MODELS, self.last)
        for name, found in (("components_", components.shape[1]), ("mean_", len(mean))):
            if found != numbers.shape[1]:
                raise rejection(
                    "columns-of-model", what=Words(name), columns=numbers.shape[1], found=found
                )

    def _reconstructions(self, coordinates: NDArray[np.float64]) -> NDArray[np.float64] | None:
        if not hasattr(self.last, "inverse_transform"):
            return None
        try:
            back = self.last.inverse_transform(coordinates)
        except NotFittedError:  # KernelPCA without fit_inverse_transform
            return None
        return as_numbers(back, "inverse_transform(transform(X))")


_MODELS = (
    "a fitted estimator of fairpca, the path of a model file, or an object with transform or with "
    "components_ and mean_"
)


def other_model(model: Any) -> OtherModel:
    """A model of others; rejects what is not one."""
    last, before = model, None
    if isinstance(getattr(model, "steps", None), list) and hasattr(model, "named_steps"):
        last = model[-1]
        before = model[:-1] if len(model.steps) > 1 else None
    has_components = hasattr(last, "components_") and hasattr(last, "mean_")
    if not hasattr(last, "transform") and not has_components:
        raise wrong_type("model", _MODELS, model)
    return OtherModel(type(last).__name__, before, last)


def numbers_of_columns(X: Any, what: str) -> tuple[list[str], NDArray[np.float64]]:
    """Names and numbers of the columns of a table without categories."""
    frame = as_frame(X)
    array = as_numbers(X if frame is None else frame.to_numpy(), what)
    return default_names(array.shape[1]) if frame is None else list(map(str, frame.columns)), array


def as_numbers(values: Any, what: str) -> NDArray[np.float64]:
    """An array of two dimensions and finite numbers; sparse ones are made dense."""
    if hasattr(values, "toarray"):
        values = values.toarray()
    array: NDArray[np.float64] = check_array(
        values, dtype=np.float64, order="C", input_name=what, ensure_min_features=1
    )
    return array
