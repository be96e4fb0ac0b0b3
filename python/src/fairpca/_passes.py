# SPDX-License-Identifier: BSD-3-Clause
"""Passes over partitions: what every engine (Dask, Spark) runs, and how a fit is driven.

The mathematics is in the core. A pass is a ``PassTask``; an engine calls ``task.work(partition,
number)`` once for every partition, wherever it likes, and gives the bytes back in the order of the
partitions. ``work`` depends on its arguments alone, so retries and duplicates change nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Literal, NamedTuple, Protocol

import numpy as np
from numpy.typing import NDArray

from fairpca import _core
from fairpca._all_or_nothing import all_or_nothing
from fairpca._parameters import wrong_type
from fairpca._partitions import (
    model_columns,
    numbers_of_partition,
    partition_table,
)

FAN_IN = 16
"""Consecutive results that are merged into one where they are merged in the cluster."""

DRIVER_BYTES = 1 << 30
"""Above this many bytes the results of a pass are merged in the cluster."""


@dataclass(frozen=True)
class PassTask:
    """One pass, as it is sent to the workers: pickles, and is small beside a partition.

    Attributes
    ----------
    setup : bytes
        Settings of the fit and roles of the columns; the same in all passes of a fit.
    request : bytes
        What this pass computes.
    first_rows : tuple of int or None
        Number of the first row of every partition among all rows; None: not needed.
    reads : {"rows", "prepared"}
        Whether partitions are rows, or the results of the task of this fit that ``keeps``.
    keeps : bool
        The results stay in the cluster, as the prepared partitions that later tasks read; the
        engine yields none of them.
    """

    setup: bytes
    request: bytes
    first_rows: tuple[int, ...] | None = None
    reads: Literal["rows", "prepared"] = "rows"
    keeps: bool = False

    def work(self, partition: Any, number: int) -> bytes:
        """The result of one partition. Runs on a worker; errors of the data are results too.

        Parameters
        ----------
        partition : frame, Partition, iterable of pyarrow record batches, or bytes
            Rows (pandas, polars, pyarrow; an iterable without any batch has no rows), or what this
            task's predecessor that ``keeps`` gave for the partition.
        number : int
            Of the partition, from 0.

        Returns
        -------
        result : bytes
            For the driver, or ``merge_results``.
        """
        if self.reads == "prepared":
            return _core.run_prepared(partition, self.request, number)
        try:
            setup = _core.PassSetup.from_bytes(self.setup)
            features = _core.requested_features(self.request)
            table = partition_table(partition, setup, features)
        except (ValueError, TypeError, OSError) as error:
            return _failed(self.request, number, error)
        if table is None:
            return _core.empty_partition(self.request, number)
        first_row = self.first_rows[number] if self.first_rows else 0
        return _core.run_pass(table, self.setup, self.request, number, first_row)


def merge_results(results: Sequence[bytes]) -> bytes:
    """Results of consecutive partitions as one; runs on a worker.

    Parameters
    ----------
    results : list of bytes
        In the order of the partitions; each of ``PassTask.work`` or of this function.

    Returns
    -------
    result : bytes
        Takes their place.
    """
    return _core.merge_results(list(results))


class Engine(Protocol):
    """What runs tasks: it knows the partitions of one table and where to run."""

    def run(self, task: PassTask) -> Iterator[bytes]:
        """Run a task on every partition.

        Results are yielded in the order of the partitions. Where they are above ``DRIVER_BYTES``
        together, ``FAN_IN`` consecutive ones at a time are merged by ``merge_results`` in the
        cluster, again and again until they are not (or one is left); otherwise none are merged.
        A task that ``keeps`` yields nothing; the engine holds its results for tasks that read
        "prepared". If the iterator is closed or an exception passes through it (Ctrl-C), the
        engine cancels what runs.
        """
        ...

    def release(self) -> None:
        """Forget what tasks that ``keeps`` left in the cluster. Called once, at the end."""
        ...


class Columns(NamedTuple):
    """Roles of columns, by name; the others are features."""

    sensitive_features: tuple[str, ...] = ()
    y: str | None = None
    sample_weight: str | None = None


def columns_of_names(
    sensitive_features: str | Iterable[str] | None, y: str | None, sample_weight: str | None
) -> Columns:
    """The roles from the arguments of ``fit``; rejects what is not a name of a column."""
    names = [sensitive_features] if isinstance(sensitive_features, str) else sensitive_features
    if names is not None and not isinstance(names, (list, tuple)):
        raise wrong_type("sensitive_features", "a name of a column, or a list of names", names)
    for name in names or ():
        if not isinstance(name, str):
            raise wrong_type("sensitive_features", "a list of names of columns", name)
    for option, value in (("y", y), ("sample_weight", sample_weight)):
        if value is not None and not isinstance(value, str):
            raise wrong_type(option, "a name of a column", value)
    return Columns(tuple(names or ()), y, sample_weight)


def fit(
    estimator: Any,
    engine: Engine,
    columns: Columns,
    *,
    bandwidth: bool = False,
    sample_rows: int = 20_000,
    random_features: int = 4096,
) -> Any:
    """Fit an estimator to the rows of an engine; gives the same estimator back, fitted."""
    return _fit(estimator, engine, columns, bandwidth, sample_rows, random_features)


# More columns and rows than any table: how many there are is known only at the end.
_MANY = 1 << 40


@all_or_nothing
def _fit(
    estimator: Any,
    engine: Engine,
    columns: Columns,
    bandwidth: bool,
    sample_rows: int,
    random_features: int,
) -> Any:
    estimator._check_parameters()
    sensitive = columns.sensitive_features or tuple(estimator.sensitive_columns or ())
    method = estimator._method_for(bool(sensitive))
    settings = estimator._settings_for(method, rows=_MANY, width=_MANY)
    setup = _core.PassSetup(
        settings,
        protected=list(sensitive),
        label=columns.y,
        weight=columns.sample_weight,
        chosen=list(estimator.features or ()),
        categorical=list(estimator.categorical or ()),
    )
    try:
        result = _core.fit_passes(setup, _runner(engine), bandwidth, sample_rows, random_features)
    finally:
        engine.release()
    estimator._set_columns(result.model)
    return estimator._take(result, np.dtype(np.float64))


def moments(engine: Engine, columns: Columns, **parameters: Any) -> Any:
    """``GroupMoments`` of the rows; ``parameters`` are those of ``GroupMoments``."""
    from fairpca._group_moments import GroupMoments

    result = GroupMoments(**parameters)
    missing, category = result._missing()
    setup = _core.PassSetup(
        _core.FitSettings("pca", {"missing": missing, "missing_category": category}),
        protected=list(columns.sensitive_features),
        label=columns.y,
        weight=columns.sample_weight,
        chosen=list(result.features or ()),
        categorical=list(result.categorical or ()),
    )
    try:
        result._moments = _core.moments_passes(setup, _runner(engine))
    finally:
        engine.release()
    return result


def evaluate(estimator: Any, engine: Engine, columns: Columns, **parameters: Any) -> Any:
    """``fairpca.evaluate`` from one pass for moments, with the model's own columns."""
    from sklearn.utils.validation import check_is_fitted

    from fairpca._evaluate import evaluate as evaluate_moments
    from fairpca._group_moments import GroupMoments

    check_is_fitted(estimator)
    settings = {
        "missing": parameters.pop("missing", None) or estimator.missing,
        "missing_group": parameters.get("missing_group", "error"),
    }
    unseen = parameters.pop("unseen", None) or estimator.unseen
    setup = _core.PassSetup(
        _core.FitSettings("pca", settings),
        protected=list(columns.sensitive_features),
        label=columns.y,
        weight=columns.sample_weight,
        chosen=[],
        categorical=[],
    )
    gathered = GroupMoments()
    try:
        gathered._moments = _core.model_moments_passes(
            setup, estimator._model, unseen == "zeros", _runner(engine)
        )
    finally:
        engine.release()
    return evaluate_moments(estimator, gathered, **parameters)


