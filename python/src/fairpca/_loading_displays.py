# SPDX-License-Identifier: BSD-3-Clause
"""Displays of what the components mean."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Self

import numpy as np
from numpy.typing import ArrayLike, NDArray
from sklearn.utils.validation import check_is_fitted

from fairpca._display_style import (
    chosen,
    columns_of_results,
    look_of,
    new_axes,
    numbers_of_texts,
    texts,
)
from fairpca._parameters import wrong_type, wrong_value

if TYPE_CHECKING:
    from matplotlib.axes import Axes


class BiplotDisplay:
    """Loadings of the features of largest communality on the first two components, as arrows.

    Parameters
    ----------
    components : array-like of shape (n_components, n_features)
        The loadings.
    feature_names : list of str
        Names of the features.
    explained_variance_ratio : array-like of shape (n_components,) or None, default=None
        Shares of the variance, for the labels of the axes.
    n_features : int, default=10
        At most so many arrows: the features of largest communality (sum of their squared loadings
        over all components).
    name : str or None, default=None
        Title: the method.

    Attributes
    ----------
    features : list of str
        Those drawn, of the largest communality first.
    ax_ : matplotlib Axes
    figure_ : matplotlib Figure

    Examples
    --------
    >>> import fairpca
    >>> X, group = fairpca.synthetic("rfpca-toy", random_state=0)
    >>> display = fairpca.BiplotDisplay.from_estimator(fairpca.PCA(2).fit(X))
    >>> sorted(display.features)
    ['x1', 'x2']
    """

    def __init__(
        self,
        components: ArrayLike,
        feature_names: Sequence[str],
        explained_variance_ratio: ArrayLike | None = None,
        *,
        n_features: int = 10,
        name: str | None = None,
    ) -> None:
        self.components = np.asarray(components, dtype=np.float64)
        names = [str(feature) for feature in feature_names]
        if self.components.ndim != 2 or self.components.shape[1] != len(names):
            raise wrong_value(
                "components", f"an array of {len(names)} columns", self.components.shape
            )
        communality = np.sum(self.components**2, axis=0)
        self._order = np.argsort(-communality, kind="stable")[:n_features]
        self.features = [names[i] for i in self._order]
        self.explained_variance_ratio = (
            None if explained_variance_ratio is None else np.asarray(explained_variance_ratio)
        )
        self.name = name

    @classmethod
    def from_estimator(
        cls, estimator: Any, *, n_features: int = 10, ax: Axes | None = None
    ) -> Self:
        """Draws the loadings of a fitted estimator that is a projection.

        Parameters
        ----------
        estimator : estimator
            Fitted.
        n_features : int, default=10
            At most so many arrows.
        ax : matplotlib Axes or None, default=None
            Where to draw. None: on the axes of a new figure.

        Returns
        -------
        display : Self
            Drawn: ``ax_`` and ``figure_`` are set.
        """
        display = cls(
            _components_of(estimator),
            estimator.encoded_names_,
            estimator.explained_variance_ratio_,
            n_features=n_features,
            name=type(estimator).__name__,
        )
        return display.plot(ax)

    @classmethod
    def from_results(
        cls,
        components: ArrayLike,
        feature_names: Sequence[str],
        explained_variance_ratio: ArrayLike | None = None,
        *,
        n_features: int = 10,
        ax: Axes | None = None,
    ) -> Self:
        """Draws loadings that are there already, as ``components_`` of an estimator.

        Parameters
        ----------
        components : array-like of shape (n_components, n_features)
            The loadings.
        feature_names : list of str
            Names of the features.
        explained_variance_ratio : array-like of shape (n_components,) or None, default=None
            Shares of the variance, for the labels of the axes.
        n_features : int, default=10
            At most so many arrows.
        ax : matplotlib Axes or None, default=None
            Where to draw. None: on the axes of a new figure.

        Returns
        -------
        display : Self
            Drawn: ``ax_`` and ``figure_`` are set.
        """
        display = cls(components, feature_names, explained_variance_ratio, n_features=n_features)
        return display.plot(ax)

    def plot(self, ax: Axes | None = None, **arrow_kw: Any) -> Self:
        """Draws an arrow per feature; of one component, a bar.

        Parameters
        ----------
        ax : matplotlib Axes or None, default=None
            Where to draw. None: on the axes of a new figure.
        **arrow_kw
            Properties of the arrows, for ``Axes.annotate``.

        Returns
        -------
        self : Self
            Drawn: ``ax_`` and ``figure_`` are set.
        """
        axes = new_axes(ax)
        if len(self.components) == 1:
            axes.barh(self.features, self.components[0, self._order], color=look_of(0)["color"])
            axes.invert_yaxis()
            axes.set_xlabel(f"loading on {self._label(0)}")
        else:
            self._plot_arrows(axes, {"arrowstyle": "->", "color": look_of(0)["color"]} | arrow_kw)
        if self.name is not None:
            axes.set_title(self.name)
        self.ax_, self.figure_ = axes, axes.figure
        return self

    def _plot_arrows(self, axes: Axes, arrow: dict[str, Any]) -> None:
        axes.axhline(0, color="0.7", lw=0.8)
        axes.axvline(0, color="0.7", lw=0.8)
        tips = self.components[:2, self._order].T
        for (x, y), feature in zip(tips.tolist(), self.features, strict=True):
            axes.annotate("", (x, y), (0, 0), arrowprops=arrow)
            axes.annotate(
                feature,
                (x, y),
                (4 if x >= 0 else -4, 4 if y >= 0 else -4),
                textcoords="offset points",
                ha="left" if x >= 0 else "right",
                va="bottom" if y >= 0 else "top",
                fontsize="small",
            )
        most = 1.25 * float(np.abs(tips).max(initial=1e-300))
        axes.set(xlim=(-most, most), ylim=(-most, most), aspect="equal")
        axes.set_xlabel(self._label(0))
        axes.set_ylabel(self._label(1))

    def _label(self, component: int) -> str:
        label = f"component {component + 1}"
        ratio = self.explained_variance_ratio
        if ratio is None:
            return label
        return f"{label} ({100 * ratio[component]:.1f} % of the variance)"


class CommunalityDisplay:
    """How much of each feature projections keep, as a heat map.

    Parameters
    ----------
    communalities : array-like of shape (n_features, n_methods)
        Shares of each feature that are kept.
    feature_names : list of str
        Names of the features.
    methods : list of str
        Names of the methods.
    n_features : int, default=40
        At most so many features: those of largest communality under some method.

    Attributes
    ----------
    features : list of str
        Those drawn.
    ax_ : matplotlib Axes
    figure_ : matplotlib Figure
    image_ : matplotlib AxesImage

    Examples
    --------
    >>> import fairpca
    >>> X, group = fairpca.synthetic("rfpca-toy", random_state=0)
    >>> display = fairpca.CommunalityDisplay.from_estimator([fairpca.PCA(1).fit(X)])
    >>> display.methods
    ['PCA']
    """

    def __init__(
        self,
        communalities: ArrayLike,
        feature_names: Sequence[str],
        methods: Sequence[str],
        *,
        n_features: int = 40,
    ) -> None:
        values = np.asarray(communalities, dtype=np.float64)
        names = [str(feature) for feature in feature_names]
        if values.shape != (len(names), len(methods)):
            shape = (len(names), len(methods))
            raise wrong_value("communalities", f"an array of shape {shape}", values.shape)
        largest = np.max(np.nan_to_num(values, nan=-1), axis=1, initial=-1)
        order = np.argsort(-largest, kind="stable")[:n_features]
        self.communalities: NDArray[np.float64] = values[order]
        self.features = [names[i] for i in order]
        self.methods = [str(method) for method in methods]

    @classmethod
    def from_estimator(
        cls, estimators: Any, *, n_features: int = 40, ax: Axes | None = None
    ) -> Self:
        """Draws one or several fitted estimators of the same columns.

        Parameters
        ----------
        estimators : estimator or list of estimators
            Fitted.
        n_features : int, default=40
            At most so many features.
        ax : matplotlib Axes or None, default=None
            Where to draw. None: on the axes of a new figure.

        Returns
        -------
        display : Self
            Drawn: ``ax_`` and ``figure_`` are set.
        """
        fitted = estimators if isinstance(estimators, (list, tuple)) else [estimators]
        if not fitted:
            raise wrong_value("estimators", "at least one estimator", estimators)
        columns = [np.sum(np.square(_components_of(each)), axis=0) for each in fitted]
        names = fitted[0].encoded_names_
        if any(each.encoded_names_ != names for each in fitted):
            raise wrong_value("estimators", "estimators of the same columns", names)
        methods = [type(each).__name__ for each in fitted]
        return cls(np.transpose(columns), names, methods, n_features=n_features).plot(ax)

    @classmethod
    def from_results(
        cls,
        results: Any,
        *,
        n_components: int | float | None = None,
        scaled: bool = False,
        n_features: int = 40,
        ax: Axes | None = None,
    ) -> Self:
        """Draws the communalities of results at one dimension.

        These are what :func:`fairpca.compare` or :func:`fairpca.evaluate` returns, or the columns
        of ``features.csv``. Of several splits the mean over them is drawn.

        Parameters
        ----------
        results : Comparison, data frame or dict of columns
            The numbers.
        n_components : int or None, default=None
            The dimensions, where there are several.
        scaled : bool, default=False
            Whether communalities are of the scaled features.
        n_features : int, default=40
            At most so many features.
        ax : matplotlib Axes or None, default=None
            Where to draw. None: on the axes of a new figure.

        Returns
        -------
        display : Self
            Drawn: ``ax_`` and ``figure_`` are set.
        """
        column = "scaled_communality" if scaled else "communality"
        columns = columns_of_results(results, ("dimensions", "method", "feature", column))
        dimensions = numbers_of_texts(columns["dimensions"])
        shown = chosen(dimensions, n_components, "n_components")
        is_wanted = dimensions == shown
        methods, features = texts(columns["method"]), texts(columns["feature"])
        names = list(dict.fromkeys(features[is_wanted].tolist()))
        among = list(dict.fromkeys(methods[is_wanted].tolist()))
        values = np.full((len(names), len(among)), np.nan)
        for i, feature in enumerate(names):
            for j, method in enumerate(among):
                cells = columns[column][is_wanted & (features == feature) & (methods == method)]
                if len(cells):
                    values[i, j] = np.mean(cells.astype(np.float64))
        return cls(values, names, among, n_features=n_features).plot(ax)

    def plot(self, ax: Axes | None = None, **image_kw: Any) -> Self:
        """Draws the heat map with its numbers.

        Parameters
        ----------
        ax : matplotlib Axes or None, default=None
            Where to draw. None: on the axes of a new figure.
        **image_kw
            For ``Axes.imshow``.

        Returns
        -------
        self : Self
            Drawn: ``ax_`` and ``figure_`` are set.
        """
        axes = new_axes(ax)
        style: dict[str, Any] = {"cmap": "Blues", "vmin": 0, "vmax": 1, "aspect": "auto"} | image_kw
        self.image_ = axes.imshow(self.communalities, **style)
        axes.set_xticks(range(len(self.methods)), self.methods, rotation=90)
        axes.set_yticks(range(len(self.features)), self.features)
        for (i, j), value in np.ndenumerate(self.communalities):
            if np.isfinite(value):
                color = "white" if value > 0.6 else "black"
                axes.text(j, i, f"{value:.2f}", ha="center", va="center", color=color, size="small")
        axes.set_title("communality")
        self.ax_, self.figure_ = axes, axes.figure
        return self


def _components_of(estimator: Any) -> NDArray[np.float64]:
    """Loadings of a projection; a mixture has none."""
    check_is_fitted(estimator)
    components = getattr(estimator, "components_", None)
    if components is None or np.ndim(components) != 2:
        raise wrong_type("estimator", "a fitted projection, which mixtures are not", estimator)
    return np.asarray(components, dtype=np.float64)
