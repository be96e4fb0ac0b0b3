// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>
#include <vector>

#include "fairpca/fit/mmd_fair_pca.h"
#include "fairpca/kernels/mmd_contrast.h"
#include "fit/rows_in_memory.h"

namespace fairpca {

/// Consecutive rows whose groups are compared with each other: all rows, or those of one label.
struct ComparedRows {
  Index begin = 0, end = 0;
  CellRows cells;
  std::vector<MmdContrast> contrasts;            ///< one per constraint
  std::vector<std::string> names;                ///< of the constraints: `'Female' against 'Male'`
  std::vector<Message> sizes;                    ///< of their groups: `90 and 70 rows`
  std::vector<std::vector<std::size_t>> groups;  ///< that each compares
  std::vector<Index> grouped;                    ///< cells that are in a group
};

/// The constraints that groups and options pose; cells of no group count in none.
/// Throws InvalidArgument for a group without rows of a label that counts, labels that are not
/// there, equalized odds of fewer than two labels, and the unbiased estimate of a single row.
std::vector<ComparedRows> mmd_constraints(const FitInput& input, const RowsInMemory& rows,
                                          const MmdFairPcaOptions& options);

/// Rows whose label is missing: they count in no constraint that is given the label.
Index rows_without_label(const GroupMoments& moments);

Index count_constraints(const std::vector<ComparedRows>& compared);

/// The unit of each constraint's MMD^2 that makes constraints of large and small groups alike by
/// chance: 1/m + 1/n for groups of m and n rows (unbiased: 1/(m - 1) + 1/(n - 1)), in general what
/// pairs of a row with itself add.  For groups that are equal MMD^2 in this unit is 1 - E k (0) on
/// average, and its distribution the same for all sizes to first order.
Vector chance_units(const std::vector<ComparedRows>& compared);

}  // namespace fairpca
