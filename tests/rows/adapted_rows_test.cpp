// SPDX-License-Identifier: BSD-3-Clause
#include "rows/adapted_rows.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "fairpca/error.h"
#include "fairpca/rows/matrix_rows.h"
#include "text/rejection_of.h"

namespace fairpca {
namespace adapted_rows_test {

using testing::ElementsAre;

/// Four rows; the third has no protected level, the second no number.
RowBlock block_with_holes() {
  RowBlock block;
  block.schema =
      std::make_shared<const Schema>(Schema{.features = {{"age"}}, .protected_columns = {"sex"}});
  block.source = "people.csv";
  block.first_row = 10;
  block.rows = 4;
  block.storage = RowMatrix{{1.0}, {std::nan("")}, {3.0}, {4.0}};
  block.numeric = block.storage;
  block.protected_levels = {{{"f", "m"}, {0, 1, LevelColumn::kMissing, 1}}};
  return block;
}

TEST(AdaptedRowsTest, TheRowWithoutAProtectedLevelIsNamed) {
  const Message message =
      rejection_of([] { require_protected_levels(block_with_holes(), MissingCells::kError); });
  EXPECT_EQ(message.code(), "missing-protected-cell");
  EXPECT_EQ(message.place(), (Place{"people.csv", 13, "sex"}));
  EXPECT_THAT(message.ways_out(), ElementsAre(Setting{"missing_group", "group"},
                                              Setting{"missing_group", "unconstrained"}));
}

TEST(AdaptedRowsTest, RowsThatDoNotCountMayLackTheirLevel) {
  RowBlock block = block_with_holes();
  block.protected_levels[0].codes = {0, LevelColumn::kMissing, 0, 1};
  require_protected_levels(block, MissingCells::kDropRow);
  EXPECT_THROW(require_protected_levels(block, MissingCells::kError), InvalidArgument);
  block.weights = {1, 0, 1, 1};
  require_protected_levels(block, MissingCells::kError);
}

TEST(AdaptedRowsTest, EveryBlockPassesThroughTheFunctionWithTheNewSchema) {
  const RowMatrix numbers = RowMatrix::Random(MatrixRows::kRowsPerChunk + 5, 2);
  MatrixRows inner((RowsRef(numbers)));
  Schema schema = inner.schema();
  schema.label = "paid";
  AdaptedRows rows(inner, schema, [](RowBlock& block) {
    block.weights.assign(static_cast<std::size_t>(block.rows), 2.0);
  });
  EXPECT_EQ(rows.schema(), schema);
  for (int pass = 0; pass < 2; ++pass, rows.rewind()) {
    Index count = 0;
    while (const auto chunk = rows.next()) {
      const RowBlock block = chunk->decode();
      EXPECT_EQ(block.schema->label, "paid");
      EXPECT_EQ(block.weights.front(), 2.0);
      count += block.rows;
    }
    EXPECT_EQ(count, numbers.rows());
  }
}

}  // namespace adapted_rows_test
}  // namespace fairpca
