# SPDX-License-Identifier: BSD-3-Clause
"""Fit, transform and evaluate where the rows are: in a Spark cluster, classic or Connect.

Only the DataFrame API is used. A pass is one ``mapInArrow``: each partition becomes one result,
which comes back to the driver and is folded in the order of the partitions. Same partitions with
the same rows in the same order give the same model, to the last bit, whatever the workers, retries
and speculation; see the page "From a laptop to a cluster" of the documentation.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from fairpca import _passes
from fairpca._spark_engine import SparkEngine, coordinates, named_columns

__all__ = ["evaluate", "fit", "moments", "transform"]


def moments(
    df: Any,
    *,
    sensitive_features: str | Sequence[str] | None = None,
    y: str | None = None,
    sample_weight: str | None = None,
    **parameters: Any,
) -> Any:
    """Moments of the rows of a Spark DataFrame, in one pass.

    Parameters
    ----------
    df : pyspark.sql.DataFrame
        The rows; columns without another role are features.
    sensitive_features : str or list of str, default=None
        Names of the columns with the protected attributes.
    y : str, default=None
        Name of the column with the label: give it only where a method asks for it.
    sample_weight : str, default=None
        Name of the column with the weights of the rows.
    **parameters
        Those of :class:`fairpca.GroupMoments`, such as ``features`` and ``missing``.

    Returns
    -------
    moments : GroupMoments
        Of all rows, for ``fit_moments`` of any number of estimators.
    """
    columns = _passes.columns_of_names(sensitive_features, y, sample_weight)
    return _passes.moments(SparkEngine(df), columns, **parameters)


def fit(
    estimator: Any,
    df: Any,
    *,
    sensitive_features: str | Sequence[str] | None = None,
    y: str | None = None,
    sample_weight: str | None = None,
    bandwidth: bool = False,
    sample_rows: int = 20_000,
    random_features: int = 4096,
) -> Any:
    """Fit an estimator to the rows of a Spark DataFrame.

    Parameters
    ----------
    estimator : estimator of fairpca
        Such as ``FairPCA(5)``.
    df : pyspark.sql.DataFrame
        The rows; columns without another role are features. Mixtures read it once and keep it,
        encoded, in the cluster while they are fitted. If its plan shuffles, persist it or write
        it to files first: bits are promised for rows whose order is fixed.
    sensitive_features : str or list of str, default=None
        Names of the columns with the protected attributes.
    y : str, default=None
        Name of the column with the label.
    sample_weight : str, default=None
        Name of the column with the weights of the rows.
    bandwidth : bool, default=False
        Spend a pass more on the kernel's bandwidth, which models of the moment methods carry
        for the measures that need one; without it, it is left open.
    sample_rows : int, default=20_000
        Of ``MMDFairPCA``: at most so many rows, drawn by group, are fitted to.
    random_features : int, default=4096
        Of ``MMDFairPCA``: random features by which the MMD of all rows is estimated.

    Returns
    -------
    estimator : the estimator given
        Fitted, as by its own ``fit`` on all rows.
    """
    columns = _passes.columns_of_names(sensitive_features, y, sample_weight)
    return _passes.fit(
        estimator,
        SparkEngine(df),
        columns,
        bandwidth=bandwidth,
        sample_rows=sample_rows,
        random_features=random_features,
    )


def transform(estimator: Any, df: Any, *, keep: str | Sequence[str] = ()) -> Any:
    """Coordinates of the rows of a Spark DataFrame, as a DataFrame.

    Nothing runs until the result is used; a cell that is wrong is then an error of Spark.

    Parameters
    ----------
    estimator : fitted estimator of fairpca
        Fitted here or anywhere.
    df : pyspark.sql.DataFrame
        The rows.
    keep : str or list of str, default=()
        Columns of ``df`` to carry along, such as a key: rows of Spark have no order to go by.

    Returns
    -------
    coordinates : pyspark.sql.DataFrame
        The columns of ``keep``, then those of ``get_feature_names_out``, as doubles.
    """
    return coordinates(estimator, df, named_columns(df, keep))


def evaluate(
    estimator: Any,
    df: Any,
    *,
    sensitive_features: str | Sequence[str] | None = None,
    y: str | None = None,
    sample_weight: str | None = None,
    **parameters: Any,
) -> Any:
    """Measure a fitted estimator on the rows of a Spark DataFrame, in one pass.

    Measures that need rows, and intervals, are left out: they are taken from moments.

    Parameters
    ----------
    estimator : fitted estimator of fairpca
        Fitted here or anywhere; not a mixture, whose measures need rows.
    df : pyspark.sql.DataFrame
        The rows.
    sensitive_features : str or list of str, default=None
        Names of the columns with the protected attributes.
    y : str, default=None
        Name of the column with the label.
    sample_weight : str, default=None
        Name of the column with the weights of the rows.
    **parameters
        Those of :func:`fairpca.evaluate` that need no more than moments.

    Returns
    -------
    evaluation : Evaluation
        As of :func:`fairpca.evaluate`.
    """
    columns = _passes.columns_of_names(sensitive_features, y, sample_weight)
    return _passes.evaluate(estimator, SparkEngine(df), columns, **parameters)
