// SPDX-License-Identifier: BSD-3-Clause
#include "fairpca/rows/arrow_rows.h"

#include <cmath>
#include <limits>
#include <random>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "fairpca/rows/matrix_rows.h"
#include "rows/arrow_builder.h"
#include "rows/read_all.h"
#include "text/rejection_of.h"

namespace fairpca {
namespace arrow_rows_test {

using testing::ElementsAre;
using testing::HasSubstr;
using Doubles = std::vector<std::optional<double>>;

WholeTable read(const MadeStream& made, const ColumnRoles& roles = {}) {
  ArrowRows rows(arrow_table_of(made), roles);
  return read_all(rows);
}

std::vector<std::string> levels(const WholeTable& table, std::size_t column = 0) {
  std::vector<std::string> out;
  for (const auto& row : table.categorical) out.push_back(row.at(column));
  return out;
}

/// Rows of two numbers, a category and a group, in memory and as batches of given sizes.
struct Sample {
  explicit Sample(Index rows) : numbers(rows, 2) {
    std::mt19937_64 engine(3);
    std::normal_distribution<double> normal;
    std::uniform_int_distribution<int> level(0, 3), group(0, 1);
    for (Index row = 0; row < rows; ++row) {
      numbers(row, 0) = normal(engine);
      numbers(row, 1) = row % 13 == 0 ? std::numeric_limits<double>::quiet_NaN() : normal(engine);
      const int drawn = level(engine);
      kinds.push_back(drawn == 3 ? std::nullopt : std::optional(fmt::format("kind {}", drawn)));
      groups.push_back(group(engine) == 0 ? "a" : "a longer name of a group");
    }
  }

  Table table() const {
    Table out;
    out.schema.features = {{"x", ColumnKind::kNumeric},
                           {"y", ColumnKind::kNumeric},
                           {"kind", ColumnKind::kCategorical}};
    out.schema.protected_columns = {"group"};
    out.numeric = this->numbers;
    out.rows = numbers.rows();
    out.categorical = {codes_of(kinds)};
    out.protected_levels = {codes_of(groups)};
    return out;
  }

  static LevelColumn codes_of(const Texts& texts) {
    LevelColumn out;
    for (const auto& text : texts) {
      const auto found =
          text ? std::find(out.levels.begin(), out.levels.end(), *text) : out.levels.end();
      if (text && found == out.levels.end()) out.levels.push_back(*text);
      out.codes.push_back(
          !text ? -1
                : static_cast<std::int32_t>(std::find(out.levels.begin(), out.levels.end(), *text) -
                                            out.levels.begin()));
    }
    return out;
  }

  MadeArray batch(Index first, Index count, std::int64_t offset) const {
    Doubles x, y;
    for (Index row = first; row < first + count; ++row) {
      x.emplace_back(numbers(row, 0));
      const double value = numbers(row, 1);
      y.emplace_back(std::isnan(value) ? std::nullopt : std::optional(value));
    }
    const auto part = [&](const Texts& texts) {
      return Texts(texts.begin() + first, texts.begin() + first + count);
    };
    return batch_of({number_column("x", "g", x, offset), number_column("y", "g", y, offset),
                     text_column("kind", "vu", part(kinds), offset),
                     text_column("group", "vu", part(groups))});
  }

  MadeStream stream(const std::vector<Index>& sizes, std::int64_t offset = 0) const {
    MadeStream out;
    for (Index first = 0; const Index size : sizes) {
      out.batches.push_back(batch(first, size, offset));
      first += size;
    }
    out.schema = out.batches.front();
    return out;
  }

