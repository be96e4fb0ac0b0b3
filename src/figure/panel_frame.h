// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <vector>

#include "figure/canvas.h"
#include "figure/figure.h"
#include "figure/scale.h"

namespace fairpca {

/// A panel on the drawing: its whole room, the rectangle of its data, its axes.
struct PanelFrame {
  Box slot, plot;
  Scale x, y;
  Ticks x_ticks, y_ticks;
  bool has_y_row = true;             ///< a row above the plot is kept for the label of y
  bool names_y = true;               ///< and it is written there
  bool has_vertical_labels = false;  ///< of the horizontal axis' categories
};

/// Ranges of a panel's axes.
struct PanelRanges {
  double x_low = 0, x_high = 1, y_low = 0, y_high = 1;
};

/// Height of the row above lying categories that the names of vertical rules have for themselves.
inline constexpr double kRuleRow = 16;

/// Whether a panel's numbers lie along x: its vertical axis has categories, its bars lie.
bool is_lying(const Panel& panel);

/// Ranges that show every mark of each panel, a little wider; the same for all where the figure
/// shares an axis.
std::vector<PanelRanges> panel_ranges(const Figure& figure);

/// Height of the plot of a panel this wide; categories on the vertical axis need room each, square
/// units the height of the data.
double plot_height(const Figure& figure, const Panel& panel, const PanelRanges& ranges,
                   double width);

/// Ticks of the vertical axis at this height.
Ticks vertical_ticks(const Panel& panel, const PanelRanges& ranges, double height);

/// Room the labels of the vertical axis need on the left, at most `most`.
double left_room(const Panel& panel, const Ticks& ticks, double most);

/// Room above the plot for the panel's title and the label of its vertical axis.
double top_room(const Figure& figure);

/// Room below the plot for ticks and the label of the horizontal axis.
double bottom_room(const Panel& panel, double plot_width);

/// The panel with its plot at `plot`: scales and ticks, none of whose labels overlap.
PanelFrame framed(const Panel& panel, const PanelRanges& ranges, const Box& slot, Box plot);

/// Grid, ticks, titles and axis labels.
void draw_axes(const Panel& panel, const PanelFrame& frame, Canvas& canvas);

}  // namespace fairpca
