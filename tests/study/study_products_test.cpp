// SPDX-License-Identifier: BSD-3-Clause
#include "study/study_products.h"

#include <algorithm>
#include <cmath>
#include <fstream>
#include <iterator>
#include <map>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "fairpca/model/model_file.h"
#include "files/temporary_folder.h"
#include "random/random_stream.h"
#include "study/drawn_test_rows.h"
#include "study/rows_of_split.h"
#include "study/run_study.h"
#include "study/some_study.h"
#include "study/study_fronts.h"

namespace fairpca {
namespace {

namespace fs = std::filesystem;
using testing::Contains;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;

const StudyTable& product_table() {
  static const StudyTable table = StudyTable::random(600, 4);
  return table;
}

/// The same rows, of which `few` are in a third group.
StudyTable with_small_group(int few) {
  StudyTable table = StudyTable::random(600, 4);
  table.group.levels = {"a", "b", "few"};
  for (int i = 0; i < few; ++i) table.group.codes[static_cast<std::size_t>(17 * i)] = 2;
  return table;
}

double value_of_measure(const std::vector<MeasuredValue>& values, const std::string& measure,
                        Statistic statistic) {
  for (const MeasuredValue& value : values) {
    const bool is_it =
        value.measure == measure && value.group.empty() && value.statistic == statistic;
    if (is_it) return value.value;
  }
  return std::nan("");
}

/// Overall error and gap of training rows, as the task of a method measured them.
std::pair<double, double> training_point(const StudyResult& study, const std::string& dimensions,
                                         const std::string& method) {
  const TaskResult* task = study.find(0, dimensions, method);
  return {value_of_measure(task->train, "reconstruction_error", Statistic::kValue),
          value_of_measure(task->train, "gap", Statistic::kValue)};
}

/// The gap of the front's polyline at this error; of errors beyond its end, the smallest gap.
double gap_at(const StudyFront& front, double error) {
  for (std::size_t i = 1; i < front.points.size(); ++i) {
    const StudyFront::Point &a = front.points[i - 1], &b = front.points[i];
    if (error > b.error) continue;
    const double share = b.error > a.error ? (error - a.error) / (b.error - a.error) : 1;
    return a.gap + std::clamp(share, 0.0, 1.0) * (b.gap - a.gap);
  }
  return front.points.back().gap;
}

TEST(StudyFrontsTest, AFrontBeginsAtPcaAndNoMethodIsBelowIt) {
  const TemporaryFolder folder;
  const StudyResult study =
      run_study(product_table().open(), quick_spec("1,2,3,0.8"), {folder.path() / "study"});
  ASSERT_EQ(study.fronts.size(), 3U);  // a share is no dimension
  for (const StudyFront& front : study.fronts) {
    SCOPED_TRACE(front.dimensions);
    EXPECT_EQ(front.problem, "");
    EXPECT_TRUE(front.is_exact);
    EXPECT_THAT(front.groups, ElementsAre("a", "b"));
    ASSERT_GT(front.points.size(), 2U);
    EXPECT_LE(front.points.size(), StudyFront::kMostPoints);
    const auto [pca_error, pca_gap] = training_point(study, front.dimensions, "pca");
    EXPECT_NEAR(front.points.front().error, pca_error, 1e-9 * pca_error);
    EXPECT_NEAR(front.points.front().gap, pca_gap, 1e-7 * pca_error);
    for (std::size_t i = 1; i < front.points.size(); ++i) {
      EXPECT_GE(front.points[i].error, front.points[i - 1].error);
      EXPECT_LT(front.points[i].gap, front.points[i - 1].gap);
    }
    for (const StudyFront::Point& point : front.points) {
      EXPECT_NEAR(point.gap, std::abs(point.group_errors[0] - point.group_errors[1]), 1e-12);
    }
    for (const char* method : {"pca", "fair-pca", "robust-fair-pca"}) {
      const auto [error, gap] = training_point(study, front.dimensions, method);
      // The polyline is at most 0.001 of PCA's error above the front itself.
      EXPECT_GE(gap, gap_at(front, error) - 2e-3 * pca_error) << method;
      EXPECT_GE(error, pca_error * (1 - 1e-12)) << method;
    }
  }
}

TEST(StudyFrontsTest, NoProjectionOfTheRowsIsBelowTheFront) {
  const TemporaryFolder folder;
  const StudySpec spec = quick_spec("2");
  const StudyResult study = run_study(product_table().open(), spec, {folder.path() / "study"});
  const StudyFront& front = study.fronts.front();
  // The training rows, prepared by what the model of pca says, and their errors by hand.
  const Model pca = read_model(folder.path() / "study/models/pca-d2.fpca");
  ReadSettings settings;
  settings.plan = plan_splits(spec.study.splits, spec.fit.seed, 1);
  const StudyData data = read_study(product_table().open(), settings);
  const CodeSet codes = training_codes(data.plan(), data.plan().splits.front());
  const RowMatrix all = data.sample(codes, 600);
  const RowMatrix prepared =
      (all.rowwise() - pca.mean.transpose()) * pca.scale.cwiseInverse().asDiagonal();
  std::vector<int> groups;
  for (const Index row : data.rows_with(codes)) {
    groups.push_back(product_table().group.codes[static_cast<std::size_t>(row)]);
  }
  ASSERT_EQ(static_cast<Index>(groups.size()), prepared.rows());
  RandomStream random(5, 0);
  const double scale = front.points.front().error;
  for (int draw = 0; draw < 300; ++draw) {
    // Around PCA, from near to far.
    Matrix frame = pca.projection.components;
    for (double& entry : frame.reshaped()) entry += 0.003 * draw * random.normal();
    frame.col(0).normalize();
    frame.col(1) -= frame.col(0) * frame.col(0).dot(frame.col(1));
    frame.col(1).normalize();
    const Vector errors = (prepared - prepared * frame * frame.transpose()).rowwise().squaredNorm();
    double sums[2] = {0, 0}, counts[2] = {0, 0};
    for (Index row = 0; row < errors.size(); ++row) {
      sums[groups[static_cast<std::size_t>(row)]] += errors(row);
      ++counts[groups[static_cast<std::size_t>(row)]];
    }
    const double gap = std::abs(sums[0] / counts[0] - sums[1] / counts[1]);
    const double error = (sums[0] + sums[1]) / (counts[0] + counts[1]);
    EXPECT_GE(gap, gap_at(front, error) - 2e-3 * scale);
    EXPECT_GE(error, front.points.front().error * (1 - 1e-9));
    if (draw == 0) {
      EXPECT_NEAR(gap, front.points.front().gap, 1e-7 * scale);
    }
  }
}

/// Three groups, of which the largest varies in one column and the others in one of their own.
StudyTable with_own_directions() {
  StudyTable table = StudyTable::random(900, 4);
  table.group.levels = {"a", "b", "c"};
  RandomStream random(6, 0);
  for (Index row = 0; row < 900; ++row) {
    const int group = row % 6 < 3 ? 0 : row % 6 < 5 ? 1 : 2;
    table.group.codes[static_cast<std::size_t>(row)] = group;
    for (Index j = 0; j < 5; ++j) table.numbers(row, j) = (j == group ? 3 : 0.5) * random.normal();
  }
  return table;
}

TEST(StudyFrontsTest, OfManyGroupsEveryPointTradesErrorForGap) {
  const StudyTable table = with_own_directions();
  const TemporaryFolder folder;
  const StudyResult study = run_study(table.open(), quick_spec("2"), {folder.path() / "study"});
  const StudyFront& front = study.fronts.front();
  EXPECT_FALSE(front.is_exact);
  ASSERT_EQ(front.groups.size(), 3U) << front.problem;
  ASSERT_GT(front.points.size(), 2U);
  const auto [error, gap] = training_point(study, "2", "pca");
  EXPECT_NEAR(front.points.front().error, error, 1e-9 * error);
  EXPECT_NEAR(front.points.front().gap, gap, 1e-7 * error);
  for (std::size_t i = 1; i < front.points.size(); ++i) {
    EXPECT_GT(front.points[i].error, front.points[i - 1].error);
    EXPECT_LT(front.points[i].gap, front.points[i - 1].gap);
  }
}

TEST(StudyFrontsTest, WhereTheWeightsOfFairPcaDoNotNarrowTheGapThereIsNoFront) {
  StudyTable table = StudyTable::random(900, 4);
  table.group.levels = {"a", "b", "c"};
  for (std::size_t i = 0; i < 900; i += 3) table.group.codes[i] = 2;
  const TemporaryFolder folder;
  const StudyResult study = run_study(table.open(), quick_spec("2"), {folder.path() / "study"});
  EXPECT_THAT(study.fronts.front().points, IsEmpty());
  EXPECT_THAT(study.fronts.front().problem, HasSubstr("two groups"));
}

TEST(StudyFrontsTest, WhatASmallGroupWouldTellIsWithheld) {
  const StudyTable table = with_small_group(5);
  const TemporaryFolder folder;
  const StudyResult study = run_study(table.open(), quick_spec("2"), {folder.path() / "study"});
  EXPECT_THAT(study.fronts.front().groups, ElementsAre("a", "b"));
  for (const StudyFront::Point& point : study.fronts.front().points) {
    EXPECT_EQ(point.group_errors.size(), 2U);
  }
  // Of two groups the front tells one's error by the other's.
  StudyTable two = with_small_group(5);
  for (std::int32_t& code : two.group.codes) code = code == 2 ? 1 : 0;
  two.group.levels = {"a", "few"};
  const StudyResult hidden = run_study(two.open(), quick_spec("2"), {folder.path() / "two"});
  EXPECT_THAT(hidden.fronts.front().points, IsEmpty());
  EXPECT_THAT(hidden.fronts.front().problem, HasSubstr("withheld"));
  EXPECT_THAT(hidden.fronts.front().problem, HasSubstr("few"));
}

TEST(StudyFrontsTest, DimensionsWithoutAFrontSayWhy) {
  const TemporaryFolder folder;
  const StudyResult study =
      run_study(product_table().open(), quick_spec("8"), {folder.path() / "study"});
  EXPECT_THAT(study.fronts.front().points, IsEmpty());
  EXPECT_THAT(study.fronts.front().problem, Not(IsEmpty()));
}

TEST(StudyProjectionsTest, CoordinatesAreThoseOfTheModelsInTheFolder) {
  const TemporaryFolder folder;
  const StudySpec spec = quick_spec("5,1,2", {.splits = {.folds = 3}});
  const StudyResult study = run_study(product_table().open(), spec, {folder.path() / "study"});
  EXPECT_EQ(study.projections.dimensions, "2");
  ASSERT_EQ(study.projections.methods.size(), 3U);
  ReadSettings settings;
  settings.plan = plan_splits(spec.study.splits, spec.fit.seed, 1);
  const StudyData data = read_study(product_table().open(), settings);
  const std::vector<Index> test =
      data.rows_with(test_codes(data.plan(), data.plan().splits.front()));
  ASSERT_EQ(study.projections.of_rows, static_cast<Index>(test.size()));
  ASSERT_EQ(study.projections.groups.size(), test.size());
  for (const StudyProjections::Method& method : study.projections.methods) {
    SCOPED_TRACE(method.method);
    const Model model =
        read_model(folder.path() / "study/models/split-1" / (method.method + "-d2.fpca"));
    ASSERT_EQ(method.coordinates.rows(), static_cast<Index>(test.size()));
    for (std::size_t i = 0; i < test.size(); ++i) {
      const Index row = test[i];
      RowMatrix encoded = RowMatrix::Zero(1, 8);
      encoded.leftCols(5) = product_table().numbers.row(row);
      encoded(0, 5 + product_table().job.codes[static_cast<std::size_t>(row)]) = 1;
      const RowMatrix at = model.transform(encoded);
      EXPECT_NEAR(method.coordinates(static_cast<Index>(i), 0), at(0, 0), 1e-5);
      EXPECT_NEAR(method.coordinates(static_cast<Index>(i), 1), at(0, 1), 1e-5);
      const auto group = static_cast<std::size_t>(study.projections.groups[i]);
      EXPECT_EQ(study.projections.group_names[group],
                product_table().group.codes[static_cast<std::size_t>(row)] == 0 ? "a" : "b");
    }
  }
}

TEST(StudyProjectionsTest, NoRowOfASmallGroupIsDrawnAndItsNameIsInNoProduct) {
  const StudyTable table = with_small_group(12);  // some 4 of them are held out
  const TemporaryFolder folder;
  const StudyResult study = run_study(table.open(), quick_spec("2"), {folder.path() / "study"});
  EXPECT_THAT(study.projections.group_names, ElementsAre("a", "b"));
  EXPECT_THAT(study.projections.hidden_groups, ElementsAre("few"));
  EXPECT_LT(study.projections.of_rows, study.plan.test_rows);
  EXPECT_EQ(study.projections.groups.size(), static_cast<std::size_t>(study.projections.of_rows));
}

TEST(StudyProjectionsTest, RowsReadAgainGiveTheSameAsRowsInMemory) {
  const StudySpec spec = quick_spec("2");
  ReadSettings settings;
  settings.plan = plan_splits(spec.study.splits, spec.fit.seed, 1);
  const StudyData kept = read_study(product_table().open(), settings);
  settings.table_bytes = 0;
  const StudyData again = read_study(product_table().open(), settings);
  ASSERT_TRUE(kept.is_in_memory());
  ASSERT_FALSE(again.is_in_memory());
  std::vector<RowMatrix> rows;
  for (const StudyData* data : {&kept, &again}) {
    const Split& split = data->plan().splits.front();
    const RowsOfSplit sides(*data, spec.fit, training_codes(data->plan(), split),
                            test_codes(data->plan(), split), {});
    rows.push_back(sides.encoded_test_rows(draw_test_rows(sides, spec).rows, {.threads = 2}));
  }
  EXPECT_EQ(rows[0], rows[1]);
  EXPECT_GT(rows[0].rows(), 100);
}

TEST(StudyColumnsTest, ColumnsThatAreNoFeaturesHaveAReasonAndMissingCellsAreCounted) {
  StudyTable table = product_table();
  table.numbers(3, 1) = table.numbers(9, 1) = table.numbers(9, 4) = std::nan("");
  table.job.codes[20] = LevelColumn::kMissing;
  StudySpec spec = quick_spec("2");
  spec.fit.missing = MissingCells::kMean;
  const TemporaryFolder folder;
  const StudyResult study =
      run_study(table.open(), spec,
                {.folder = folder.path() / "study", .unused_columns = {{"id", "dropped"}}});
  EXPECT_THAT(study.columns.used, ElementsAre("x1", "x2", "x3", "x4", "x5", "job"));
  std::map<std::string, std::string> reasons;
  for (const auto& column : study.columns.left_out) reasons[column.name] = column.reason;
  EXPECT_EQ(reasons, (std::map<std::string, std::string>{
                         {"group", "protected"}, {"label", "label"}, {"id", "dropped"}}));
  std::map<std::string, Index> missing;
  for (const auto& column : study.columns.missing) missing[column.name] = column.cells;
  EXPECT_EQ(missing, (std::map<std::string, Index>{{"x2", 2}, {"x5", 1}, {"job", 1}}));
  // Another way to read the same rows may not know of the column.
  EXPECT_NO_THROW(run_study(table.open(), spec, {folder.path() / "study", true}));
}

TEST(StudyProductsTest, FilesThatWereLostAreMadeAgainWithTheSameBytes) {
  const TemporaryFolder folder;
  const fs::path path = folder.path() / "study";
  const StudySpec spec = quick_spec("2,3", {.splits = {.folds = 3}});
  const auto files = [&] {
    std::map<std::string, std::string> found;
    for (const auto& entry : fs::recursive_directory_iterator(path)) {
      if (!entry.is_regular_file() || entry.path().filename() == "timings.csv") continue;
      std::ifstream file(entry.path(), std::ios::binary);
      found[fs::relative(entry.path(), path).string()] =
          std::string(std::istreambuf_iterator<char>(file), {});
    }
    return found;
  };
  run_study(product_table().open(), spec, {.folder = path, .command = "fairpca compare"});
  const auto whole = files();
  EXPECT_THAT(whole, Contains(testing::Key("tasks/shared.cbor")));
  EXPECT_EQ(whole.at("command.txt"), "fairpca compare\n");
  RandomStream random(3, 0);
  for (int round = 0; round < 5; ++round) {
    SCOPED_TRACE(round);
    for (const auto& [name, bytes] : whole) {
      const bool is_lost = name.starts_with("tasks/") && random.uniform() < 0.3;
      if (is_lost || (round == 0 && name == "tasks/shared.cbor")) fs::remove(path / name);
    }
    run_study(product_table().open(), spec,
              {.folder = path, .resumes = true, .command = "fairpca compare"});
    EXPECT_EQ(files(), whole);
  }
}

}  // namespace
}  // namespace fairpca
