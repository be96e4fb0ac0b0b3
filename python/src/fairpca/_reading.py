# SPDX-License-Identifier: BSD-3-Clause
"""How an estimator reads X: arrays, frames and streams, in fits and afterwards."""

from __future__ import annotations

import math
from collections.abc import Collection, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray
from sklearn.utils.validation import check_array, check_is_fitted, validate_data

from fairpca import _core
from fairpca._columns import check_columns
from fairpca._keys import Keys, NamedKeys
from fairpca._messages import rejection
from fairpca._settings import Settings
from fairpca._shown import Words
from fairpca._stream_tables import (
    encoded_width,
    known_stream,
    open_training,
    settle_training,
)
from fairpca._streams import Source, TransformedRows, as_stream, reading
from fairpca._tables import (
    Features,
    array_features,
    as_frame,
    build_table,
    columns_of,
    default_names,
    places_of,
    read_frame,
    read_known_frame,
    used_columns,
)
from fairpca._threads import thread_count

FLOATS = [np.float64, np.float32]
_FLOAT_TYPES = tuple(map(np.dtype, FLOATS))
# Of more numbers scikit-learn's checks take a small part of the time.
_FEW_NUMBERS = 1 << 14


def is_numbers(X: Any) -> bool:
    """Whether X is an array that ``check_array`` would give back as it is, finite or not."""
    is_table = type(X) is np.ndarray and X.ndim == 2 and X.size > 0
    return is_table and X.dtype in _FLOAT_TYPES


def are_few_finite_numbers(X: Any) -> bool:
    """The same of a few numbers, which are finite."""
    return is_numbers(X) and X.size <= _FEW_NUMBERS and bool(np.isfinite(X).all())


