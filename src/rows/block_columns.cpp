// SPDX-License-Identifier: BSD-3-Clause
#include "rows/block_columns.h"

#include <cmath>

namespace fairpca {

std::vector<BlockColumn> block_columns(const Schema& schema) {
  std::vector<BlockColumn> columns;
  columns.reserve(schema.features.size());
  Index numeric = 0, categorical = 0;
  for (const FeatureColumn& feature : schema.features) {
    const bool is_numeric = feature.kind == ColumnKind::kNumeric;
    columns.push_back({feature.kind, is_numeric ? numeric++ : categorical++});
  }
  return columns;
}

std::vector<Index> complete_rows(const RowBlock& block, const std::vector<BlockColumn>& columns) {
  std::vector<char> incomplete(static_cast<std::size_t>(block.rows), 0);
  for (const BlockColumn& column : columns) {
    if (column.kind == ColumnKind::kNumeric) {
      for (Index row = 0; row < block.rows; ++row) {
        if (std::isnan(block.numeric(row, column.position))) incomplete[row] = 1;
      }
    } else {
      const std::vector<std::int32_t>& codes = block.categorical[column.position].codes;
      for (Index row = 0; row < block.rows; ++row) {
        if (codes[row] == LevelColumn::kMissing) incomplete[row] = 1;
      }
    }
  }
  std::vector<Index> complete;
  for (Index row = 0; row < block.rows; ++row) {
    if (incomplete[row] == 0) complete.push_back(row);
  }
  return complete;
}

Place place_of(const RowBlock& block, Index row, const std::string& column) {
  return {block.source, block.first_row + row + 1, column};
}

}  // namespace fairpca
