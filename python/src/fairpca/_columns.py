# SPDX-License-Identifier: BSD-3-Clause
"""The names and the number of X's columns, as scikit-learn remembers and compares them."""

from __future__ import annotations

from typing import Any

import sklearn
from sklearn.utils.validation import validate_data

# Before 1.9 scikit-learn asks frames for `__dataframe__`, which newer libraries have given up.
_ASKS_FOR_PROTOCOL = tuple(int(part) for part in sklearn.__version__.split(".")[:2]) < (1, 9)


def check_columns(estimator: Any, X: Any, *, reset: bool) -> None:
    """Sets ``n_features_in_`` and ``feature_names_in_``, or compares X with them.

    Raises ``ValueError`` where the columns of X are others than in ``fit``.
    """
    is_frame = hasattr(X, "columns") and hasattr(X, "shape")
    if _ASKS_FOR_PROTOCOL and is_frame and not hasattr(X, "__dataframe__"):
        X = _NamesAlone(X)
    validate_data(estimator, X, reset=reset, skip_check_array=True)


class _NamesAlone:
    """What scikit-learn 1.8 asks a data frame for in order to learn its columns."""

    def __init__(self, frame: Any) -> None:
        self.shape = frame.shape
        # pyarrow has the columns themselves where others have their names.
        self._names = list(getattr(frame, "column_names", frame.columns))

    def __dataframe__(self) -> _NamesAlone:
        return self

    def column_names(self) -> list[Any]:
        return self._names