class RowReader(Settings):
    """Reads the rows of X, and remembers and compares its columns."""

    if TYPE_CHECKING:
        _model: _core.Model
        missing: str
        missing_category: str
        unseen: str
        n_features_in_: int

    def _open_training(self, source: Source, keys: Keys) -> tuple[_core.Stream, NamedKeys]:
        """A stream of training rows, whose columns are remembered, and its keys."""
        if self.sensitive_columns is not None:
            if keys.sensitive_features is not None:
                raise rejection(
                    "exclusive-options",
                    option=Words("sensitive_columns"),
                    other=Words("sensitive_features"),
                )
            keys = keys._replace(sensitive_features=list(self.sensitive_columns))
        stream, named = open_training(source, keys)
        self.n_features_in_ = len(stream.columns)
        self.feature_names_in_ = np.array(stream.columns, dtype=object)
        return stream, named

    def _fit_stream(self, stream: _core.Stream, named: NamedKeys, method: str) -> _core.FitResult:
        settle_training(
            stream,
            named,
            features=self.features,
            categorical=self.categorical,
            uses_label=self._settings(method).uses_label,
        )
        enough = 2 if self.n_components is not None else 3
        width = encoded_width(
            stream, self.missing_category, thread_count(self.n_jobs), enough=enough
        )
        result = _core.fit(stream, self._settings_for(method, rows=enough, width=width))
        if result.model.rows < 2:
            raise rejection(
                "stream-of-few-rows",
                rows=result.model.rows,
                estimator=Words(type(self).__name__),
            )
        return result

    def _transformed(self, source: Source, names: Sequence[str]) -> TransformedRows:
        """Coordinates of the rows of a stream, each time they are read."""
        check_is_fitted(self)
        self._check_parameters()
        model, values, threads = self._model, self._row_options("coordinates"), self.n_jobs

        def opened() -> Any:
            stream = known_stream(source, used_columns(model), Keys(), may_be_empty=True)
            with reading(stream, warns=False):
                return _core.transformed(stream, model, values, thread_count(threads), list(names))

        return TransformedRows(opened, names, can_rewind=source.can_rewind)

    def _row_options(self, what: str) -> dict[str, Any]:
        # Rows can be left out of a fit, but each row to transform must give a row.
        missing = "error" if self.missing == "drop-row" else self.missing
        return {"what": what, "missing": missing, "unseen": self.unseen}

    def _features(self, X: Any, left_out: Collection[str] = ()) -> Features:
        """The columns of training rows, which are remembered, but for those left out."""
        frame = as_frame(X)
        if frame is None:
            return array_features(self._array(X, reset=True), self.features)
        check_columns(self, frame.to_native(), reset=True)
        names = self._names_in()
        left_out = [*left_out, *(self.sensitive_columns or ())]
        features = read_frame(frame, names, self.features, self.categorical, left_out)
        return self._with_checked_numbers(features, fewest_rows=2)

    def _names_in(self) -> list[str]:
        """The columns of X in ``fit``."""
        return list(getattr(self, "feature_names_in_", default_names(self.n_features_in_)))

    def _array(self, X: Any, *, reset: bool) -> NDArray[Any]:
        array: NDArray[Any] = validate_data(
            self,
            X,
            reset=reset,
            dtype=FLOATS,
            ensure_all_finite=False,
            ensure_min_samples=2 if reset else 1,
        )
        return array

    def _with_checked_numbers(self, features: Features, *, fewest_rows: int) -> Features:
        array = check_array(
            features.numeric,
            dtype=FLOATS,
            ensure_all_finite=False,
            ensure_min_samples=fewest_rows,
            ensure_min_features=0 if features.categorical else 1,
            estimator=self,
        )
        return features._replace(numeric=array)

    def _posterior_covariance(self, X: Any) -> NDArray[Any]:
        """Symmetric matrices, one per row, from their upper triangles."""
        triangles = self._new_rows(X, "posterior-covariance")
        latent = math.isqrt(2 * triangles.shape[1])  # q (q + 1) / 2 numbers
        above = np.triu_indices(latent)
        matrices = np.empty((len(triangles), latent, latent), dtype=triangles.dtype)
        matrices[:, above[0], above[1]] = triangles
        matrices[:, above[1], above[0]] = triangles
        return matrices

    def _check_fitted(self) -> None:
        if "_model" not in vars(self):  # otherwise it is, and asking scikit-learn takes long
            check_is_fitted(self)

    def _is_ready(self, X: Any) -> bool:
        """Whether scikit-learn's checks would change and say nothing: they take longer than a row.

        And whether the model looks at all columns.
        """
        fitted = vars(self)
        return (
            is_numbers(X)
            and X.shape[1] == fitted.get("n_features_in_")
            and "feature_names_in_" not in fitted
            and self._model.n_columns == X.shape[1]
        )

    def _new_rows(self, X: Any, what: str) -> NDArray[Any]:
        self._check_fitted()
        self._check_parameters()
        if self._is_ready(X):
            threads = thread_count(self.n_jobs, rows=len(X))
            return self._model.transform(X, self._row_options(what), threads)
        source = as_stream(X)
        if source is not None:
            stream = known_stream(source, used_columns(self._model), Keys())
            with reading(stream):
                return self._model.transform(
                    stream, self._row_options(what), thread_count(self.n_jobs)
                )
        rows: NDArray[Any] | _core.Table
        frame = as_frame(X)
        if frame is None:
            rows = self._array(X, reset=False)
            if self._model.n_columns < self.n_features_in_:
                rows = rows[:, places_of(columns_of(self._model), self._names_in())]
            count = len(rows)
        else:
            check_columns(self, frame.to_native(), reset=False)
            known = columns_of(self._model)
            features = read_known_frame(frame, names=self._names_in(), columns=known)
            rows = build_table(self._with_checked_numbers(features, fewest_rows=1))
            count = rows.rows
        threads = thread_count(self.n_jobs, rows=count)
        return self._model.transform(rows, self._row_options(what), threads)

    def _set_columns(self, model: _core.Model) -> None:
        names = [column[0] for column in model.columns]
        self.n_features_in_ = len(names)
        if names != default_names(len(names)):
            self.feature_names_in_ = np.array(names, dtype=object)
        elif hasattr(self, "feature_names_in_"):
            del self.feature_names_in_

    def _take_columns(self, other: RowReader) -> None:
        self.n_features_in_ = other.n_features_in_
        if hasattr(other, "feature_names_in_"):
            self.feature_names_in_ = other.feature_names_in_
