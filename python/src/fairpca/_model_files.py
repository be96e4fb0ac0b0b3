# SPDX-License-Identifier: BSD-3-Clause
"""Model files, the same as the command line's."""

from __future__ import annotations

import os
from dataclasses import fields
from typing import Any

import numpy as np

import fairpca
from fairpca import _core
from fairpca._base import BaseFairPCA
from fairpca._messages import message
from fairpca._parameters import file_path, options_of
from fairpca._shown import Words


def load(path: str | os.PathLike[str]) -> BaseFairPCA:
    """Read a model written by ``save`` or by ``fairpca fit``.

    Parameters
    ----------
    path : str or path-like
        Name of the file.

    Returns
    -------
    estimator
        Fitted, of the class of the model's method. What a model file does not hold it does not have
        either: ``objective_``, ``optimality_gap_``, ``dual_weights_`` and ``n_iter_``.

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
    name = file_path(path)
    return _estimator(_core.Model.load(name), name)


def of_bytes(state: bytes) -> BaseFairPCA:
    """The estimator of a model file that was read already."""
    model = _core.Model.__new__(_core.Model)
    model.__setstate__(state)
    return _estimator(model, "model")


def _estimator(model: _core.Model, name: str) -> BaseFairPCA:
    """Of the class of the model's method, fitted; ``name`` is that of its file."""
    try:
        kind: type[BaseFairPCA] = getattr(fairpca, _core.find_method(model.method).python_name)
        parameters = _parameters(kind, model)
    except ValueError as problem:
        said = message("model-parameters", file=Words(name), problem=Words(problem))
        raise _core.exception(OSError, said) from problem
    estimator = kind(**parameters)
    estimator._set_columns(model)
    estimator._set_model(model, model.groups, np.dtype(np.float64))
    estimator.status_ = model.status
    estimator.certified_ = model.certified
    return estimator


def _parameters(kind: type[BaseFairPCA], model: _core.Model) -> dict[str, Any]:
    """The parameters behind the options the model was fitted with."""
    options = {option.name: option for option in options_of(model.method).values()}
    names = {field.name for field in fields(kind)}
    parameters: dict[str, Any] = {"n_components": model.requested_dimensions}
    for name, text in model.options.items():
        option = options.get(name.replace("-", "_"))
        if option is not None and option.parameter in names:
            parameters[option.parameter] = option.parse(text)
    return parameters
