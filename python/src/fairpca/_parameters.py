# SPDX-License-Identifier: BSD-3-Clause
"""Checks of parameters that need no data, so that each is refused by its name."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping, Sequence, Set
from numbers import Integral, Real
from typing import Any, TypeAlias

import numpy as np

from fairpca import _core
from fairpca._shown import shown

_CHOICES = _core.choices()


def _is_integer(value: Any) -> bool:
    return isinstance(value, Integral) and not isinstance(value, bool)


def _is_number(value: Any) -> bool:
    return isinstance(value, Real) and not isinstance(value, bool)


def _is_list(value: Any) -> bool:
    return isinstance(value, (tuple, list)) or (isinstance(value, np.ndarray) and value.ndim == 1)


def _is_range(value: Any) -> bool:
    return isinstance(value, (tuple, list)) and len(value) == 2 and all(map(_is_integer, value))


def _too_large(value: Any, most: int = 2**63 - 1) -> bool:
    """Whether a whole number, alone or one of several, is beyond what the core counts with."""
    numbers = value if isinstance(value, (tuple, list)) else [value]
    return any(_is_integer(number) and not -(2**63) <= number <= most for number in numbers)


def _is_dimensions(value: Any) -> bool:
    is_share = _is_number(value) and 0 < value < 1
    # A range is refused by the core, for the methods that do not choose from one.
    return value is None or _is_integer(value) or is_share or _is_range(value)


def _is_count_or_range(value: Any) -> bool:
    return _is_integer(value) or _is_range(value)


def _is_prior(value: Any) -> bool:
    return value is None or (_is_list(value) and len(value) == 2 and all(map(_is_number, value)))


def _is_seed(value: Any) -> bool:
    is_state = isinstance(value, np.random.RandomState) or value is np.random
    return value is None or is_state or (_is_integer(value) and value >= 0)


def _is_integer_or_none(value: Any) -> bool:
    return value is None or _is_integer(value)


def _is_list_of_names(value: Any) -> bool:
    is_list = isinstance(value, (Set, Sequence)) and not isinstance(value, (str, bytes))
    is_list = is_list or (hasattr(value, "__array__") and np.ndim(value) == 1)
    return value is None or (is_list and all(isinstance(name, str) for name in value))


# Whether a value is one, and what the values are.
_Rule: TypeAlias = "tuple[Callable[[Any], bool], str]"

_TRUTH: _Rule = (lambda value: isinstance(value, (bool, np.bool_)), "True or False")

_OF_TYPE: dict[type, _Rule] = {
    bool: _TRUTH,
    int: (_is_integer, "an integer"),
    float: (_is_number, "a number"),
    str: (lambda value: isinstance(value, str), "a word"),
}

_SHARED: dict[str, _Rule] = {
    "n_components": (
        _is_dimensions,
        "a whole number, a share of the variance between 0 and 1, two whole numbers for a range "
        "(mixtures), or None",
    ),
    "n_mixture_components": (_is_count_or_range, "a whole number, or two for a range"),
    "noise_prior": (_is_prior, "a pair of numbers or None"),
    "standardize": _TRUTH,
    "divide_by": (_is_number, "a number > 0"),
    "categorical": (_is_list_of_names, "a list of column names or None"),
    "min_group_size": (_is_integer, "an integer >= 0"),
    "n_jobs": (_is_integer_or_none, "an integer or None"),
    "n_samples": (_is_integer_or_none, "an integer or None"),
    "n_features": (_is_integer_or_none, "an integer or None"),
    "random_state": (_is_seed, "an integer >= 0, a RandomState or None"),
}


# Where it is not the largest number of 63 bits.
_MOST = {"random_state": 2**64 - 1}


def check_shared(parameters: Mapping[str, Any]) -> None:
    """Refuses values of parameters that mean the same everywhere, with a ValueError by name.

    Ranges that depend on the data are left to the core.
    """
    for name, value in parameters.items():
        if name in _CHOICES:
            check_word(name, value, _CHOICES[name])
        elif name in _SHARED:
            is_one, values = _SHARED[name]
            if not is_one(value):
                raise ValueError(f"{name} must be {values}, not {shown(value)}")
            if name == "divide_by":
                as_number(name, value, values)
            elif name != "n_jobs" and _too_large(value, _MOST.get(name, 2**63 - 1)):
                raise ValueError(f"{name} must be {values}; {shown(value)} is out of range")


def check_word(name: str, value: Any, words: Sequence[str]) -> None:
    """Rejects a value that is not one of ``words``."""
    if not isinstance(value, str) or value not in words:
        one_of = ", ".join(map(repr, words))
        raise ValueError(f"{name} must be one of {one_of}, not {shown(value)}")


def check_type(name: str, value: Any, kind: type, values: str, *, most: int = 2**63 - 1) -> None:
    """Rejects a value that is not a ``kind``, and says which ``values`` there are."""
    is_one, word = _OF_TYPE[kind]
    if not is_one(value):
        raise ValueError(f"{name} must be {word} ({values}), not {shown(value)}")
    if kind is int and _too_large(value, most):
        raise ValueError(f"{name} must be {word} ({values}); {shown(value)} is out of range")
    if kind is float:
        as_number(name, value, f"{word} ({values})")


def as_number(name: str, value: Any, values: str) -> float:
    """``value`` as a float; rejects what is not a number, or larger than any float."""
    if not _is_number(value):
        raise ValueError(f"{name} must be {values}, not {shown(value)}")
    try:
        return float(value)
    except OverflowError:
        raise ValueError(f"{name} must be {values}; {shown(value)} is out of range") from None


def as_numbers(name: str, value: Any, values: str) -> list[float]:
    """A number, or several in a list, as floats."""
    return [as_number(name, number, values) for number in (value if _is_list(value) else [value])]


def file_path(path: Any) -> str:
    """The name of a file; rejects what cannot be one."""
    try:
        name = os.fsdecode(path)
    except TypeError:
        raise TypeError(f"path must be a text or an os.PathLike, not {shown(path)}") from None
    if not name or "\0" in name:
        raise ValueError(f"path must be the name of a file, not {shown(path)}")
    return name
