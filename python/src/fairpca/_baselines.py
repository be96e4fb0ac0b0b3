# SPDX-License-Identifier: BSD-3-Clause
"""Methods without fairness, to compare with."""

from __future__ import annotations

from dataclasses import KW_ONLY, dataclass
from typing import Any, ClassVar

from numpy.typing import NDArray

from fairpca._base import BaseFairPCA


@dataclass(eq=False, repr=False)
class PCA(BaseFairPCA):
    """No fairness (baseline): principal component analysis that reports each group's error.

    Agrees with :class:`sklearn.decomposition.PCA` up to signs. With ``sensitive_features`` it also
    tells how well each group is described.

    Parameters
    ----------
    whiten : bool, default=False
        Divide coordinates by their standard deviation, so that each has unit variance on the
        training rows; ``inverse_transform`` undoes it. ``components_``, errors and
        ``get_covariance`` are the same.

    Examples
    --------
    >>> import fairpca
    >>> X, group = fairpca.synthetic("rfpca-toy", random_state=0)
    >>> pca = fairpca.PCA(n_components=1).fit(X, sensitive_features=group)
    >>> pca.components_.shape
    (1, 2)
    >>> pca.groups_
    ['0', '1']
    """

    _: KW_ONLY
    whiten: bool = False

    _method: ClassVar[str] = "pca"


@dataclass(eq=False, repr=False)
class PPCA(BaseFairPCA):
    """No fairness (baseline): probabilistic PCA, a Gaussian model with a likelihood.

    Tipping & Bishop (1999): ``noise_variance_`` is the mean of the discarded eigenvalues, and
    ``transform`` gives the posterior mean of the latent coordinates. ``n_components`` must be less
    than the number of encoded columns.

    Examples
    --------
    >>> import fairpca
    >>> X, _ = fairpca.synthetic("mbf-1", random_state=0)
    >>> ppca = fairpca.PPCA(n_components=1).fit(X)
    >>> ppca.score_samples(X).shape
    (300,)
    """

    _method: ClassVar[str] = "ppca"

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

    def posterior_covariance(self, X: Any) -> NDArray[Any]:
        """Covariance of each row's latent coordinates given the row.

        It is sigma^2 M^-1 for every complete row, and larger where cells are missing
        (``missing="model"``).

        Parameters
        ----------
        X : array-like or data frame of shape (n_samples, n_features)
            Rows with the columns of ``fit``.

        Returns
        -------
        covariance : ndarray of shape (n_samples, n_components_, n_components_)
            One matrix per row.
        """
        return self._posterior_covariance(X)
