# SPDX-License-Identifier: BSD-3-Clause
"""The parameters of an estimator, as the core takes them."""

from __future__ import annotations

import functools
import operator
from collections.abc import Callable
from dataclasses import fields
from typing import TYPE_CHECKING, Any, ClassVar

from fairpca import _core
from fairpca._messages import message, rejection, warn
from fairpca._parameters import (
    check_categorical,
    check_features,
    check_n_jobs,
    check_random_state,
    check_sensitive_columns,
    checked,
    names_of,
    options_of,
    seed_of,
)
from fairpca._shown import Words
from fairpca._threads import thread_count

# Of values of these types the check of parameters depends on nothing but the values.
_PLAIN = frozenset({bool, int, float, str, type(None)})
# Parameters that passed it, with their types: 1, 1.0 and True are equal.
_checked_parameters: set[tuple[Any, ...]] = set()
_MOST_CHECKED = 1000


@functools.cache
def _parameters_of(estimator: type) -> Callable[[Any], tuple[Any, ...]]:
    """Reads all parameters of an estimator; ``get_params`` inspects the signature at every call."""
    names = [field.name for field in fields(estimator)]
    return operator.attrgetter(*names)


def _type_of(value: Any) -> Any:
    return type(value) if type(value) is not tuple else tuple(map(type, value))


def _is_plain(types: Any) -> bool:
    return _PLAIN.issuperset(types) if type(types) is tuple else types in _PLAIN


class Settings:
    """Turns parameters into the settings of a fit."""

    if TYPE_CHECKING:
        n_components: Any
        features: Any
        categorical: Any
        sensitive_columns: Any
        n_jobs: int | None

    # The method's id in the registry, whose options the parameters set.
    _method: ClassVar[str]
    # What is run where the method needs groups and has none.
    _method_without_groups: ClassVar[str] = "pca"

    def _check_parameters(self) -> None:
        """Rejects everything that can be known to be wrong without the data.

        The same values are not checked again: this runs for every row of a service.
        """
        estimator: Any = type(self)
        values = _parameters_of(estimator)(self)
        types = tuple([_type_of(value) for value in values])
        key = (estimator, types, values)
        try:
            if key in _checked_parameters:
                return
        except TypeError:  # a list, say, which may change
            pass
        self._check_all_parameters()
        if all(map(_is_plain, types)):
            if len(_checked_parameters) >= _MOST_CHECKED:
                _checked_parameters.clear()
            _checked_parameters.add(key)

    def _check_all_parameters(self) -> None:
        check_features(self.features)
        check_categorical(self.categorical)
        check_sensitive_columns(self.sensitive_columns)
        check_n_jobs(self.n_jobs)
        if hasattr(self, "random_state"):
            check_random_state(self.random_state)
        self._settings(self._method).check()

    def _option_values(self) -> dict[str, Any]:
        """The parameters that are options of the core, by the names of the options, checked."""
        values = {}
        options = options_of(self._method)
        for field in fields(self):  # type: ignore[arg-type]
            value = getattr(self, field.name)
            # A count of threads and a seed are made of these when they are needed.
            if field.name not in options or field.name in ("n_jobs", "random_state"):
                continue
            if field.name == "n_components" and value is None:
                continue
            option = options[field.name]
            values[option.name] = checked(option, value)
        return values

    def _settings(self, method: str, **others: Any) -> _core.FitSettings:
        """What ``method``, the estimator's own or a plain one, is asked for; and ``others``."""
        names = names_of(method)
        values = self._option_values() | others
        return _core.FitSettings(method, {k: v for k, v in values.items() if k in names})

    def _method_for(self, has_groups: bool) -> str:
        """The method to run: ordinary PCA where a fair one has no groups."""
        if has_groups or _core.find_method(self._method).min_groups == 0:
            return self._method
        plain = self._method_without_groups
        said = message(
            "no-sensitive-features",
            estimator=Words(type(self).__name__),
            plain=Words("PCA" if plain == "pca" else plain),
        )
        warn(said, UserWarning, stacklevel=4)
        return plain

    def _settings_for(self, method: str, *, rows: int, width: int) -> _core.FitSettings:
        """All settings of a fit of so many rows and encoded columns."""
        allows_full_dimension = _core.find_method(method).allows_full_dimension
        if width < 2 and not allows_full_dimension:
            raise rejection(
                "estimator-needs-columns", estimator=Words(type(self).__name__), columns=width
            )
        others: dict[str, Any] = {"threads": thread_count(self.n_jobs)}
        if self.n_components is None:
            largest = width if allows_full_dimension else width - 1
            others["dimensions"] = max(1, min(2, largest, rows))
        if hasattr(self, "random_state"):
            seed = seed_of(self.random_state)
            others["seed"] = checked(options_of(method)["random_state"], seed)
        return self._settings(method, **others)
