// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <vector>

#include "fairpca/fit/methods.h"

namespace fairpca {

/// The rows of a fit as a matrix, centred and scaled, ordered by label and then protected levels.
struct RowsInMemory {
  struct Cell {
    CellKey key;
    Index begin = 0, end = 0;
  };
  RowMatrix rows;
  Vector weights;
  std::vector<Cell> cells;
};

/// Reads the rows once more.  Rows of weight 0 are left out, as in the moments.
/// Throws InvalidArgument when the source cannot be rewound.
RowsInMemory load_rows(const FitInput& input);

/// About `count` rows, the same share of every cell but at least `least` (or all there are), drawn
/// with the seed.
RowsInMemory sample_rows(const RowsInMemory& rows, Index count, std::uint64_t seed,
                         Index least = 2);

}  // namespace fairpca
