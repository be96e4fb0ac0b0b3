# SPDX-License-Identifier: BSD-3-Clause
"""Rejections and warnings: exceptions that hold what they are about as attributes.

Each has ``code``, ``option`` (the parameter), ``file``, ``row``, ``column``, ``value``, ``allowed``
and ``arguments`` (all that its sentence mentions, by name); what does not apply is None.
"""

from __future__ import annotations

import warnings
from typing import Any

from fairpca import _core
from fairpca._shown import Words


def message(code: str, /, **arguments: Any) -> _core.Message:
    """The message of this code in the table of the bindings.

    A text is the user's, and quoted; ``Words`` are the program's, or a value already shown.
    """
    words = {name: str(value) for name, value in arguments.items() if isinstance(value, Words)}
    others = {name: value for name, value in arguments.items() if name not in words}
    return _core.message(code, others, words)


def rejection(code: str, /, **arguments: Any) -> ValueError:
    """The error to raise for a wrong value."""
    error: ValueError = _core.exception(ValueError, message(code, **arguments))
    return error


def type_rejection(code: str, /, **arguments: Any) -> TypeError:
    """The error to raise for a value of a wrong type."""
    error: TypeError = _core.exception(TypeError, message(code, **arguments))
    return error


def warn(said: _core.Message, category: type[Warning], *, stacklevel: int) -> None:
    """Warns with a message, which the warning holds."""
    warnings.warn(_core.exception(category, said), stacklevel=stacklevel + 1)
