# SPDX-License-Identifier: BSD-3-Clause
"""What all estimators share."""

from __future__ import annotations

import json
import os
from collections.abc import Sequence
from dataclasses import KW_ONLY, dataclass
from typing import TYPE_CHECKING, Any, ClassVar, Self

import numpy as np
from numpy.typing import ArrayLike, NDArray
from sklearn.utils.validation import _check_sample_weight, check_array, check_is_fitted

from fairpca import _core
from fairpca._all_or_nothing import all_or_nothing
from fairpca._docstrings import with_inherited_parameters
from fairpca._fitted import FittedAttributes, numbers_of
from fairpca._keys import Keys, keys_as_values
from fairpca._messages import rejection
from fairpca._onnx import OnnxExport
from fairpca._parameters import file_path, wrong_type
from fairpca._reading import FLOATS, RowReader, are_few_finite_numbers
from fairpca._rich import estimator_html
from fairpca._state import ModelState
from fairpca._streams import as_stream, reading
from fairpca._tables import build_table, in_order_of, read_groups, read_label, taken_columns
from fairpca._threads import thread_count
from fairpca._transformer import Transformer

if TYPE_CHECKING:
    from fairpca._group_moments import GroupMoments

__all__ = ["BaseFairPCA", "numbers_of"]


@dataclass(eq=False, repr=False)
class BaseFairPCA(OnnxExport, ModelState, RowReader, FittedAttributes, Transformer):
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
        X : array-like, data frame (pandas, polars, pyarrow) or stream of rows
            Training rows, of shape (n_samples, n_features). Columns of texts and categories are
            one-hot encoded. Whatever gives Arrow streams (data sets, lazy frames, relations,
            readers) is read batch by batch: ``docs/tables.md``.
        y : array-like of shape (n_samples,) or name of a column of X, default=None
            Used only where fairness is asked for given the label; otherwise ignored. A column that
            is named is no feature.
        sensitive_features : array-like, data frame, or name or list of names of columns of X
            Of shape (n_samples,) or (n_samples, k). The protected attributes. A text names a
            column, and so does a list of texts that is shorter than the rows; such columns are no
            features. Needed here only, never to transform rows. None takes
            ``sensitive_columns`` or, without them, fits ordinary PCA, with a warning if the
            method is a fair one.
        sample_weight : array-like of shape (n_samples,) or name of a column of X, default=None
            Weights of the rows; a weight of 2 counts as the row twice.

        Returns
        -------
        self : estimator
            Fitted.
        """
        self._check_parameters()
        keys = Keys(sensitive_features, y, sample_weight)
        source = as_stream(X)
        if source is not None:
            stream, named = self._open_training(source, keys)
            with reading(stream, warns=False):
                method = self._method_for(bool(named.groups))
                result = self._fit_stream(stream, named, method)
            return self._take(result, np.dtype(np.float32 if stream.is_float32 else np.float64))
        if self.sensitive_columns is not None:
            taken = taken_columns(X, self.sensitive_columns, sensitive_features)
            keys = keys._replace(sensitive_features=taken)
        keys, left_out = keys_as_values(X, keys)
        groups = read_groups(in_order_of(X, keys.sensitive_features, "sensitive_features"))
        features = self._features(X, left_out)
        weights = None
        if keys.sample_weight is not None:
            weights = _check_sample_weight(
                in_order_of(X, keys.sample_weight, "sample_weight"),
                features.numeric,
                dtype=np.float64,
                ensure_non_negative=True,
            )
        method = self._method_for(bool(groups))
        uses_label = self._settings(method).uses_label
        label = read_label(in_order_of(X, keys.y, "y")) if uses_label else None
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
        X : array-like, data frame or stream of shape (n_samples, n_features)
            Training rows; a stream must be one that can be read again.
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
        source = as_stream(X)
        if source is not None:
            X = source
            if not source.can_rewind:
                raise rejection("reader-read-once")
        self.fit(X, y, sensitive_features=sensitive_features, sample_weight=sample_weight)
        return self.transform(X)

    def transform(self, X: Any) -> Any:
        """Coordinates of rows, of shape (n_samples, n_components_). No group is needed.

        A row's coordinates do not depend on the rows beside it.

        Parameters
        ----------
        X : array-like, data frame or stream of shape (n_samples, n_features)
            Rows with the columns of ``fit``; of a stream they are found by name.

        Returns
        -------
        coordinates : array of shape (n_samples, n_components_)
            Or a data frame of them where ``set_output`` asks for it. Of a stream an object with
            ``__arrow_c_stream__``, which reads the rows when it is read itself.
        """
        source = as_stream(X)
        if source is not None:
            return self._transformed(source, list(self.get_feature_names_out()))
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
        self._check_fitted()
        coordinates: NDArray[Any] = X  # type: ignore[assignment]
        if not are_few_finite_numbers(X):
            coordinates = check_array(X, dtype=FLOATS, estimator=self, input_name="X")
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

    @property
    def _n_features_out(self) -> int:
        return int(self.n_components_)

    def __sklearn_tags__(self) -> Any:
        tags = super().__sklearn_tags__()
        tags.transformer_tags.preserves_dtype = ["float64", "float32"]
        tags.input_tags.allow_nan = self.missing != "error"
        return tags
