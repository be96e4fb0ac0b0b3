// SPDX-License-Identifier: BSD-3-Clause
#include "study/row_table.h"

#include <algorithm>

namespace fairpca {

RowTable::RowTable(const Schema& schema) {
  table_.schema = schema;
  table_.schema.kept.clear();
  const auto categorical = static_cast<std::size_t>(
      std::count_if(schema.features.begin(), schema.features.end(),
                    [](const auto& feature) { return feature.kind == ColumnKind::kCategorical; }));
  numeric_columns_ = static_cast<Index>(schema.features.size() - categorical);
  table_.categorical.resize(categorical);
  categorical_codes_.resize(categorical);
  table_.protected_levels.resize(schema.protected_columns.size());
  protected_codes_.resize(schema.protected_columns.size());
}

void RowTable::add_levels(const LevelColumn& from, LevelColumn& to, Codes& codes) {
  std::vector<std::int32_t> code_of;
  for (const std::string& level : from.levels) {
    const auto [found, is_new] =
        codes.try_emplace(level, static_cast<std::int32_t>(to.levels.size()));
    if (is_new) to.levels.push_back(level);
    code_of.push_back(found->second);
  }
  for (const std::int32_t code : from.codes) {
    to.codes.push_back(code == LevelColumn::kMissing ? code : code_of[code]);
  }
}

void RowTable::add(const RowBlock& block) {
  const std::size_t filled = numbers_.size();
  numbers_.resize(filled + static_cast<std::size_t>(block.rows * numeric_columns_));
  for (Index row = 0; row < block.numeric.rows(); ++row) {
    block.numeric.copy_row(row, numbers_.data() + filled + row * numeric_columns_);
  }
  for (std::size_t i = 0; i < block.categorical.size(); ++i) {
    add_levels(block.categorical[i], table_.categorical[i], categorical_codes_[i]);
  }
  for (std::size_t i = 0; i < block.protected_levels.size(); ++i) {
    add_levels(block.protected_levels[i], table_.protected_levels[i], protected_codes_[i]);
  }
  if (table_.schema.label) add_levels(block.label, table_.label, label_codes_);
  if (!block.weights.empty()) {
    table_.weights.resize(static_cast<std::size_t>(table_.rows), 1.0);
    table_.weights.insert(table_.weights.end(), block.weights.begin(), block.weights.end());
  } else if (!table_.weights.empty()) {
    table_.weights.resize(table_.weights.size() + static_cast<std::size_t>(block.rows), 1.0);
  }
  table_.rows += block.rows;
}

void RowTable::finish() {
  numbers_.shrink_to_fit();
  table_.numeric = RowsRef(numbers_.data(), table_.rows, numeric_columns_, numeric_columns_, 1);
}

std::size_t RowTable::bytes() const {
  const std::size_t columns = table_.categorical.size() + table_.protected_levels.size() + 1;
  return numbers_.size() * sizeof(double) + table_.weights.size() * sizeof(double) +
         static_cast<std::size_t>(table_.rows) * columns * sizeof(std::int32_t);
}

std::unique_ptr<RowSource> RowTable::open() const {
  return std::make_unique<MatrixRows>(table_);
}

}  // namespace fairpca
