// SPDX-License-Identifier: BSD-3-Clause
#include "moments/drop_deviation.h"

#include <cmath>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "fairpca/rows/matrix_rows.h"
#include "moments/random_rows.h"
#include "text/rejection_of.h"

namespace fairpca {
namespace drop_deviation_test {

using testing::ElementsAre;

/// Columns x1..x4 of deviations near 1, 0 (constant), 1000 and 1e-6, in groups a and b; weighted.
struct Sample {
  RowMatrix rows = random_rows(60, 4, 3);
  std::vector<double> weights = random_weights(60, 4);

  Sample() {
    rows.col(1).setConstant(7);
    rows.col(2) *= 1000;
    rows.col(3) *= 1e-6;
  }

  GroupMoments moments() const {
    Table table;
    for (const char* name : {"x1", "x2", "x3", "x4"}) {
      table.schema.features.push_back({name, ColumnKind::kNumeric});
    }
    table.schema.protected_columns = {"g"};
    table.numeric = rows;
    table.rows = rows.rows();
    table.weights = weights;
    LevelColumn groups{{"a", "b"}, {}};
    for (Index i = 0; i < rows.rows(); ++i) {
      groups.codes.push_back(static_cast<std::int32_t>(i % 2));
    }
    table.protected_levels = {groups};
    MatrixRows source(std::move(table));
    return accumulate_moments(source);
  }

  double deviation(Index column) const {
    long double weight = 0, mean = 0, square = 0;
    for (Index i = 0; i < rows.rows(); ++i) weight += weights[i];
    for (Index i = 0; i < rows.rows(); ++i) mean += weights[i] * rows(i, column) / weight;
    for (Index i = 0; i < rows.rows(); ++i) {
      square += weights[i] * std::pow(rows(i, column) - mean, 2.0L) / weight;
    }
    return static_cast<double>(std::sqrt(square));
  }
};

TEST(DropDeviationTest, ColumnsOutsideTheRangeAreDroppedAndNamed) {
  const GroupMoments moments = Sample().moments();
  const auto selected = drop_by_deviation(moments, DeviationRange{1e-5, 100});
  ASSERT_TRUE(selected);
  EXPECT_THAT(selected->moments.encoding().names(), ElementsAre("x1"));
  EXPECT_EQ(selected->note.code(), "columns-dropped");
  EXPECT_EQ(selected->note.argument("names"), "'x2', 'x3', 'x4'");
}

TEST(DropDeviationTest, ADeviationAtAnEndIsDropped) {
  const Sample sample;
  const GroupMoments moments = sample.moments();
  const double first = sample.deviation(0);
  const auto names = [&](double low, double high) {
    return drop_by_deviation(moments, DeviationRange{low, high})->moments.encoding().names();
  };
  EXPECT_THAT(names(0, 1e9), ElementsAre("x1", "x3", "x4"));  // 0 drops what is constant
  EXPECT_THAT(names(first * (1 - 1e-12), 1e9), ElementsAre("x1", "x3"));
  EXPECT_THAT(names(first * (1 + 1e-12), 1e9), ElementsAre("x3"));
  EXPECT_THAT(names(0, first * (1 - 1e-12)), ElementsAre("x4"));
  EXPECT_THAT(names(0, first * (1 + 1e-12)), ElementsAre("x1", "x4"));
}

TEST(DropDeviationTest, MomentsOfTheOthersStayAsTheyAre) {
  const GroupMoments moments = Sample().moments();
  const auto selected = drop_by_deviation(moments, DeviationRange{0, 1e9});
  ASSERT_TRUE(selected);
  const std::vector<Index> kept = {0, 2, 3};
  for (const auto& [key, cell] : selected->moments.cells()) {
    const Moments& all = moments.cells().at(key);
    EXPECT_EQ(cell.count(), all.count());
    EXPECT_EQ(cell.weight(), all.weight());
    EXPECT_EQ(cell.squared_weight(), all.squared_weight());
    EXPECT_EQ(cell.mean(), Vector(all.mean()(kept)));
    EXPECT_EQ(cell.scatter(), Matrix(all.scatter()(kept, kept)));
  }
}

TEST(DropDeviationTest, NothingHappensWithoutARangeOrOutside) {
  const GroupMoments moments = Sample().moments();
  EXPECT_FALSE(drop_by_deviation(moments, std::nullopt));
  const auto some = drop_by_deviation(moments, DeviationRange{0, 1e9});
  EXPECT_FALSE(drop_by_deviation(some->moments, DeviationRange{0, 1e9}));
}

TEST(DropDeviationTest, ARangeWithoutAnyColumnIsRejectedWithTheDeviations) {
  const Message message = rejection_of([] {
    drop_by_deviation(Sample().moments(), DeviationRange{1e6, 1e7});
  });
  EXPECT_EQ(message.code(), "all-columns-dropped");
  EXPECT_EQ(message.option(), "drop_deviation");
  EXPECT_EQ(message.argument("columns"), "4");
  EXPECT_EQ(std::stod(message.argument("low")), 1e6);
}

}  // namespace drop_deviation_test
}  // namespace fairpca
