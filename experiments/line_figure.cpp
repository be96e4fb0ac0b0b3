// SPDX-License-Identifier: BSD-3-Clause
#include "experiments/line_figure.h"

namespace fairpca {

Figure drawn(const LineFigure& figure) {
  Panel panel{.x = {.label = figure.x_label, .is_whole = true}, .y = {.label = figure.y_label}};
  Figure result{.id = figure.id, .title = figure.title, .description = ""};
  for (std::size_t j = 0; j < figure.lines.size(); ++j) {
    const FigureLine& line = figure.lines[j];
    result.series.push_back({.name = line.name, .colour = line.colour, .dash = line.dash});
    Mark mark{.series = static_cast<int>(j)};
    for (Index i = 0; i < figure.x.size(); ++i) {
      mark.points.push_back({.x = figure.x(i), .y = figure.values(i, static_cast<Index>(j))});
    }
    panel.marks.push_back(std::move(mark));
  }
  result.panels.push_back(std::move(panel));
  return result;
}

}  // namespace fairpca
