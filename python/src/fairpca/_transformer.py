# SPDX-License-Identifier: BSD-3-Clause
"""scikit-learn's transformer, with the types scikit-learn does not give."""

from __future__ import annotations

import functools
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, Self

from numpy.typing import NDArray
from sklearn.base import BaseEstimator, ClassNamePrefixFeaturesOutMixin, TransformerMixin

from fairpca._streams import TransformedRows

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
        """What users call of scikit-learn's base classes; streams pass by ``set_output``."""

        def __init_subclass__(cls, **kwargs: Any) -> None:
            own = {name: vars(cls)[name] for name in _WITH_OUTPUT if name in vars(cls)}
            for name, method in own.items():
                # scikit-learn wraps what hands on the result, and reads the signature.
                setattr(cls, name, _result_of(method))
            super().__init_subclass__(**kwargs)
            for name, method in own.items():
                setattr(cls, name, _but_streams(method, getattr(cls, name)))


_WITH_OUTPUT = ("transform", "fit_transform")


def _result_of(method: Callable[..., Any]) -> Callable[..., Any]:
    """A method with the signature of another that gives what it is given."""

    @functools.wraps(method)
    def given(self: Any, X: Any, result: Any) -> Any:
        return result

    return given


def _but_streams(method: Callable[..., Any], contained: Callable[..., Any]) -> Callable[..., Any]:
    """The method; what it gives goes into the container of ``set_output`` unless it is a stream."""

    @functools.wraps(method)
    def called(self: Any, X: Any, *args: Any, **kwargs: Any) -> Any:
        result = method(self, X, *args, **kwargs)
        return result if isinstance(result, TransformedRows) else contained(self, X, result)

    return called
