# SPDX-License-Identifier: BSD-3-Clause
"""Model files, the same as the command line's."""

from __future__ import annotations

import inspect
import os
from typing import Any

import numpy as np

import fairpca
from fairpca import _core
from fairpca._base import BaseFairPCA
from fairpca._parameters import file_path
from fairpca._shown import shown


def load(path: str | os.PathLike[str]) -> BaseFairPCA:
    """Read a model written by ``save`` or by ``fairpca fit``.

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
    model = _core.Model.load(name)
    try:
        kind: type[BaseFairPCA] = getattr(fairpca, _core.find_method(model.method).python_name)
        parameters = _parameters(kind, model)
    except (ValueError, OverflowError) as problem:
        raise OSError(f"{shown(name)}: damaged: {problem}") from problem
    estimator = kind(**parameters)
    estimator._set_columns(model)
    estimator._set_model(model, model.groups, np.dtype(np.float64))
    estimator.status_ = model.status
    estimator.certified_ = model.certified
    return estimator


def _parameters(kind: type[BaseFairPCA], model: _core.Model) -> dict[str, Any]:
    """The parameters behind the options the model was fitted with."""
    defaults = {name: p.default for name, p in inspect.signature(kind).parameters.items()}
    names = {option: parameter for parameter, option in kind._options.items()}
    parameters: dict[str, Any] = {"n_components": model.requested_dimensions}
    for option, text in model.options.items():
        name = option.replace("-", "_")
        if name == "dimensions":
            parameters["n_components"] = _dimensions(text)
            continue
        name = names.get(name, "random_state" if name == "seed" else name)
        if name in defaults:
            parameters[name] = _value(name, text, defaults[name])
    return parameters


def _dimensions(text: str) -> int | float | tuple[int, int]:
    if ":" in text:
        return _range(text)
    return float(text) if "." in text or "e" in text else int(text)


def _range(text: str) -> tuple[int, int]:
    least, most = text.split(":")
    return int(least), int(most)


def _value(name: str, text: str, default: Any) -> Any:
    if name == "n_mixture_components" and ":" in text:
        return _range(text)
    if name == "noise_prior":
        return None if text == "none" else tuple(float(number) for number in text.split(","))
    if isinstance(default, bool):
        return text == "true"
    if isinstance(default, (int, float)):
        return type(default)(text)
    if name == "epsilon":
        radii = [float(radius) for radius in text.split(",")]
        return radii if len(radii) > 1 else radii[0]
    return float(text) if name == "relative_delta" else text
