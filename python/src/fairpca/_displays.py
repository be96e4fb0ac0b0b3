# SPDX-License-Identifier: BSD-3-Clause
"""Displays of results: who pays, what fairness costs, what the coordinates show of groups."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Self

import numpy as np
from numpy.typing import ArrayLike, NDArray
from sklearn.utils.validation import check_is_fitted

from fairpca import _core
from fairpca._display_style import (
    add_legend,
    chosen,
    columns_of_results,
    look_of,
    new_axes,
    numbers_of_texts,
    texts,
)
from fairpca._parameters import wrong_type, wrong_value
from fairpca._path import fairness_path
from fairpca._tables import read_groups

if TYPE_CHECKING:
    from matplotlib.axes import Axes

_PATH_PARAMETERS = (
    *("share_of", "standardize", "divide_by", "center", "drop_deviation", "features"),
    *("categorical", "missing", "missing_category", "combine", "missing_group"),
    *("min_group_size", "n_jobs"),
)


class FairnessPathDisplay:
    """The trade-off between overall error and gap, with the projections of the methods on it.

    Parameters
    ----------
    path : FairnessPath
        What :func:`fairpca.fairness_path` returns.
    estimator_point : (str, float, float) or None, default=None
        Name, error and gap of one more projection.

    Attributes
    ----------
    ax_ : matplotlib Axes
    figure_ : matplotlib Figure
    line_ : matplotlib Line2D
        The front.

    Examples
    --------
    >>> import fairpca
    >>> X, group = fairpca.synthetic("rfpca-toy", random_state=0)
    >>> path = fairpca.fairness_path(X, 1, sensitive_features=group)
    >>> display = fairpca.FairnessPathDisplay.from_results(path)
    >>> display.plot()  # doctest: +SKIP
    """

    def __init__(
        self,
        path: _core.FairnessPath,
        *,
        estimator_point: tuple[str, float, float] | None = None,
    ) -> None:
        self.path = path
        self.estimator_point = estimator_point

    @classmethod
    def from_results(cls, path: _core.FairnessPath, *, ax: Axes | None = None) -> Self:
        """Draws a path on ``ax``, or on new axes where there is matplotlib.

        Parameters
        ----------
        path : FairnessPath
            What :func:`fairpca.fairness_path` returns.
        ax : matplotlib Axes or None, default=None
            Where to draw. None: on the axes of a new figure.

        Returns
        -------
        display : Self
            Drawn: ``ax_`` and ``figure_`` are set.
        """
        if not isinstance(path, _core.FairnessPath):
            raise wrong_type("path", "what fairness_path() returns", path)
        return cls(path).plot(ax)

    @classmethod
    def from_estimator(
        cls, estimator: Any, X: Any, *, sensitive_features: Any, ax: Axes | None = None
    ) -> Self:
        """Finds the path of the rows as the fitted estimator prepared them, and marks its own.

        Parameters
        ----------
        estimator : estimator
            Fitted.
        X : array-like or data frame of shape (n_samples, n_features)
            The rows.
        sensitive_features : array-like or data frame
            The protected attributes.
        ax : matplotlib Axes or None, default=None
            Where to draw. None: on the axes of a new figure.

        Returns
        -------
        display : Self
            Drawn: ``ax_`` and ``figure_`` are set.
        """
        check_is_fitted(estimator)
        parameters = {name: getattr(estimator, name) for name in _PATH_PARAMETERS}
        if parameters["missing"] == "model":
            parameters["missing"] = "error"
        path = fairness_path(
            X, estimator.n_components_, sensitive_features=sensitive_features, **parameters
        )
        errors = estimator.group_reconstruction_error_
        overall = estimator.report_["reconstruction_error"]
        point = None
        if overall is not None and len(errors) > 1 and np.isfinite(errors).all():
            point = (type(estimator).__name__, float(overall), float(np.ptp(errors)))
        return cls(path, estimator_point=point).plot(ax)

    def plot(self, ax: Axes | None = None, **line_kw: Any) -> Self:
        """Draws the front and the marks.

        Parameters
        ----------
        ax : matplotlib Axes or None, default=None
            Where to draw. None: on the axes of a new figure.
        **line_kw
            Of the front's line, for ``Axes.plot``.

        Returns
        -------
        self : Self
            Drawn: ``ax_`` and ``figure_`` are set.
        """
        axes = new_axes(ax)
        front = self.path.gap_front if len(self.path.groups) == 2 else self.path.errors_front
        style = {"color": look_of(0)["color"], "label": "exact front"} | line_kw
        (self.line_,) = axes.plot(
            [point.error for point in front], [point.gap for point in front], **style
        )
        series = 1
        by_method: dict[str, list[tuple[float, float]]] = {}
        for mark in self.path.marks:
            place = (mark.point.error, mark.point.gap)
            if mark.status != "infeasible" and np.isfinite(place).all():
                by_method.setdefault(mark.name.split(" ")[0], []).append(place)
        if self.estimator_point is not None:
            name, error, gap = self.estimator_point
            by_method[name] = [(error, gap)]
        for name, places in by_method.items():
            look = look_of(series) | {"linestyle": "none"}
            axes.plot(*np.transpose(places), label=name, **look)
            series += 1
        axes.set_xlabel("overall reconstruction error per row")
        axes.set_ylabel("gap: largest difference of two groups")
        axes.set_title(f"What fairness costs with d = {self.path.dimensions}")
        add_legend(axes, series)
        self.ax_, self.figure_ = axes, axes.figure
        return self


class GroupErrorDisplay:
    """A measure of every group against the number of dimensions, with intervals.

    Parameters
    ----------
    dimensions : array-like of shape (n_dimensions,)
        Numbers of dimensions.
    groups : list of str
        Names of the groups.
    values : array-like of shape (n_groups, n_dimensions)
        NaN where there is no number.
    low, high : array-like of the same shape or None, default=None
        Ends of intervals.
    measure : str, default="reconstruction error"
        What the numbers are.
    name : str or None, default=None
        Title: the method.

    Attributes
    ----------
    ax_ : matplotlib Axes
    figure_ : matplotlib Figure

    Examples
    --------
    >>> import fairpca
    >>> X, group = fairpca.synthetic("rfpca-toy", random_state=0)
    >>> pca = fairpca.PCA(1).fit(X, sensitive_features=group)
    >>> display = fairpca.GroupErrorDisplay.from_estimator(pca)
    >>> display.groups
    ['0', '1']
    """

    def __init__(
        self,
        dimensions: ArrayLike,
        groups: Sequence[str],
        values: ArrayLike,
        low: ArrayLike | None = None,
        high: ArrayLike | None = None,
        *,
        measure: str = "reconstruction error",
        name: str | None = None,
    ) -> None:
        self.dimensions = np.asarray(dimensions)
        self.groups = list(groups)
        self.values = np.asarray(values, dtype=np.float64)
        shape = (len(self.groups), len(self.dimensions))
        if self.values.shape != shape:
            raise wrong_value("values", f"an array of shape {shape}", self.values.shape)
        empty = np.full(shape, np.nan)
        self.low = empty if low is None else np.asarray(low, dtype=np.float64)
        self.high = empty if high is None else np.asarray(high, dtype=np.float64)
        self.measure = measure
        self.name = name

    @classmethod
    def from_estimator(
        cls, estimator: Any, *, measure: str = "reconstruction_error", ax: Axes | None = None
    ) -> Self:
        """Draws the errors of the training groups, or their losses (``measure="loss"``).

        Parameters
        ----------
        estimator : estimator
            Fitted.
        measure : {"reconstruction_error", "loss"}, default="reconstruction_error"
            What is drawn.
        ax : matplotlib Axes or None, default=None
            Where to draw. None: on the axes of a new figure.

        Returns
        -------
        display : Self
            Drawn: ``ax_`` and ``figure_`` are set.
        """
        check_is_fitted(estimator)
        if measure not in ("reconstruction_error", "loss"):
            raise wrong_value("measure", "'reconstruction_error' or 'loss'", measure)
        values = getattr(estimator, f"group_{measure}_")
        display = cls(
            [estimator.n_components_],
            estimator.groups_,
            np.reshape(values, (-1, 1)),
            measure=measure.replace("_", " "),
            name=type(estimator).__name__,
        )
        return display.plot(ax)

    @classmethod
    def from_results(
        cls,
        results: Any,
        *,
        method: str | None = None,
        measure: str = "reconstruction_error",
        rows: str = "test",
        ax: Axes | None = None,
    ) -> Self:
        """Draws a measure of groups from results.

        These are what :func:`fairpca.compare` or :func:`fairpca.evaluate` returns, or the columns
        of ``results.csv``. Of several splits the mean over them is drawn.

        Parameters
        ----------
        results : Comparison, Evaluation, data frame or dict of columns
            The numbers.
        method : str or None, default=None
            Id of the method, where there are several.
        measure : str, default="reconstruction_error"
            Id of a measure of groups.
        rows : {"test", "train"}, default="test"
            Of which rows.
        ax : matplotlib Axes or None, default=None
            Where to draw. None: on the axes of a new figure.

        Returns
        -------
        display : Self
            Drawn: ``ax_`` and ``figure_`` are set.
        """
        needed = ("dimensions", "method", "rows", "group", "measure", "statistic", "value")
        columns = columns_of_results(results, needed)
        names = {
            name: texts(columns[name]) for name in needed if name not in ("dimensions", "value")
        }
        is_wanted = (names["measure"] == measure) & (names["rows"] == rows) & (names["group"] != "")
        if not is_wanted.any():
            raise wrong_value("measure", "a measure of groups in the results", measure)
        shown = chosen(names["method"][is_wanted], method, "method")
        is_wanted &= names["method"] == shown
        statistic = "mean" if (names["statistic"][is_wanted] == "mean").any() else "value"
        is_wanted &= names["statistic"] == statistic
        return cls._of_columns(columns, names["group"], is_wanted, measure, str(shown)).plot(ax)

    @classmethod
    def _of_columns(
        cls,
        columns: dict[str, NDArray[Any]],
        group_cells: NDArray[Any],
        is_wanted: NDArray[np.bool_],
        measure: str,
        name: str,
    ) -> Self:
        at = numbers_of_texts(columns["dimensions"])
        dimensions = np.unique(at[is_wanted])
        groups = list(dict.fromkeys(group_cells[is_wanted].tolist()))
        tables = []
        for column in ("value", "low", "high"):
            table = np.full((len(groups), len(dimensions)), np.nan)
            if column in columns:
                for i in np.flatnonzero(is_wanted):
                    place = int(np.searchsorted(dimensions, at[i]))
                    number = columns[column][i]
                    table[groups.index(group_cells[i]), place] = (
                        np.nan if number is None or number == "" else float(number)
                    )
            tables.append(table)
        return cls(dimensions, groups, *tables, measure=measure.replace("_", " "), name=name)

    def plot(self, ax: Axes | None = None, **line_kw: Any) -> Self:
        """Draws a line per group; of one dimension, a point per group.

        Parameters
        ----------
        ax : matplotlib Axes or None, default=None
            Where to draw. None: on the axes of a new figure.
        **line_kw
            Of every line, for ``Axes.plot``.

        Returns
        -------
        self : Self
            Drawn: ``ax_`` and ``figure_`` are set.
        """
        axes = new_axes(ax)
        if len(self.dimensions) == 1:
            self._plot_points(axes, line_kw)
        else:
            self._plot_lines(axes, line_kw)
        if self.name is not None:
            axes.set_title(self.name)
        self.ax_, self.figure_ = axes, axes.figure
        return self

    def _plot_points(self, axes: Axes, line_kw: dict[str, Any]) -> None:
        places = np.arange(len(self.groups))
        for i in places[np.isfinite(self.values[:, 0])]:
            look = look_of(0) | {"linestyle": "-"} | line_kw
            marker = {"marker": look.pop("marker"), "color": look["color"]}
            axes.plot([self.low[i, 0], self.high[i, 0]], [i, i], **look)
            axes.plot(self.values[i, 0], i, linestyle="none", **marker)
        axes.set_yticks(places, self.groups)
        axes.set_ylim(len(self.groups) - 0.5, -0.5)
        axes.set_xlabel(f"{self.measure}, d = {self.dimensions[0]}")

    def _plot_lines(self, axes: Axes, line_kw: dict[str, Any]) -> None:
        for i, group in enumerate(self.groups):
            look = look_of(i) | {"label": group} | line_kw
            axes.plot(self.dimensions, self.values[i], **look)
            if len(self.groups) <= 8:
                axes.fill_between(
                    self.dimensions,
                    self.low[i],
                    self.high[i],
                    color=look["color"],
                    alpha=0.15,
                    lw=0,
                )
        axes.set_xlabel("dimensions d")
        axes.set_ylabel(self.measure)
        add_legend(axes, len(self.groups))


class ProjectionDisplay:
    """Rows in the plane of the first two coordinates, by group.

    Parameters
    ----------
    coordinates : array-like of shape (n_samples, n_components)
        As ``transform`` gives them.
    sensitive_features : array-like of shape (n_samples,) or (n_samples, n_attributes)
        Several attributes form crossed groups.
    min_group_size : int, default=10
        No row of a smaller group is drawn.
    max_rows : int, default=2000
        At most so many rows are drawn, of each group by its share.
    random_state : int, default=0
        Chooses them.
    name : str or None, default=None
        Title: the method.

    Attributes
    ----------
    groups : list of str
        Those drawn.
    hidden_groups : list of str
        Those too small.
    ax_ : matplotlib Axes
    figure_ : matplotlib Figure

    Examples
    --------
    >>> import fairpca
    >>> X, group = fairpca.synthetic("rfpca-toy", random_state=0)
    >>> pca = fairpca.PCA(2).fit(X, sensitive_features=group)
    >>> display = fairpca.ProjectionDisplay.from_estimator(pca, X, sensitive_features=group)
    >>> display.groups
    ['0', '1']
    """

    def __init__(
        self,
        coordinates: ArrayLike,
        sensitive_features: Any,
        *,
        min_group_size: int = 10,
        max_rows: int = 2000,
        random_state: int = 0,
        name: str | None = None,
    ) -> None:
        self.coordinates = np.asarray(coordinates, dtype=np.float64)
        if self.coordinates.ndim != 2 or self.coordinates.shape[1] == 0:
            raise wrong_value("coordinates", "an array of two dimensions", self.coordinates.shape)
        labels = _group_names(sensitive_features)
        if len(labels) != len(self.coordinates):
            raise wrong_value(
                "sensitive_features",
                f"one value for each of {len(self.coordinates)} rows",
                len(labels),
            )
        sizes = {name: int(np.sum(labels == name)) for name in sorted(set(labels.tolist()) - {""})}
        self.groups = [group for group, size in sizes.items() if size >= min_group_size]
        self.hidden_groups = [group for group in sizes if group not in self.groups]
        self.name = name
        total = sum(sizes[group] for group in self.groups)
        random = np.random.default_rng(random_state)
        self.rows_: dict[str, NDArray[np.int64]] = {}
        for group in self.groups:
            rows = np.flatnonzero(labels == group)
            if total > max_rows:
                share = max(1, max_rows * len(rows) // total)
                rows = np.sort(random.choice(rows, size=share, replace=False))
            self.rows_[group] = rows

    @classmethod
    def from_estimator(
        cls,
        estimator: Any,
        X: Any,
        *,
        sensitive_features: Any,
        ax: Axes | None = None,
        **options: Any,
    ) -> Self:
        """Transforms ``X`` by a fitted estimator and draws the rows, without its small groups.

        Parameters
        ----------
        estimator : estimator
            Fitted.
        X : array-like or data frame of shape (n_samples, n_features)
            The rows.
        sensitive_features : array-like or data frame
            The protected attributes.
        ax : matplotlib Axes or None, default=None
            Where to draw. None: on the axes of a new figure.
        **options
            Further parameters of the display.

        Returns
        -------
        display : Self
            Drawn: ``ax_`` and ``figure_`` are set.
        """
        check_is_fitted(estimator)
        given = {"min_group_size": estimator.min_group_size, "name": type(estimator).__name__}
        coordinates = np.asarray(estimator.transform(X))
        return cls(coordinates, sensitive_features, **(given | options)).plot(ax)

    @classmethod
    def from_results(
        cls,
        coordinates: ArrayLike,
        *,
        sensitive_features: Any,
        ax: Axes | None = None,
        **options: Any,
    ) -> Self:
        """Draws coordinates that are there already, as ``transform`` writes them.

        Parameters
        ----------
        coordinates : array-like of shape (n_samples, n_components)
            As ``transform`` gives them.
        sensitive_features : array-like or data frame
            The protected attributes.
        ax : matplotlib Axes or None, default=None
            Where to draw. None: on the axes of a new figure.
        **options
            Further parameters of the display.

        Returns
        -------
        display : Self
            Drawn: ``ax_`` and ``figure_`` are set.
        """
        return cls(coordinates, sensitive_features, **options).plot(ax)

    def plot(self, ax: Axes | None = None, **scatter_kw: Any) -> Self:
        """Draws the rows; of one coordinate, a line of points per group.

        Parameters
        ----------
        ax : matplotlib Axes or None, default=None
            Where to draw. None: on the axes of a new figure.
        **scatter_kw
            For ``Axes.scatter``.

        Returns
        -------
        self : Self
            Drawn: ``ax_`` and ``figure_`` are set.
        """
        axes = new_axes(ax)
        has_plane = self.coordinates.shape[1] > 1
        for i, group in enumerate(self.groups):
            rows = self.rows_[group]
            look = look_of(i)
            x = self.coordinates[rows, 0]
            y = self.coordinates[rows, 1] if has_plane else np.full(len(rows), i)
            style = {"color": look["color"], "marker": look["marker"], "s": 12, "alpha": 0.5}
            axes.scatter(x, y, label=group, **(style | scatter_kw))
        axes.set_xlabel("component 1")
        if has_plane:
            axes.set_ylabel("component 2")
            # Limits of two shared axes cannot be changed to make units equal; the box can.
            siblings = (axes.get_shared_x_axes(), axes.get_shared_y_axes())
            is_shared = all(len(shared.get_siblings(axes)) > 1 for shared in siblings)
            axes.set_aspect("equal", adjustable="box" if is_shared else "datalim")
        else:
            axes.set_yticks(range(len(self.groups)), self.groups)
        drawn = sum(map(len, self.rows_.values()))
        title = "" if self.name is None else f"{self.name}, "
        axes.set_title(f"{title}{drawn} of {len(self.coordinates)} rows")
        add_legend(axes, len(self.groups))
        self.ax_, self.figure_ = axes, axes.figure
        return self


def _group_names(sensitive_features: Any) -> NDArray[Any]:
    """The group of every row; empty where an attribute is missing."""
    columns = read_groups(sensitive_features)
    if not columns:
        raise wrong_value("sensitive_features", "one value per row", sensitive_features)
    parts = [
        np.array([*map(str, levels), ""], dtype=object)[np.asarray(codes)]
        for _, codes, levels in columns
    ]
    rows = zip(*(part.tolist() for part in parts), strict=True)
    return np.array(["" if "" in row else ", ".join(row) for row in rows], dtype=object)
