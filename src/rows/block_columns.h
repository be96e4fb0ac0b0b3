// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>
#include <vector>

#include "fairpca/message.h"
#include "fairpca/rows/row_block.h"

namespace fairpca {

/// Where a feature stands in a block: column `position` of RowBlock::numeric or ::categorical.
struct BlockColumn {
  ColumnKind kind = ColumnKind::kNumeric;
  Index position = 0;
};

/// One per feature of the schema, in its order.
std::vector<BlockColumn> block_columns(const Schema& schema);

/// The rows in which none of `columns` has a missing cell.
std::vector<Index> complete_rows(const RowBlock& block, const std::vector<BlockColumn>& columns);

/// A row of the block, and one of its columns, in the file it comes from; in memory without a file.
Place place_of(const RowBlock& block, Index row, const std::string& column = "");

}  // namespace fairpca
