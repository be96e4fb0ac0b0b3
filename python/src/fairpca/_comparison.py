# SPDX-License-Identifier: BSD-3-Clause
"""What a comparison found."""

from __future__ import annotations

import copy
import csv
import io
import json
import os
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from fairpca._base import BaseFairPCA
from fairpca._parameters import file_path
from fairpca._rich import comparison_html
from fairpca._shown import shown
from fairpca._tables import frame_of

# Columns of results.csv, fits.csv and features.csv that hold numbers.
_NUMBERS = frozenset(
    {
        *("split", "value", "low", "high", "floor"),
        *("objective", "bound", "optimality_gap", "iterations", "eigensolves", "output_dimensions"),
        *("communality", "scaled_communality"),
    }
)


class Models(Mapping[tuple[str, Any], BaseFairPCA]):
    """Fitted estimators of a comparison by method and dimensions, made when they are asked for."""

    def __init__(self, states: dict[tuple[str, str], bytes]) -> None:
        self._states = states

    def __getitem__(self, key: tuple[str, Any]) -> BaseFairPCA:
        from fairpca._model_files import of_bytes

        if not isinstance(key, tuple) or len(key) != 2:
            raise KeyError(f"{shown(key)}: give method and dimensions, as in {next(iter(self))}")
        state = self._states.get((key[0], str(key[1])))
        if state is None:
            raise KeyError(f"there is no {shown(key)}; there are {list(self)}")
        return of_bytes(state)

    def __iter__(self) -> Iterator[tuple[str, Any]]:
        for method, dimensions in self._states:
            yield method, float(dimensions) if "." in dimensions else int(dimensions)

    def __len__(self) -> int:
        return len(self._states)

    def __repr__(self) -> str:
        return f"Models({list(self)})"


class Comparison:
    """What ``fairpca.compare`` found: methods, dimensions and splits, measured on held-out rows.

    Its text is what ``fairpca compare`` prints: a table per dimension, a sentence per fairness
    notion, and code that fits the method with the least gap. Comparisons can be pickled, and are
    equal if they hold the same numbers.

    Examples
    --------
    >>> import fairpca
    >>> X, group = fairpca.synthetic("rfpca-toy", random_state=0)
    >>> found = fairpca.compare(
    ...     X, sensitive_features=group, dimensions=[1], methods=["fair-pca"], measures=["gap"]
    ... )
    >>> found.to_frame().query("rows == 'test' and statistic == 'value'").method.tolist()
    ['pca', 'fair-pca']
    >>> found.models["fair-pca", 1].transform(X).shape
    (300, 1)
    """

    def __init__(
        self,
        facts: dict[str, Any],
        text: str,
        tables: dict[str, str],
        models: dict[tuple[str, str], bytes],
        suggested: str,
        backend: str | None,
        report: dict[str, str],
    ) -> None:
        self._facts = facts
        self._text = text
        self._tables = tables
        self._models = models
        self._suggested = suggested
        self._backend = backend
        self._report = report

    def to_frame(self) -> Any:
        """Every number, as a data frame of the library X is of (of an array: pandas).

        Columns: split (NaN: over all splits), dimensions, method, setting, rows (``train`` or
        ``test``), group (empty: all rows), measure, statistic, value, the 95 % interval low to
        high, and floor.

        Returns
        -------
        frame : data frame
            Of pandas, polars or pyarrow.
        """
        return self._frame("results")

    @property
    def fits(self) -> Any:
        """What each fit said of itself: objective, bound, status and iterations, as a frame."""
        return self._frame("fits")

    @property
    def features(self) -> Any:
        """Communality of every encoded feature under every method, as a frame."""
        return self._frame("features")

    @property
    def findings(self) -> list[str]:
        """What can be said of each fairness notion and dimension, as sentences.

        A difference that the data do not show is said not to be seen, with its interval. Where a
        group is too small there is none.
        """
        tables = self._facts["tables"]
        said = [one["sentence"] for table in tables for one in table["findings"]]
        return [sentence for sentence in said if sentence]

    @property
    def models(self) -> Models:
        """Fitted estimators: ``models["fair-pca", 5]``.

        Of one split they are fitted to its training rows, of several to all rows. They remember the
        errors of held-out rows, which ``evaluate`` compares with.
        """
        return Models(self._models)

    @property
    def suggested(self) -> str:
        """Code that fits one method to all rows; empty where no fair method was measured.

        Of the methods of one fairness notion at the last dimension it is the best by that notion's
        own measure, as the text says.
        """
        return self._suggested

    @property
    def groups(self) -> dict[str, int]:
        """Rows of each group."""
        return {group["name"]: group["rows"] for group in self._facts["groups"]}

    @property
    def notes(self) -> list[str]:
        """What was left out or settled, as sentences."""
        return list(self._facts["notes"])

    @property
    def warnings(self) -> list[str]:
        """What ``compare`` warned of."""
        return list(self._facts["warnings"])

    def to_dict(self) -> dict[str, Any]:
        """What ``fairpca compare --json`` writes.

        Returns
        -------
        facts : dict
            Of texts, numbers, lists and dicts, as JSON has them.
        """
        return copy.deepcopy(self._facts)

    def to_html(self, path: str | os.PathLike[str] | None = None) -> str | None:
        """The report: one page with the finding, its pictures, tables and proofs.

        It needs no network and no other file, and holds no row but the coordinates it draws.

        Parameters
        ----------
        path : path or None, default=None
            File to write. None: the page is returned.

        Returns
        -------
        page : str or None
            None where it was written.
        """
        if path is None:
            return self._report["report.html"]
        Path(file_path(path)).write_text(self._report["report.html"], encoding="utf-8", newline="")
        return None

    @property
    def report(self) -> dict[str, Any]:
        """What the report says, for programs: ``report.json`` of the study's folder."""
        found: dict[str, Any] = json.loads(self._report["report.json"])
        return found

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Comparison):
            return NotImplemented
        return self._tables == other._tables and self._models == other._models

    __hash__ = None  # type: ignore[assignment]

    def __str__(self) -> str:
        return self._text

    __repr__ = __str__

    def _repr_html_(self) -> str:
        svg = self._report.get("trade-off.svg", "")
        return comparison_html(self._facts, self.findings, self._suggested, svg)

    def _frame(self, name: str) -> Any:
        """A table of the study's folder."""
        header, *rows = csv.reader(io.StringIO(self._tables[name]))
        columns = zip(*rows, strict=True) if rows else ([] for _ in header)
        data: dict[str, list[Any]] = {}
        for column, cells in zip(header, columns, strict=True):
            is_number = column in _NUMBERS
            data[column] = [(float(c) if c else None) if is_number else c for c in cells]
        texts = [column for column in header if column not in _NUMBERS]
        return frame_of(data, texts=texts, backend=self._backend)
