// SPDX-License-Identifier: BSD-3-Clause
#include <cmath>
#include <limits>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "fairpca/error.h"
#include "fairpca/rows/encoding.h"
#include "text/rejection_of.h"

namespace fairpca {
namespace missing_category_test {

using testing::ElementsAre;
using testing::IsEmpty;

/// age (numeric), job, home (categorical); row 1 lacks age, rows 1 and 2 lack job.
RowBlock sample_block() {
  RowBlock block;
  block.schema =
      std::make_shared<const Schema>(Schema{.features = {{"age", ColumnKind::kNumeric},
                                                         {"job", ColumnKind::kCategorical},
                                                         {"home", ColumnKind::kCategorical}}});
  block.rows = 4;
  block.storage.resize(4, 1);
  block.storage << 30, std::nan(""), 50, 60;
  block.numeric = block.storage;
  block.categorical = {{{"smith", "baker"}, {0, -1, -1, 1}}, {{"own", "rent"}, {0, 0, 1, 1}}};
  return block;
}

/// The same with the text in the missing cells.
RowBlock written_block() {
  RowBlock block = sample_block();
  block.categorical[0] = {{"smith", "(missing)", "baker"}, {0, 1, 1, 2}};
  return block;
}

Encoding with_level(const RowBlock& block, MissingCells missing) {
  return Encoding::of(block, missing, MissingCategory::kLevel);
}

Matrix dense(const EncodedBlock& encoded) {
  Matrix out(encoded.rows.rows(), encoded.rows.cols());
  for (Index i = 0; i < out.rows(); ++i) {
    for (Index j = 0; j < out.cols(); ++j) out(i, j) = encoded.rows(i, j);
  }
  return out;
}

TEST(MissingCategoryTest, AMissingCategoryIsALevelOfItsOwn) {
  const Encoding encoding = with_level(sample_block(), MissingCells::kError);
  EXPECT_THAT(encoding.names(), ElementsAre("age", "job=(missing)", "job=baker", "job=smith",
                                            "home=own", "home=rent"));
  EXPECT_THAT(encoding.columns_with_missing_level(), ElementsAre("job"));
}

TEST(MissingCategoryTest, WithoutItAMissingCategoryIsNoLevel) {
  const Encoding encoding = Encoding::of(sample_block());
  EXPECT_THAT(encoding.columns()[1].levels, ElementsAre("baker", "smith"));
  EXPECT_THAT(encoding.columns_with_missing_level(), IsEmpty());
}

TEST(MissingCategoryTest, ItIsEncodedAsIfTheTextHadBeenWritten) {
  for (const MissingCells missing : {MissingCells::kMean, MissingCells::kDropRow}) {
    const EncodeOptions options{.missing = missing, .fill = Vector::LinSpaced(6, 0.1, 0.6)};
    const RowBlock block = sample_block(), written = written_block();
    const Encoding ours = with_level(block, missing), theirs = Encoding::of(written, missing);
    EXPECT_EQ(ours.names(), theirs.names());
    EXPECT_EQ(dense(ours.encode(block, options)), dense(theirs.encode(written, options)));
    EXPECT_EQ(ours.encode(block, options).kept_rows, theirs.encode(written, options).kept_rows);
  }
}

TEST(MissingCategoryTest, OnlyMissingNumbersLeaveARowOut) {
  const RowBlock block = sample_block();
  const EncodedBlock encoded =
      with_level(block, MissingCells::kDropRow).encode(block, {.missing = MissingCells::kDropRow});
  EXPECT_THAT(encoded.kept_rows, ElementsAre(0, 2, 3));
}

TEST(MissingCategoryTest, ALevelThatReadsTheSameIsTheSameLevel) {
  RowBlock block = written_block();
  block.categorical[0].codes = {0, -1, 1, 2};
  const Encoding encoding = with_level(block, MissingCells::kMean);
  EXPECT_THAT(encoding.columns()[1].levels, ElementsAre("(missing)", "baker", "smith"));
  const Matrix rows =
      dense(encoding.encode(block, {.missing = MissingCells::kMean, .fill = Vector::Ones(6)}));
  EXPECT_EQ(rows(1, 1), 1);
  EXPECT_EQ(rows(2, 1), 1);
}

TEST(MissingCategoryTest, AColumnWithoutMissingCellsAtFirstTakesThemAsOthersDo) {
  RowBlock block = sample_block();
  const Encoding encoding = with_level(block, MissingCells::kError);
  block.storage(1, 0) = 40;
  block.categorical[1].codes[3] = LevelColumn::kMissing;
  const Message message = rejection_of([&] { encoding.encode(block); });
  EXPECT_EQ(message.code(), "missing-cell");
  EXPECT_EQ(message.place(), (Place{"", 4, "home"}));
}

TEST(MissingCategoryTest, TheLevelOfEitherTableIsTheLevelOfBoth) {
  const Encoding with = with_level(sample_block(), MissingCells::kError);
  const Encoding without = Encoding::of(sample_block());
  for (const Encoding& merged : {with.merged_with(without), without.merged_with(with)}) {
    EXPECT_EQ(merged, with);
  }
}

TEST(MissingCategoryTest, ColumnsThatAreNotKeptAreDropped) {
  const RowBlock block = written_block();
  const Encoding encoding = with_level(block, MissingCells::kDropRow).selected({1, 3});
  EXPECT_THAT(encoding.names(), ElementsAre("job=(missing)", "job=smith"));
  EXPECT_THAT(encoding.columns()[1].dropped_levels, ElementsAre("baker"));
  EXPECT_TRUE(encoding.columns()[0].is_dropped);
  EXPECT_TRUE(encoding.columns()[2].is_dropped);
  EXPECT_EQ(encoding.features(), (std::vector<FeatureColumn>{{"job", ColumnKind::kCategorical}}));
  Matrix expected(4, 2);
  expected << 0, 1, 1, 0, 1, 0, 0, 0;  // the dropped level is known: zeros, no rejection
  EXPECT_EQ(dense(encoding.encode(block)), expected);
}

TEST(MissingCategoryTest, MissingCellsOfADroppedLevelAreZeros) {
  RowBlock block = sample_block();
  const Encoding encoding = with_level(block, MissingCells::kError).selected({2, 3, 4});
  const Matrix rows = dense(encoding.encode(block));
  EXPECT_EQ(rows.row(1).head(2), Matrix::Zero(1, 2));
  block.categorical[0].levels[0] = "pilot";
  EXPECT_EQ(rejection_of([&] { encoding.encode(block); }).code(), "unseen-level");
}

TEST(MissingCategoryTest, SelectionsOutOfOrderAreRejected) {
  const Encoding encoding = Encoding::of(sample_block());
  for (const std::vector<Index>& kept : {std::vector<Index>{1, 0}, {0, 0}, {-1}, {5}}) {
    EXPECT_EQ(rejection_of([&] { encoding.selected(kept); }).code(), "selected-columns");
  }
}

TEST(MissingCategoryTest, ColumnsThatContradictThemselvesAreRejected) {
  const auto code_of = [](const EncodedColumn& column) {
    const Message message = rejection_of([&] { Encoding({column}); });
    EXPECT_EQ(message.place().column, column.column.name);
    return std::string(message.code());
  };
  const FeatureColumn job{"job", ColumnKind::kCategorical}, age{"age", ColumnKind::kNumeric};
  EXPECT_EQ(code_of({.column = job, .levels = {"a"}, .missing_is_level = true}),
            "missing-level-absent");
  EXPECT_EQ(code_of({.column = age, .levels = {}, .missing_is_level = true}), "levels-of-numbers");
  EXPECT_EQ(code_of({.column = age, .levels = {}, .dropped_levels = {"a"}}), "levels-of-numbers");
  EXPECT_EQ(code_of({.column = job, .levels = {"a"}, .dropped_levels = {"a"}}),
            "dropped-level-kept");
  EXPECT_EQ(code_of({.column = job, .levels = {"a"}, .dropped_levels = {"c", "b"}}),
            "unsorted-levels");
  EXPECT_EQ(code_of({.column = job, .levels = {"a"}, .is_dropped = true}),
            "levels-of-dropped-column");
}

TEST(MissingCategoryTest, TablesWithOtherDroppedColumnsAreNotMerged) {
  const Encoding all = Encoding::of(sample_block());
  for (const std::vector<Index>& kept : {std::vector<Index>{1, 2, 3, 4}, {0, 1, 3, 4}}) {
    EXPECT_EQ(rejection_of([&] { all.merged_with(all.selected(kept)); }).code(),
              "dropped-in-one-table");
  }
}

}  // namespace missing_category_test
}  // namespace fairpca