  RowMatrix numbers;
  Texts kinds, groups;
};

TEST(ArrowRowsTest, AnyCutOfTheBatchesGivesTheBlocksOfATableInMemory) {
  const Sample sample(9000);
  MatrixRows in_memory(sample.table());
  const WholeTable expected = read_all(in_memory);
  const std::vector<std::vector<Index>> cuts = {
      {9000}, {4096, 4904}, {1, 0, 8999}, {5000, 4000}, {4095, 2, 4095, 0, 808}};
  for (const auto& sizes : cuts) {
    for (const std::int64_t offset : {0, 3, 8, 13}) {
      const WholeTable found = read(sample.stream(sizes, offset), {.protected_columns = {"group"}});
      EXPECT_TRUE(same_rows(found, expected)) << sizes.size() << " batches at " << offset;
      EXPECT_THAT(found.chunk_rows, ElementsAre(4096, 4096, 808));
    }
  }
}

TEST(ArrowRowsTest, LevelsAndTheirCodesAreThoseOfATableInMemory) {
  const Sample sample(5000);
  MatrixRows in_memory(sample.table());
  ArrowRows rows(arrow_table_of(sample.stream({3000, 2000})), {.protected_columns = {"group"}});
  for (int chunk = 0; chunk < 2; ++chunk) {
    const RowBlock expected = in_memory.next()->decode();
    const RowBlock found = rows.next()->decode();
    EXPECT_EQ(found.categorical[0].levels, expected.categorical[0].levels);
    EXPECT_EQ(found.categorical[0].codes, expected.categorical[0].codes);
    EXPECT_EQ(found.protected_levels[0].levels, expected.protected_levels[0].levels);
    EXPECT_EQ(found.protected_levels[0].codes, expected.protected_levels[0].codes);
  }
}

TEST(ArrowRowsTest, ASliceOfTheWholeTableIsRead) {
  MadeArray batch = batch_of({number_column<double>("x", "g", {1, 2, 3, 4, 5}, 2),
                              text_column("t", "u", {"a", "b", "c", std::nullopt, "e"}, 1)});
  batch.offset = 2;
  batch.length = 3;
  const WholeTable table = read({{batch}});
  EXPECT_EQ(table.numeric, (std::vector<std::vector<double>>{{3}, {4}, {5}}));
  EXPECT_THAT(levels(table), ElementsAre("c", "<missing>", "e"));
}

TEST(ArrowRowsTest, ANullRowIsMissingInAllColumns) {
  MadeArray batch = batch_of(
      {number_column<double>("x", "g", {1, 2, 3, 4}), text_column("t", "U", {"a", "b", "c", "d"})});
  batch.offset = 1;
  batch.length = 3;
  batch.null_count = 1;
  batch.buffers[0] = arrow_builder::bits_of({true, true, false, true}, 0);
  const WholeTable table = read({{batch}});
  EXPECT_EQ(table.numeric[0][0], 2);
  EXPECT_TRUE(std::isnan(table.numeric[1][0]));
  EXPECT_EQ(table.numeric[2][0], 4);
  EXPECT_THAT(levels(table), ElementsAre("b", "<missing>", "d"));
}

TEST(ArrowRowsTest, RowsAreReadAgain) {
  const Sample sample(5000);
  ArrowRows rows(arrow_table_of(sample.stream({5000})), {.protected_columns = {"group"}});
  const WholeTable first = read_all(rows);
  EXPECT_EQ(rows.fraction_read(), 1);
  rows.rewind();
  EXPECT_TRUE(same_rows(read_all(rows), first));
  rows.rewind();
  rows.next();
  rows.rewind();
  EXPECT_TRUE(same_rows(read_all(rows), first));
}

TEST(ArrowRowsTest, AStreamThatCannotBeReadTwiceIsOpenedOnce) {
  const MadeStream made = Sample(5000).stream({5000});
  ArrowTable table = arrow_table_of(made);
  table.can_rewind = false;
  ArrowRows rows(table, {});
  EXPECT_FALSE(rows.can_rewind());
  rows.rewind();  // at the first row already
  read_all(rows);
  EXPECT_EQ(rejection_of([&] { rows.rewind(); }).code(), "stream-read-once");
  EXPECT_EQ(made.balance->opened, 1);
}

TEST(ArrowRowsTest, ASecondPassOfOtherLengthIsRejected) {
  const MadeStream longer = Sample(5000).stream({5000}), shorter = Sample(4000).stream({4000});
  int opened = 0;
  ArrowRows rows(
      {.open = [&](ArrowArrayStream* out) { open_made(opened++ == 0 ? longer : shorter, out); }},
      {});
  read_all(rows);
  rows.rewind();
  const Message message = rejection_of([&] { read_all(rows); });
  EXPECT_EQ(message.code(), "changed-stream");
  EXPECT_THAT(message.text(), HasSubstr("4000 rows"));
}

TEST(ArrowRowsTest, ASecondPassOfOtherColumnsIsRejected) {
  const MadeStream first{{batch_of({number_column<double>("x", "g", {1})})}};
  const MadeStream second{{batch_of({number_column<float>("x", "f", {1})})}};
  int opened = 0;
  ArrowRows rows(
      {.open = [&](ArrowArrayStream* out) { open_made(opened++ == 0 ? first : second, out); }}, {});
  read_all(rows);
  rows.rewind();
  EXPECT_EQ(rejection_of([&] { read_all(rows); }).code(), "changed-stream-columns");
}

TEST(ArrowRowsTest, EverythingIsReleasedAtTheLastRow) {
  const MadeStream made = Sample(9000).stream({4000, 5000});
  ArrowRows rows(arrow_table_of(made), {.protected_columns = {"group"}});
  EXPECT_EQ(made.balance->streams, 1);
  EXPECT_EQ(made.balance->schemas, 0);
  while (rows.next()) {
  }
  EXPECT_TRUE(made.balance->is_even());
}

TEST(ArrowRowsTest, ABatchLivesAsLongAsTheLastChunkOfIt) {
  const MadeStream made = Sample(5000).stream({5000});
  std::unique_ptr<RowChunk> first, second;
  {
    ArrowRows rows(arrow_table_of(made), {.protected_columns = {"group"}});
    first = rows.next();
    second = rows.next();
  }
  EXPECT_EQ(made.balance->streams, 0);
  EXPECT_GT(made.balance->arrays, 0);
  first.reset();
  EXPECT_EQ(second->decode().rows, 904);
  second.reset();
  EXPECT_TRUE(made.balance->is_even());
}

TEST(ArrowRowsTest, EverythingIsReleasedWhenTheProducerFails) {
  MadeStream made = Sample(9000).stream({5000, 4000});
  made.fails_at = 1;
  ArrowRows rows(arrow_table_of(made), {.protected_columns = {"group"}});
  rows.next();
  const Message message = rejection_of([&] { rows.next(); });
  EXPECT_EQ(message.code(), "stream-failed");
  EXPECT_THAT(message.text(), HasSubstr("the disk is on fire"));
  EXPECT_TRUE(made.balance->is_even());
}

TEST(ArrowRowsTest, EverythingIsReleasedWhenOpeningFails) {
  const MadeStream made = Sample(10).stream({10});
  rejection_of([&] { ArrowRows(arrow_table_of(made), {.protected_columns = {"nobody"}}); });
  EXPECT_TRUE(made.balance->is_even());
  EXPECT_EQ(made.balance->opened, 1);
}

TEST(ArrowRowsTest, TheProducersFailureIsSaidWithTheNameOfTheSource) {
  MadeStream made = Sample(10).stream({10});
  made.fails_at = 0;
  ArrowTable table = arrow_table_of(made);
  table.name = "people.parquet";
  const Message message = rejection_of([&] { ArrowRows(table, {}); });
  EXPECT_EQ(message.text(), "people.parquet: reading failed: the disk is on fire");
}

TEST(ArrowRowsTest, NoRowsAreRejectedUnlessTheyAreExpected) {
  const Sample sample(10);
  for (const auto& sizes : std::vector<std::vector<Index>>{{0}, {0, 0}}) {
    ArrowTable table = arrow_table_of(sample.stream(sizes));
    EXPECT_EQ(rejection_of([&] { ArrowRows(table, {}); }).code(), "stream-without-rows");
    table.may_be_empty = true;
    ArrowRows rows(table, {.protected_columns = {"group"}});
    EXPECT_EQ(rows.next(), nullptr);
  }
}

TEST(ArrowRowsTest, RepeatedNamesAreNumbered) {
  const WholeTable table =
      read({{batch_of({number_column<double>("a", "g", {1}), number_column<double>("a", "g", {2}),
                       number_column<double>("a", "g", {3})})}});
  EXPECT_EQ(table.numeric[0], (std::vector<double>{1, 2, 3}));
  EXPECT_EQ(table.schema.features[2].name, "a.2");
  EXPECT_EQ(table.schema.renamed.size(), 2U);
}

/// The metadata of a table that pandas made.
std::string pandas_metadata(const std::string& json) {
  std::string out;
  const auto add = [&](const std::string& text) {
    const auto bytes = static_cast<std::int32_t>(text.size());
    out.append(reinterpret_cast<const char*>(&bytes), sizeof(bytes)).append(text);
  };
  const std::int32_t pairs = 2;
  out.append(reinterpret_cast<const char*>(&pairs), sizeof(pairs));
  add("other");
  add("x");
  add("pandas");
  add(json);
  return out;
}

TEST(ArrowRowsTest, TheIndexOfPandasIsNotAFeature) {
  MadeArray batch = batch_of({number_column<double>("x", "g", {1}),
                              number_column<std::int64_t>("__index_level_0__", "l", {7})});
  EXPECT_EQ(read({{batch}}).schema.features.size(), 2U);
  batch.metadata = pandas_metadata(R"({"index_columns": ["__index_level_0__"], "columns": []})");
  EXPECT_EQ(read({{batch}}).schema.features.size(), 1U);
  batch.metadata = pandas_metadata(R"({"index_columns": [{"kind": "range"}], "columns": ["x"]})");
  EXPECT_EQ(read({{batch}}).schema.features.size(), 2U);
}

TEST(ArrowRowsTest, ColumnsWithoutARoleMayHoldAnything) {
  const MadeArray list{.format = "+l", .name = "list", .length = 1};
  const MadeArray strange{.format = "_pli128", .name = "strange", .length = 1};
  const MadeArray batch = batch_of({number_column<double>("x", "g", {1}), list, strange,
                                    number_column<std::int32_t>("day", "tdD", {1})});
  EXPECT_EQ(read({{batch}}, {.chosen = {"x"}}).numeric[0], std::vector<double>{1});
  const Message message = rejection_of([&] { read({{batch}}, {.dropped = {"list", "day"}}); });
  EXPECT_EQ(message.code(), "stream-column-type");
  EXPECT_THAT(message.text(), HasSubstr("column 'strange'"));
  EXPECT_THAT(message.text(), HasSubstr("_pli128"));
  EXPECT_EQ(rejection_of([&] { read({{batch}}, {.protected_columns = {"list"}, .chosen = {"x"}}); })
                .place()
                .column,
            "list");
}

TEST(ArrowRowsTest, TenThousandColumnsAreRead) {
  std::vector<MadeArray> columns;
  for (int i = 0; i < 10'000; ++i) {
    columns.push_back(number_column<double>(fmt::format("c{}", i), "g", {i, i + 0.5}));
  }
  const WholeTable table = read({{batch_of(std::move(columns))}});
  EXPECT_EQ(table.numeric[1][9'999], 9'999.5);
}

/// Cell (row, j) of these tests: missing in every seventh row of every third column.
std::optional<int> small_number(Index row, Index j) {
  if (j % 3 == 1 && row % 7 == 2) return std::nullopt;
  return static_cast<int>((row * 31 + j * 17) % 120);
}

template <class Cell>
MadeArray small_numbers(Index j, const std::string& format, Index rows) {
  std::vector<std::optional<Cell>> cells;
  for (Index row = 0; row < rows; ++row) {
    const std::optional<int> number = small_number(row, j);
    cells.push_back(number ? std::optional(static_cast<Cell>(*number)) : std::nullopt);
  }
  return number_column<Cell>(fmt::format("x{}", j), format, cells, /*offset=*/j % 5);
}

TEST(ArrowRowsTest, NumbersOfManyTypesBesideEachOtherAreReadAsTheyAre) {
  constexpr Index kRows = 5000;
  std::vector<MadeArray> columns;
  const auto next = [&] { return static_cast<Index>(columns.size()); };
  for (int i = 0; i < 13; ++i) columns.push_back(small_numbers<double>(next(), "g", kRows));
  for (int i = 0; i < 9; ++i) columns.push_back(small_numbers<float>(next(), "f", kRows));
  for (int i = 0; i < 6; ++i) columns.push_back(small_numbers<std::int8_t>(next(), "c", kRows));
  for (int i = 0; i < 8; ++i) columns.push_back(small_numbers<std::int64_t>(next(), "l", kRows));
  columns.push_back(small_numbers<double>(next(), "g", kRows));
  columns.push_back(small_numbers<std::uint16_t>(next(), "S", kRows));
  for (int i = 0; i < 5; ++i) columns.push_back(small_numbers<std::uint32_t>(next(), "I", kRows));
  const Index width = next();
  const WholeTable table = read({.batches = {batch_of(std::move(columns))}});
  ASSERT_EQ(static_cast<Index>(table.numeric.size()), kRows);
  for (Index row = 0; row < kRows; ++row) {
    for (Index j = 0; j < width; ++j) {
      const double found =
          table.numeric[static_cast<std::size_t>(row)][static_cast<std::size_t>(j)];
      const std::optional<int> expected = small_number(row, j);
      ASSERT_TRUE(expected ? found == *expected : std::isnan(found)) << row << ", " << j;
    }
  }
}

TEST(ArrowRowsTest, ShortTextsThatBeginAlikeAreDifferentLevels) {
  const Texts texts = {"a",       "ab", std::string("a\0", 2), "abcdefg", "abcdefgh", "a",
                       "abcdefg", "b"};
  for (const char* format : {"u", "U", "vu"}) {
    SCOPED_TRACE(format);
    const WholeTable table = read({.batches = {batch_of({text_column("t", format, texts, 2)})}});
    const std::vector<std::string> found = levels(table);
    ASSERT_EQ(found.size(), texts.size());
    for (std::size_t i = 0; i < found.size(); ++i) EXPECT_EQ(found[i], *texts[i]);
  }
}

TEST(ArrowRowsTest, AllColumnsAreKeptAsTextsWhereAsked) {
  const MadeArray list{.format = "+l", .name = "list", .length = 2};
  ArrowTable table =
      arrow_table_of({{batch_of({number_column<double>("x", "g", {1, std::nullopt}), list,
                                 number_column<std::int32_t>("day", "tdD", {18'262, -1})})}});
  table.as_text = true;
  ArrowRows rows(table, {});
  EXPECT_THAT(read_all(rows).kept, ElementsAre(ElementsAre("1.0", "lists", "2020-01-01"),
                                               ElementsAre("", "lists", "1969-12-31")));
}

TEST(ArrowRowsTest, TheFirstTextThatIsNotMissingSaysTheKind) {
  Texts late_number(9000), late_word(9000), dates(9000, "2020-01-31");
  late_number[8000] = " 1.5 ";
  late_word[8500] = "word";
  MadeArray batch =
      batch_of({text_column("n", "u", late_number), text_column("w", "U", late_word)});
  const WholeTable table = read({{batch}});
  EXPECT_EQ(table.schema.features[0].kind, ColumnKind::kNumeric);
  EXPECT_EQ(table.schema.features[1].kind, ColumnKind::kCategorical);
  EXPECT_EQ(table.numeric[8000][0], 1.5);
  batch.children.push_back(text_column("d", "vu", dates));
  EXPECT_EQ(rejection_of([&] { read({{batch}}); }).code(), "date-columns");
  EXPECT_EQ(read({{batch}}, {.categorical = {"d"}}).categorical[0][1], "2020-01-31");
}

}  // namespace arrow_rows_test
}  // namespace fairpca
