// SPDX-License-Identifier: BSD-3-Clause
#include <fmt/format.h>
#include <gtest/gtest.h>

#include "fairpca/moments/group_moments.h"
#include "fairpca/moments/moments_file.h"
#include "fairpca/rows/arrow_rows.h"
#include "fairpca/rows/matrix_rows.h"
#include "moments/people.h"
#include "rows/arrow_builder.h"

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

}  // namespace arrow_moments_test
}  // namespace fairpca
