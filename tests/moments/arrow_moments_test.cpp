// SPDX-License-Identifier: BSD-3-Clause
#include <cmath>
#include <limits>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "fairpca/moments/group_moments.h"
#include "fairpca/moments/moments_file.h"
#include "fairpca/rows/arrow_rows.h"
#include "fairpca/rows/matrix_rows.h"
#include "moments/people.h"
#include "rows/arrow_builder.h"
#include "text/rejection_of.h"

namespace fairpca {
namespace arrow_moments_test {

using FloatRows = Eigen::Matrix<float, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
using Cuts = std::vector<Index>;

/// Column `col` of `numbers`, rows first .. first + count.
template <class Rows>
MadeArray cells_of(const Rows& numbers, Index col, Index first, Index count, const char* name,
                   const char* format, std::int64_t offset) {
  std::vector<std::optional<typename Rows::Scalar>> cells;
  for (Index row = first; row < first + count; ++row) cells.emplace_back(numbers(row, col));
  return number_column(name, format, cells, offset);
}

MadeArray batch_of_people(const People& people, std::int64_t offset) {
  const Index rows = people.size();
  const auto number = [&](Index col, const char* name) {
    return cells_of(people.numbers, col, 0, rows, name, "g", offset);
  };
  const std::vector<std::optional<double>> weights(people.weights.begin(), people.weights.end());
  return batch_of(
      {number(0, "age"), text_column("job", "vu", people.job, offset), number(1, "income"),
       number(2, "hours"), text_column("town", "U", people.town, offset),
       text_column("sex", "u", people.sex, offset), text_column("race", "vu", people.race, offset),
       text_column("hired", "u", people.label, offset),
       number_column("weight", "g", weights, offset)});
}

MadeStream stream_of(const People& people, const Cuts& cuts) {
  MadeStream made;
  Index first = 0;
  for (const Index rows : cuts) {
    made.batches.push_back(batch_of_people(people.slice(first, rows), first % 11));
    first += rows;
  }
  made.schema = made.batches.front();
  return made;
}

std::string bytes_of_moments(RowSource& rows, int threads) {
  return moments_bytes(accumulate_moments(rows, {.threads = threads}));
}

TEST(ArrowMomentsTest, MomentsAreThoseOfATableInMemoryForAnyBatchesAndThreads) {
  const People people = People::random(9000, 4);
  MatrixRows in_memory(table_of(people));
  const std::string expected = bytes_of_moments(in_memory, 1);
  const ColumnRoles roles{
      .protected_columns = {"sex", "race"}, .label = "hired", .weight = "weight"};
  for (const Cuts& cuts : {Cuts{9000}, Cuts{1, 8999}, Cuts{4096, 4096, 808},
                           Cuts{3000, 0, 3000, 3000}, Cuts{5000, 17, 3983}}) {
    for (const int threads : {1, 2, 3}) {
      ArrowRows rows(arrow_table_of(stream_of(people, cuts)), roles);
      EXPECT_EQ(bytes_of_moments(rows, threads), expected)
          << cuts.size() << " batches, " << threads << " threads";
    }
  }
}

TEST(ArrowMomentsTest, SinglePrecisionGivesTheBitsOfAnArrayOfFloats) {
  const FloatRows numbers = random_rows(9000, 5, 7).cast<float>();
  MatrixRows in_memory{RowsRef(numbers)};
  const std::string expected = bytes_of_moments(in_memory, 1);
  for (const Cuts& cuts : {Cuts{9000}, Cuts{4095, 4905}, Cuts{1000, 1000, 7000}}) {
    MadeStream made;
    Index first = 0;
    for (const Index rows : cuts) {
      std::vector<MadeArray> columns;
      for (Index col = 0; col < numbers.cols(); ++col) {
        const std::string name = fmt::format("x{}", col + 1);
        columns.push_back(cells_of(numbers, col, first, rows, name.c_str(), "f", first % 5));
      }
      made.batches.push_back(batch_of(std::move(columns)));
      first += rows;
    }
    made.schema = made.batches.front();
    for (const int threads : {1, 3}) {
      ArrowRows rows(arrow_table_of(made), {});
      EXPECT_EQ(bytes_of_moments(rows, threads), expected) << cuts.size() << " batches";
    }
  }
}

/// Columns x1, x2, ... of numbers, where NaN is a missing cell, `sex` and `weight`.
MadeArray batch_of_numbers(const RowMatrix& numbers, const Texts& sex,
                           const std::vector<double>& weights, Index first, Index count) {
  std::vector<MadeArray> columns;
  for (Index col = 0; col < numbers.cols(); ++col) {
    std::vector<std::optional<double>> cells;
    for (Index row = first; row < first + count; ++row) {
      const double cell = numbers(row, col);
      cells.push_back(std::isnan(cell) ? std::nullopt : std::optional(cell));
    }
    columns.push_back(number_column(fmt::format("x{}", col + 1), "g", cells, first % 7));
  }
  columns.push_back(
      text_column("sex", "u", Texts(sex.begin() + first, sex.begin() + first + count), first % 3));
  const std::vector<std::optional<double>> some(weights.begin() + first,
                                                weights.begin() + first + count);
  columns.push_back(number_column("weight", "g", some, first % 5));
  return batch_of(std::move(columns));
}

/// Rows so wide that a chunk of a stream is decoded in pieces.
struct WideRows {
  RowMatrix numbers = random_rows(9000, 41, 8);
  Texts sex;
  std::vector<double> weights = random_weights(9000, 3);
  LevelColumn levels{{"f", "m", "x"}, {}};

