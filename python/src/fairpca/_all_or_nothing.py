# SPDX-License-Identifier: BSD-3-Clause
"""Methods that change an object completely or not at all."""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import Any, TypeVar, cast

_Method = TypeVar("_Method", bound=Callable[..., Any])


def all_or_nothing(method: _Method) -> _Method:
    """``method``, but where it raises the object has the attributes it had before.

    A fit that fails halfway, or whose warnings are errors, leaves a fitted estimator as it was.
    Attributes are replaced by a fit, never changed in place, so keeping them is enough.
    """

    @functools.wraps(method)
    def call(self: Any, *args: Any, **kwargs: Any) -> Any:
        before = dict(vars(self))
        try:
            return method(self, *args, **kwargs)
        except BaseException:
            vars(self).clear()
            vars(self).update(before)
            raise

    return cast("_Method", call)
