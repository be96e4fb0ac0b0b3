// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>
#include <vector>

#include "fairpca/matrix.h"
#include "figure/figure.h"

namespace fairpca {

/// One line of a figure; lines that belong together share a colour or a dash.
struct FigureLine {
  std::string name;
  int colour = 0, dash = 0;
};

/// The numbers behind a figure of a paper: a horizontal axis and the lines over it.
struct LineFigure {
  std::string id;  ///< `figure-5.8`
  std::string title, x_label, y_label;
  std::vector<FigureLine> lines = {};
  Vector x = {};
  Matrix values = {};  ///< x.size() x lines.size(), NaN where there is nothing to draw
};

/// As it is drawn: one panel, one line per column.
Figure drawn(const LineFigure& figure);

}  // namespace fairpca
