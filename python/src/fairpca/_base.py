# SPDX-License-Identifier: BSD-3-Clause
"""What all estimators share."""

from __future__ import annotations

import json
import math
import os
from collections.abc import Sequence
from dataclasses import KW_ONLY, dataclass, fields
from typing import TYPE_CHECKING, Any, ClassVar, Self

import numpy as np
from numpy.typing import ArrayLike, NDArray
from sklearn.exceptions import ConvergenceWarning
from sklearn.utils.validation import (
    _check_sample_weight,
    check_array,
    check_is_fitted,
    validate_data,
)

from fairpca import _core
from fairpca._all_or_nothing import all_or_nothing
from fairpca._columns import check_columns
from fairpca._docstrings import with_inherited_parameters
from fairpca._messages import message, rejection, warn
from fairpca._onnx import OnnxExport
from fairpca._parameters import (
    check_categorical,
    check_features,
    check_n_jobs,
    check_random_state,
    check_sensitive_columns,
    checked,
    file_path,
    names_of,
    options_of,
    seed_of,
    wrong_type,
)
from fairpca._rich import estimator_html
from fairpca._shown import Words
from fairpca._state import ModelState
from fairpca._tables import (
    Features,
    array_features,
    as_frame,
    build_table,
    columns_of,
    default_names,
    in_order_of,
    places_of,
    read_frame,
    read_groups,
    read_known_frame,
    read_label,
    taken_columns,
)
from fairpca._threads import thread_count
from fairpca._transformer import Transformer

if TYPE_CHECKING:
    from fairpca._group_moments import GroupMoments

_FLOATS = [np.float64, np.float32]


