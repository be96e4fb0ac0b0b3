# SPDX-License-Identifier: BSD-3-Clause
"""Checks of parameters that need no data, so that each is rejected by its name.

The core says what an option may be, once for all interfaces; here values become what it takes.
"""

from __future__ import annotations

import functools
import os
from collections.abc import Callable, Mapping, Sequence, Set
from numbers import Integral, Real
from typing import Any

import numpy as np
from sklearn.utils import check_random_state as random_state_of

from fairpca import _core
from fairpca._levels import levels_of
from fairpca._messages import rejection, type_rejection
from fairpca._shown import Words, shown

# A seed of 64 bits; the core keeps the signed number of the same bits.
_SEEDS = 2**64


class _WrongType(Exception):
    """A value that cannot become one of the core's."""


def _flag(value: Any) -> bool:
    if not isinstance(value, (bool, np.bool_)):
        raise _WrongType
    return bool(value)


def _count(value: Any) -> int:
    if not isinstance(value, Integral) or isinstance(value, bool):
        raise _WrongType
    count = int(value)
    if not -(2**63) <= count < 2**63:
        raise _WrongType
    return count


def _number(value: Any) -> float:
    if not isinstance(value, Real) or isinstance(value, bool):
        raise _WrongType
    try:
        return float(value)
    except OverflowError:
        raise _WrongType from None


def _word(value: Any) -> str:
    if not isinstance(value, str):
        raise _WrongType
    return str(value)


def _level(value: Any) -> str:
    """A level of a column as the core spells it."""
    if not isinstance(value, (str, bytes, Real, np.bool_)):
        raise _WrongType
    try:
        texts = levels_of([value]).texts
    except ValueError:  # bytes that are not UTF-8, or more digits than Python turns into text
        raise _WrongType from None
    if not texts:
        raise _WrongType
    return texts[0]


def _is_list(value: Any) -> bool:
    return isinstance(value, (tuple, list)) or (isinstance(value, np.ndarray) and value.ndim == 1)


def _list_of(one: Callable[[Any], Any]) -> Callable[[Any], Any]:
    return lambda value: [one(v) for v in value] if _is_list(value) else one(value)


def _number_or_word(value: Any) -> float | str:
    return _word(value) if isinstance(value, str) else _number(value)


def _dimensions(value: Any) -> Any:
    if _is_list(value):
        return [_count(count) for count in value]
    if isinstance(value, str):
        return _word(value)
    return _count(value) if isinstance(value, Integral) else _number(value)


def _seed(value: Any) -> int:
    if not isinstance(value, Integral) or isinstance(value, bool):
        raise _WrongType
    seed = int(value)
    if not 0 <= seed < _SEEDS:
        raise _WrongType
    return seed if seed < _SEEDS // 2 else seed - _SEEDS


_AS_CORE: dict[str, Callable[[Any], Any]] = {
    "flag": _flag,
    "count": _count,
    "number": _number,
    "word": _word,
    "text": _level,
    "number or word": _number_or_word,
    "counts": _list_of(_count),
    "numbers": _list_of(_number),
    "words": _list_of(_word),
    "dimensions": _dimensions,
    "seed": _seed,
}

# What None is to the core.
_NOTHING: dict[str, Any] = {"text": "", "number or word": "none", "numbers": []}


def checked(option: _core.OptionSpec, value: Any) -> Any:
    """``value`` as the core takes it; rejects what the option may not be."""
    if option.takes_none:
        if value is None:
            return _NOTHING[option.type]
        if isinstance(value, str) and value == "none":  # the core's word for None
            raise wrong_value(option.parameter, option.allowed, value)
    try:
        taken = _AS_CORE[option.type](value)
    except _WrongType:
        raise wrong_value(option.parameter, option.allowed, value) from None
    if not option.allows(taken):
        raise wrong_value(option.parameter, option.allowed, value)
    return taken


def wrong_value(parameter: str, allowed: str, value: Any) -> ValueError:
    """The error to raise for a value that a parameter may not have."""
    return rejection(
        "option-value", option=Words(parameter), allowed=Words(allowed), value=shown(value)
    )


