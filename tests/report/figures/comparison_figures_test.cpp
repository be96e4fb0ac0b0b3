// SPDX-License-Identifier: BSD-3-Clause
#include "report/figures/comparison_figures.h"

#include <cmath>
#include <random>
#include <set>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "figure/figure_csv.h"
#include "figure/svg_text.h"
#include "report/figures/biplot_figure.h"
#include "report/figures/path_figure.h"
#include "study/drawn_rows.h"

namespace fairpca {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::Not;

/// Group g has sizes[g] rows, mixed.
std::vector<int> mixed_groups(const std::vector<int>& sizes, unsigned seed) {
  std::vector<int> groups;
  for (std::size_t g = 0; g < sizes.size(); ++g) {
    groups.insert(groups.end(), static_cast<std::size_t>(sizes[g]), static_cast<int>(g));
  }
  std::shuffle(groups.begin(), groups.end(), std::mt19937(seed));
  return groups;
}

std::vector<int> counts_by_group(const DrawnRows& drawn, const std::vector<int>& groups,
                                 std::size_t count) {
  std::vector<int> counts(count, 0);
  for (const Index row : drawn.rows) {
    const int group = groups[static_cast<std::size_t>(row)];
    if (group >= 0) ++counts[static_cast<std::size_t>(group)];
  }
  return counts;
}

TEST(DrawnRowsTest, AreAllRowsOfTheGroupsWhereTheseAreFew) {
  const std::vector<int> groups = mixed_groups({40, 9, 25}, 1);
  const DrawnRows drawn = drawn_rows(groups, 3, 10, 0);
  EXPECT_THAT(counts_by_group(drawn, groups, 3), ElementsAre(40, 0, 25));
  EXPECT_THAT(drawn.hidden_groups, ElementsAre(1));
  EXPECT_EQ(drawn.of, 65);
}

TEST(DrawnRowsTest, AreAtMost2000WithEveryGroupAmongThemByItsShare) {
  const std::vector<int> groups = mixed_groups({60000, 20000, 12, 5}, 2);
  const DrawnRows drawn = drawn_rows(groups, 4, 10, 0);
  EXPECT_LE(drawn.rows.size(), 2000U);
  EXPECT_GT(drawn.rows.size(), 1950U);
  const std::vector<int> counts = counts_by_group(drawn, groups, 4);
  EXPECT_NEAR(counts[0], 3 * counts[1], 60);
  EXPECT_GE(counts[2], 10);
  EXPECT_EQ(counts[3], 0);
  EXPECT_TRUE(std::is_sorted(drawn.rows.begin(), drawn.rows.end()));
  EXPECT_EQ(std::set<Index>(drawn.rows.begin(), drawn.rows.end()).size(), drawn.rows.size());
}

TEST(DrawnRowsTest, DependOnTheSeedAlone) {
  const std::vector<int> groups = mixed_groups({3000, 3000}, 3);
  EXPECT_EQ(drawn_rows(groups, 2, 10, 7).rows, drawn_rows(groups, 2, 10, 7).rows);
  EXPECT_NE(drawn_rows(groups, 2, 10, 7).rows, drawn_rows(groups, 2, 10, 8).rows);
}

TEST(DrawnRowsTest, LeaveOutRowsOfNoGroup) {
  EXPECT_THAT(drawn_rows({-1, 0, 0, -1}, 1, 2, 0).rows, ElementsAre(1, 2));
  EXPECT_TRUE(drawn_rows({}, 0, 10, 0).rows.empty());
}

ProjectedRows projected(const std::vector<int>& sizes, Index columns) {
  ProjectedRows rows;
  rows.groups = mixed_groups(sizes, 4);
  for (std::size_t g = 0; g < sizes.size(); ++g) {
    rows.group_names.push_back("group " + std::to_string(g));
  }
  const auto n = static_cast<Index>(rows.groups.size());
  std::mt19937 engine(5);
  std::normal_distribution<double> normal;
  Matrix z(n, columns);
  for (double& value : z.reshaped()) value = normal(engine);
  rows.methods = {{"pca", z}, {"fair-pca", -z}};
  return rows;
}

TEST(ProjectionFigureTest, SaysWhichRowsItShowsAndWhichGroupsItHides) {
  ProjectedRows rows = projected({250, 40}, 2);
  rows.of_rows = 2900;
  rows.hidden_groups = {"group 2"};
  const Figure figure = projection_figure(rows);
  ASSERT_EQ(figure.panels.size(), 2U);
  EXPECT_THAT(figure.caption, HasSubstr("290 of 2900 rows, drawn by group with seed 0."));
  EXPECT_THAT(figure.caption, HasSubstr("fewer than 10 rows: group 2."));
  EXPECT_EQ(figure.panels[0].marks[0].points.size(), 250U);
  EXPECT_THAT(svg_text(figure), Not(HasSubstr("data-series=\"group 2\"")));
  EXPECT_THAT(csv_text(figure), Not(HasSubstr("group 2,")));
  // The same rows under both methods, whose coordinates are opposite.
  for (std::size_t m = 0; m < 2; ++m) {
    const std::vector<MarkPoint>&one = figure.panels[0].marks[m].points,
          &other = figure.panels[1].marks[m].points;
    ASSERT_EQ(one.size(), other.size());
    for (std::size_t i = 0; i < one.size(); ++i) EXPECT_EQ(one[i].x, -other[i].x);
  }
}

TEST(ProjectionFigureTest, OneDimensionHasARowPerGroup) {
  const Figure figure = projection_figure(projected({30, 30}, 1));
  EXPECT_THAT(figure.panels[0].y.categories, ElementsAre("group 0", "group 1"));
  EXPECT_THAT(svg_text(figure), HasSubstr("</svg>"));
}

TEST(ProjectionFigureTest, ManyGroupsAreShownByTheirMeans) {
  const ProjectedRows rows = projected(std::vector<int>(20, 30), 2);
  const Figure figure = projection_figure(rows);
  double sum = 0;
  int count = 0;
  for (std::size_t i = 0; i < rows.groups.size(); ++i) {
    if (rows.groups[i] != 3) continue;
    sum += rows.methods[0].coordinates(static_cast<Index>(i), 0);
    ++count;
  }
  int means = 0;
  for (const Mark& mark : figure.panels[0].marks) {
    if (mark.kind != MarkKind::kInterval) continue;
    ++means;
    if (mark.series == 3) {
      EXPECT_NEAR(mark.points[0].x, sum / count, 1e-12);
    }
  }
  EXPECT_EQ(means, 20);
  EXPECT_THAT(figure.caption, HasSubstr("means of the groups"));
}

TEST(CurvesFigureTest, HasAPanelPerMethodAndTheSameSeriesInEach) {
  const std::vector<GroupCurves> methods = {
      {"pca", {{"Female", {{3, 2, 4}, {2, 1, 3}}}, {"Male", {{2}, {1}}}}},
      {"fair-pca", {{"Male", {{2}, {1}}}, {"Female", {{2}, {1}}}}}};
  const Figure figure = curves_figure("errors", "Who pays", "error", {1, 2}, methods);
  ASSERT_EQ(figure.panels.size(), 2U);
  ASSERT_EQ(figure.series.size(), 2U);
  EXPECT_EQ(figure.panels[1].marks[0].series, 1);
  EXPECT_EQ(figure.panels[0].marks[0].points[1].low, 1);
  EXPECT_THAT(figure.caption, HasSubstr("95 %"));
}

TEST(FrontFigureTest, SetsTrainingRowsWithTheFrontBesideHeldOutRows) {
  const Figure figure =
      front_figure({.dimensions = "3 dimensions",
                    .front = {{.x = 1, .y = 2}, {.x = 2, .y = 0}},
                    .methods = {{"pca", {1.1}, {2, 1, 3}, 1, 2}, {"failed", {}, {}}}});
  ASSERT_EQ(figure.panels.size(), 2U);
  ASSERT_EQ(figure.panels[0].marks.size(), 2U);
  EXPECT_EQ(figure.panels[0].marks[1].points[0].x, 1);
  ASSERT_EQ(figure.panels[1].marks.size(), 1U);
  EXPECT_EQ(figure.panels[1].marks[0].points[0].high, 3);
  EXPECT_THAT(figure.caption, HasSubstr("Every point of the front is exact"));
}

TEST(FrontFigureTest, HasNoPanelOfTrainingRowsWithoutTheirNumbers) {
  const Figure figure = front_figure({.methods = {{"pca", {1.1}, {2, 1, 3}}}});
  ASSERT_EQ(figure.panels.size(), 1U);
  EXPECT_EQ(figure.panels[0].title, "Rows held out");
}

TEST(BarsFigureTest, HasARuleWhereTheReferenceIs) {
  const Figure figure =
      bars_figure("leakage", "Leakage",
                  {.methods = {"pca", "fair-pca"},
                   .measures = {{"AUC", "AUC", {{0.8, 0.7, 0.9}, {0.5}}, 0.5, "chance", true}}});
  EXPECT_EQ(figure.panels[0].marks[0].kind, MarkKind::kRule);
  EXPECT_EQ(figure.panels[0].marks[1].kind, MarkKind::kInterval);
  EXPECT_THAT(svg_text(figure), HasSubstr(">chance</text>"));
}

TEST(CommunalityFigureTest, ShowsTheFeaturesOfLargestCommunality) {
  const Matrix values{{0.1, 0.2}, {0.9, 0.1}, {0.3, 0.5}};
  const Figure figure = communality_figure({"a", "b", "c"}, {"pca", "fair-pca"}, values, 2);
  EXPECT_THAT(figure.panels[0].y.categories, ElementsAre("b", "c"));
  EXPECT_THAT(figure.caption, HasSubstr("2 of 3 features"));
  EXPECT_EQ(figure.panels[0].marks[0].points[3].value, 0.5);
}

TEST(BiplotFigureTest, HasArrowsOfTheTenFeaturesOfLargestCommunality) {
  Matrix loadings = Matrix::Zero(30, 3);
  std::vector<std::string> features;
  for (Index j = 0; j < 30; ++j) {
    features.push_back("x" + std::to_string(j));
    loadings(j, j % 3) = static_cast<double>(j) / 30;
  }
  const Figure figure = biplot_figure(features, {{"", loadings, {0.5, 0.25}}});
  const Mark& arrows = figure.panels[0].marks.back();
  ASSERT_EQ(arrows.points.size(), 10U);
  EXPECT_EQ(arrows.points[0].label, "x29");
  EXPECT_EQ(arrows.points[9].label, "x20");
  EXPECT_EQ(arrows.points[9].x, loadings(20, 0));
  EXPECT_EQ(figure.panels[0].x.label, "component 1 (50.0 % of the variance)");
}

TEST(BiplotFigureTest, OfOneComponentIsBars) {
  const Figure figure = biplot_figure({"a", "b"}, {{"", Matrix{{0.6}, {-0.8}}, {}}});
  EXPECT_EQ(figure.panels[0].marks[0].kind, MarkKind::kBar);
  EXPECT_THAT(figure.panels[0].y.categories, ElementsAre("b", "a"));
}

PathPoint path_point(double error, double gap) {
  return {.weights = {},
          .group_errors = {error - gap / 2, error + gap / 2},
          .error = error,
          .gap = gap};
}

TEST(PathFigureTest, HasTheFrontAndEveryMark) {
  FairnessPath path;
  path.dimensions = 2;
  path.groups = {"a", "b"};
  path.gap_front = path.errors_front = {path_point(1, 1), path_point(1.2, 0.4), path_point(2, 0)};
  for (const std::string name : {"pca", "robust-fair-pca lambda=0.5", "robust-fair-pca lambda=1"}) {
    PathMark mark;
    mark.name = name;
    mark.point = path_point(1.2, 0.4);
    path.marks.push_back(mark);
  }
  const Figure figure = path_figure(path);
  ASSERT_EQ(figure.panels.size(), 2U);
  EXPECT_EQ(figure.series.size(), 3U);
  const Mark& robust = figure.panels[0].marks.back();
  ASSERT_EQ(robust.points.size(), 2U);
  EXPECT_EQ(robust.points[1].label, "lambda=1");
  EXPECT_EQ(figure.panels[1].marks[0].points[1].y, 1.4);
}

TEST(PathFigureTest, AMarkThatDoesNotExistIsSaidAndNotDrawn) {
  FairnessPath path;
  path.groups = {"a", "b"};
  path.gap_front = path.errors_front = {path_point(1, 1), path_point(2, 0.5)};
  PathMark mark;
  mark.name = "equal-error";
  mark.status = Status::kInfeasible;
  mark.point = path_point(2, 0.5);
  path.marks.push_back(mark);
  const Figure figure = path_figure(path);
  EXPECT_EQ(figure.series.size(), 1U);
  EXPECT_THAT(figure.caption, HasSubstr("No projection is equal-error."));
}

TEST(PathFigureTest, WithheldNumbersAreNotDrawn) {
  FairnessPath path;
  path.groups = {"a", "b"};
  PathMark mark;
  mark.name = "pca";
  mark.point = path_point(kNoNumber, kNoNumber);
  path.marks.push_back(mark);
  const std::string svg = svg_text(path_figure(path));
  EXPECT_THAT(svg, Not(HasSubstr("class=\"fp-mark\"")));
  EXPECT_THAT(svg, HasSubstr(">no numbers to show</text>"));
  EXPECT_THAT(svg, Not(HasSubstr("nan")));
}

}  // namespace
}  // namespace fairpca
