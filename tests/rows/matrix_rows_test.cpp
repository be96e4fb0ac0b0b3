// SPDX-License-Identifier: BSD-3-Clause
#include "fairpca/rows/matrix_rows.h"

#include <limits>
#include <random>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "rows/read_all.h"
#include "text/rejection_of.h"

namespace fairpca {
namespace matrix_rows_test {

using testing::ElementsAre;

/// 10,000 rows of two numbers, a category, a protected column, a label and weights.
Table sample_table(const RowMatrix& numbers) {
  Table table;
  table.schema.features = {
      {"a", ColumnKind::kNumeric}, {"c", ColumnKind::kCategorical}, {"b", ColumnKind::kNumeric}};
  table.schema.protected_columns = {"sex"};
  table.schema.label = "y";
  table.schema.weight = "w";
  table.numeric = numbers;
  table.rows = numbers.rows();
  std::mt19937_64 engine(5);
  const auto column = [&](std::vector<std::string> levels) {
    LevelColumn out;
    std::uniform_int_distribution<std::int32_t> code(-1,
                                                     static_cast<std::int32_t>(levels.size()) - 1);
    for (Index row = 0; row < table.rows; ++row) out.codes.push_back(code(engine));
    out.levels = std::move(levels);
    return out;
  };
  table.categorical = {column({"x", "y", "z"})};
  table.protected_levels = {column({"F", "M"})};
  table.label = column({"no", "yes"});
  for (Index row = 0; row < table.rows; ++row) {
    table.weights.push_back(static_cast<double>(row % 7));
  }
  return table;
}

TEST(MatrixRowsTest, DeliversTheTableInChunksOf4096Rows) {
  const RowMatrix numbers = RowMatrix::Random(10'000, 2);
  const Table table = sample_table(numbers);
  MatrixRows source(table);
  const WholeTable read = read_all(source);
  EXPECT_THAT(read.chunk_rows, ElementsAre(4096, 4096, 1808));
  EXPECT_EQ(read.schema, table.schema);
  EXPECT_TRUE(same_bits(read.weights, table.weights));
  for (Index row = 0; row < table.rows; ++row) {
    ASSERT_THAT(read.numeric[row], ElementsAre(numbers(row, 0), numbers(row, 1)));
    ASSERT_EQ(read.categorical[row][0], level_at(table.categorical[0], row));
    ASSERT_EQ(read.protected_levels[row][0], level_at(table.protected_levels[0], row));
    ASSERT_EQ(read.label[row], level_at(table.label, row));
  }
  EXPECT_EQ(source.fraction_read(), 1.0);
  source.rewind();
  EXPECT_EQ(source.fraction_read(), 0.0);
  EXPECT_TRUE(same_rows(read_all(source), read));
}

TEST(MatrixRowsTest, AChunkOfNumbersIsAView) {
  const RowMatrix numbers = RowMatrix::Random(5'000, 3);
  MatrixRows source((RowsRef(numbers)));
  EXPECT_EQ(source.schema().features[2].name, "x3");
  EXPECT_EQ(source.next()->decode().numeric.doubles(), numbers.data());
  EXPECT_EQ(source.next()->decode().numeric.doubles(), numbers.data() + 4096 * 3);
  EXPECT_EQ(source.next(), nullptr);
}

TEST(MatrixRowsTest, ABlockHasOnlyTheLevelsItShowsInTheOrderTheyAreMet) {
  Table table;
  table.schema.features = {{"c", ColumnKind::kCategorical}};
  table.rows = 4;
  table.categorical = {{{"never", "late", "early"}, {2, -1, 1, 2}}};
  MatrixRows source(table);
  const RowBlock block = source.next()->decode();
  EXPECT_THAT(block.categorical[0].levels, ElementsAre("early", "late"));
  EXPECT_THAT(block.categorical[0].codes, ElementsAre(0, -1, 1, 0));
}

TEST(MatrixRowsTest, KeptTextsAreThoseOfTheirLevels) {
  const RowMatrix numbers = RowMatrix::Random(10'000, 2);
  Table table = sample_table(numbers);
  table.schema.kept = {"person"};
  table.kept = {table.categorical[0]};
  MatrixRows source(table);
  Index row = 0;
  while (const std::unique_ptr<RowChunk> chunk = source.next()) {
    const RowBlock block = chunk->decode();
    ASSERT_EQ(block.kept.size(), 1);
    for (const std::string& text : block.kept[0]) {
      const std::int32_t code = table.kept[0].codes[static_cast<std::size_t>(row++)];
      ASSERT_EQ(text, code < 0 ? "" : table.kept[0].levels[static_cast<std::size_t>(code)]);
    }
  }
  EXPECT_EQ(row, table.rows);
}

TEST(MatrixRowsTest, AMatrixWithoutRowsHasNoChunks) {
  const RowMatrix empty(0, 3);
  MatrixRows source((RowsRef(empty)));
  EXPECT_EQ(source.next(), nullptr);
  EXPECT_EQ(source.fraction_read(), 1.0);
}

TEST(MatrixRowsTest, TablesThatDoNotFitTogetherAreRejected) {
  const RowMatrix numbers = RowMatrix::Random(20, 2);
  const Table good = sample_table(numbers);
  const auto rejection = [&](auto change) {
    Table table = good;
    change(table);
    return rejection_of([&] { MatrixRows rows(table); });
  };
  const auto expect_counts = [](const Message& message, std::string_view code, const char* found,
                                const char* expected) {
    EXPECT_EQ(message.code(), code);
    EXPECT_EQ(message.argument(code == "column-length" ? "rows" : "columns"), found);
    EXPECT_EQ(message.argument("expected"), expected);
  };
  EXPECT_NO_THROW(MatrixRows rows(good));
  expect_counts(rejection([](Table& t) { t.rows = 21; }), "column-length", "20", "21");
  expect_counts(rejection([](Table& t) { t.label.codes.pop_back(); }), "column-length", "19", "20");
  expect_counts(rejection([](Table& t) { t.weights.pop_back(); }), "column-length", "19", "20");
  expect_counts(rejection([](Table& t) { t.schema.features.pop_back(); }), "column-count", "2",
                "1");
  expect_counts(rejection([](Table& t) { t.categorical.clear(); }), "column-count", "0", "1");
  expect_counts(rejection([](Table& t) { t.protected_levels.clear(); }), "column-count", "0", "1");
  EXPECT_EQ(rejection([](Table& t) { t.schema.kept = {"id"}; }).code(), "column-count");
}

TEST(MatrixRowsTest, CellsThatCannotBeAreNamedByRowAndColumn) {
  const RowMatrix numbers = RowMatrix::Random(20, 2);
  const auto expect_rejection = [&](std::string_view code, const Place& place, auto change) {
    Table table = sample_table(numbers);
    change(table);
    const Message message = rejection_of([&] { MatrixRows rows(table); });
    EXPECT_EQ(message.code(), code);
    EXPECT_EQ(message.place(), place);
  };
  expect_rejection("level-code", {"", 5, "c"}, [](Table& t) { t.categorical[0].codes[4] = 3; });
  expect_rejection("level-code", {"", 1, "y"}, [](Table& t) { t.label.codes[0] = -2; });
  expect_rejection("duplicate-level", {"", 0, "y"},
                   [](Table& t) { t.label.levels[0] = t.label.levels[1]; });
  expect_rejection("not-utf-8", {"", 0, "y"}, [](Table& t) { t.label.levels[0] = "\xe9t\xe9"; });
  for (const double weight :
       {-1.0, std::numeric_limits<double>::infinity(), std::numeric_limits<double>::quiet_NaN()}) {
    expect_rejection("invalid-weight", {"", 3, "w"}, [&](Table& t) { t.weights[2] = weight; });
  }
}

}  // namespace matrix_rows_test
}  // namespace fairpca
