# SPDX-License-Identifier: BSD-3-Clause
"""Proving again what a fit proved."""

from __future__ import annotations

import os
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import ArrayLike
from sklearn.utils.validation import _check_sample_weight, check_array, check_is_fitted

from fairpca import _core
from fairpca._base import BaseFairPCA
from fairpca._group_moments import GroupMoments
from fairpca._keys import Keys, keys_as_values
from fairpca._parameters import check_n_jobs, file_path, wrong_type
from fairpca._rich import verification_html
from fairpca._stream_tables import known_stream
from fairpca._streams import as_stream, reading
from fairpca._tables import (
    Features,
    as_frame,
    build_table,
    columns_of,
    default_names,
    in_order_of,
    places_of,
    read_groups,
    read_known_frame,
    read_label,
    used_columns,
)
from fairpca._threads import thread_count


class Claim(NamedTuple):
    """One claim of a model file: what it is about, what became of it, and in words."""

    claim: str
    status: str
    sentence: str


class Verification:
    """What could be proven of a model again. Made by ``verify``; its text has a line per claim.

    Attributes
    ----------
    claims : list of Claim
        Each with its ``claim`` (``same_problem``, ``feasible``, ``objective``, ``bound``,
        ``optimal``, ...), its ``status`` (``proven``, ``failed``, ``not checked``, ``withheld``,
        ``reported``) and a ``sentence`` with the numbers.
    ok : bool
        Whether every claim of the model was proven again.
    objective, bound : float or None
        Recomputed.

    Examples
    --------
    >>> import fairpca
    >>> X, group = fairpca.synthetic("rfpca-toy", random_state=0)
    >>> fair = fairpca.FairPCA(n_components=1).fit(X, sensitive_features=group)
    >>> fairpca.verify(fair, X, sensitive_features=group).ok
    True
    """

    def __init__(self, core: _core.Verification) -> None:
        self.claims = [Claim(*facts) for facts in core.claims]
        self.ok = core.ok
        self.objective = core.objective
        self.bound = core.bound
        self._text = core.to_text()

    def to_dict(self) -> dict[str, Any]:
        """What ``fairpca verify --json`` writes, but for the method.

        Returns
        -------
        facts : dict
            Of texts, numbers, lists and dicts, as JSON has them.
        """
        return {
            "ok": self.ok,
            "objective": self.objective,
            "bound": self.bound,
            "claims": [claim._asdict() for claim in self.claims],
        }

    def __repr__(self) -> str:
        return self._text.rstrip("\n")

    def _repr_html_(self) -> str:
        return verification_html(self)


def verify(
    model: BaseFairPCA | str | os.PathLike[str],
    moments_or_X: Any,
    *,
    sensitive_features: Any = None,
    y: Any = None,
    sample_weight: ArrayLike | None = None,
    n_jobs: int | None = None,
) -> Verification:
    """Prove again, from the data, what the fit of a model proved.

    Nothing of the model is trusted but its components and multipliers: objective and bound are
    recomputed by full eigen-solves whose errors are evaluated (``docs/methods/certificates.md``).

    Parameters
    ----------
    model : fitted estimator or path of a model file
        What is to be proved.
    moments_or_X : GroupMoments, or array-like, data frame or stream of rows
        What the model was fitted to; with rows the others may be names of columns. MMD and the
        likelihoods of mixtures need the rows.
    sensitive_features : array-like or data frame of shape (n_samples,) or (n_samples, k)
        With rows: as in ``fit``.
    y : array-like of shape (n_samples,), default=None
        With rows: the label, where the fit looked at it.
    sample_weight : array-like of shape (n_samples,), default=None
        With rows: as in ``fit``.
    n_jobs : int or None, default=None
        Threads, as in the estimators.

    Returns
    -------
    verification : Verification
        Its ``ok`` is true if every claim holds.

    Examples
    --------
    >>> import fairpca
    >>> X, group = fairpca.synthetic("rfpca-toy", random_state=0)
    >>> fair = fairpca.FairPCA(n_components=1).fit(X, sensitive_features=group)
    >>> moments = fairpca.GroupMoments().partial_fit(X, sensitive_features=group)
    >>> proof = fairpca.verify(fair, moments)
    >>> proof.ok, sorted({claim.status for claim in proof.claims})
    (True, ['proven', 'reported'])
    """
    check_n_jobs(n_jobs)
    core = _model_of(model)
    threads = thread_count(n_jobs)
    if isinstance(moments_or_X, GroupMoments):
        return Verification(_core.verify_moments(core, moments_or_X._moments, threads))
    rows = _rows_of(core, moments_or_X, Keys(sensitive_features, y, sample_weight))
    with reading(rows):
        return Verification(_core.verify_table(core, rows, threads))


def _rows_of(model: _core.Model, X: Any, keys: Keys) -> _core.Rows:
    if not _core.needs_label(model):
        keys = keys._replace(y=None)
    source = as_stream(X)
    if source is not None:
        return known_stream(source, used_columns(model), keys)
    keys, _ = keys_as_values(X, keys)
    features = _features_of(model, X)
    weights = None
    if keys.sample_weight is not None:
        weights = _check_sample_weight(
            in_order_of(X, keys.sample_weight, "sample_weight"),
            features.numeric,
            dtype=np.float64,
        )
    return build_table(
        features,
        groups=read_groups(in_order_of(X, keys.sensitive_features, "sensitive_features")),
        label=read_label(in_order_of(X, keys.y, "y")),
        weights=weights,
    )


def _model_of(model: Any) -> _core.Model:
    if isinstance(model, BaseFairPCA):
        check_is_fitted(model)
        return model._model
    if isinstance(model, (str, os.PathLike)):
        return _core.Model.load(file_path(model))
    raise wrong_type("model", "a fitted estimator or the path of a model file", model)


def _features_of(model: _core.Model, X: Any) -> Features:
    """The columns that the model was fitted to."""
    frame = as_frame(X)
    known = columns_of(model)
    if frame is not None:
        names = [str(name) for name in frame.columns]
        # A column that is not there is a claim that does not hold, not a mistake of the caller.
        used = [column for column in known if column.name in names and not column.is_dropped]
        frame = frame[:, places_of(used, names)]
        return read_known_frame(frame, names=[column.name for column in used], columns=used)
    array = check_array(X, dtype=[np.float64, np.float32], ensure_all_finite=False, input_name="X")
    names = default_names(array.shape[1])
    if array.shape[1] == len(known):
        names = [column.name for column in known]
    return Features(names, array, [])
