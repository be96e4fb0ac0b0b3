// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <map>
#include <vector>

#include "moments/block_cells.h"

namespace fairpca {

/// The rows of a block by cell: add(part of its cell, row, weight) for every row of weight > 0.
template <class Part, class Add>
std::map<CellKey, Part> cell_parts(const RowBlock& block, const EncodedBlock& encoded,
                                   const Add& add) {
  const std::vector<double> weights = weights_of(block, encoded);
  std::map<CellKey, Part> parts;
  for (const BlockCell& cell : cells_of(block, encoded)) {
    Part& part = parts[cell.key];
    for (const Index row : cell.rows) {
      const double weight = weights.empty() ? 1.0 : weights[static_cast<std::size_t>(row)];
      if (weight > 0) add(part, row, weight);
    }
  }
  return parts;
}

}  // namespace fairpca
