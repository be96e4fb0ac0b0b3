// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <vector>

#include "measure/measured_groups.h"
#include "measure/resampling.h"

namespace fairpca {

/// A number of all rows and of each published group, in each of the draws.
struct DrawnNumbers {
  Vector overall;  ///< one per draw
  Matrix groups;   ///< draws x published groups
};

/// Draws of the evaluated rows: within published groups; of several attributes, within the
/// combinations of their groups.
class GroupDraws {
 public:
  explicit GroupDraws(const MeasureContext& context);

  /// Whether there is anything to draw: intervals are wanted, and rows are there.
  static bool are_wanted(const MeasureContext& context);

  const Resampling& resampling() const { return resampling_; }

  /// Weighted means of each column (a row per evaluated row), in the order of the columns.
  std::vector<DrawnNumbers> means(const RowMatrix& columns) const;

  /// Weighted means of all columns for one published group: draws x columns.
  std::vector<Matrix> group_means(const RowMatrix& columns) const;

 private:
  RowMatrix weighted(const RowMatrix& columns) const;

  const RowKeys& keys_;
  Resampling resampling_;
  std::vector<std::vector<Index>> strata_of_group_;
};

}  // namespace fairpca
