// SPDX-License-Identifier: BSD-3-Clause
#include "moments/moments_memory.h"

#include <fmt/format.h>
#include <cmath>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "fairpca/moments/group_moments.h"
#include "moments/people.h"
#include "text/innermost.h"
#include "text/rejection_of.h"

namespace fairpca {
namespace moments_memory_test {

using testing::ElementsAre;

/// So many numeric columns.
Encoding numeric_columns(Index count) {
  std::vector<EncodedColumn> columns;
  for (Index j = 0; j < count; ++j) columns.push_back({{fmt::format("x{}", j)}, {}});
  return Encoding(std::move(columns));
}

/// More columns than memory_limit() allows for one cell.
Index too_many() {
  return static_cast<Index>(std::sqrt(static_cast<double>(memory_limit()) / 40)) + 1000;
}

TEST(MomentsMemoryTest, TwoMatricesPerCellAndThreeMore) {
  EXPECT_EQ(moments_memory(10, 1), 8 * 100 * 5);
  EXPECT_EQ(moments_memory(10, 4), 8 * 100 * 11);
  EXPECT_GT(memory_limit(), 1U << 28);
}

TEST(MomentsMemoryTest, WideTablesAreRejectedWithTheirWidthAndTheWayOut) {
  const Index columns = too_many();
  const auto rejection = [&](std::size_t cells) {
    return rejection_of([&] { check_moments_memory(numeric_columns(columns), cells); });
  };
  const Message one = rejection(1);
  EXPECT_EQ(one.code(), "too-many-columns");
  EXPECT_EQ(one.argument("columns"), std::to_string(columns));
  EXPECT_EQ(one.argument("first"), "x0");
  EXPECT_EQ(one.argument("last"), fmt::format("x{}", columns - 1));
  EXPECT_GT(std::stod(one.argument("needed")), std::stod(one.argument("limit")));
  EXPECT_THAT(one.ways_out(), ElementsAre(Setting{"drop"}));
  EXPECT_EQ(one.argument("otherwise"), "");
  const Message three = rejection(3);
  EXPECT_EQ(three.argument("cells"), "3");
  EXPECT_EQ(three.argument("otherwise"), " or use fewer groups");
  check_moments_memory(numeric_columns(100), 100);
}

TEST(MomentsMemoryTest, TheColumnOfTheMostLevelsIsNamedAlsoWhereItIsNotMostOfTheTable) {
  std::vector<EncodedColumn> columns = numeric_columns(too_many() / 2).columns();
  for (const auto& [name, share] : {std::pair{"city", 4}, {"job", 3}}) {
    EncodedColumn& column =
        columns.emplace_back(EncodedColumn{{name, ColumnKind::kCategorical}, {}});
    for (Index i = 0; i < too_many() / share; ++i) column.levels.push_back(fmt::format("{:09}", i));
  }
  const Message message =
      rejection_of([&] { check_moments_memory(Encoding(std::move(columns)), 1); });
  EXPECT_EQ(message.code(), "too-many-encoded-columns");
  EXPECT_EQ(message.place().column, "job");
  EXPECT_EQ(message.argument("levels"), std::to_string(too_many() / 3));
}

TEST(MomentsMemoryTest, TheColumnOfManyLevelsIsNamed) {
  EncodedColumn ids{{"id", ColumnKind::kCategorical}, {}};
  for (Index i = 0; i < too_many(); ++i) ids.levels.push_back(fmt::format("{:09}", i));
  const Message message = rejection_of([&] {
    check_moments_memory(Encoding({{{"age"}, {}}, ids}), 2);
  });
  EXPECT_EQ(message.code(), "too-many-levels");
  EXPECT_EQ(message.place().column, "id");
  EXPECT_EQ(message.argument("levels"), std::to_string(ids.levels.size()));
  EXPECT_THAT(message.ways_out(), ElementsAre(Setting{"drop", "id"}));
  EXPECT_EQ(message.text().find("000000"), std::string::npos);  // no level is shown
}

TEST(MomentsMemoryTest, ManyLevelsAreFoundBeforeRowsAreSquaredAndGiveTheSameMoments) {
  constexpr Index kRows = 5000, kLevels = 1100;
  RowMatrix numbers(kRows, 1);
  Table table;
  table.schema.features = {{"age"}, {"city", ColumnKind::kCategorical}};
  table.categorical.resize(1);
  for (Index i = 0; i < kLevels; ++i) table.categorical[0].levels.push_back(fmt::format("{}", i));
  for (Index i = 0; i < kRows; ++i) {
    numbers(i, 0) = static_cast<double>(i % 17);
    table.categorical[0].codes.push_back(static_cast<std::int32_t>(i * i % kLevels));
  }
  table.numeric = numbers;
  table.rows = kRows;
  MatrixRows rows(table);
  const GroupMoments at_once = accumulate_moments(rows);
  rows.rewind();
  GroupMoments by_blocks;
  while (const auto chunk = rows.next()) by_blocks.add(chunk->decode());
  EXPECT_EQ(at_once.encoding(), by_blocks.encoding());
  EXPECT_EQ(at_once.rows(), kRows);
  const Moments& cell = at_once.cells().begin()->second;
  EXPECT_LT((cell.scatter() - by_blocks.cells().begin()->second.scatter()).norm(),
            1e-12 * cell.scatter().norm());
}

TEST(MomentsMemoryTest, AWishToStopEndsTheSquaringOfAWideBlock) {
  const RowMatrix numbers = RowMatrix::Random(50, 1200);
  MatrixRows rows((RowsRef(numbers)));
  int asked = 0;
  const auto stop_wanted = [&asked] { return ++asked > 0; };
  EXPECT_THROW(accumulate_moments(rows, {.stop_wanted = stop_wanted}), Stopped);
  EXPECT_GT(asked, 0);
}

TEST(MomentsRangeTest, SquaresThatOverflowNameTheColumn) {
  const RowMatrix numbers{{1.0, 2.0}, {1e200, 1.0}, {-1e200, 3.0}};
  MatrixRows rows((RowsRef(numbers)));
  const Message message = innermost(rejection_of([&] { accumulate_moments(rows); }));
  EXPECT_EQ(message.code(), "numbers-too-large");
  EXPECT_EQ(message.place().column, "x1");
  EXPECT_THAT(message.ways_out(), ElementsAre(Setting{"drop", "x1"}));
}

}  // namespace moments_memory_test
}  // namespace fairpca
