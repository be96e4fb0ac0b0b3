// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "fairpca/matrix.h"
#include "fairpca/rows/schema.h"

namespace fairpca {

/// One column of categories: levels in the order they were met, and a code per row.
struct LevelColumn {
  static constexpr std::int32_t kMissing = -1;
  std::vector<std::string> levels;
  std::vector<std::int32_t> codes;
};

/// A stretch of consecutive rows, decoded but not yet encoded: numbers are numbers, categories are
/// codes into levels local to this block.  Nothing in a block depends on the blocks before it.
struct RowBlock {
  std::shared_ptr<const Schema> schema;
  std::string source;   ///< name of the file, for messages; empty in memory
  Index first_row = 0;  ///< number of the first row in the source, from 0
  Index rows = 0;
  RowsRef numeric;                       ///< rows x numeric features, NaN where missing
  RowMatrix storage;                     ///< what `numeric` views, unless the caller owns it
  std::vector<LevelColumn> categorical;  ///< one per categorical feature
  std::vector<LevelColumn> protected_levels;
  LevelColumn label;                           ///< empty without a label column
  std::vector<double> weights;                 ///< empty: every row weighs 1
  std::vector<std::vector<std::string>> kept;  ///< one per kept column, one text per row

  RowBlock() = default;
  RowBlock(RowBlock&&) = default;
  RowBlock& operator=(RowBlock&&) = default;
  RowBlock(const RowBlock&) = delete;  // `numeric` views `storage`; moving keeps the view valid
  RowBlock& operator=(const RowBlock&) = delete;
};

}  // namespace fairpca