def wrong_type(parameter: str, allowed: str, value: Any) -> TypeError:
    """The error to raise for an argument of a wrong type."""
    return type_rejection(
        "option-value", option=Words(parameter), allowed=Words(allowed), value=shown(value)
    )


@functools.cache
def options_of(method: str) -> Mapping[str, _core.OptionSpec]:
    """The options of a method and those all methods share, by parameter."""
    own = _core.find_method(method).options
    return _by_parameter([*_core.shared_options(), *_core.encode_options(), *own])


@functools.cache
def names_of(method: str) -> Set[str]:
    """The names of the options a fit of the method has."""
    own = _core.find_method(method).options
    return {option.name for option in [*_core.shared_options(), *own]}


@functools.cache
def shared_options() -> Mapping[str, _core.OptionSpec]:
    """The options all methods share, by parameter."""
    return _by_parameter(_core.shared_options())


@functools.cache
def path_options() -> Mapping[str, _core.OptionSpec]:
    """The options of the trade-off path, by parameter."""
    return _by_parameter(_core.path_options())


@functools.cache
def evaluate_options() -> Mapping[str, _core.OptionSpec]:
    """The options of evaluations, by parameter."""
    return _by_parameter(_core.evaluate_options())


@functools.cache
def study_options() -> Mapping[str, _core.OptionSpec]:
    """The options of comparisons, by their own names."""
    return {option.name: option for option in _core.study_options()}


def _by_parameter(options: Sequence[_core.OptionSpec]) -> Mapping[str, _core.OptionSpec]:
    return {option.parameter: option for option in options}


def check_n_jobs(value: Any) -> None:
    """Rejects what is not a number of threads as joblib counts them."""
    if value is None:
        return
    if not isinstance(value, Integral) or isinstance(value, bool) or value == 0:
        raise wrong_value("n_jobs", "an integer other than 0, or None", value)


def check_random_state(value: Any) -> None:
    """Rejects what gives no seed."""
    if value is None or isinstance(value, np.random.RandomState) or value is np.random:
        return
    try:
        _seed(value)
    except _WrongType:
        allowed = f"{shared_options()['random_state'].allowed}, a RandomState or None"
        raise wrong_value("random_state", allowed, value) from None


def seed_of(random_state: Any) -> int:
    """The core's seed: an int itself; otherwise drawn from the state, None being NumPy's global."""
    if isinstance(random_state, (int, np.integer)):
        return int(random_state)
    return int(random_state_of(random_state).randint(np.iinfo(np.int32).max))


def check_seed(value: Any) -> int:
    """``value`` as an int; rejects what is not a seed."""
    checked(shared_options()["random_state"], value)
    return int(value)


def check_categorical(value: Any) -> None:
    """Rejects what is not a list of names of columns."""
    if value is not None and not _is_names(value):
        raise wrong_value("categorical", "a list of column names, or None", value)


def check_features(value: Any) -> None:
    """Rejects what is not a list of names and patterns of columns; an empty one has no features."""
    if value is not None and not (_is_names(value) and len(value) > 0):
        raise wrong_value("features", "a list of column names or patterns, or None", value)


def check_sensitive_columns(value: Any) -> None:
    """Rejects what is not a list of names of columns; an empty one has no groups."""
    if value is not None and not (_is_names(value) and len(value) > 0):
        raise wrong_value("sensitive_columns", "a list of column names, or None", value)


def _is_names(value: Any) -> bool:
    is_list = isinstance(value, (Set, Sequence)) and not isinstance(value, (str, bytes))
    is_list = is_list or (hasattr(value, "__array__") and np.ndim(value) == 1)
    return is_list and all(isinstance(name, str) for name in value)


def check_count(name: str, value: Any, *, least: int = 0) -> int:
    """``value`` as an int; rejects what is not a whole number from ``least`` on."""
    try:
        count = _count(value)
    except _WrongType:
        count = least - 1
    if count < least:
        raise wrong_value(name, f"an integer >= {least}", value)
    return count


def file_path(path: Any) -> str:
    """The name of a file; rejects what cannot be one."""
    try:
        name = os.fsdecode(path)
    except TypeError:
        raise wrong_type("path", "a text or an os.PathLike", path) from None
    if not name or "\0" in name:
        raise wrong_value("path", "the name of a file", path)
    return name
