# SPDX-License-Identifier: BSD-3-Clause
"""scikit-learn's transformer, with the types scikit-learn does not give."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Self

from numpy.typing import NDArray
from sklearn.base import BaseEstimator, ClassNamePrefixFeaturesOutMixin, TransformerMixin

if TYPE_CHECKING:

    class Transformer:
        """What users call of scikit-learn's base classes.

        Those have no type hints: a class derived from them would take any argument.
        """

        def get_params(self, deep: bool = True) -> dict[str, Any]: ...
        def set_params(self, **params: Any) -> Self: ...
        def set_output(self, *, transform: str | None = None) -> Self: ...
        def set_fit_request(
            self,
            *,
            sensitive_features: bool | str | None = ...,
            sample_weight: bool | str | None = ...,
        ) -> Self: ...
        def get_metadata_routing(self) -> Any: ...
        def get_feature_names_out(
            self, input_features: Sequence[str] | None = None
        ) -> NDArray[Any]: ...
        def _html_repr(self) -> str: ...
        def __sklearn_tags__(self) -> Any: ...

else:

    class Transformer(ClassNamePrefixFeaturesOutMixin, TransformerMixin, BaseEstimator):
        """What users call of scikit-learn's base classes."""
