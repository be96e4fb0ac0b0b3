// SPDX-License-Identifier: BSD-3-Clause
#include "report/figures/path_figure.h"

#include <algorithm>
#include <cmath>
#include <functional>

#include <fmt/format.h>

namespace fairpca {
namespace {

using Coordinate = std::function<double(const PathPoint&)>;

/// `robust-fair-pca lambda=0.5` is a setting of `robust-fair-pca`.
struct MarkName {
  std::string method, setting;
  explicit MarkName(const std::string& name)
      : method(name.substr(0, name.find(' '))),
        setting(name.find(' ') == std::string::npos ? "" : name.substr(name.find(' ') + 1)) {}
};

int series_of(Figure& figure, const std::string& name) {
  const auto found = std::find_if(figure.series.begin(), figure.series.end(),
                                  [&](const Series& series) { return series.name == name; });
  if (found != figure.series.end()) return static_cast<int>(found - figure.series.begin());
  figure.series.push_back({.name = name});
  return static_cast<int>(figure.series.size()) - 1;
}

Mark front_line(const std::vector<PathPoint>& front, int series, const Coordinate& x,
                const Coordinate& y) {
  Mark line{.kind = MarkKind::kLine, .series = series};
  for (const PathPoint& point : front) line.points.push_back({.x = x(point), .y = y(point)});
  return line;
}

/// The front in colour 0 and each method's projections on it, the settings written beside them.
void add_path_marks(const FairnessPath& path, const std::vector<PathPoint>& front,
                    const Coordinate& x, const Coordinate& y, Figure& figure, Panel& panel) {
  if (!front.empty()) {
    panel.marks.push_back(front_line(front, series_of(figure, "exact front"), x, y));
  }
  for (const PathMark& mark : path.marks) {
    if (mark.status == Status::kInfeasible) continue;
    if (!std::isfinite(x(mark.point)) || !std::isfinite(y(mark.point))) continue;
    const MarkName name(mark.name);
    const int series = series_of(figure, name.method);
    if (panel.marks.empty() || panel.marks.back().series != series) {
      panel.marks.push_back({.kind = MarkKind::kScatter, .series = series, .labelled = true});
    }
    panel.marks.back().points.push_back(
        {.x = x(mark.point), .y = y(mark.point), .label = name.setting});
  }
}

double group_error(const PathPoint& point, std::size_t group) {
  return group < point.group_errors.size() ? point.group_errors[group] : kNoNumber;
}

}  // namespace

Figure path_figure(const FairnessPath& path) {
  Figure figure{.id = "fairness-path",
                .title = fmt::format("What fairness costs with {} dimension{}", path.dimensions,
                                     path.dimensions == 1 ? "" : "s"),
                .description = ""};
  const bool is_two = path.groups.size() == 2;
  Panel gap{.title = "Overall error and gap",
            .x = {.label = "overall reconstruction error per row"},
            .y = {.label = "gap: largest difference of two groups", .has_zero = true}};
  add_path_marks(
      path, is_two ? path.gap_front : path.errors_front,
      [](const PathPoint& point) { return point.error; },
      [](const PathPoint& point) { return point.gap; }, figure, gap);
  figure.panels.push_back(std::move(gap));
  if (is_two) {
    Panel errors{.title = "One group's error and the other's",
                 .x = {.label = "error of " + path.groups[0]},
                 .y = {.label = "error of " + path.groups[1]}};
    add_path_marks(
        path, path.errors_front, [](const PathPoint& point) { return group_error(point, 0); },
        [](const PathPoint& point) { return group_error(point, 1); }, figure, errors);
    figure.panels.push_back(std::move(errors));
  }
  const bool is_exact = is_two && path.certified && path.complete;
  figure.caption =
      is_exact ? fmt::format("No projection lies below or left of the front (proven to {:.2g}).",
                             path.distance)
      : figure.series.empty() ? "Withheld: groups too small to publish enter every number."
      : is_two                ? "The front is not complete, or not proven."
                              : fmt::format(
                                    "{} groups: each point of the line is the best for its weights of the "
                                                   "groups.",
                                    path.groups.size());
  for (const PathMark& mark : path.marks) {
    if (mark.status == Status::kInfeasible) {
      figure.caption += fmt::format(" No projection is {}.", mark.name);
    }
  }
  return figure;
}

}  // namespace fairpca
