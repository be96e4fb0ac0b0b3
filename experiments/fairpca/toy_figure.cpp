// SPDX-License-Identifier: BSD-3-Clause
#include "experiments/fairpca/toy_figure.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>

#include <fmt/format.h>

#include "fairpca/fit/fit.h"
#include "fairpca/rows/matrix_rows.h"

namespace fairpca {
namespace {

using PlaneRows = Eigen::Matrix<double, Eigen::Dynamic, 2, Eigen::RowMajor>;

/// Two groups of points about the origin.
struct ToyPoints {
  std::string title;
  std::array<PlaneRows, 2> groups;  ///< A, B
};

/// Each group lies on a line of its own.
ToyPoints crossing_lines() {
  ToyPoints toy{"(a) each group on its own line", {PlaneRows(5, 2), PlaneRows(5, 2)}};
  for (Index i = 0; i < 5; ++i) {
    toy.groups[0].row(i) << 0, static_cast<double>(i - 2);
    toy.groups[1].row(i) << static_cast<double>(i - 2), 0;
  }
  return toy;
}

/// A on a circle, B on a horizontal line.
ToyPoints circle_and_line() {
  constexpr Index kPoints = 12;
  ToyPoints toy{"(b) A on a circle, B on a line", {PlaneRows(kPoints, 2), PlaneRows(5, 2)}};
  for (Index i = 0; i < kPoints; ++i) {
    const double angle = 2 * std::numbers::pi * static_cast<double>(i) / kPoints;
    toy.groups[0].row(i) << 2 * std::cos(angle), 2 * std::sin(angle);
  }
  for (Index i = 0; i < 5; ++i) toy.groups[1].row(i) << static_cast<double>(i - 2), 0;
  return toy;
}

/// Mean squared distance of the points from the line at this angle.
double error_at(const PlaneRows& points, double angle) {
  const Eigen::Vector2d across(-std::sin(angle), std::cos(angle));
  return (points * across).squaredNorm() / static_cast<double>(points.rows());
}

/// The angle in [0, 180) degrees of the direction that fair PCA finds.
double fair_angle(const ToyPoints& toy, const std::string& criterion) {
  RowMatrix rows(toy.groups[0].rows() + toy.groups[1].rows(), 2);
  rows << toy.groups[0], toy.groups[1];
  Table table;
  table.schema.features = {{"x", ColumnKind::kNumeric}, {"y", ColumnKind::kNumeric}};
  table.schema.protected_columns = {"group"};
  table.numeric = rows;
  table.rows = rows.rows();
  LevelColumn group{{"A", "B"}, {}};
  for (Index i = 0; i < rows.rows(); ++i) {
    group.codes.push_back(i < toy.groups[0].rows() ? 0 : 1);
  }
  table.protected_levels = {group};
  MatrixRows source(table);
  const Model model = fit_rows(source, {.method = "fair-pca",
                                        .options = {{"criterion", criterion}},
                                        .dimensions = {.wanted = Index{1}},
                                        .min_group_size = 0})
                          .fit.model;
  const Matrix& v = model.projection.components;
  const double degrees = std::atan2(v(1, 0), v(0, 0)) * 180 / std::numbers::pi;
  return std::fmod(degrees + 360, 180);
}

Panel points_panel(const ToyPoints& toy) {
  Panel panel{.title = toy.title, .x = {.label = "x"}, .y = {.label = "y"}};
  for (const int g : {0, 1}) {
    Mark mark{.kind = MarkKind::kScatter, .series = g};
    const PlaneRows& points = toy.groups[static_cast<std::size_t>(g)];
    for (Index i = 0; i < points.rows(); ++i) {
      mark.points.push_back({.x = points(i, 0), .y = points(i, 1)});
    }
    panel.marks.push_back(std::move(mark));
  }
  panel.is_square = true;
  return panel;
}

Panel errors_panel(const ToyPoints& toy) {
  Panel panel{.title = toy.title,
              .x = {.label = "angle of the direction, degrees"},
              .y = {.label = "error of the group", .has_zero = true}};
  for (const int g : {0, 1}) {
    Mark mark{.kind = MarkKind::kLine, .series = g};
    for (int degrees = 0; degrees <= 180; degrees += 5) {
      mark.points.push_back({.x = static_cast<double>(degrees),
                             .y = error_at(toy.groups[static_cast<std::size_t>(g)],
                                           degrees * std::numbers::pi / 180)});
    }
    panel.marks.push_back(std::move(mark));
  }
  Mark rule{.kind = MarkKind::kRule};
  rule.points = {{.x = fair_angle(toy, "loss"), .label = "FairPCA"}};
  panel.marks.push_back(std::move(rule));
  return panel;
}

struct ErrorRange {
  double least, most;
};
ErrorRange range_over_angles(const PlaneRows& points) {
  ErrorRange range{1e300, 0};
  for (int degrees = 0; degrees < 180; ++degrees) {
    const double error = error_at(points, degrees * std::numbers::pi / 180);
    range = {std::min(range.least, error), std::max(range.most, error)};
  }
  return range;
}

Claim favours_claim(const ToyPoints& toy) {
  double best_worst = 1e300;
  for (int degrees = 0; degrees < 180; ++degrees) {
    const double angle = degrees * std::numbers::pi / 180;
    best_worst = std::min(best_worst,
                          std::max(error_at(toy.groups[0], angle), error_at(toy.groups[1], angle)));
  }
  const ErrorRange a = range_over_angles(toy.groups[0]), b = range_over_angles(toy.groups[1]);
  return {.paper =
              "(a) any single direction favours A or B or has a significant error for both, "
              "while each group alone has a perfect one",
          .here = fmt::format("least error of A {:.3g}, of B {:.3g}; of the worse group over all "
                              "directions at least {:.3g} (variance {:.3g})",
                              a.least, b.least, best_worst, a.most),
          .holds = a.least < 1e-12 && b.least < 1e-12 && best_worst > 0.25 * a.most,
          .why = "",
          .threshold = "significant is more than a quarter of the largest error"};
}

Claim circle_claim(const ToyPoints& toy) {
  const ErrorRange a = range_over_angles(toy.groups[0]);
  const double b = error_at(toy.groups[1], 0);
  return {.paper = "(b) B has a perfect one-dimensional projection; for A any is equally bad",
          .here = fmt::format("error of A {:.4g} to {:.4g} over all directions; of B along the "
                              "horizontal {:.3g}",
                              a.least, a.most, b),
          .holds = a.most - a.least < 1e-9 && b < 1e-12,
          .why = ""};
}

/// Minimising the largest error does not see B at all; minimising the largest loss does.
Claim objectives_claim(const ToyPoints& toy) {
  const double by_loss = fair_angle(toy, "loss") * std::numbers::pi / 180;
  const double a = error_at(toy.groups[0], 0), b_most = range_over_angles(toy.groups[1]).most;
  return {.paper =
              "(b) minimising the largest error may cost B without gain for A; minimising the "
              "largest loss does not",
          .here = fmt::format(
              "A's error is {:.4g} in every direction and B's at most {:.4g}, so that "
              "every direction minimises the largest error; the least loss is at "
              "{:.3g} degrees, where B's error is {:.3g}",
              a, b_most, by_loss * 180 / std::numbers::pi, error_at(toy.groups[1], by_loss)),
          .holds = b_most <= a + 1e-12 && error_at(toy.groups[1], by_loss) < 1e-12,
          .why = ""};
}

}  // namespace

ExperimentResult present_fairpca_toy(StudyRuns&) {
  const ToyPoints lines = crossing_lines(), circle = circle_and_line();
  Figure figure{.id = "fairpca-figure2",
                .title = "Two configurations: points, and errors over all directions",
                .description = ""};
  figure.series = {{.name = "A"}, {.name = "B"}};
  figure.panels = {points_panel(lines), errors_panel(lines), points_panel(circle),
                   errors_panel(circle)};
  ExperimentResult result;
  result.figures = {std::move(figure)};
  result.claims = {favours_claim(lines), circle_claim(circle), objectives_claim(circle)};
  result.notes = {
      "The paper draws points without their coordinates; these were chosen so that they "
      "show what its text says: five points on each axis in (a), twelve points on a "
      "circle and five on the horizontal axis in (b)"};
  return result;
}

}  // namespace fairpca
