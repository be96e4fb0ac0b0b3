// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>
#include <vector>

#include "fairpca/rows/matrix_rows.h"
#include "scaling/grid.h"

namespace fairpca::scaling {

/// Rows of groups that differ in means and in covariances that do not commute:
/// x_j = s_j (m_gj + z) + r_gj x_(j-1), s_j = 1 / sqrt(j), z nearly normal, groups in turn.
class SyntheticTable {
 public:
  explicit SyntheticTable(const Sizes& sizes);
  const Sizes& sizes() const { return sizes_; }

  /// A view of the rows, which must outlive it.
  Table view() const;

 private:
  Sizes sizes_;
  RowMatrix rows_;
  std::vector<std::int32_t> codes_;
};

}  // namespace fairpca::scaling
