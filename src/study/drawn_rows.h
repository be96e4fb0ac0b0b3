// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>
#include <vector>

#include "fairpca/matrix.h"

namespace fairpca {

/// Which rows a scatter shows, and what its caption must say of it.
struct DrawnRows {
  std::vector<Index> rows;         ///< in order
  std::vector<int> shown_groups;   ///< in order
  std::vector<int> hidden_groups;  ///< below the minimum size
  Index of = 0;                    ///< rows of the shown groups
};

/// At most `most` rows: each group by its share of them, but at least ten where it has them, chosen
/// by a hash of seed and row; none of a group with fewer than `min_group_size` rows.  Rows of no
/// group (-1) are not shown.
DrawnRows drawn_rows(const std::vector<int>& groups, int group_count, Index min_group_size,
                     std::uint64_t seed, Index most = 2000);

}  // namespace fairpca
