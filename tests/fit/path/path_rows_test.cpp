// SPDX-License-Identifier: BSD-3-Clause
#include <cmath>
#include <limits>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "fairpca/fit/fairness_path.h"
#include "fit/grouped_rows.h"
#include "rows/unread_rows.h"
#include "text/rejection_of.h"

namespace fairpca {
namespace path_rows_test {

using ::testing::ElementsAre;

FitSettings settings_for(Index d) {
  FitSettings settings;
  settings.dimensions.wanted = d;
  return settings;
}

std::vector<double> numbers(const FairnessPath& path) {
  std::vector<double> all;
  for (const PathPoint& point : path.errors_front) all.insert(all.end(), {point.error, point.gap});
  for (const PathPoint& point : path.gap_front) all.insert(all.end(), {point.error, point.gap});
  for (const PathMark& mark : path.marks) all.insert(all.end(), {mark.objective, mark.bound});
  return all;
}

TEST(PathRowsTest, RowsMomentsAndPreparedMomentsHaveTheSamePath) {
  const GroupedRows data = random_groups({80, 40}, 5, 1);
  MatrixRows rows(data.table());
  const FairnessPath of_rows = path_rows(rows, settings_for(2)).path;
  rows.rewind();
  const GroupMoments moments = accumulate_moments(rows);
  const FairnessPath of_moments = path_moments(moments, settings_for(2)).path;
  SpectralSolver spectral;
  const FairnessPath pieces =
      fairness_path(prepare(moments, form_groups(moments)), 2, PathOptions(), spectral);
  EXPECT_FALSE(numbers(of_rows).empty());
  EXPECT_EQ(numbers(of_rows), numbers(pieces));
  EXPECT_EQ(numbers(of_moments), numbers(pieces));
  EXPECT_TRUE(of_rows.warnings.empty());
  EXPECT_TRUE(of_rows.converged());
}

TEST(PathRowsTest, SettingsAreCheckedBeforeARowIsRead) {
  UnreadRows rows({.features = {{"a"}, {"b"}, {"c"}}, .protected_columns = {"sex"}});
  UnreadRows without_groups({.features = {{"a"}, {"b"}, {"c"}}});
  const auto rejection = [](RowSource& source, const FitSettings& settings,
                            const PathOptions& options = {}) {
    return rejection_of([&] { path_rows(source, settings, options); });
  };
  EXPECT_EQ(rejection(without_groups, settings_for(2)).code(), "too-few-groups");
  EXPECT_EQ(rejection(rows, settings_for(0)).option(), "dimensions");
  EXPECT_EQ(rejection(rows, settings_for(2), {.tolerance = 1}).option(), "tolerance");
  EXPECT_EQ(rejection(rows, settings_for(2), {.lambdas = {-1}}).option(), "lambdas");
  FitSettings range = settings_for(1);
  range.dimensions.most = 2;
  EXPECT_EQ(rejection(rows, range).code(), "dimensions-not-a-range");
  FitSettings by_model = settings_for(2);
  by_model.missing = MissingCells::kModel;
  EXPECT_EQ(rejection(rows, by_model).code(), "moments-of-missing-cells");
}

TEST(PathRowsTest, AMissingCellIsRejectedWithTheWaysOutThereAre) {
  GroupedRows data = random_groups({30, 20}, 4, 2);
  data.rows(12, 3) = std::numeric_limits<double>::quiet_NaN();
  MatrixRows rows(data.table());
  const Message message = rejection_of([&] { path_rows(rows, settings_for(2)); });
  EXPECT_EQ(message.code(), "missing-cell");
  EXPECT_EQ(message.place(), (Place{.row = 13, .column = "c4"}));
  EXPECT_THAT(message.ways_out(),
              ElementsAre(Setting{"missing", "mean"}, Setting{"missing", "drop-row"}));
}

TEST(PathRowsTest, ARowWithoutAGroupIsRejectedWithItsPlace) {
  GroupedRows data = random_groups({30, 20}, 4, 3);
  data.codes[3] = LevelColumn::kMissing;
  MatrixRows rows(data.table());
  const Message message = rejection_of([&] { path_rows(rows, settings_for(2)); });
  EXPECT_EQ(message.code(), "missing-protected-cell");
  EXPECT_EQ(message.place().row, 4);
}

TEST(PathRowsTest, FrontsThatAreNotCompleteAreWarnedOf) {
  const GroupedRows data = random_groups({80, 40}, 5, 4);
  MatrixRows source(data.table());
  const FairnessPath path =
      path_rows(source, settings_for(2), {.tolerance = 1e-9, .max_points = 3}).path;
  ASSERT_FALSE(path.complete);
  ASSERT_EQ(path.warnings.size(), 1u);
  EXPECT_EQ(path.warnings.front().code(), "front-distance");
  EXPECT_EQ(path.warnings.front().ways_out().front().option, "max_points");
  EXPECT_FALSE(path.converged());
}

TEST(PathRowsTest, AGapThatNoProjectionHasIsNotConverged) {
  FairnessPath path;
  path.marks = {{.name = "equal-error", .status = Status::kInfeasible}};
  EXPECT_TRUE(path.converged());
  path.marks.front().name = "max-gap";
  EXPECT_FALSE(path.converged());
  path.marks.front().status = Status::kOptimal;
  EXPECT_TRUE(path.converged());
  path.marks.front().status = Status::kMaxIterations;
  EXPECT_FALSE(path.converged());
}

}  // namespace path_rows_test
}  // namespace fairpca
