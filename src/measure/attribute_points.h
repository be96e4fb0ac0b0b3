// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <vector>

#include "fairpca/kernels/kernel_sums.h"
#include "measure/measured_groups.h"

namespace fairpca {

/// The coordinates of evaluated rows in published groups of one attribute, ordered by group.
struct AttributePoints {
  std::vector<std::size_t> groups;  ///< published numbers: cells of `cells`
  CellRows cells;                   ///< weights of sum 1 in every group
  RowMatrix points;
  Vector row_weights;  ///< as given, not divided by their sums

  /// Attributes of two groups or more.  At most `limit` rows of each attribute, drawn by group.
  static std::vector<AttributePoints> of(const MeasureContext& context, Index limit);
  static std::vector<AttributePoints> of(const MeasureContext& context);
};

}  // namespace fairpca
