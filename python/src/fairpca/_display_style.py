# SPDX-License-Identifier: BSD-3-Clause
"""What displays share: matplotlib when it is needed, the look of series, tables of results."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from fairpca._comparison import Comparison
from fairpca._evaluation import Evaluation
from fairpca._parameters import wrong_type, wrong_value
from fairpca._tables import as_frame

if TYPE_CHECKING:
    from matplotlib.axes import Axes

# The colours of the program's SVG files, and markers and dashes as different as its own: 63 series
# differ in the pair of colour and marker.
COLORS = ("#2837A5", "#983620", "#00A874", "#C0880A", "#885189", "#7883FF", "#353132")
MARKERS = ("o", "s", "^", "D", "v", "x", "+", "*", "P")
DASHES: tuple[Any, ...] = (
    *("-", "--", ":", "-.", (0, (8, 2))),
    *((0, (5, 2, 1, 2, 1, 2)), (0, (1, 1)), (0, (8, 2, 3, 2)), (0, (3, 1))),
)


def look_of(number: int) -> dict[str, Any]:
    """Colour, marker and dash of the series of this number."""
    return {
        "color": COLORS[number % len(COLORS)],
        "marker": MARKERS[number % len(MARKERS)],
        "linestyle": DASHES[number % len(DASHES)],
    }


def new_axes(ax: Axes | None) -> Axes:
    """``ax``, or the axes of a new figure."""
    if ax is not None:
        return ax
    try:
        from matplotlib import pyplot
    except ImportError as error:
        raise ImportError(
            "displays are drawn by matplotlib, which is not installed: pip install 'fairpca[plots]'"
        ) from error
    return pyplot.subplots()[1]


def add_legend(ax: Axes, count: int) -> None:
    """A legend beside the data, in columns where there are many entries."""
    if count > 1:
        ax.legend(
            *(ax.get_legend_handles_labels()),
            loc="upper left",
            bbox_to_anchor=(1.02, 1),
            borderaxespad=0,
            ncols=1 + (count - 1) // 20,
            fontsize="small",
        )


def columns_of_results(results: Any, needed: tuple[str, ...]) -> dict[str, NDArray[Any]]:
    """The columns of a tidy table: of a comparison, an evaluation, a data frame or a dict."""
    results = _table_of(results, needed)
    frame = as_frame(results)
    if frame is not None:
        columns = {name: frame[name].to_numpy() for name in frame.columns}
    elif isinstance(results, Mapping):
        columns = {str(name): np.asarray(values) for name, values in results.items()}
    else:
        allowed = "what compare() or evaluate() returns, a data frame or a dict of columns"
        raise wrong_type("results", allowed, results)
    missing = [name for name in needed if name not in columns]
    if missing:
        raise wrong_value("results", f"a table with the columns {', '.join(needed)}", missing[0])
    return columns


def _table_of(results: Any, needed: tuple[str, ...]) -> Any:
    """The table with the columns needed."""
    is_of_features = "feature" in needed
    if isinstance(results, Comparison):
        return results.features if is_of_features else results.to_frame()
    if not isinstance(results, Evaluation):
        return results
    facts = results.to_dict()
    communalities = results.features
    measures = facts["measures"]
    columns: dict[str, Any]
    if is_of_features:
        columns = {"feature": list(communalities), "communality": list(communalities.values())}
        columns["scaled_communality"] = [one["scaled_communality"] for one in facts["features"]]
    else:
        names = ("group", "measure", "statistic", "value", "low", "high")
        columns = {name: [one[name] for one in measures] for name in names}
        columns["rows"] = ["test"] * len(measures)
    count = len(next(iter(columns.values())))
    columns["dimensions"] = [facts["dimensions"]] * count
    columns["method"] = [facts["method"]] * count
    return columns


def texts(values: NDArray[Any]) -> NDArray[Any]:
    """Cells as texts; what is missing is empty."""
    return np.array(
        ["" if value is None or value != value else str(value) for value in values.tolist()],
        dtype=object,
    )


def numbers_of_texts(values: NDArray[Any]) -> NDArray[Any]:
    """Dimensions, which are texts where some are shares: integers, or floats if there are any."""
    numbers = np.array([float(value) for value in values.tolist()])
    return numbers.astype(np.int64) if np.array_equal(numbers, np.floor(numbers)) else numbers


def chosen(available: NDArray[Any], wanted: Any, parameter: str) -> Any:
    """``wanted`` if it is there, the only one there is if None."""
    levels = list(dict.fromkeys(available.tolist()))
    if wanted is None and len(levels) == 1:
        return levels[0]
    if wanted not in levels:
        raise wrong_value(parameter, f"one of {', '.join(map(str, levels))}", wanted)
    return wanted
