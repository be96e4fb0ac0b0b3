# SPDX-License-Identifier: BSD-3-Clause
"""Moments gathered batch by batch, on one machine or many."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from typing import Any, Self

import numpy as np
from numpy.typing import ArrayLike, NDArray
from sklearn.utils.validation import _check_sample_weight, check_array

from fairpca import _core
from fairpca._keys import Keys, keys_as_values
from fairpca._parameters import (
    check_categorical,
    check_features,
    check_n_jobs,
    checked,
    file_path,
    shared_options,
    wrong_type,
)
from fairpca._rich import moments_html
from fairpca._stream_tables import training_stream
from fairpca._streams import as_stream, reading
from fairpca._tables import (
    Features,
    array_features,
    as_frame,
    build_table,
    in_order_of,
    read_frame,
    read_groups,
    read_label,
)
from fairpca._threads import thread_count


class GroupMoments:
    """Count, mean and scatter of each group's rows: all the moment methods ever see of the data.

    Rows are added in batches of any size; moments of other rows, gathered elsewhere, are merged.
    Columns are aligned by name, and new levels of a category start with zeros. Every estimator
    fits from moments with ``fit_moments``; a pickle holds the bytes of the command line's moments
    file, so moments travel between processes and machines. Moments are equal if they hold the same
    numbers of the same columns and levels, to the last bit.

    Parameters
    ----------
    features : list of str or None, default=None
        Columns of a data frame to use, or patterns of their names, as in the estimators.
    categorical : list of str or None, default=None
        Columns of a data frame to read as categories though they look like numbers.
    missing : {"error", "drop-row"}, default="error"
        How rows with missing cells are handled: rejected, or left out.
    missing_category : {"error", "level"}, default="error"
        Whether a missing category is a missing cell or a level ``(missing)`` of its column, as in
        the estimators; a model fitted from the moments then knows it.
    n_jobs : int or None, default=None
        Threads, as in the estimators.

    Examples
    --------
    >>> import fairpca
    >>> X, group = fairpca.synthetic("rfpca-toy", random_state=0)
    >>> moments = fairpca.GroupMoments()
    >>> for start in range(0, len(X), 100):
    ...     rows = slice(start, start + 100)
    ...     moments = moments.partial_fit(X[rows], sensitive_features=group[rows])
    >>> moments.n_samples
    300
    >>> fairpca.PCA(n_components=1).fit_moments(moments).groups_
    ['0', '1']
    """

    def __init__(
        self,
        *,
        features: Sequence[str] | None = None,
        categorical: Sequence[str] | None = None,
        missing: str = "error",
        missing_category: str = "error",
        n_jobs: int | None = None,
    ) -> None:
        self.features = features
        self.categorical = categorical
        self.missing = missing
        self.missing_category = missing_category
        self.n_jobs = n_jobs
        self._moments = _core.GroupMoments()

    def partial_fit(
        self,
        X: Any,
        *,
        sensitive_features: Any = None,
        y: Any = None,
        sample_weight: ArrayLike | None = None,
    ) -> Self:
        """Add rows. Nothing is added if it raises.

        All but X are given by name, so that a label is never taken for a group. Rows of pandas
        objects are matched by index, as in the estimators' ``fit``.

        Parameters
        ----------
        X : array-like, data frame or stream of shape (n_samples, n_features)
            The rows, as in the estimators' ``fit``. What follows may be names of its columns.
        sensitive_features : array-like or data frame of shape (n_samples,) or (n_samples, k)
            The protected attributes.
        y : array-like of shape (n_samples,), default=None
            Moments are kept apart by label: give it only where a method asks for it.
        sample_weight : array-like of shape (n_samples,), default=None
            Weights of the rows.

        Returns
        -------
        self : GroupMoments
            With the rows added.
        """
        check_features(self.features)
        check_categorical(self.categorical)
        check_n_jobs(self.n_jobs)
        _core.GroupMoments.check(*self._missing())
        self._add(self._table(X, Keys(sensitive_features, y, sample_weight)))
        return self

    def parted(
        self,
        X: Any,
        sensitive_features: Any,
        codes: NDArray[np.int32],
        parts: int,
        left_out: Sequence[str] = (),
    ) -> Parted:
        """Moments of rows in so many parts, in one pass; gives those of the parts asked for.

        Parameters
        ----------
        X : array-like or data frame of shape (n_samples, n_features)
            The rows.
        sensitive_features : array-like or data frame
            The protected attributes.
        codes : ndarray of shape (n_samples,)
            The part of each row, from 0.
        parts : int
            How many parts there are.
        left_out : sequence of str, default=()
            Columns of X that are no features.

        Returns
        -------
        merged : callable
            Of a Boolean per part: the moments of the rows in these parts.
        """
        groups = read_groups(in_order_of(X, sensitive_features, "sensitive_features"))
        name = _part_name([group[0] for group in groups])
        whole = self._empty()
        table = build_table(
            self._features(X, left_out),
            groups=[*groups, (name, codes, list(map(str, range(parts))))],
        )
        whole._add(table)
        return self._merging(whole)

    def parted_stream(self, stream: _core.Stream, codes: NDArray[np.int32], parts: int) -> Parted:
        """As ``parted``, of a stream whose roles are settled.

        Parameters
        ----------
        stream : Stream
            The rows.
        codes : ndarray of shape (n_samples,)
            The part of each row, from 0.
        parts : int
            How many parts there are.

        Returns
        -------
        merged : callable
            As of ``parted``.
        """
        whole = self._empty()
        name = _part_name(stream.columns)
        whole._moments.add_in_parts(
            stream, name, codes, parts, *self._missing(), thread_count(self.n_jobs)
        )
        return self._merging(whole)

    def _merging(self, whole: GroupMoments) -> Parted:
        """Moments of the parts of ``whole`` that are asked for."""

        def merged(is_in: NDArray[np.bool_]) -> GroupMoments:
            part = self._empty()
            part._moments = whole._moments.parts(is_in.tolist())
            return part

        return merged

    def merge(self, other: GroupMoments) -> Self:
        """Add the rows behind ``other``, which stays as it is.

        Parameters
        ----------
        other : GroupMoments
            Of other rows.

        Returns
        -------
        self : GroupMoments
            With the rows of both.
        """
        if not isinstance(other, GroupMoments):
            raise wrong_type("other", "a GroupMoments", other)
        self._moments.merge(other._moments)
        return self

    def __add__(self, other: GroupMoments) -> GroupMoments:
        if not isinstance(other, GroupMoments):
            return NotImplemented
        total = self._empty()
        total._moments = self._moments.copy()
        return total.merge(other)

    def save(self, path: str | os.PathLike[str]) -> None:
        """Write the moments file of the command line (``fairpca fit --moments``).

        Parameters
        ----------
        path : str or path-like
            Name of the file.
        """
        self._moments.save(file_path(path))

    @classmethod
    def load(cls, path: str | os.PathLike[str]) -> GroupMoments:
        """Read a moments file.

        Parameters
        ----------
        path : str or path-like
            Name of the file.

        Returns
        -------
        moments : GroupMoments
            Those of the file.
        """
        moments = cls()
        moments._moments = _core.GroupMoments.load(file_path(path))
        return moments

    @property
    def n_samples(self) -> int:
        """Rows added so far."""
        return self._moments.rows

    @property
    def feature_names(self) -> list[str]:
        """Columns of X."""
        return self._moments.features

    @property
    def encoded_names(self) -> list[str]:
        """Columns after one-hot encoding, with the levels met so far."""
        return self._moments.encoded_names

    @property
    def sensitive_names(self) -> list[str]:
        """Columns of sensitive_features."""
        return self._moments.protected_columns

    @property
    def counts(self) -> dict[tuple[str | None, ...], int]:
        """Rows of each combination of sensitive levels."""
        counts: dict[tuple[str | None, ...], int] = {}
        for levels, _, rows, _ in self._moments.cells:
            counts[tuple(levels)] = counts.get(tuple(levels), 0) + rows
        return counts

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, GroupMoments):
            return NotImplemented
        return self._moments.to_bytes() == other._moments.to_bytes()

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        return (
            f"GroupMoments(n_samples={self.n_samples}, columns={len(self.encoded_names)}, "
            f"sensitive={self.sensitive_names})"
        )

    def _repr_html_(self) -> str:
        return moments_html(self)

    def __getstate__(self) -> dict[str, Any]:
        return {**self.__dict__, "_moments": self._moments.to_bytes()}

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__dict__.update(state)
        self._moments = _core.GroupMoments.from_bytes(state["_moments"])

    def _empty(self) -> GroupMoments:
        """Of no rows, with the same parameters."""
        return GroupMoments(
            features=self.features,
            categorical=self.categorical,
            missing=self.missing,
            missing_category=self.missing_category,
            n_jobs=self.n_jobs,
        )

    def _missing(self) -> tuple[Any, Any]:
        """How missing cells and categories are handled."""
        missing, category = (
            checked(shared_options()[name], getattr(self, name))
            for name in ("missing", "missing_category")
        )
        return missing, category

    def _add(self, rows: _core.Rows) -> None:
        with reading(rows):
            self._moments.add(rows, *self._missing(), thread_count(self.n_jobs))

    def _table(self, X: Any, keys: Keys) -> _core.Rows:
        source = as_stream(X)
        if source is not None:
            return training_stream(
                source, keys, features=self.features, categorical=self.categorical
            )
        keys, left_out = keys_as_values(X, keys)
        features = self._features(X, left_out)
        weights = None
        if keys.sample_weight is not None:
            weights = _check_sample_weight(
                in_order_of(X, keys.sample_weight, "sample_weight"),
                features.numeric,
                dtype=np.float64,
                ensure_non_negative=True,
            )
        groups = read_groups(in_order_of(X, keys.sensitive_features, "sensitive_features"))
        label = read_label(in_order_of(X, keys.y, "y"))
        return build_table(features, groups=groups, label=label, weights=weights)

    def _features(self, X: Any, left_out: Sequence[str] = ()) -> Features:
        frame = as_frame(X)
        if frame is None:
            array = check_array(
                X, dtype=[np.float64, np.float32], ensure_all_finite=False, input_name="X"
            )
            return array_features(array, self.features)
        names = [str(name) for name in frame.columns]
        return read_frame(frame, names, self.features, self.categorical, left_out)


Parted = Callable[[NDArray[np.bool_]], GroupMoments]
"""Of a Boolean per part: the moments of the rows in these parts."""


def _part_name(names: Sequence[str]) -> str:
    """A name that none of the columns has."""
    name = "(part)"
    while name in names:
        name += ")"
    return name