@dataclass(eq=False, repr=False)
class BaseFairPCA(OnnxExport, ModelState, Transformer):
    """Base of all estimators; a method adds its parameters, the id of its method, a docstring.

    The parameters here have the same meaning in every estimator.

    Parameters
    ----------
    n_components : int, float, "mle", tuple or None, default=None
        Dimensions of the result: a count, or a share of the variance in (0, 1), for which the
        fewest dimensions are taken whose plain PCA captures more, or "mle", the dimensions of the
        plain PCA with the largest evidence (Minka 2000). None: 2, or 1 where the data allow no
        more. Mixtures, whose components have these dimensions each, do not take "mle" but a
        range ``(least, most)`` to choose from.
    share_of : {"overall", "worst-group"}, default="overall"
        Of a share ``n_components``: whether the dimensions capture it of all rows' variance, or of
        every group's.
    standardize : bool, default=False
        Give every column unit variance first; constant columns stay as they are.
    divide_by : float, default=1.0
        Divide every number by this constant first.
    center : {"overall", "group"}, default="overall"
        Whether errors of a group are about the overall mean or, in the fit, about its own.
    drop_deviation : (float, float) or None, default=None
        Drop columns whose standard deviation over all rows, after encoding and before scaling, is
        at most the first number or at least the second. X keeps them, also in ``transform``, where
        they are not looked at; ``encoded_names_`` are those left, and ``notes_`` names the others.
    features : list of str or None, default=None
        Columns of a data frame to use; ``*`` stands for any text and ``?`` for one character.
        None: all. X keeps the others, also in ``transform``, where they are not looked at.
    categorical : list of str or None, default=None
        Columns of a data frame to read as categories though they look like numbers.
    sensitive_columns : list of str or None, default=None
        Columns of a data frame that are the sensitive features and no features, for tools that
        pass no ``sensitive_features`` on. X keeps them, also in ``transform``, where they are not
        looked at.
    missing : {"error", "mean", "drop-row", "model"}, default="error"
        How missing cells of X (NaN, None) are handled in ``fit``. New rows with missing cells are
        rejected under "error" and "drop-row", and filled with the training means under "mean".
        "model" (PPCA and mixtures) fits the cells there are and takes expectations of the others.
    missing_category : {"error", "level"}, default="error"
        Whether a missing category is a missing cell like others, handled as ``missing`` says, or a
        level ``(missing)`` of its column. In ``transform`` it is that level of columns that had
        missing cells in ``fit``, and a missing cell of others.
    unseen : {"error", "zeros"}, default="error"
        What ``transform`` does with a level of a category that ``fit`` has not seen.
    combine : {"intersection", "per-attribute"}, default="intersection"
        Whether several sensitive features form crossed groups or are each constrained.
    missing_group : {"error", "group", "unconstrained"}, default="error"
        How rows whose sensitive feature is missing are handled: rejected, a group of their own, or
        in no group.
    min_group_size : int, default=10
        Smaller groups are warned of and hidden: they take part in the fit, but their numbers, and
        those from which they would follow, are NaN or taken over the other groups' rows. 0 hides
        none.
    n_jobs : int or None, default=None
        Threads. None: as many as the native libraries of the process may use (threadpoolctl,
        ``OMP_NUM_THREADS``, joblib's workers). Results do not depend on it.
    """

    n_components: int | float | str | tuple[int, int] | None = None
    _: KW_ONLY
    share_of: str = "overall"
    standardize: bool = False
    divide_by: float = 1.0
    center: str = "overall"
    drop_deviation: Sequence[float] | None = None
    features: Sequence[str] | None = None
    categorical: Sequence[str] | None = None
    sensitive_columns: Sequence[str] | None = None
    missing: str = "error"
    missing_category: str = "error"
    unseen: str = "error"
    combine: str = "intersection"
    missing_group: str = "error"
    min_group_size: int = 10
    n_jobs: int | None = None

    # scikit-learn's routing passes them on without set_fit_request.
    __metadata_request__fit: ClassVar[dict[str, bool]] = {"sensitive_features": True}
    __metadata_request__score: ClassVar[dict[str, bool]] = {"sensitive_features": True}
    # The method's id in the registry, whose options the parameters set.
    _method: ClassVar[str]
    # What is run where the method needs groups and has none.
    _method_without_groups: ClassVar[str] = "pca"

    def __init_subclass__(cls, **kwargs: Any) -> None:
        """Puts inherited parameters into the docstring, behind the class's own."""
        super().__init_subclass__(**kwargs)
        if cls.__doc__ is not None:
            bases = [base.__doc__ for base in cls.__mro__[1:] if issubclass(base, BaseFairPCA)]
            cls.__doc__ = with_inherited_parameters(cls.__doc__, bases, first="n_components")

    @all_or_nothing
    def fit(
        self,
        X: Any,
        y: Any = None,
        *,
        sensitive_features: Any = None,
        sample_weight: ArrayLike | None = None,
    ) -> Self:
        """Fit the model.

        Rows of pandas objects are matched with those of X by index: in another order they are
        aligned, and an index that does not hold the labels of X's raises ``ValueError``. Arrays,
        lists and frames without an index are matched by position.

        Parameters
        ----------
        X : array-like or data frame (pandas, polars, pyarrow) of shape (n_samples, n_features)
            Training rows. Columns of texts and categories are one-hot encoded.
        y : array-like of shape (n_samples,), default=None
            Used only where fairness is asked for given the label; otherwise ignored.
        sensitive_features : array-like or data frame of shape (n_samples,) or (n_samples, k)
            The protected attributes. Needed here only, never to transform rows. None takes
            ``sensitive_columns`` or, without them, fits ordinary PCA, with a warning if the
            method is a fair one.
        sample_weight : array-like of shape (n_samples,), default=None
            Weights of the rows; a weight of 2 counts as the row twice.

        Returns
        -------
        self : estimator
            Fitted.
        """
        self._check_parameters()
        if self.sensitive_columns is not None:
            sensitive_features = taken_columns(X, self.sensitive_columns, sensitive_features)
        groups = read_groups(in_order_of(X, sensitive_features, "sensitive_features"))
        features = self._features(X)
        weights = None
        if sample_weight is not None:
            weights = _check_sample_weight(
                in_order_of(X, sample_weight, "sample_weight"),
                features.numeric,
                dtype=np.float64,
                ensure_non_negative=True,
            )
        method = self._method_for(bool(groups))
        uses_label = self._settings(method).uses_label
        label = read_label(in_order_of(X, y, "y")) if uses_label else None
        table = build_table(features, groups=groups, label=label, weights=weights)
        levels = sum(len(texts) for _, _, texts in features.categorical)
        width = features.numeric.shape[1] + levels
        result = _core.fit(table, self._settings_for(method, rows=table.rows, width=width))
        return self._take(result, features.numeric.dtype)

    @all_or_nothing
    def fit_moments(self, moments: GroupMoments) -> Self:
        """Fit from moments gathered before, here or elsewhere.

        Gives what ``fit`` gives on the same rows, up to the rounding of the sums.

        Parameters
        ----------
        moments : GroupMoments
            Its sensitive features form the groups.

        Returns
        -------
        self : estimator
            Fitted.
        """
        self._check_parameters()
        core = getattr(moments, "_moments", None)
        if not isinstance(core, _core.GroupMoments):
            raise wrong_type("moments", "a GroupMoments", moments)
        method = self._method_for(bool(core.protected_columns))
        settings = self._settings_for(method, rows=core.rows, width=len(core.encoded_names))
        result = _core.fit_moments(core, settings)
        self._set_columns(result.model)
        return self._take(result, np.dtype(np.float64))

    def fit_transform(
        self,
        X: Any,
        y: Any = None,
        *,
        sensitive_features: Any = None,
        sample_weight: ArrayLike | None = None,
    ) -> Any:
        """Fit the model with X and return the coordinates of its rows; see ``fit``.

        Parameters
        ----------
        X : array-like or data frame of shape (n_samples, n_features)
            Training rows.
        y : array-like of shape (n_samples,), default=None
            As in ``fit``.
        sensitive_features : array-like or data frame, default=None
            As in ``fit``.
        sample_weight : array-like of shape (n_samples,), default=None
            As in ``fit``.

        Returns
        -------
        coordinates : array of shape (n_samples, n_components_)
            Those of the training rows, or a data frame of them where ``set_output`` asks for it.
        """
        self.fit(X, y, sensitive_features=sensitive_features, sample_weight=sample_weight)
        return self.transform(X)

    def transform(self, X: Any) -> Any:
        """Coordinates of rows, of shape (n_samples, n_components_). No group is needed.

        A row's coordinates do not depend on the rows beside it.

        Parameters
        ----------
        X : array-like or data frame of shape (n_samples, n_features)
            Rows with the columns of ``fit``.

        Returns
        -------
        coordinates : array of shape (n_samples, n_components_)
            Or a data frame of them where ``set_output`` asks for it.
        """
        return self._new_rows(X, "coordinates")

    def inverse_transform(self, X: ArrayLike) -> NDArray[Any]:
        """Rows from coordinates, in the units of the training data.

        Where columns were one-hot encoded there is one column per level: ``encoded_names_``.

        Parameters
        ----------
        X : array-like of shape (n_samples, n_components_)
            Coordinates.

        Returns
        -------
        rows : ndarray of shape (n_samples, number of encoded columns)
            Their reconstructions.
        """
        check_is_fitted(self)
        coordinates = check_array(X, dtype=_FLOATS, estimator=self, input_name="X")
        threads = thread_count(self.n_jobs, rows=len(coordinates))
        return self._model.transform(coordinates, {"what": "inverse"}, threads)

    def reconstruct(self, X: Any) -> NDArray[Any]:
        """Rows as the model sees them, in the units of the training data.

        ``inverse_transform(transform(X))``; mixtures, which have no inverse, weigh the
        reconstructions of their components. One column per encoded column, ``encoded_names_``.

        Parameters
        ----------
        X : array-like or data frame of shape (n_samples, n_features)
            Rows with the columns of ``fit``.

        Returns
        -------
        rows : ndarray of shape (n_samples, number of encoded columns)
            Their reconstructions.
        """
        return self._new_rows(X, "reconstruction")

    def score_samples(self, X: Any) -> NDArray[Any]:
        """Log-density of each row, ln N(x; ``mean_``, ``get_covariance()``).

        Parameters
        ----------
        X : array-like or data frame of shape (n_samples, n_features)
            Rows with the columns of ``fit``.

        Returns
        -------
        log_likelihood : ndarray of shape (n_samples,)
            One number per row.
        """
        return self._new_rows(X, "log-likelihood").ravel()

    def score(self, X: Any, y: Any = None, *, sensitive_features: Any = None) -> float:
        """How good the fit is on rows; greater is better.

        Of a fair estimator that is given the groups, minus what it minimises, taken on these rows
        (``docs/python.md`` lists it by method). Otherwise the mean of ``score_samples``, which says
        nothing about groups: a search by it tends to the least fair setting.

        Parameters
        ----------
        X : array-like or data frame of shape (n_samples, n_features)
            Rows with the columns of ``fit``.
        y : array-like of shape (n_samples,), default=None
            Ignored.
        sensitive_features : array-like or data frame, default=None
            The protected attributes of the rows.

        Returns
        -------
        score : float
            Greater is better.
        """
        if sensitive_features is None or not self._objective_terms():
            return float(np.mean(self.score_samples(X)))
        from fairpca._objective import fair_score

        return fair_score(self, X, sensitive_features)

    def _objective_terms(self) -> dict[str, tuple[float, int]]:
        """What is minimised: names of measured numbers, each with its weight and power."""
        return {}

    def get_covariance(self) -> NDArray[Any]:
        """Covariance of the encoded columns under the model.

        ``explained_variance_`` along the components, ``noise_variance_`` across them.

        Returns
        -------
        covariance : ndarray of shape (encoded columns, encoded columns)
            In the units of the training data.
        """
        check_is_fitted(self)
        return self._model.covariance().astype(self.components_.dtype, copy=False)

    def get_precision(self) -> NDArray[Any]:
        """Inverse of ``get_covariance()``.

        Returns
        -------
        precision : ndarray of shape (encoded columns, encoded columns)
            The inverse.
        """
        check_is_fitted(self)
        return self._model.precision().astype(self.components_.dtype, copy=False)

    def save(self, path: str | os.PathLike[str]) -> None:
        """Write the model file of the command line; ``fairpca.load`` reads it back.

        Parameters
        ----------
        path : str or path-like
            Name of the file.
        """
        check_is_fitted(self)
        self._model.save(file_path(path))

    def to_dict(self) -> dict[str, Any]:
        """The model as ``fairpca inspect --json`` shows it: method, columns, groups, loadings.

        What a fit says of itself, as ``fairpca fit --json`` writes it, is in ``report_``.

        Returns
        -------
        facts : dict
            Of texts, numbers, lists and dicts, as JSON has them.
        """
        check_is_fitted(self)
        facts: dict[str, Any] = json.loads(self._model.to_json())
        return facts

    def _html_repr(self) -> str:
        """scikit-learn's diagram, and below it what a fit found."""
        diagram: str = super()._html_repr()
        return diagram + estimator_html(self) if hasattr(self, "groups_") else diagram

    def _check_parameters(self) -> None:
        """Rejects everything that can be known to be wrong without the data."""
        check_features(self.features)
        check_categorical(self.categorical)
        check_sensitive_columns(self.sensitive_columns)
        check_n_jobs(self.n_jobs)
        if hasattr(self, "random_state"):
            check_random_state(self.random_state)
        self._settings(self._method).check()

    def _option_values(self) -> dict[str, Any]:
        """The parameters that are options of the core, by the names of the options, checked."""
        values = {}
        options = options_of(self._method)
        # Not get_params, which inspects the signature: this runs for every row of a service.
        for field in fields(self):
            value = getattr(self, field.name)
            # A count of threads and a seed are made of these when they are needed.
            if field.name not in options or field.name in ("n_jobs", "random_state"):
                continue
            if field.name == "n_components" and value is None:
                continue
            option = options[field.name]
            values[option.name] = checked(option, value)
        return values

    def _settings(self, method: str, **others: Any) -> _core.FitSettings:
        """What ``method``, the estimator's own or a plain one, is asked for; and ``others``."""
        names = names_of(method)
        values = self._option_values() | others
        return _core.FitSettings(method, {k: v for k, v in values.items() if k in names})

    def _method_for(self, has_groups: bool) -> str:
        """The method to run: ordinary PCA where a fair one has no groups."""
        if has_groups or _core.find_method(self._method).min_groups == 0:
            return self._method
        plain = self._method_without_groups
        said = message(
            "no-sensitive-features",
            estimator=Words(type(self).__name__),
            plain=Words("PCA" if plain == "pca" else plain),
        )
        warn(said, UserWarning, stacklevel=4)
        return plain

    def _settings_for(self, method: str, *, rows: int, width: int) -> _core.FitSettings:
        """All settings of a fit of so many rows and encoded columns."""
        allows_full_dimension = _core.find_method(method).allows_full_dimension
        if width < 2 and not allows_full_dimension:
            raise rejection(
                "estimator-needs-columns", estimator=Words(type(self).__name__), columns=width
            )
        others: dict[str, Any] = {"threads": thread_count(self.n_jobs)}
        if self.n_components is None:
            largest = width if allows_full_dimension else width - 1
            others["dimensions"] = max(1, min(2, largest, rows))
        if hasattr(self, "random_state"):
            seed = seed_of(self.random_state)
            others["seed"] = checked(options_of(method)["random_state"], seed)
        return self._settings(method, **others)

    def _features(self, X: Any) -> Features:
        """The columns of training rows, which are remembered."""
        frame = as_frame(X)
        if frame is None:
            return array_features(self._array(X, reset=True), self.features)
        left_out = self.sensitive_columns or ()
        check_columns(self, frame.to_native(), reset=True)
        names = self._names_in()
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
            dtype=_FLOATS,
            ensure_all_finite=False,
            ensure_min_samples=2 if reset else 1,
        )
        return array

    def _with_checked_numbers(self, features: Features, *, fewest_rows: int) -> Features:
        array = check_array(
            features.numeric,
            dtype=_FLOATS,
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

    def _new_rows(self, X: Any, what: str) -> NDArray[Any]:
        check_is_fitted(self)
        self._check_parameters()
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
        # Rows can be left out of a fit, but each row to transform must give a row.
        missing = "error" if self.missing == "drop-row" else self.missing
        threads = thread_count(self.n_jobs, rows=count)
        values = {"what": what, "missing": missing, "unseen": self.unseen}
        return self._model.transform(rows, values, threads)

    def _set_columns(self, model: _core.Model) -> None:
        names = [column[0] for column in model.columns]
        self.n_features_in_ = len(names)
        if names != default_names(len(names)):
            self.feature_names_in_ = np.array(names, dtype=object)
        elif hasattr(self, "feature_names_in_"):
            del self.feature_names_in_

    def _take_columns(self, other: BaseFairPCA) -> None:
        self.n_features_in_ = other.n_features_in_
        if hasattr(other, "feature_names_in_"):
            self.feature_names_in_ = other.feature_names_in_

    def _take(self, result: _core.FitResult, dtype: np.dtype[Any]) -> Self:
        self._set_model(result.model, result.groups, dtype)
        self.objective_ = result.objective
        self.optimality_gap_ = result.optimality_gap
        self.certified_ = result.certified
        self.dual_weights_ = result.dual_weights
        self.measures_ = result.measures
        if result.mmd_constraints:
            self.constraints_ = [
                {"name": one.name, "mmd2": one.mmd2, "tau": one.tau, "p_value": one.p_value}
                for one in result.mmd_constraints
            ]
        # A closed form counts as one step, as scikit-learn expects.
        self.n_iter_ = max(1, result.iterations)
        self.status_ = result.status
        self.notes_ = [str(note) for note in result.notes]
        self.report_ = json.loads(result.to_json())
        self._warn(result)
        return self

    def _warn(self, result: _core.FitResult) -> None:
        estimator, missed = Words(type(self).__name__), result.missed
        for said in result.warnings:
            if missed is None or str(said) != str(missed):
                warn(said, UserWarning, stacklevel=5)
        if missed is not None:
            status = Words(result.status)
            said = message("missed-constraint", estimator=estimator, status=status, problem=missed)
            warn(said, ConvergenceWarning, stacklevel=5)
        elif not result.converged:
            gap = result.optimality_gap
            state = f"status {result.status}" + ("" if np.isnan(gap) else f", gap {gap:.3g}")
            said = message("tolerance-not-met", estimator=estimator, state=Words(state))
            warn(said, ConvergenceWarning, stacklevel=5)

    def _set_model(
        self, model: _core.Model, groups: Sequence[_core.GroupSummary], dtype: np.dtype[Any]
    ) -> None:
        self._set_training(model, groups, dtype)
        self.components_ = model.components.astype(dtype, copy=False)
        self.explained_variance_ = model.explained_variance.astype(dtype, copy=False)
        self.explained_variance_ratio_ = model.explained_variance_ratio.astype(dtype, copy=False)
        self.singular_values_ = model.singular_values.astype(dtype, copy=False)
        self.noise_variance_ = model.noise_variance

    def _set_training(
        self, model: _core.Model, groups: Sequence[_core.GroupSummary], dtype: np.dtype[Any]
    ) -> None:
        """What models of every kind have."""
        self._model = model
        self.mean_ = model.mean.astype(dtype, copy=False)
        self.scale_ = model.scale.astype(dtype, copy=False)
        self.n_components_ = model.dimensions
        self.n_samples_ = model.rows
        self.encoded_names_ = model.encoded_names
        self.groups_ = [group.name for group in groups]
        self.group_counts_ = np.array([group.rows for group in groups], dtype=np.int64)
        self.group_reconstruction_error_ = numbers_of([g.reconstruction_error for g in groups])
        self.group_loss_ = numbers_of([group.loss for group in groups])

    @property
    def _n_features_out(self) -> int:
        return int(self.n_components_)

    def __sklearn_tags__(self) -> Any:
        tags = super().__sklearn_tags__()
        tags.transformer_tags.preserves_dtype = ["float64", "float32"]
        tags.input_tags.allow_nan = self.missing != "error"
        return tags


def numbers_of(values: Sequence[float | None]) -> NDArray[np.float64]:
    """The values as an array, NaN where there is none."""
    return np.array([np.nan if value is None else value for value in values], dtype=np.float64)
