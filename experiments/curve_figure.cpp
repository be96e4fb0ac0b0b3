// SPDX-License-Identifier: BSD-3-Clause
#include "experiments/curve_figure.h"

#include <algorithm>
#include <cmath>

namespace fairpca {
namespace {

/// Number of the series of this name; it is made where there is none yet.
int series_of(const DimensionCurve& curve, std::vector<Series>& series) {
  for (std::size_t i = 0; i < series.size(); ++i) {
    if (series[i].name == curve.name) return static_cast<int>(i);
  }
  series.push_back({curve.name, curve.colour, -1, curve.dash});
  return static_cast<int>(series.size()) - 1;
}

MarkPoint point_at(const StudyResult& study, const DimensionCurve& curve,
                   const Dimensions& dimensions) {
  ValueOf which = curve.which;
  which.dimensions = dimensions_text(dimensions);
  const std::vector<double> values = values_over_splits(study, which);
  MarkPoint point{.x = std::stod(which.dimensions), .y = mean_of(values).mean};
  if (values.size() < 2 || !std::isfinite(point.y)) return point;
  const auto [least, most] = std::minmax_element(values.begin(), values.end());
  point.low = *least;
  point.high = *most;
  return point;
}

}  // namespace

Figure curve_figure(std::string id, std::string title, const std::vector<CurvePanel>& panels) {
  Figure figure{.id = std::move(id), .title = std::move(title), .description = {}};
  for (const CurvePanel& from : panels) {
    Panel& panel = figure.panels.emplace_back();
    panel.title = from.title;
    panel.x = {.label = "dimensions d", .is_whole = true};
    panel.y = {.label = from.y_label};
    for (const DimensionCurve& curve : from.curves) {
      Mark mark{.kind = MarkKind::kLine, .series = series_of(curve, figure.series)};
      mark.with_shapes = from.study->spec.dimensions.size() < 30;
      for (const Dimensions& dimensions : from.study->spec.dimensions) {
        const StudyResult& study = curve.study != nullptr ? *curve.study : *from.study;
        mark.points.push_back(point_at(study, curve, dimensions));
      }
      panel.marks.push_back(std::move(mark));
    }
  }
  return figure;
}

}  // namespace fairpca
