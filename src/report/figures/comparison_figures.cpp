// SPDX-License-Identifier: BSD-3-Clause
#include "report/figures/comparison_figures.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include <fmt/format.h>

#include "study/drawn_rows.h"

namespace fairpca {
namespace {

constexpr std::size_t kMostHulls = 6;  ///< more outlines would cover each other
constexpr double kHullShare = 0.9;
constexpr std::size_t kMostBands = 8;  ///< figure/ draws none above

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

std::string names_of(const std::vector<int>& groups, const std::vector<std::string>& names) {
  std::string text;
  for (std::size_t i = 0; i < groups.size(); ++i) {
    if (i == 5) return text + fmt::format(" and {} more", groups.size() - i);
    text += (i > 0 ? ", " : "") + names[static_cast<std::size_t>(groups[i])];
  }
  return text;
}

std::string projection_caption(const ProjectedRows& rows, const DrawnRows& drawn, bool has_hulls) {
  const auto shown = static_cast<Index>(drawn.rows.size());
  std::string text = shown < drawn.of ? fmt::format("{} of {} rows, drawn by group with seed {}.",
                                                    shown, drawn.of, rows.seed)
                                      : fmt::format("All {} rows.", shown);
  if (!has_hulls) text += " Large shapes are the means of the groups.";
  if (has_hulls) text += " Outlines hold the 90 % of a group's points nearest its centre.";
  if (!drawn.hidden_groups.empty()) {
    text += fmt::format(" Not shown, with fewer than {} rows: {}.", rows.min_group_size,
                        names_of(drawn.hidden_groups, rows.group_names));
  }
  return text;
}

/// Mean of all rows of a group, drawn or not.
Mark mean_mark(const ProjectedRows& rows, const ProjectedRows::Method& method, int group,
               int series) {
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
  return {.kind = MarkKind::kInterval, .series = series, .points = {mean}};
}

Panel projection_panel(const ProjectedRows& rows, const ProjectedRows::Method& method,
                       const DrawnRows& drawn, Figure& figure) {
  Panel panel{.title = method.name,
              .x = {.label = "component 1"},
              .y = {.label = "component 2"},
              .is_square = true};
  const bool has_plane = method.coordinates.cols() > 1;
  if (!has_plane) panel.y.label = "group";
  const bool has_hulls = has_plane && drawn.shown_groups.size() <= kMostHulls;
  const bool has_means = has_plane && !has_hulls;
  std::vector<Mark> means;
  for (const int g : drawn.shown_groups) {
    Mark mark{.kind = MarkKind::kScatter,
              .series = series_named(figure, rows.group_names[static_cast<std::size_t>(g)]),
              .hull_share = has_hulls ? kHullShare : 0,
              .is_background = has_means};
    if (has_means) means.push_back(mean_mark(rows, method, g, mark.series));
    const auto lane = static_cast<double>(mark.series);
    for (const Index i : drawn.rows) {
      if (rows.groups[static_cast<std::size_t>(i)] != g) continue;
      mark.points.push_back(
          {.x = method.coordinates(i, 0), .y = has_plane ? method.coordinates(i, 1) : lane});
    }
    panel.marks.push_back(std::move(mark));
  }
  panel.marks.insert(panel.marks.end(), means.begin(), means.end());
  if (!has_plane) {  // one coordinate: a row of points per group
    panel.is_square = false;
    panel.y.kind = AxisKind::kCategories;
    for (const Series& series : figure.series) panel.y.categories.push_back(series.name);
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
        line.points.push_back(
            {.x = dimensions[i], .y = number.value, .low = number.low, .high = number.high});
      }
      panel.marks.push_back(std::move(line));
    }
    figure.panels.push_back(std::move(panel));
  }
  if (has_intervals) {
    figure.caption = most <= kMostBands ? "Bands: 95 % intervals."
                                        : "95 % intervals are in the table of this figure.";
  }
  return figure;
}

Figure front_figure(const FrontNumbers& numbers) {
  Figure figure{.id = "trade-off",
                .title = fmt::format("What fairness costs with {} dimension{}", numbers.dimensions,
                                     numbers.dimensions == 1 ? "" : "s"),
                .description = ""};
  Panel panel{.x = {.label = "overall reconstruction error per row"},
              .y = {.label = "gap: largest difference of two groups", .has_zero = true}};
  if (!numbers.front.empty()) {
    panel.marks.push_back({.series = series_named(figure, "exact front"), .points = numbers.front});
    figure.caption =
        "The front is exact on the training rows: no projection lies below or left of "
        "it there.";
  }
  for (const FrontNumbers::Method& method : numbers.methods) {
    if (!std::isfinite(method.error.value) || !std::isfinite(method.gap.value)) continue;
    panel.marks.push_back({.kind = MarkKind::kInterval,
                           .series = series_named(figure, method.name),
                           .points = {{.x = method.error.value,
                                       .y = method.gap.value,
                                       .low = method.gap.low,
                                       .high = method.gap.high}}});
  }
  figure.panels.push_back(std::move(panel));
  return figure;
}

Figure projection_figure(const ProjectedRows& rows) {
  Figure figure{.id = "projections",
                .title = "The same rows under each projection",
                .description = "",
                .shares_x = true,
                .shares_y = true};
  const DrawnRows drawn = drawn_rows(rows.groups, static_cast<int>(rows.group_names.size()),
                                     rows.min_group_size, rows.seed);
  for (const int g : drawn.shown_groups) {
    series_named(figure, rows.group_names[static_cast<std::size_t>(g)]);
  }
  bool has_hulls = false;
  for (const ProjectedRows::Method& method : rows.methods) {
    figure.panels.push_back(projection_panel(rows, method, drawn, figure));
    has_hulls |= std::any_of(figure.panels.back().marks.begin(), figure.panels.back().marks.end(),
                             [](const Mark& mark) { return mark.hull_share > 0; });
  }
  figure.caption = projection_caption(rows, drawn, has_hulls);
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
