# SPDX-License-Identifier: BSD-3-Clause
"""What was measured."""

from __future__ import annotations

import copy
from typing import Any

from fairpca._rich import evaluation_html
from fairpca._shown import shown
from fairpca._tables import frame_of

_Key = tuple[str, str | None, str]
_COLUMNS = ("measure", "statistic", "group", "value", "low", "high", "floor")


class Evaluation:
    """What ``fairpca.evaluate`` measured of a model on rows.

    ``evaluation["gap"]`` is the number of a measure for all rows (of the worst group, where it has
    none), ``evaluation["loss", "Female"]`` that of a group, and ``evaluation["loss", "Female",
    "bias"]`` another statistic of it, ``evaluation["accuracy_difference"]`` for all rows. Numbers
    that are not there raise ``KeyError``; ``in`` says whether they are. Its text is the table of
    the command line. Evaluations are equal if they hold the same numbers, and can be pickled.

    Examples
    --------
    >>> import fairpca
    >>> X, group = fairpca.synthetic("rfpca-toy", random_state=0)
    >>> pca = fairpca.PCA(n_components=1).fit(X, sensitive_features=group)
    >>> result = fairpca.evaluate(pca, X, sensitive_features=group, measures=["gap", "loss"])
    >>> "gap" in result, ("loss", "1") in result, "accuracy" in result
    (True, True, False)
    >>> result.to_frame().columns.tolist()
    ['measure', 'statistic', 'group', 'value', 'low', 'high', 'floor']
    """

    def __init__(self, facts: dict[str, Any], text: str, backend: str | None) -> None:
        self._facts = facts
        self._text = text
        self._backend = backend

    @property
    def groups(self) -> list[str]:
        """Names of the groups of the evaluated rows."""
        return [group["name"] for group in self._facts["groups"]]

    @property
    def group_counts(self) -> dict[str, int]:
        """Rows of each group."""
        return {group["name"]: group["rows"] for group in self._facts["groups"]}

    @property
    def n_samples(self) -> int:
        """Evaluated rows."""
        return int(self._facts["rows"])

    @property
    def notes(self) -> list[str]:
        """What was left out or settled, as sentences."""
        return list(self._facts["notes"])

    @property
    def warnings(self) -> list[str]:
        """What ``evaluate`` warned of."""
        return list(self._facts["warnings"])

    @property
    def drift(self) -> dict[str, Any] | None:
        """How shares, errors and means of groups moved since the fit; None where it is not known.

        ``statements`` has a dict per statement with ``group``, ``number``, ``then``, ``now``,
        ``change`` and its interval ``low`` to ``high``; the intervals hold all at once.
        """
        drift = self._facts.get("drift")
        return None if drift is None else copy.deepcopy(drift)

    @property
    def features(self) -> dict[str, float]:
        """Communality of each encoded feature: how much of it the coordinates keep."""
        return {one["feature"]: one["communality"] for one in self._facts.get("features", [])}

    @property
    def values(self) -> dict[_Key, float]:
        """Every number by measure, group (None: all rows) and statistic."""
        return {key: one["value"] for key, one in self._by_key().items()}

    def interval(
        self, measure: str, group: str | None = None, statistic: str = "value"
    ) -> tuple[float, float] | None:
        """The 95 % interval of a number; None where there is none.

        Parameters
        ----------
        measure : str
            Its id.
        group : str or None, default=None
            A group; None: all rows.
        statistic : str, default="value"
            Which number of the measure.

        Returns
        -------
        interval : (float, float) or None
            Its ends.
        """
        is_named = group is not None or statistic != "value"
        one = self._find((measure, group, statistic) if is_named else self._full(measure))
        return None if one["low"] is None else (one["low"], one["high"])

    def floor(self, measure: str) -> float | None:
        """What the number of a measure is on average where groups do not differ.

        Parameters
        ----------
        measure : str
            Its id.

        Returns
        -------
        floor : float or None
            None where it is not known.
        """
        found: float | None = self._find((measure, None, "value"))["floor"]
        return found

    def to_dict(self) -> dict[str, Any]:
        """What ``fairpca evaluate --json`` writes.

        Returns
        -------
        facts : dict
            Of texts, numbers, lists and dicts, as JSON has them.
        """
        return copy.deepcopy(self._facts)

    def to_frame(self) -> Any:
        """One row per number, as a data frame of the library X is of (of an array: pandas).

        Columns are those of results.csv: measure, statistic, group (empty: all rows), value, the
        95 % interval low to high, and the floor, NaN where there is none.

        Returns
        -------
        frame : data frame
            Of pandas, polars or pyarrow.
        """
        rows = self._facts["measures"]
        data = {name: [one[name] for one in rows] for name in _COLUMNS}
        data["group"] = [name or "" for name in data["group"]]
        return frame_of(data, texts=_COLUMNS[:3], backend=self._backend)

    def __getitem__(self, key: str | tuple[str | None, ...]) -> float:
        value: float = self._find(self._full(key))["value"]
        return value

    def __contains__(self, key: object) -> bool:
        return self._full(key) in self._by_key()

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Evaluation):
            return NotImplemented
        return _measured(self._facts) == _measured(other._facts)

    __hash__ = None  # type: ignore[assignment]

    def __str__(self) -> str:
        return self._text

    __repr__ = __str__

    def _repr_html_(self) -> str:
        return evaluation_html(self._facts)

    def _by_key(self) -> dict[_Key, dict[str, Any]]:
        return {
            (one["measure"], one["group"] or None, one["statistic"]): one
            for one in self._facts["measures"]
        }

    def _find(self, key: tuple[Any, ...]) -> dict[str, Any]:
        found = self._by_key()
        if key in found:
            return found[key]
        there = [one[1:] for one in found if one[0] == key[0]]
        what = f"of {key[0]} there are {there}" if there else f"there are {self._measures()}"
        raise KeyError(f"there is no {shown(key)}; {what}; notes say what was left out")

    def _measures(self) -> list[str]:
        return list(dict.fromkeys(one["measure"] for one in self._facts["measures"]))

    def _full(self, key: object) -> tuple[Any, ...]:
        """Measure, group and statistic.

        A text can name a statistic too, as rules of the command line do (``loss_worst``); a
        measure without a number of all rows means its worst group.
        """
        parts = key if isinstance(key, tuple) else (key,)
        full = (*parts, *(None, "value")[len(parts) - 1 :])
        if len(parts) > 1 or full in (found := self._by_key()):
            return full
        worst = (key, None, "worst")
        if worst in found:
            return worst
        named = (one for one in found if one[1] is None and f"{one[0]}_{one[2]}" == key)
        return next(named, full)


def _measured(facts: dict[str, Any]) -> dict[str, Any]:
    """What does not depend on the machine."""
    return {k: v for k, v in facts.items() if k not in ("seconds", "peak_memory_bytes")}