  /// One row in about 300 is of the third level, one in 50 lacks a cell, one in 20 has no weight.
  WideRows() {
    for (Index row = 0; row < numbers.rows(); ++row) {
      const Index number = row * 7919 % 9001;
      const std::int32_t code = number < 30 ? 2 : static_cast<std::int32_t>(number % 2);
      levels.codes.push_back(code);
      sex.emplace_back(levels.levels[static_cast<std::size_t>(code)]);
      if (number % 50 == 1) numbers(row, number % 41) = std::numeric_limits<double>::quiet_NaN();
      if (number % 20 == 3) weights[static_cast<std::size_t>(row)] = 0;
    }
  }

  MadeStream stream(const Cuts& cuts) const {
    MadeStream made;
    Index first = 0;
    for (const Index rows : cuts) {
      made.batches.push_back(batch_of_numbers(numbers, sex, weights, first, rows));
      first += rows;
    }
    made.schema = made.batches.front();
    return made;
  }

  MatrixRows in_memory(bool in_groups, bool weighted) const {
    Table table;
    table.rows = numbers.rows();
    table.numeric = numbers;
    for (Index col = 1; col <= numbers.cols(); ++col) {
      table.schema.features.push_back({fmt::format("x{}", col), ColumnKind::kNumeric});
    }
    if (in_groups) {
      table.schema.protected_columns = {"sex"};
      table.protected_levels = {levels};
    }
    if (weighted) {
      table.schema.weight = "weight";
      table.weights = weights;
    }
    return MatrixRows(std::move(table));
  }
};

TEST(ArrowMomentsTest, ChunksDecodedInPiecesGiveTheBitsOfATableInMemory) {
  const WideRows rows;
  for (const bool in_groups : {false, true}) {
    for (const bool weighted : {false, true}) {
      MatrixRows in_memory = rows.in_memory(in_groups, weighted);
      const std::string expected =
          moments_bytes(accumulate_moments(in_memory, {}, MissingCells::kDropRow));
      ColumnRoles roles;
      if (in_groups) roles.protected_columns = {"sex"};
      if (weighted) roles.weight = "weight";
      if (!in_groups) roles.dropped.emplace_back("sex");
      if (!weighted) roles.dropped.emplace_back("weight");
      for (const Cuts& cuts : {Cuts{9000}, Cuts{100, 1, 1400, 2600, 0, 4899}}) {
        for (const int threads : {1, 3}) {
          ArrowRows stream(arrow_table_of(rows.stream(cuts)), roles);
          EXPECT_EQ(moments_bytes(
                        accumulate_moments(stream, {.threads = threads}, MissingCells::kDropRow)),
                    expected)
              << in_groups << weighted << cuts.size() << threads;
        }
      }
    }
  }
}

TEST(ArrowMomentsTest, TheFirstNumberThatIsNotFiniteIsNamedWhicheverRowsAreAddedFirst) {
  WideRows rows;
  rows.numbers = random_rows(9000, 41, 8);
  // In a cell of few rows, which wait for others; without weight, moments pass over it.
  rows.numbers(3000, 5) = std::numeric_limits<double>::quiet_NaN();
  rows.levels.codes[3000] = 2;
  rows.sex[3000] = "x";
  rows.weights[3000] = 0;
  rows.numbers(3100, 2) = std::numeric_limits<double>::infinity();
  const auto problem = [](RowSource& source) {
    const Message message = rejection_of([&] { accumulate_moments(source, {}); });
    return fmt::format("{} {} {}", message.code(), message.place().row, message.place().column);
  };
  for (const bool in_groups : {false, true}) {
    for (const bool weighted : {false, true}) {
      SCOPED_TRACE(testing::Message() << in_groups << weighted);
      MatrixRows in_memory = rows.in_memory(in_groups, weighted);
      ColumnRoles roles;
      (in_groups ? roles.protected_columns : roles.dropped).emplace_back("sex");
      if (weighted) roles.weight = "weight";
      if (!weighted) roles.dropped.emplace_back("weight");
      ArrowRows stream(arrow_table_of(rows.stream({9000})), roles);
      EXPECT_EQ(problem(in_memory), "missing-cell 3001 x6");
      EXPECT_EQ(problem(stream), "missing-cell 3001 x6");
    }
  }
}

TEST(ArrowMomentsTest, SumsThatOverflowAreRejectedAsSuch) {
  WideRows rows;
  rows.numbers = random_rows(9000, 41, 8);
  rows.numbers.col(3).tail(4000).setConstant(1e308);
  rows.numbers.col(3).tail(100).setConstant(-1e308);
  MatrixRows in_memory = rows.in_memory(/*in_groups=*/true, /*weighted=*/false);
  EXPECT_EQ(rejection_of([&] { accumulate_moments(in_memory, {}); }).code(), "sums-overflow");
}

}  // namespace arrow_moments_test
}  // namespace fairpca
