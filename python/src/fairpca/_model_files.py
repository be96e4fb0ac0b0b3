# SPDX-License-Identifier: BSD-3-Clause
"""Model files, the same as the command line's."""

from __future__ import annotations

import os

import numpy as np

import fairpca
from fairpca import _core
from fairpca._base import BaseFairPCA


def load(path: str | os.PathLike[str]) -> BaseFairPCA:
    """Read a model written by ``save`` or by ``fairpca fit``.

    Returns
    -------
    estimator
        Fitted, of the class of the model's method. What a model file does not hold (the optimality
        gap, the dual weights, the number of iterations) it does not have either.

    Examples
    --------
    >>> import os, tempfile, fairpca
    >>> X, group = fairpca.synthetic("rfpca-toy", random_state=0)
    >>> pca = fairpca.PCA(n_components=1).fit(X, sensitive_features=group)
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     path = os.path.join(folder, "model.fpca")
    ...     pca.save(path)
    ...     loaded = fairpca.load(path)
    >>> bool((loaded.transform(X) == pca.transform(X)).all())
    True
    """
    model = _core.Model.load(path)
    name = _core.find_method(model.method).python_name
    estimator: BaseFairPCA = getattr(fairpca, name)(n_components=model.requested_dimensions)
    estimator._set_columns(model)
    estimator._set_model(model, model.groups, np.dtype(np.float64))
    estimator.status_ = model.status
    return estimator
