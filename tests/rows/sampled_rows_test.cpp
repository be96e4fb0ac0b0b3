// SPDX-License-Identifier: BSD-3-Clause
#include "fairpca/rows/sampled_rows.h"

#include <algorithm>
#include <map>
#include <numeric>
#include <set>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "fairpca/rows/matrix_rows.h"
#include "random/row_hash.h"
#include "rows/read_all.h"
#include "text/rejection_of.h"

namespace fairpca {
namespace sampled_rows_test {

using testing::ElementsAre;

constexpr Index kRows = 3 * MatrixRows::kRowsPerChunk + 17;

/// Row number, sex (every third m), town (a category with a level in one row only), weight.
struct People {
  RowMatrix numbers = RowMatrix(kRows, 1);
  Table table;

  People() {
    std::iota(numbers.data(), numbers.data() + kRows, 0.0);
    table.schema = {.features = {{"number"}, {"town", ColumnKind::kCategorical}},
                    .protected_columns = {"sex"},
                    .label = "paid",
                    .weight = {},
                    .kept = {"id"}};
    table.numeric = numbers;
    table.rows = kRows;
    LevelColumn sex{{"m", "f"}, {}}, town{{"rare", "usual"}, {}}, paid{{"no", "yes"}, {}}, id;
    for (Index i = 0; i < kRows; ++i) {
      sex.codes.push_back(i % 3 == 0 ? 0 : 1);
      town.codes.push_back(i == 5 ? 0 : 1);
      paid.codes.push_back(i % 2 == 0 ? 0 : 1);
      id.levels.push_back(fmt::format("id{}", i));
      id.codes.push_back(static_cast<std::int32_t>(i));
    }
    table.categorical = {town};
    table.protected_levels = {sex};
    table.label = paid;
    table.kept = {id};
  }

  std::unique_ptr<RowSource> open() const { return std::make_unique<MatrixRows>(table); }
  RowSample draw(const SampleSettings& settings) const { return draw_sample(*open(), settings); }
};

/// As standard input is.
class RowsReadOnce final : public RowSource {
 public:
  const Schema& schema() const override { return schema_; }
  std::unique_ptr<RowChunk> next() override { return nullptr; }
  void rewind() override {}
  bool can_rewind() const override { return false; }
  double fraction_read() const override { return 0; }

