// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <vector>

#include "fairpca/rows/row_block.h"

namespace fairpca {

/// Rows first..first+count of a column, with only the levels they show, in the order they are met.
LevelColumn slice_levels(const LevelColumn& column, Index first, Index count);

/// The same of the rows `rows`.
LevelColumn chosen_levels(const LevelColumn& column, const std::vector<Index>& rows);

}  // namespace fairpca
