# SPDX-License-Identifier: BSD-3-Clause
"""The papers' synthetic data sets."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from fairpca import _core
from fairpca._parameters import check_count, check_seed, wrong_value


def synthetic(
    name: str,
    *,
    random_state: int = 0,
    n_samples: int | None = None,
    n_features: int | None = None,
) -> tuple[NDArray[np.float64], NDArray[np.int64]]:
    """Draw one of the papers' synthetic data sets.

    The same seed gives the same numbers on every machine, and those of ``fairpca synth``.

    Parameters
    ----------
    name : str
        One of ``synthetic_names()``.
    random_state : int, default=0
        The seed.
    n_samples, n_features : int or None, default=None
        None: as in the paper.

    Returns
    -------
    X : ndarray of shape (n_samples, n_features)
        The rows.
    group : ndarray of shape (n_samples,)
        0 or 1.

    Examples
    --------
    >>> import fairpca
    >>> X, group = fairpca.synthetic("mbf-1", random_state=1)
    >>> X.shape, int(group.sum())
    ((300, 3), 150)
    """
    if not isinstance(name, str):
        raise wrong_value("name", "one of synthetic_names()", name)
    counts = {"n_samples": n_samples, "n_features": n_features}
    wanted = [
        0 if value is None else check_count(parameter, value) for parameter, value in counts.items()
    ]
    rows, _, group = _core.synthesize(name, check_seed(random_state), *wanted)
    return rows, group


def synthetic_names() -> dict[str, str]:
    """Names of the data sets ``synthetic`` draws, each with a line on what it is.

    Returns
    -------
    names : dict of str to str
        A line for each name.

    Examples
    --------
    >>> import fairpca
    >>> "mbf-1" in fairpca.synthetic_names()
    True
    """
    return dict(_core.synthetic_specs())
