// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <vector>

#include "fit/mmd/mmd_constraints.h"

namespace fairpca {

/// Compared rows as kernel sums need them: equal rows of a cell are one, of their weights' sum, as
/// a projection keeps them equal.  Tables of counts and categories have far fewer pairs that way.
struct MergedRows {
  struct Part {
    Index begin = 0, end = 0;
    CellRows cells;
  };
  RowMatrix rows;  ///< in the order of their first occurrence, part after part
  std::vector<Part> parts;
};

MergedRows merge_equal_rows(const RowMatrix& rows, const std::vector<ComparedRows>& compared);

}  // namespace fairpca
