// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "figure/panel_frame.h"

namespace fairpca {

/// Writes the labels of marks that ask for them beside their points, where there is room.
void draw_labels(const Figure& figure, const Panel& panel, const PanelFrame& frame, Canvas& canvas);

/// Names at the right ends of a panel's lines, instead of a legend.  Room is the width right of the
/// plot.  False where they do not fit: nothing is drawn.
bool draw_line_names(const Figure& figure, const Panel& panel, const PanelFrame& frame,
                     Canvas& canvas);

/// Whether line names can replace the legend: one panel, at most four series, each with a line.
bool can_name_lines(const Figure& figure);

/// Width of the line names at most `most`.
double line_names_width(const Figure& figure, double most);

}  // namespace fairpca
