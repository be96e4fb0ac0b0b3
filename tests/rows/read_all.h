// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cmath>
#include <cstring>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "fairpca/rows/row_source.h"

namespace fairpca {

/// Everything a source delivers, with levels spelled out ("<missing>" where there is none), so that
/// two sources can be compared whatever their chunks and codes are.
struct WholeTable {
  Schema schema;
  std::vector<std::vector<double>> numeric;  ///< one per row
  std::vector<std::vector<std::string>> categorical, protected_levels, kept;
  std::vector<std::string> label;
  std::vector<double> weights;
  std::vector<Index> chunk_rows;

  Index rows() const { return static_cast<Index>(numeric.size()); }
};

inline std::string level_at(const LevelColumn& column, Index row) {
  const std::int32_t code = column.codes.at(row);
  return code == LevelColumn::kMissing ? "<missing>" : column.levels.at(code);
}

inline void append(WholeTable& table, const RowBlock& block) {
  table.chunk_rows.push_back(block.rows);
  for (Index row = 0; row < block.rows; ++row) {
    auto& numbers = table.numeric.emplace_back();
    for (Index col = 0; col < block.numeric.cols(); ++col) {
      numbers.push_back(block.numeric(row, col));
    }
    auto& categorical = table.categorical.emplace_back();
    for (const LevelColumn& column : block.categorical) {
      categorical.push_back(level_at(column, row));
    }
    auto& protected_levels = table.protected_levels.emplace_back();
    for (const LevelColumn& column : block.protected_levels) {
      protected_levels.push_back(level_at(column, row));
    }
    auto& kept = table.kept.emplace_back();
    for (const auto& column : block.kept) kept.push_back(column.at(row));
    if (!block.label.codes.empty()) table.label.push_back(level_at(block.label, row));
    if (!block.weights.empty()) table.weights.push_back(block.weights.at(row));
  }
}

/// Reads to the end, checking that the blocks' row numbers follow one another.
inline WholeTable read_all(RowSource& source) {
  WholeTable table;
  table.schema = source.schema();
  while (const auto chunk = source.next()) {
    const RowBlock block = chunk->decode();
    if (block.first_row != table.rows()) throw std::logic_error("row numbers have a gap");
    append(table, block);
  }
  return table;
}

/// Equal to the last bit; NaN equals NaN.
inline bool same_bits(const std::vector<double>& a, const std::vector<double>& b) {
  return a.size() == b.size() &&
         (a.empty() || std::memcmp(a.data(), b.data(), sizeof(double) * a.size()) == 0);
}

/// Equal in everything but the cuts between chunks.
inline bool same_rows(const WholeTable& a, const WholeTable& b) {
  if (a.rows() != b.rows() || a.schema != b.schema) return false;
  for (Index row = 0; row < a.rows(); ++row) {
    if (!same_bits(a.numeric[row], b.numeric[row])) return false;
  }
  return a.categorical == b.categorical && a.protected_levels == b.protected_levels &&
         a.kept == b.kept && a.label == b.label && same_bits(a.weights, b.weights);
}

}  // namespace fairpca
