// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>
#include <vector>

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

/// `data.csv: row 7`, counted from 1; `row 7` in memory.
std::string place_of(const RowBlock& block, Index row);

}  // namespace fairpca
