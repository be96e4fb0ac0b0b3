// SPDX-License-Identifier: BSD-3-Clause
#include "moments/block_cells.h"

#include <algorithm>
#include <cstdint>
#include <numeric>
#include <unordered_map>

namespace fairpca {
namespace {

/// Numbers things 0, 1, 2 ... in the order they are met.
class Numbering {
 public:
  explicit Numbering(std::int64_t values) {
    if (values <= kTableSize) table_.assign(static_cast<std::size_t>(values), kNone);
  }

  std::int64_t of(std::int64_t value) {
    if (table_.empty()) return map_.try_emplace(value, count_).second ? count_++ : map_[value];
    std::int64_t& number = table_[value];
    if (number == kNone) number = count_++;
    return number;
  }
  std::int64_t count() const { return count_; }

 private:
  static constexpr std::int64_t kTableSize = 1 << 14, kNone = -1;
  std::vector<std::int64_t> table_;
  std::unordered_map<std::int64_t, std::int64_t> map_;
  std::int64_t count_ = 0;
};

std::vector<const LevelColumn*> cell_columns(const RowBlock& block) {
  std::vector<const LevelColumn*> columns;
  for (const LevelColumn& column : block.protected_levels) columns.push_back(&column);
  if (block.schema->label) columns.push_back(&block.label);
  return columns;
}

std::optional<std::string> level_at(const LevelColumn& column, Index row) {
  const std::int32_t code = column.codes[row];
  if (code == LevelColumn::kMissing) return std::nullopt;
  return column.levels[code];
}

CellKey key_of(const RowBlock& block, Index row) {
  CellKey key;
  for (const LevelColumn& column : block.protected_levels) {
    key.levels.push_back(level_at(column, row));
  }
  if (block.schema->label) key.label = level_at(block.label, row);
  return key;
}

}  // namespace

std::vector<BlockCell> cells_of(const RowBlock& block, const EncodedBlock& encoded) {
  const Index count = encoded.rows.rows();
  if (count == 0) return {};
  const auto block_row = [&](Index i) {
    return encoded.kept_rows.empty() ? i : encoded.kept_rows[i];
  };
  std::vector<std::int64_t> cell(static_cast<std::size_t>(count), 0);
  std::int64_t cells = 1;
  for (const LevelColumn* column : cell_columns(block)) {
    const auto choices = static_cast<std::int64_t>(column->levels.size()) + 1;  // or missing
    Numbering numbering(cells * choices);
    for (Index i = 0; i < count; ++i) {
      cell[i] = numbering.of(cell[i] * choices + column->codes[block_row(i)] + 1);
    }
    cells = numbering.count();
  }
  std::vector<BlockCell> result(static_cast<std::size_t>(cells));
  for (Index i = 0; i < count; ++i) {
    BlockCell& at = result[cell[i]];
    if (at.rows.empty()) at.key = key_of(block, block_row(i));
    at.rows.push_back(i);
  }
  return result;
}

std::vector<double> weights_of(const RowBlock& block, const EncodedBlock& encoded) {
  if (encoded.kept_rows.empty() || block.weights.empty()) return block.weights;
  std::vector<double> weights;
  for (const Index row : encoded.kept_rows) weights.push_back(block.weights[row]);
  return weights;
}

}  // namespace fairpca