 private:
  Schema schema_;
};

std::vector<double> numbers_of(const WholeTable& table) {
  std::vector<double> numbers;
  for (const auto& row : table.numeric) numbers.push_back(row.front());
  return numbers;
}

TEST(SampledRowsTest, EachLevelGetsAnEqualPartOfTheRows) {
  const People people;
  const auto rows =
      sampled_rows(people.open(), SampleSettings{.rows = 1000, .by = "sex", .seed = 3});
  const WholeTable sample = read_all(*rows);  // checks that rows are numbered one after another
  ASSERT_EQ(sample.rows(), 1000);
  std::map<std::string, int> counts;
  for (const auto& levels : sample.protected_levels) ++counts[levels.front()];
  EXPECT_EQ(counts, (std::map<std::string, int>{{"f", 500}, {"m", 500}}));
  const std::vector<double> numbers = numbers_of(sample);
  EXPECT_TRUE(std::is_sorted(numbers.begin(), numbers.end()));
  EXPECT_EQ(std::set<double>(numbers.begin(), numbers.end()).size(), 1000u);
  for (std::size_t i = 0; i < numbers.size(); ++i) {
    const auto number = static_cast<Index>(numbers[i]);
    EXPECT_EQ(sample.protected_levels[i].front(), number % 3 == 0 ? "m" : "f");
    EXPECT_EQ(sample.kept[i].front(), fmt::format("id{}", number));
    EXPECT_EQ(sample.label[i], number % 2 == 0 ? "no" : "yes");
  }
}

TEST(SampledRowsTest, RowsThatDoNotDivideEvenlyGoToTheFirstLevels) {
  const People people;
  const RowSample sample = people.draw({.rows = 7, .by = "sex"});
  const auto men =
      std::count_if(sample.rows.begin(), sample.rows.end(), [](Index row) { return row % 3 == 0; });
  EXPECT_EQ(men, 3);  // f is first
}

TEST(SampledRowsTest, TheRowsDrawnDependOnTheSeedAloneAndAreThoseOfSmallestHash) {
  const People people;
  const SampleSettings settings{.rows = 50, .by = "paid", .seed = 11};
  const RowSample sample = people.draw(settings);
  SampleSettings threads = settings;
  threads.pass.threads = 3;
  EXPECT_EQ(people.draw(threads).rows, sample.rows);
  // An oracle that sorts all rows of each level.
  std::vector<Index> expected;
  for (const Index parity : {0, 1}) {
    std::vector<std::pair<double, Index>> ranked;
    for (Index i = parity; i < kRows; i += 2) {
      ranked.emplace_back(row_hash(11 ^ 0x73616D706C65ULL, i), i);
    }
    std::sort(ranked.begin(), ranked.end());
    for (std::size_t i = 0; i < 25; ++i) expected.push_back(ranked[i].second);
  }
  std::sort(expected.begin(), expected.end());
  EXPECT_EQ(sample.rows, expected);
  SampleSettings other = settings;
  other.seed = 12;
  EXPECT_NE(people.draw(other).rows, sample.rows);
}

TEST(SampledRowsTest, EveryRowIsDrawnAboutEquallyOften) {
  const RowMatrix numbers = RowMatrix::Zero(20, 1);
  MatrixRows rows((RowsRef(numbers)));
  std::vector<int> drawn(20, 0);
  constexpr int kSeeds = 2000;
  for (std::uint64_t seed = 0; seed < kSeeds; ++seed) {
    for (const Index row : draw_sample(rows, {.rows = 5, .by = {}, .seed = seed}).rows) {
      ++drawn[static_cast<std::size_t>(row)];
    }
  }
  // Binomial, 500 expected; five deviations of 19.4.
  for (const int times : drawn) EXPECT_NEAR(times, kSeeds / 4, 97);
}

TEST(SampledRowsTest, ASampleHasTheLevelsOfItsRowsAloneAndCanBeReadAgain) {
  const People people;
  SampleSettings settings{.rows = 20};
  const auto rows = sampled_rows(people.open(), settings);
  const WholeTable once = read_all(*rows);
  EXPECT_LT(once.chunk_rows.size(), 5u);
  rows->rewind();
  EXPECT_TRUE(same_rows(once, read_all(*rows)));
  rows->rewind();
  while (const auto chunk = rows->next()) {
    const RowBlock block = chunk->decode();
    EXPECT_GT(block.rows, 0);
    EXPECT_THAT(block.categorical.front().levels, ElementsAre("usual"));
  }
}

TEST(SampledRowsTest, AllRowsAreASampleOfAsManyRows) {
  const People people;
  const auto all = people.open();
  EXPECT_TRUE(same_rows(read_all(*sampled_rows(people.open(), SampleSettings{.rows = kRows})),
                        read_all(*all)));
}

TEST(SampledRowsTest, RowsThatDoNotCountAreNotDrawn) {
  People people;
  for (Index i = 0; i < kRows; ++i) {
    people.table.weights.push_back(i < 100 ? 1.0 : 0.0);
    if (i < 40) people.numbers(i, 0) = std::nan("");
    if (i >= 90 && i < 100) people.table.protected_levels[0].codes[i] = LevelColumn::kMissing;
  }
  const RowSample sample =
      people.draw({.rows = 32, .by = "sex", .seed = 0, .missing = MissingCells::kDropRow});
  EXPECT_EQ(sample.rows.size(), 32u);
  EXPECT_GE(sample.rows.front(), 40);
  EXPECT_LT(sample.rows.back(), 90);
}

TEST(SampledRowsTest, TooFewRowsAreToldWithColumnLevelAndCounts) {
  const People people;
  const Message few = rejection_of([&] { people.draw({.rows = kRows + 1}); });
  EXPECT_EQ(few.code(), "sample-of-few-rows");
  EXPECT_THAT(few.text(), testing::HasSubstr(fmt::format("{} are asked for", kRows + 1)));
  const Message small = rejection_of([&] { people.draw({.rows = 10, .by = "town"}); });
  EXPECT_EQ(small.code(), "sample-of-small-level");
  EXPECT_EQ(small.place().column, "town");
  EXPECT_THAT(small.text(), testing::HasSubstr("the level 'rare' has 1 row, 5 are asked for"));
}

TEST(SampledRowsTest, WhatCannotBeDrawnIsRejected) {
  const People people;
  const auto code_of = [&](const SampleSettings& settings) {
    return std::string(rejection_of([&] { people.draw(settings); }).code());
  };
  EXPECT_EQ(code_of({.rows = 0}), "sample-of-no-rows");
  EXPECT_EQ(code_of({.rows = 5, .by = "id"}), "sample-of-many-levels");
  EXPECT_EQ(code_of({.rows = 5, .by = "sxe"}), "unknown-column");
  EXPECT_EQ(code_of({.rows = 5, .by = "number"}), "unknown-column");  // no levels
  RowsReadOnce once;
  EXPECT_EQ(rejection_of([&] { draw_sample(once, {.rows = 5}); }).code(), "sample-reads-twice");
}

}  // namespace sampled_rows_test
}  // namespace fairpca
