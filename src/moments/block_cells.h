// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <vector>

#include "fairpca/moments/group_moments.h"

namespace fairpca {

/// The rows of a block that fall into one cell.
struct BlockCell {
  CellKey key;
  std::vector<Index> rows;  ///< numbers among the encoded rows, ascending
};

/// The cells that the encoded rows of `block` fall into, in the order they are met.
std::vector<BlockCell> cells_of(const RowBlock& block, const EncodedBlock& encoded);

/// One weight per encoded row; empty when the block has none.
std::vector<double> weights_of(const RowBlock& block, const EncodedBlock& encoded);

}  // namespace fairpca
