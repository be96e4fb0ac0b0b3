# SPDX-License-Identifier: BSD-3-Clause
"""What notebooks show of results: their numbers, as they may be published."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

import numpy as np

from fairpca import _core
from fairpca._html import (
    code,
    escaped,
    fragment,
    number,
    paragraphs,
    picture,
    table,
    with_interval,
)

if TYPE_CHECKING:
    from fairpca._base import BaseFairPCA
    from fairpca._group_moments import GroupMoments
    from fairpca._verify import Verification

_Facts = Mapping[str, Any]
# Numbers of groups, in the order of the command line's tables.
_GROUP_NUMBERS = {
    "reconstruction_error": "reconstruction error",
    "loss": "loss",
    "loss_overall": "loss to overall PCA",
    "log_likelihood": "log-likelihood",
}


def estimator_html(estimator: BaseFairPCA) -> str:
    """What a fitted estimator found."""
    method = _core.find_method(estimator._method)
    columns: dict[str, Any] = {"rows": [int(count) for count in estimator.group_counts_]}
    for name, heading in _GROUP_NUMBERS.items():
        values = getattr(estimator, f"group_{name}_", None)
        if values is not None and np.isfinite(values).any():
            columns[heading] = values
    rows = [
        (escaped(group), *(number(column[i]) for column in columns.values()))
        for i, group in enumerate(estimator.groups_)
    ]
    notion = "a baseline" if method.fairness == "none" else f"fair in {method.fairness}"
    caption = (
        f"{method.id}, {notion}: {_counted(estimator.n_components_, 'dimension')} "
        f"of {_counted(len(estimator.encoded_names_), 'encoded column')}, "
        f"{_counted(estimator.n_samples_, 'row')}"
    )
    groups = table(caption, ("group", *columns), rows) if rows else f"<p>{caption}</p>"
    return fragment(groups, paragraphs([_outcome(estimator)]))


def _outcome(estimator: BaseFairPCA) -> str:
    """Status and certificate."""
    said = f"Status: {estimator.status_}"
    objective = getattr(estimator, "objective_", np.nan)
    gap = getattr(estimator, "optimality_gap_", np.nan)
    if np.isfinite(objective):
        said += f", objective {number(float(objective), 6)}"
    if np.isfinite(gap):
        said += f", within {number(float(gap), 2)} of the proven bound"
    proven = "with" if estimator.certified_ else "without"
    return f"{said}; {proven} a complete proof of its eigenproblems."


def evaluation_html(facts: _Facts) -> str:
    """What was measured on rows: groups, then the measures of all rows."""
    shown = {
        name: heading
        for name, heading in _GROUP_NUMBERS.items()
        if any(group.get(name) is not None for group in facts["groups"])
    }
    groups = [
        (escaped(group["name"]), number(group["rows"]), *(number(group.get(one)) for one in shown))
        for group in facts["groups"]
    ]
    measures = [
        (
            escaped(_measure_name(one)),
            number(one["value"]),
            "" if one["low"] is None else f"{number(one['low'])} to {number(one['high'])}",
            "" if one["floor"] is None else number(one["floor"]),
        )
        for one in facts["measures"]
        if not one["group"]
    ]
    caption = (
        f"{escaped(facts['method'])}, {_counted(facts['dimensions'], 'dimension')}, "
        f"measured on {_counted(facts['rows'], 'row')}"
    )
    return fragment(
        table(caption, ("group", "rows", *shown.values()), groups),
        table("Measures", ("measure", "value", "95 % interval", "floor"), measures),
        _notes(facts),
    )


def _measure_name(one: _Facts) -> str:
    is_value = one["statistic"] == "value"
    return str(one["measure"]) if is_value else f"{one['measure']}_{one['statistic']}"


def comparison_html(facts: _Facts, findings: list[str], suggested: str, svg: str) -> str:
    """The finding, the trade-off, and a table per dimension."""
    parts = [paragraphs(findings)]
    if svg:
        parts.append(picture(svg, "What fairness costs: error and gap of every method"))
    parts += [_methods_table(one) for one in facts["tables"]]
    legend = "* best; ~ not told from the best by these rows; below a value, its 95 % interval."
    parts += [paragraphs([legend]), code(suggested), _notes(facts)]
    return fragment(*parts)


def _methods_table(facts: _Facts) -> str:
    measures = list(dict.fromkeys(name for one in facts["methods"] for name in one["measures"]))
    rows = []
    for one in facts["methods"]:
        setting = f"<small>{escaped(one['setting'])}</small>" if one["setting"] else ""
        cells = [_method_cell(one["measures"].get(name)) for name in measures]
        if one["problem"] is not None:
            setting += f"<small>{escaped(one['problem'])}</small>"
        rows.append((escaped(one["method"]) + setting, *cells))
    return table(f"d = {escaped(facts['dimensions'])}", ("method", *map(escaped, measures)), rows)


def _method_cell(cell: _Facts | None) -> str:
    if cell is None or cell["value"] is None:
        return "-"
    mark = "*" if cell["best"] else "~" if cell["like_best"] else ""
    shown = with_interval(cell["value"], cell["low"], cell["high"])
    value, tag, interval = shown.partition("<small>")
    return f"{value}{mark}{tag}{interval}"


def description_html(facts: _Facts) -> str:
    """Columns, groups, and what to try next."""
    columns = [
        (
            escaped(one["name"]),
            escaped(one["role"]),
            escaped(one["kind"]),
            number(one["missing"]),
            number(one["distinct"]),
            _values_of(one),
            "; ".join(escaped(remark["text"]) for remark in one["remarks"]),
        )
        for one in facts["columns"]
    ]
    header = ("column", "role", "kind", "missing", "distinct", "values", "remarks")
    parts = [table(_counted(facts["rows"], "row"), header, columns, text_columns=(1, 2, 5, 6))]
    crossed = [] if facts["crossed"] is None else [facts["crossed"]]
    for one in [*facts["attributes"], *crossed]:
        groups = [
            (escaped(group["name"]), number(group["rows"]), _remark_on(group))
            for group in one["groups"]
        ]
        caption = f"Groups of {', '.join(map(escaped, one['columns']))}"
        parts.append(table(caption, ("group", "rows", ""), groups, text_columns=(2,)))
    return fragment(*parts, *(code(step["text"]) for step in facts["next"]))


def _remark_on(group: _Facts) -> str:
    return "too small to judge" if group["too_small"] else ""


def _values_of(column: _Facts) -> str:
    if column["minimum"] is not None:
        return f"{number(column['minimum'])} to {number(column['maximum'])}"
    levels = column["levels"]
    return escaped(levels[0]["level"]) if levels else ""


def verification_html(proof: Verification) -> str:
    """A row per claim."""
    rows = [
        (escaped(one.claim.replace("_", " ")), escaped(one.status), escaped(one.sentence))
        for one in proof.claims
    ]
    caption = "Every claim was proven again" if proof.ok else "Not every claim was proven again"
    return fragment(table(caption, ("claim", "status", "numbers"), rows, text_columns=(1, 2)))


def path_html(path: _core.FairnessPath) -> str:
    """The picture of the fronts, and the projections marked on them."""
    rows = [
        (
            escaped(mark.name),
            number(mark.point.error),
            number(mark.point.gap),
            escaped(mark.status),
        )
        for mark in path.marks
    ]
    caption = f"What fairness costs with {_counted(path.dimensions, 'dimension')}"
    header = ("projection", "reconstruction error", "gap", "status")
    parts = [table(caption, header, rows, text_columns=(3,))]
    return fragment(picture(path.to_svg(), caption), *parts)


def moments_html(moments: GroupMoments) -> str:
    """Rows of each combination of levels."""
    names = moments.sensitive_names
    rows = [
        (
            ", ".join("(missing)" if level is None else escaped(level) for level in levels),
            number(count),
        )
        for levels, count in moments.counts.items()
    ]
    caption = (
        f"Moments of {_counted(moments.n_samples, 'row')}, "
        f"{_counted(len(moments.encoded_names), 'encoded column')}"
    )
    if not names:
        return fragment(f"<p>{caption}</p>")
    return fragment(table(caption, (", ".join(map(escaped, names)), "rows"), rows))


def _notes(facts: _Facts) -> str:
    said = [*facts.get("warnings", []), *facts.get("notes", [])]
    if not said:
        return ""
    return f"<details><summary>{_counted(len(said), 'note')}</summary>{paragraphs(said)}</details>"


def _counted(count: int, noun: str) -> str:
    return f"{count} {noun}" if count == 1 else f"{count} {noun}s"
