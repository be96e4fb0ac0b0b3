# SPDX-License-Identifier: BSD-3-Clause
"""Values of users as messages show them."""

from __future__ import annotations

import re
from typing import Any

_MOST_CHARACTERS = 200


class Words(str):
    """Words of the program, or a value as ``shown`` shows it: messages do not quote them."""

    __slots__ = ()


def shown(value: Any) -> Words:
    """``repr(value)`` for a message: on one line, printable, at most 200 characters."""
    try:
        text = repr(value)
    except Exception:  # a repr can raise anything, as that of an int of many digits does
        return Words(f"an object of type {type(value).__name__}")
    text = re.sub(r"\s*\n\s*", " ", text)
    if len(text) > _MOST_CHARACTERS:
        text = text[:_MOST_CHARACTERS] + "..."
    return Words(
        "".join(
            c if c.isprintable() else c.encode("unicode_escape", "backslashreplace").decode()
            for c in text
        )
    )
