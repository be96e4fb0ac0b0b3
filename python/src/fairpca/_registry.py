# SPDX-License-Identifier: BSD-3-Clause
"""The methods and measures there are."""

from __future__ import annotations

from fairpca import _core


def methods() -> list[_core.Method]:
    """All methods, in the order people should read them, as the command line knows them.

    Each has ``id``, ``python_name``, ``summary``, ``fairness``, ``needs``, ``min_groups`` and
    ``options`` (``name``, ``parameter``, ``type``, ``default``, ``allowed``, ``words``, ``range``,
    ``help``, ``needs``).

    Returns
    -------
    methods : list of Method
        One per method.

    Examples
    --------
    >>> import fairpca
    >>> {method.id: method.fairness for method in fairpca.methods()}["pca"]
    'none'
    """
    return _core.methods()


def measures() -> list[_core.Measure]:
    """All measures, in the order people should read them, as the command line knows them.

    Each has ``id``, ``summary``, ``definition`` (the formula), ``fairness`` (the notion it is
    about), ``direction`` (which values are better: ``lower``, ``higher``, ``nearer 0``,
    ``nearer 0.5``, ``none``), ``needs`` (``moments``, ``rows`` or ``label``), ``statistics``,
    ``has_groups``, ``needs_training``, ``needs_likelihood``, ``uncertainty`` (how its interval is
    made, or why there is none) and ``paper``.

    Returns
    -------
    measures : list of Measure
        One per measure.

    Examples
    --------
    >>> import fairpca
    >>> gap = next(one for one in fairpca.measures() if one.id == "gap")
    >>> gap.fairness, gap.direction, gap.needs
    ('reconstruction', 'lower', 'moments')
    """
    return _core.measures()