def transform_partition(estimator: Any, frame: Any) -> NDArray[Any]:
    """Coordinates of the rows of a frame, an array of shape (rows, ``n_components_``).

    Columns the model does not know are not looked at. Runs on a worker.
    """
    rows = numbers_of_partition(frame, model_columns(estimator))
    if len(rows) == 0:
        return np.empty((0, estimator.n_components_))
    coordinates: NDArray[Any] = np.asarray(estimator.transform(rows))
    return coordinates


def transformed_names(estimator: Any) -> list[str]:
    """Names of the columns that ``transform_partition`` gives."""
    return [str(name) for name in estimator.get_feature_names_out()]


def _runner(engine: Engine) -> Callable[..., Iterator[bytes]]:
    """How the core asks an engine to run a pass."""

    def run(
        setup: bytes, request: bytes, first_rows: list[int], reads_prepared: bool, keeps: bool
    ) -> Iterator[bytes]:
        return engine.run(
            PassTask(
                setup=setup,
                request=request,
                first_rows=tuple(first_rows) or None,
                reads="prepared" if reads_prepared else "rows",
                keeps=keeps,
            )
        )

    return run


def _failed(request: bytes, number: int, error: Exception) -> bytes:
    """The result of a partition whose rows cannot be read."""
    code = getattr(error, "code", None) or type(error).__name__
    row = getattr(error, "row", None) or 0
    column = getattr(error, "column", None) or ""
    return _core.failed_partition(request, number, str(code), str(error), row, str(column))
