# SPDX-License-Identifier: BSD-3-Clause
"""Fit, transform and evaluate where the rows are: in partitions of a Dask collection.

Each partition becomes one small result, and these are folded in the order of the partitions. Same
partitions with the same rows in the same order give the same model, to the last bit, whatever the
workers and retries; see the page "From a laptop to a cluster" of the documentation.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from fairpca import _passes
from fairpca._dask_engine import DaskEngine, delayed_coordinates, is_array, partitions_of

__all__ = ["evaluate", "fit", "moments", "transform"]


def moments(
    X: Any,
    *,
    sensitive_features: Any = None,
    y: Any = None,
    sample_weight: Any = None,
    client: Any = None,
    **parameters: Any,
) -> Any:
    """Moments of the rows of a Dask collection, in one pass.

    Parameters
    ----------
    X : Dask DataFrame, Dask array, or list of delayed partitions
        The rows; columns without another role are features. Columns of an array are called x1, x2
        and so on.
    sensitive_features : str, list of str, or Dask array, default=None
        Names of the columns with the protected attributes; of an array also another array with the
        same chunks of rows.
    y : str or Dask array, default=None
        The label: give it only where a method asks for it.
    sample_weight : str or Dask array, default=None
        Weights of the rows.
    client : distributed.Client, default=None
        Where to run. None: the client of this process or, without one, Dask's own scheduler.
    **parameters
        Those of :class:`fairpca.GroupMoments`, such as ``features`` and ``missing``.

    Returns
    -------
    moments : GroupMoments
        Of all rows, for ``fit_moments`` of any number of estimators.
    """
    columns = _columns(sensitive_features, y, sample_weight)
    engine = DaskEngine(partitions_of(X, sensitive_features, y, sample_weight), client)
    return _passes.moments(engine, columns, **parameters)


def fit(
    estimator: Any,
    X: Any,
    *,
    sensitive_features: Any = None,
    y: Any = None,
    sample_weight: Any = None,
    client: Any = None,
    bandwidth: bool = False,
    sample_rows: int = 20_000,
    random_features: int = 4096,
) -> Any:
    """Fit an estimator to the rows of a Dask collection.

    Parameters
    ----------
    estimator : estimator of fairpca
        Such as ``FairPCA(5)``.
    X : Dask DataFrame, Dask array, or list of delayed partitions
        The rows, as in :func:`moments`. Mixtures keep them, encoded, in the cluster while they are
        fitted.
    sensitive_features : str, list of str, or Dask array, default=None
        The protected attributes, as in :func:`moments`.
    y : str or Dask array, default=None
        The label.
    sample_weight : str or Dask array, default=None
        Weights of the rows.
    client : distributed.Client, default=None
        Where to run. None: the client of this process or, without one, Dask's own scheduler.
    bandwidth : bool, default=False
        Spend a pass more on the kernel's bandwidth, which models of the moment methods carry for
        the measures that need one; without it, it is left open.
    sample_rows : int, default=20_000
        Of ``MMDFairPCA``: at most so many rows, drawn by group, are fitted to.
    random_features : int, default=4096
        Of ``MMDFairPCA``: random features by which the MMD of all rows is estimated.

    Returns
    -------
    estimator : the estimator given
        Fitted, as by its own ``fit`` on all rows.
    """
    columns = _columns(sensitive_features, y, sample_weight)
    engine = DaskEngine(partitions_of(X, sensitive_features, y, sample_weight), client)
    return _passes.fit(
        estimator,
        engine,
        columns,
        bandwidth=bandwidth,
        sample_rows=sample_rows,
        random_features=random_features,
    )


def transform(estimator: Any, X: Any, *, keep: str | Sequence[str] = ()) -> Any:
    """Coordinates of the rows of a Dask collection, as a collection of the same kind.

    Nothing runs until the result is computed.

    Parameters
    ----------
    estimator : fitted estimator of fairpca
        Fitted here or anywhere.
    X : Dask DataFrame, Dask array, or list of delayed partitions
        The rows. Columns the model does not know are not looked at.
    keep : str or list of str, default=()
        Columns of a DataFrame to carry along, such as a key.

    Returns
    -------
    coordinates : Dask DataFrame, Dask array, or list of delayed arrays
        The columns of ``keep``, then one column per coordinate, named as
        ``get_feature_names_out`` says; a DataFrame keeps its index.
    """
    names = _passes.transformed_names(estimator)
    kept = [keep] if isinstance(keep, str) else list(keep)
    if kept and not hasattr(X, "divisions"):
        raise TypeError(f"keep names columns of a DataFrame; X is {type(X).__name__}.")
    if is_array(X) and not hasattr(X, "divisions"):
        blocks = X.rechunk({1: -1})
        return blocks.map_blocks(
            lambda block: _passes.transform_partition(estimator, block),
            dtype=np.float64,
            chunks=(blocks.chunks[0], (len(names),)),
            meta=np.empty((0, len(names))),
        )
    if not hasattr(X, "divisions"):
        return delayed_coordinates(estimator, partitions_of(X))
    for name in kept:
        if name not in X.columns:
            raise ValueError(f"keep names {name!r}, which is no column of X.")
        if name in names:
            raise ValueError(f"keep names {name!r}, which is also a coordinate's name.")

    def coordinates(frame: Any) -> Any:
        values = _passes.transform_partition(estimator, frame)
        return frame[kept].assign(**dict(zip(names, values.T, strict=True)))

    meta = X._meta[kept].assign(**{name: np.empty(0) for name in names})
    return X.map_partitions(coordinates, meta=meta)


def evaluate(
    estimator: Any,
    X: Any,
    *,
    sensitive_features: Any = None,
    y: Any = None,
    sample_weight: Any = None,
    client: Any = None,
    **parameters: Any,
) -> Any:
    """Measure a fitted estimator on the rows of a Dask collection, in one pass.

    Measures that need rows, and intervals, are left out: they are taken from moments.

    Parameters
    ----------
    estimator : fitted estimator of fairpca
        Fitted here or anywhere; not a mixture, whose measures need rows.
    X : Dask DataFrame, Dask array, or list of delayed partitions
        The rows, as in :func:`moments`.
    sensitive_features : str, list of str, or Dask array, default=None
        The protected attributes.
    y : str or Dask array, default=None
        The label.
    sample_weight : str or Dask array, default=None
        Weights of the rows.
    client : distributed.Client, default=None
        Where to run. None: the client of this process or, without one, Dask's own scheduler.
    **parameters
        Those of :func:`fairpca.evaluate` that need no more than moments.

    Returns
    -------
    evaluation : Evaluation
        As of :func:`fairpca.evaluate`.
    """
    columns = _columns(sensitive_features, y, sample_weight)
    engine = DaskEngine(partitions_of(X, sensitive_features, y, sample_weight), client)
    return _passes.evaluate(estimator, engine, columns, **parameters)


def _columns(sensitive_features: Any, y: Any, sample_weight: Any) -> _passes.Columns:
    """The roles by name; what is beside the rows as an array gets the names ``fit`` gives it."""
    names: str | Sequence[str] | None = sensitive_features
    if is_array(sensitive_features):
        width = 1 if sensitive_features.ndim == 1 else sensitive_features.shape[1]
        names = ["group"] if width == 1 else [f"group{number + 1}" for number in range(width)]
    return _passes.columns_of_names(
        names,
        "label" if is_array(y) else y,
        "sample_weight" if is_array(sample_weight) else sample_weight,
    )
