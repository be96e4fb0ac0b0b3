# SPDX-License-Identifier: BSD-3-Clause
"""What pickle, joblib and skops keep of an estimator."""

from __future__ import annotations

from typing import Any

from fairpca import _core


class ModelState:
    """Keeps the model as the bytes of its file, which every format of objects can hold."""

    def __getstate__(self) -> dict[str, Any]:
        state: dict[str, Any] = dict(super().__getstate__())  # type: ignore[call-overload]
        model = state.get("_model")
        if isinstance(model, _core.Model):
            state["_model"] = model.__getstate__()
        return state

    def __setstate__(self, state: dict[str, Any]) -> None:
        held = state.get("_model")
        if isinstance(held, bytes):
            model = _core.Model.__new__(_core.Model)
            model.__setstate__(held)
            state = state | {"_model": model}
        super().__setstate__(state)  # type: ignore[misc]
