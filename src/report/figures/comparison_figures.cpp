// SPDX-License-Identifier: BSD-3-Clause
#include "report/figures/comparison_figures.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include <fmt/format.h>

namespace fairpca {
namespace {

constexpr std::size_t kMostHulls = 6;  ///< more outlines would cover each other
constexpr double kHullShare = 0.9;
constexpr std::size_t kMostCurvesWithBands = 4;  ///< figure/ draws none above

/// Place of a name among the series; added where it is new.
int series_named(Figure& figure, const std::string& name) {
  for (std::size_t i = 0; i < figure.series.size(); ++i) {
    if (figure.series[i].name == name) return static_cast<int>(i);
  }
  figure.series.push_back({.name = name});
  return static_cast<int>(figure.series.size()) - 1;
}

bool has_interval(const ShownNumber& number) {
  return std::isfinite(number.low) && std::isfinite(number.high);
}

std::string first_names(const std::vector<std::string>& names) {
  std::string text;
  for (std::size_t i = 0; i < names.size(); ++i) {
    if (i == 5) return text + fmt::format(" and {} more", names.size() - i);
    text += (i > 0 ? ", " : "") + names[i];
  }
  return text;
}

/// What a panel of a projection shows of one coordinate: most of the points of all methods, so that
/// a few far away do not make the others small.
struct ShownRange {
  double low = kNoNumber, high = kNoNumber;

