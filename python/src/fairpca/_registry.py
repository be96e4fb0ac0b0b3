# SPDX-License-Identifier: BSD-3-Clause
"""The methods there are."""

from __future__ import annotations

from fairpca import _core


def methods() -> list[_core.Method]:
    """All methods, in the order people should read them, as the command line knows them.

    Each has ``id``, ``python_name``, ``summary``, ``fairness``, ``needs``, ``min_groups`` and
    ``options`` (``name``, ``parameter``, ``type``, ``default``, ``allowed``, ``words``, ``range``,
    ``help``, ``needs``).

    Examples
    --------
    >>> import fairpca
    >>> {method.id: method.fairness for method in fairpca.methods()}["pca"]
    'none'
    """
    return _core.methods()
