// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string_view>

#include "figure/panel_frame.h"

namespace fairpca {

/// Draws the marks of a panel and their labels.  `clip` is the id of a clip path around its plot.
void draw_marks(const Figure& figure, const Panel& panel, const PanelFrame& frame,
                std::string_view clip, Canvas& canvas);

/// Largest value of the panels' heat maps, by size; and whether some are negative.
struct HeatRange {
  double largest = 0;
  bool has_negative = false;
  bool has_cells = false;
};
HeatRange heat_range(const Figure& figure);

/// `class`, `color` and opacity of a cell: paper for 0, a colour for the largest, another for
/// negative numbers.
std::string heat_attributes(double value, const HeatRange& range);

/// Class of a text on such a cell: `fp-t00` to `fp-t11`, black (0) or white (1) in the light theme
/// and in the dark one, whichever has the higher contrast: at least 4.5.
std::string heat_text_class(double value, const HeatRange& range);

}  // namespace fairpca
