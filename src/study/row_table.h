// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <unordered_map>
#include <vector>

#include "fairpca/rows/matrix_rows.h"

namespace fairpca {

/// A copy of decoded rows, block after block, that sources can be made of as often as wanted.
class RowTable {
 public:
  /// Columns handed through as text are not kept.
  explicit RowTable(const Schema& schema);

  void add(const RowBlock& block);
  /// After the last block.
  void finish();

  Index rows() const { return table_.rows; }
  std::size_t bytes() const;
  const Schema& schema() const { return table_.schema; }
  /// The rows from the first one; the table must outlive the source.
  std::unique_ptr<RowSource> open() const;

 private:
  using Codes = std::unordered_map<std::string, std::int32_t>;
  static void add_levels(const LevelColumn& from, LevelColumn& to, Codes& codes);

  Table table_;
  std::vector<double> numbers_;
  Index numeric_columns_ = 0;
  std::vector<Codes> categorical_codes_, protected_codes_;
  Codes label_codes_;
};

}  // namespace fairpca
