# SPDX-License-Identifier: BSD-3-Clause
"""Mixtures of probabilistic PCAs: plain, and with no group modelled worse."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, Self

import numpy as np
from numpy.typing import NDArray
from sklearn.utils.validation import check_is_fitted

from fairpca import _core
from fairpca._base import BaseFairPCA, numbers_of
from fairpca._messages import rejection
from fairpca._parameters import check_count, check_random_state, seed_of
from fairpca._shown import Words


@dataclass(eq=False, repr=False)
class MixturePPCA(BaseFairPCA):
    """No fairness (baseline): mixture of probabilistic PCAs, by EM over the rows.

    Tipping & Bishop (1999). ``n_components`` is the latent dimension of each component. Coordinates
    cannot be turned back into rows; ``reconstruct`` gives the model's view of rows.

    Parameters
    ----------
    n_mixture_components : int or (int, int), default=5
        Components of the mixture, or a range to choose from.
    max_iter : int, default=1000
        Maximum number of EM iterations.
    tol : float, default=1e-5
        EM stops when the mean log-likelihood of a row grows by less.
    start : {"clusters", "random"}, default="clusters"
        Where EM starts: k-means clusters, or rows drawn at random.
    starts : int, default=1
        Number of EM restarts; the best is kept.
    m_step : {"latent", "exact"}, default="latent"
        M-step from p x q sums, or from the p x p scatter of every component.
    noise_prior : (float, float) or None, default=(1.0, 0.01)
        Inverse-gamma prior on the noise variances: its shape, and its scale as a multiple of the
        mean variance of a column. None: no prior.
    embedding : {"average", "blocks"}, default="average"
        Coordinates: posterior means averaged by responsibility, or one block per component.
    keep_rows : {"automatic", "memory", "stream"}, default="automatic"
        Keep prepared rows in memory, or prepare them again for every iteration.
    choose_by : {"bic", "held-out"}, default="bic"
        How ranges of ``n_components`` and ``n_mixture_components`` are decided.
    choose_for : {"overall", "worst-group"}, default="overall"
        For whom they are decided.
    random_state : int, RandomState or None, default=0
        Seed of the starts; None draws one from NumPy's global state, as in scikit-learn.

    Examples
    --------
    >>> import fairpca
    >>> X, group = fairpca.synthetic("frmppca-balanced", random_state=0)
    >>> mixture = fairpca.MixturePPCA(2, n_mixture_components=3).fit(X, sensitive_features=group)
    >>> mixture.responsibilities(X).shape
    (1000, 3)
    >>> mixture.group_log_likelihood_.shape
    (2,)
    """

    n_mixture_components: int | tuple[int, int] = 5
    max_iter: int = 1000
    tol: float = 1e-5
    start: str = "clusters"
    starts: int = 1
    m_step: str = "latent"
    noise_prior: Sequence[float] | None = (1.0, 0.01)
    embedding: str = "average"
    keep_rows: str = "automatic"
    choose_by: str = "bic"
    choose_for: str = "overall"
    random_state: Any = 0

    _method: ClassVar[str] = "mixture-ppca"

    def responsibilities(self, X: Any) -> NDArray[Any]:
        """P(component | row), of shape (n_samples, number of components).

        Parameters
        ----------
        X : array-like or data frame of shape (n_samples, n_features)
            Rows with the columns of ``fit``.

        Returns
        -------
        responsibilities : ndarray of shape (n_samples, number of components)
            Every row sums to 1.
        """
        return self._new_rows(X, "responsibilities")

    def complete(self, X: Any) -> NDArray[Any]:
        """Encoded rows with missing cells replaced by their expectations (``missing="model"``).

        Parameters
        ----------
        X : array-like or data frame of shape (n_samples, n_features)
            Rows with the columns of ``fit``.

        Returns
        -------
        rows : ndarray of shape (n_samples, number of encoded columns)
            Without missing cells.
        """
        return self._new_rows(X, "completion")

    def posterior_means(self, X: Any) -> NDArray[Any]:
        """Latent coordinates expected under each component.

        Of shape (n_samples, number of components, ``n_components_``); ``transform`` weighs them by
        ``responsibilities``.

        Parameters
        ----------
        X : array-like or data frame of shape (n_samples, n_features)
            Rows with the columns of ``fit``.

        Returns
        -------
        means : ndarray of shape (n_samples, number of components, latent dimensions)
            One block per row.
        """
        means = self._new_rows(X, "posterior-means")
        return means.reshape(len(means), len(self.weights_), -1)

    def posterior_covariance(self, X: Any) -> NDArray[Any]:
        """Covariance of each row's latent coordinates given the row.

        Within the components, sigma_k^2 M_k^-1 weighted by responsibility, and between their
        posterior means.

        Parameters
        ----------
        X : array-like or data frame of shape (n_samples, n_features)
            Rows with the columns of ``fit``.

        Returns
        -------
        covariance : ndarray of shape (n_samples, q, q)
            One matrix per row, q the latent dimensions of a component, whatever the embedding.
        """
        return self._posterior_covariance(X)

    def sample(self, n_samples: int = 1, random_state: Any = None) -> NDArray[Any]:
        """Encoded rows drawn from the mixture.

        An int as ``random_state`` draws the rows of ``fairpca synth --model``, to the last bit;
        None draws others every time.

        Parameters
        ----------
        n_samples : int, default=1
            How many rows.
        random_state : int, RandomState or None, default=None
            The seed.

        Returns
        -------
        rows : ndarray of shape (n_samples, number of encoded columns)
            In the units of the training data.
        """
        check_is_fitted(self)
        count = check_count("n_samples", n_samples)
        check_random_state(random_state)
        return self._model.sample(count, seed_of(random_state))

    def score_samples(self, X: Any) -> NDArray[Any]:
        """Log-density of each row, ln p(x), in the units of the training data.

        Missing cells are integrated out.

        Parameters
        ----------
        X : array-like or data frame of shape (n_samples, n_features)
            Rows with the columns of ``fit``.

        Returns
        -------
        log_likelihood : ndarray of shape (n_samples,)
            One number per row.
        """
        return super().score_samples(X)

    def get_covariance(self) -> NDArray[Any]:
        """Covariance of the encoded columns under the mixture.

        Returns
        -------
        covariance : ndarray of shape (encoded columns, encoded columns)
            In the units of the training data.
        """
        check_is_fitted(self)
        return self._model.covariance()

    def get_precision(self) -> NDArray[Any]:
        """Inverse of ``get_covariance()``.

        Returns
        -------
        precision : ndarray of shape (encoded columns, encoded columns)
            The inverse.
        """
        precision: NDArray[Any] = np.linalg.inv(self.get_covariance())
        return precision

    def _set_model(
        self, model: _core.Model, groups: Sequence[_core.GroupSummary], dtype: np.dtype[Any]
    ) -> None:
        facts = model.mixture
        if facts is None:
            raise rejection("not-a-mixture", method=Words(model.method))
        self._set_training(model, groups, dtype)
        weights, means, loadings, noise, variances = facts
        count, width = means.shape
        self.weights_ = weights
        self.means_ = means
        self.components_ = loadings.reshape(count, -1, width)
        self.noise_variances_ = noise
        self.explained_variance_ = variances
        self.group_log_likelihood_ = numbers_of([group.log_likelihood for group in groups])

    @property
    def covariances_(self) -> NDArray[Any]:
        """Covariances of the components, of shape (components, columns, columns)."""
        check_is_fitted(self)
        width = len(self.encoded_names_)
        return self._model.component_covariances().reshape(-1, width, width)

    def _take(self, result: _core.FitResult, dtype: np.dtype[Any]) -> Self:
        self.log_likelihood_ = result.measures["log_likelihood"]
        self.bic_ = result.measures["bic"]
        return super()._take(result, dtype)


@dataclass(frozen=True, eq=False)
class FitStep:
    """A step of the search for weights of the groups; one number per group each."""

    group_weights: NDArray[Any]
    log_likelihood: NDArray[Any]
    reconstruction_error: NDArray[Any]


@dataclass(eq=False, repr=False)
class FairMixturePPCA(MixturePPCA):
    """Likelihood fairness: the worst group's mean log-likelihood is as large as it gets.

    FR-MPPCA of Nascimento (2025) with its formulas corrected: a mixture of probabilistic PCAs over
    weights of the groups. The plain mixture from the same start is among the candidates.

    Parameters
    ----------
    group_weights : {"apstar", "bisection"}, default="apstar"
        How the groups' weights are searched; bisection is for two groups.
    step : float, default=0.3
        Step size of APStar, in (0, 1).
    k_min : int, default=20
        Of APStar: value to which its K is reset after an improvement.
    max_steps : int, default=500
        Maximum number of steps of the search.
    patience : int, default=40
        Steps without progress after which APStar has converged.
    indicator : {"own", "weighted"}, default="own"
        Of APStar: compare the groups' likelihoods, or weight times likelihood as printed in the
        dissertation, which depends on the units of the data.
    keep_models : bool, default=False
        Keep the model of every step: ``step_estimators_``.

    Examples
    --------
    >>> import fairpca
    >>> X, group = fairpca.synthetic("mbf-1", random_state=0)
    >>> plain = fairpca.MixturePPCA(1, n_mixture_components=1).fit(X, sensitive_features=group)
    >>> fair = fairpca.FairMixturePPCA(1, n_mixture_components=1).fit(X, sensitive_features=group)
    >>> bool(fair.group_log_likelihood_.min() >= plain.group_log_likelihood_.min())
    True
    """

    group_weights: str = "apstar"
    step: float = 0.3
    k_min: int = 20
    max_steps: int = 500
    patience: int = 40
    indicator: str = "own"
    keep_models: bool = False

    _method: ClassVar[str] = "fair-mixture-ppca"
    _method_without_groups: ClassVar[str] = "mixture-ppca"

    def _objective_terms(self) -> dict[str, tuple[float, int]]:
        return {"log_likelihood_worst": (-1, 1)}

    def _take(self, result: _core.FitResult, dtype: np.dtype[Any]) -> Self:
        self.group_weights_ = result.group_weights
        self.history_ = [
            FitStep(step.group_weights, step.log_likelihood, step.reconstruction_error)
            for step in result.history
        ]
        self.step_estimators_ = []
        if self.keep_models:
            for step in range(len(self.history_)):
                estimator = type(self)(**self.get_params())
                estimator._take_columns(self)
                estimator._set_model(result.step_model(step), result.step_groups(step), dtype)
                self.step_estimators_.append(estimator)
        return super()._take(result, dtype)
