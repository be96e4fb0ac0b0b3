// SPDX-License-Identifier: BSD-3-Clause
#include "scaling/figures.h"

#include <fmt/format.h>

#include "scaling/curve.h"

namespace fairpca::scaling {

Figure growth_figure(const std::vector<Point>& points, const std::string& id,
                     const std::string& title, const std::string& unit,
                     const std::function<double(const Point&)>& number) {
  Figure figure{.id = id, .title = title, .description = ""};
  for (const Method& method : methods()) figure.series.push_back({.name = method.id});
  for (const Axis axis : kAxes) {
    Panel panel{.title = fmt::format("{}, {}", name_of(axis), letter_of(axis)),
                .x = {.label = letter_of(axis), .kind = AxisKind::kLogarithmic},
                .y = {.label = unit, .kind = AxisKind::kLogarithmic}};
    for (std::size_t series = 0; series < figure.series.size(); ++series) {
      Mark line{.kind = MarkKind::kLine, .series = static_cast<int>(series), .with_shapes = true};
      for (const Point& point : curve_of(points, axis, figure.series[series].name).points) {
        line.points.push_back({.x = static_cast<double>(point.value()), .y = number(point)});
      }
      if (!line.points.empty()) panel.marks.push_back(std::move(line));
    }
    figure.panels.push_back(std::move(panel));
  }
  return figure;
}

}  // namespace fairpca::scaling
