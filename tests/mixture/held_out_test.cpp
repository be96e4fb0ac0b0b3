// SPDX-License-Identifier: BSD-3-Clause
#include <algorithm>
#include <map>

#include <gtest/gtest.h>

#include "fairpca/rows/matrix_rows.h"
#include "mixture/prepared_rows.h"

namespace fairpca {
namespace held_out_test {

/// One column of row numbers, in cells of these sizes one after another, every `nth` weight 0.
class CellRows {
 public:
  CellRows(const std::vector<Index>& sizes, KeepRows keep, int threads, Index nth_weightless = 0) {
    Table table;
    table.schema.features = {{"x1", ColumnKind::kNumeric}};
    table.schema.protected_columns = {"cell"};
    LevelColumn levels;
    RowPreparation preparation;
    for (std::size_t cell = 0; cell < sizes.size(); ++cell) {
      levels.levels.push_back(std::to_string(cell));
      levels.codes.insert(levels.codes.end(), static_cast<std::size_t>(sizes[cell]),
                          static_cast<std::int32_t>(cell));
      preparation.cells.push_back({levels.levels.back()});
    }
    const auto n = static_cast<Index>(levels.codes.size());
    rows_ = Vector::LinSpaced(n, 0, static_cast<double>(n - 1));
    table.protected_levels = {levels};
    table.numeric = rows_;
    table.rows = n;
    if (nth_weightless > 0) {
      table.schema.weight = "w";
      for (Index i = 0; i < n; ++i) table.weights.push_back(i % nth_weightless == 0 ? 0.0 : 2.5);
    }
    source_.emplace(std::move(table));
    preparation.encoding = Encoding(std::vector<EncodedColumn>{{{"x1", ColumnKind::kNumeric}, {}}});
    preparation.mean = Vector::Zero(1);
    preparation.scale = Vector::Ones(1);
    prepared_.emplace(*source_, std::move(preparation), PassOptions{.threads = threads}, keep, n);
  }
  PreparedRows& prepared() { return *prepared_; }

  /// The rows with each code, among those of positive weight.
  std::map<std::int32_t, std::vector<double>> rows_by_code() {
    std::map<std::int32_t, std::vector<double>> found;
    prepared_->for_each_block(
        [](const PreparedBlock& block) { return block; },
        [&](const PreparedBlock& block) {
          for (Index i = 0; i < block.rows.rows(); ++i) {
            if (!(block.weight(i) > 0)) continue;
            found[block.cells[static_cast<std::size_t>(i)]].push_back(block.rows(i, 0));
          }
        });
    return found;
  }

 private:
  RowMatrix rows_;
  std::optional<MatrixRows> source_;
  std::optional<PreparedRows> prepared_;
};

const std::vector<Index> kSizes = {9000, 13, 4, 5, 1};

TEST(HeldOutTest, EveryCellGivesItsShareRoundedDown) {
  CellRows data(kSizes, KeepRows::kNever, 1);
  data.prepared().hold_out(0.2, 3);
  EXPECT_EQ(data.prepared().cell_count(), 10);
  const auto found = data.rows_by_code();
  const std::map<std::int32_t, std::size_t> wanted = {{0, 7200}, {1, 11},   {2, 4}, {3, 4},
                                                      {4, 1},    {5, 1800}, {6, 2}, {8, 1}};
  ASSERT_EQ(found.size(), wanted.size());
  for (const auto& [code, count] : wanted) EXPECT_EQ(found.at(code).size(), count) << code;
}

TEST(HeldOutTest, TheSameRowsWhateverTheThreadsAndWhetherTheyAreKept) {
  CellRows first(kSizes, KeepRows::kNever, 1), threads(kSizes, KeepRows::kNever, 3),
      kept(kSizes, KeepRows::kAlways, 2), other_seed(kSizes, KeepRows::kAlways, 2);
  for (CellRows* data : {&first, &threads, &kept}) data->prepared().hold_out(0.2, 3);
  other_seed.prepared().hold_out(0.2, 4);
  EXPECT_EQ(threads.rows_by_code(), first.rows_by_code());
  EXPECT_EQ(kept.rows_by_code(), first.rows_by_code());
  EXPECT_NE(other_seed.rows_by_code(), first.rows_by_code());
}

TEST(HeldOutTest, RowsAreDrawnAllOverTheCell) {
  CellRows data({10000}, KeepRows::kAlways, 1);
  data.prepared().hold_out(0.5, 1);
  const std::vector<double> drawn = data.rows_by_code().at(1);
  ASSERT_EQ(drawn.size(), 5000u);
  const auto early = std::count_if(drawn.begin(), drawn.end(), [](double i) { return i < 5000; });
  EXPECT_NEAR(static_cast<double>(early), 2500, 200);  // 4 standard deviations are 141
}

TEST(HeldOutTest, RowsOfWeightZeroDoNotCount) {
  CellRows data({100, 50}, KeepRows::kAlways, 1, 2);
  data.prepared().hold_out(0.2, 1);
  const auto found = data.rows_by_code();
  EXPECT_EQ(found.at(2).size(), 10u);
  EXPECT_EQ(found.at(3).size(), 5u);
}

}  // namespace held_out_test
}  // namespace fairpca