  bool holds(double value) const { return std::isnan(low) || (low <= value && value <= high); }
};

ShownRange shown_range(const ProjectedRows& rows, Index column) {
  constexpr double kTail = 0.005, kMargin = 0.1;
  std::vector<double> values;
  for (const ProjectedRows::Method& method : rows.methods) {
    if (method.coordinates.cols() <= column) continue;
    for (const double value : method.coordinates.col(column)) {
      if (std::isfinite(value)) values.push_back(value);
    }
  }
  if (values.size() < 20) return {};
  std::sort(values.begin(), values.end());
  const auto tail = static_cast<std::size_t>(kTail * static_cast<double>(values.size()));
  const double low = values[tail], high = values[values.size() - 1 - tail];
  const double margin = kMargin * (high - low);
  return {std::max(values.front(), low - margin), std::min(values.back(), high + margin)};
}

std::string projection_caption(const ProjectedRows& rows, bool has_hulls) {
  const auto shown = static_cast<Index>(rows.groups.size());
  std::string text = shown < rows.of_rows
                         ? fmt::format("{} of {} rows, drawn by group with seed {}.", shown,
                                       rows.of_rows, rows.seed)
                         : fmt::format("All {} rows.", shown);
  if (!has_hulls) text += " Large shapes are the means of the groups.";
  if (has_hulls) text += " Outlines hold the 90 % of a group's points nearest its centre.";
  if (!rows.hidden_groups.empty()) {
    text += fmt::format(" Not shown, with fewer than {} rows: {}.", rows.min_group_size,
                        first_names(rows.hidden_groups));
  }
  return text;
}

/// Mean of the rows of a group that are drawn.
Mark mean_mark(const ProjectedRows& rows, const ProjectedRows::Method& method, int group) {
  MarkPoint mean{.x = 0, .y = 0, .label = "mean of the group"};
  double count = 0;
  for (std::size_t i = 0; i < rows.groups.size(); ++i) {
    if (rows.groups[i] != group) continue;
    mean.x += method.coordinates(static_cast<Index>(i), 0);
    mean.y += method.coordinates(static_cast<Index>(i), 1);
    ++count;
  }
  mean.x /= count;
  mean.y /= count;
  return {.kind = MarkKind::kInterval, .series = group, .points = {mean}};
}

/// The ranges of both coordinates, and how many points they leave out.
struct ShownPlane {
  ShownRange x, y;
  Index outside = 0;
};

Mark rows_of_group(const ProjectedRows& rows, const ProjectedRows::Method& method, int group,
                   ShownPlane& plane) {
  Mark mark{.kind = MarkKind::kScatter, .series = group};
  const bool has_plane = method.coordinates.cols() > 1;
  for (std::size_t i = 0; i < rows.groups.size(); ++i) {
    if (rows.groups[i] != group) continue;
    const auto row = static_cast<Index>(i);
    const double x = method.coordinates(row, 0);
    const double y = has_plane ? method.coordinates(row, 1) : group;
    if (!plane.x.holds(x) || (has_plane && !plane.y.holds(y))) {
      ++plane.outside;
      continue;
    }
    mark.points.push_back({.x = x, .y = y});
  }
  return mark;
}

Panel projection_panel(const ProjectedRows& rows, const ProjectedRows::Method& method,
                       ShownPlane& plane) {
  const bool has_plane = method.coordinates.cols() > 1;
  const bool has_hulls = has_plane && rows.group_names.size() <= kMostHulls;
  Panel panel{.title = method.name,
              .x = {.label = "component 1"},
              .y = {.label = has_plane ? "component 2" : "group"},
              .is_square = has_plane};
  std::vector<Mark> means;
  for (int g = 0; g < static_cast<int>(rows.group_names.size()); ++g) {
    Mark mark = rows_of_group(rows, method, g, plane);
    if (mark.points.empty()) continue;
    mark.hull_share = has_hulls ? kHullShare : 0;
    mark.is_background = has_plane && !has_hulls;
    if (mark.is_background) means.push_back(mean_mark(rows, method, g));
    panel.marks.push_back(std::move(mark));
  }
  panel.marks.insert(panel.marks.end(), means.begin(), means.end());
  if (!has_plane) {  // one coordinate: a row of points per group
    panel.y.kind = AxisKind::kCategories;
    panel.y.categories = rows.group_names;
  }
  return panel;
}

Panel bars_panel(const MethodBars& bars, const MethodBars::Measure& measure) {
  Panel panel{.title = measure.title,
              .x = {.label = measure.label},
              .y = {.label = "", .kind = AxisKind::kCategories, .categories = bars.methods}};
  if (std::isfinite(measure.reference)) {
    panel.marks.push_back({.kind = MarkKind::kRule,
                           .points = {{.x = measure.reference, .label = measure.reference_label}}});
  }
  Mark mark{.kind = measure.is_interval ? MarkKind::kInterval : MarkKind::kBar, .series = 0};
  for (std::size_t i = 0; i < measure.numbers.size(); ++i) {
    const ShownNumber& number = measure.numbers[i];
    mark.points.push_back(
        {.x = number.value, .y = static_cast<double>(i), .low = number.low, .high = number.high});
  }
  panel.marks.push_back(std::move(mark));
  return panel;
}

}  // namespace

Figure curves_figure(const std::string& id, const std::string& title, const std::string& measure,
                     const std::vector<double>& dimensions,
                     const std::vector<GroupCurves>& methods) {
  Figure figure{.id = id, .title = title, .description = "", .shares_x = true, .shares_y = true};
  bool has_intervals = false;
  std::size_t most = 0;
  for (const GroupCurves& method : methods) {
    Panel panel{.title = method.method,
                .x = {.label = "dimensions d", .is_whole = true},
                .y = {.label = measure, .has_zero = true}};
    most = std::max(most, method.curves.size());
    for (const GroupCurves::Curve& curve : method.curves) {
      Mark line{.series = series_named(figure, curve.group), .with_shapes = true};
      for (std::size_t i = 0; i < std::min(dimensions.size(), curve.numbers.size()); ++i) {
        const ShownNumber& number = curve.numbers[i];
        has_intervals |= has_interval(number);
        line.points.push_back({.x = dimensions[i], .y = number.value});
        if (method.curves.size() > kMostCurvesWithBands) continue;  // they would not be drawn
        line.points.back().low = number.low;
        line.points.back().high = number.high;
      }
      panel.marks.push_back(std::move(line));
    }
    figure.panels.push_back(std::move(panel));
  }
  if (has_intervals) {
    figure.caption = most <= kMostCurvesWithBands ? "Bands: 95 % intervals."
                                                  : "Intervals are in the table of all groups.";
  }
  return figure;
}

Figure method_curves_figure(const std::string& id, const std::string& title,
                            const MethodCurves& curves) {
  Figure figure{.id = id, .title = title, .description = "", .shares_x = true};
  for (const std::string& method : curves.methods) figure.series.push_back({.name = method});
  for (const MethodCurves::Measure& measure : curves.measures) {
    Panel panel{.title = measure.title,
                .x = {.label = "dimensions d", .is_whole = true},
                .y = {.label = "", .has_zero = true}};
    for (std::size_t m = 0; m < measure.numbers.size(); ++m) {
      Mark line{.series = static_cast<int>(m), .with_shapes = true};
      for (std::size_t i = 0; i < curves.dimensions.size(); ++i) {
        line.points.push_back({.x = curves.dimensions[i], .y = measure.numbers[m][i].value});
      }
      panel.marks.push_back(std::move(line));
    }
    figure.panels.push_back(std::move(panel));
  }
  return figure;
}

Figure group_intervals_figure(const std::string& id, const std::string& title,
                              const GroupIntervals& numbers) {
  Figure figure{.id = id, .title = title, .description = "", .series = {{.name = "value"}}};
  for (const GroupIntervals::Measure& measure : numbers.measures) {
    Panel panel{.title = measure.title,
                .x = {.label = "", .has_zero = true},
                .y = {.label = "", .kind = AxisKind::kCategories, .categories = numbers.groups}};
    Mark mark{.kind = MarkKind::kInterval, .series = 0};
    for (std::size_t g = 0; g < measure.numbers.size(); ++g) {
      const ShownNumber& number = measure.numbers[g];
      mark.points.push_back(
          {.x = number.value, .y = static_cast<double>(g), .low = number.low, .high = number.high});
    }
    panel.marks.push_back(std::move(mark));
    figure.panels.push_back(std::move(panel));
  }
  return figure;
}

Figure front_figure(const FrontNumbers& numbers) {
  Figure figure{.id = "trade-off",
                .title = fmt::format("What fairness costs with {}", numbers.dimensions),
                .description = ""};
  const FigureAxis error{.label = "overall reconstruction error per row"};
  const FigureAxis gap{.label = "gap: largest difference of two groups", .has_zero = true};
  Panel training{.title = "Rows trained on", .x = error, .y = gap};
  Panel held_out{.title = "Rows held out", .x = error, .y = gap};
  for (const FrontNumbers::Method& method : numbers.methods) series_named(figure, method.name);
  if (!numbers.front.empty()) {
    const char* name = numbers.is_exact ? "exact front" : "best by weights";
    training.marks.push_back(
        {.series = series_named(figure, name), .points = numbers.front, .with_shapes = true});
    figure.caption =
        numbers.is_exact
            ? "Every point of the front is exact: on the rows trained on no projection has both "
              "less error and a smaller gap. Lines between the points guide the eye."
            : "Each point of the line is the best for its weights of the groups; other "
              "projections may have a smaller gap.";
  }
  for (const FrontNumbers::Method& method : numbers.methods) {
    const int series = series_named(figure, method.name);
    if (std::isfinite(method.training_error) && std::isfinite(method.training_gap)) {
      training.marks.push_back(
          {.kind = MarkKind::kInterval,
           .series = series,
           .points = {{.x = method.training_error, .y = method.training_gap}}});
    }
    if (!std::isfinite(method.error.value) || !std::isfinite(method.gap.value)) continue;
    held_out.marks.push_back({.kind = MarkKind::kInterval,
                              .series = series,
                              .points = {{.x = method.error.value,
                                          .y = method.gap.value,
                                          .low = method.gap.low,
                                          .high = method.gap.high}}});
  }
  if (!training.marks.empty()) figure.panels.push_back(std::move(training));
  if (!held_out.marks.empty()) figure.panels.push_back(std::move(held_out));
  return figure;
}

Figure projection_figure(const ProjectedRows& rows) {
  Figure figure{.id = "projections",
                .title = "The same rows under each projection",
                .description = "",
                .shares_x = true,
                .shares_y = true};
  for (const std::string& name : rows.group_names) figure.series.push_back({.name = name});
  bool has_hulls = false;
  ShownPlane plane{.x = shown_range(rows, 0), .y = shown_range(rows, 1)};
  for (const ProjectedRows::Method& method : rows.methods) {
    figure.panels.push_back(projection_panel(rows, method, plane));
    has_hulls |= std::any_of(figure.panels.back().marks.begin(), figure.panels.back().marks.end(),
                             [](const Mark& mark) { return mark.hull_share > 0; });
  }
  figure.caption = projection_caption(rows, has_hulls);
  if (plane.outside > 0) {
    figure.caption += fmt::format(" {} of the points lie outside the panels.", plane.outside);
  }
  return figure;
}

Figure bars_figure(const std::string& id, const std::string& title, const MethodBars& bars) {
  Figure figure{.id = id, .title = title, .description = "", .series = {{.name = "value"}}};
  bool has_intervals = false;
  for (const MethodBars::Measure& measure : bars.measures) {
    figure.panels.push_back(bars_panel(bars, measure));
    has_intervals |= std::any_of(measure.numbers.begin(), measure.numbers.end(), has_interval);
  }
  if (has_intervals) figure.caption = "Lines: 95 % intervals.";
  return figure;
}

Figure communality_figure(const std::vector<std::string>& features,
                          const std::vector<std::string>& methods, const Matrix& communalities,
                          std::size_t most) {
  Figure figure{.id = "communalities",
                .title = "How much of each feature the projection keeps",
                .description = ""};
  std::vector<Index> order(features.size());
  std::iota(order.begin(), order.end(), 0);
  const auto largest = [&](Index j) {
    double value = -1;
    for (const double c : communalities.row(j)) {
      if (std::isfinite(c)) value = std::max(value, c);
    }
    return value;
  };
  std::stable_sort(order.begin(), order.end(),
                   [&](Index a, Index b) { return largest(a) > largest(b); });
  if (order.size() > most) {
    figure.caption = fmt::format(
        "The {} of {} features with the largest communality under some "
        "method.",
        most, features.size());
    order.resize(most);
  }
  Panel panel{.x = {.label = "", .kind = AxisKind::kCategories, .categories = methods},
              .y = {.label = "", .kind = AxisKind::kCategories}};
  Mark cells{.kind = MarkKind::kHeat};
  for (const Index j : order) {
    const auto row = static_cast<double>(panel.y.categories.size());
    panel.y.categories.push_back(features[static_cast<std::size_t>(j)]);
    for (Index m = 0; m < communalities.cols(); ++m) {
      cells.points.push_back({.x = static_cast<double>(m), .y = row, .value = communalities(j, m)});
    }
  }
  panel.marks.push_back(std::move(cells));
  figure.panels.push_back(std::move(panel));
  return figure;
}

}  // namespace fairpca
