// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>
#include <vector>

#include "fairpca/matrix.h"

namespace fairpca {

/// Rows as their deviations from one row with which they mostly agree: columns of 0 and 1, counts
/// that are mostly 0.  Products with them then cost what the deviations cost.
struct RowDeviations {
  Vector base;                        ///< p: what most rows hold
  std::vector<std::int32_t> starts;   ///< n + 1: row i has the deviations from starts[i] on ...
  std::vector<std::int32_t> columns;  ///< ... in these columns, ascending ...
  std::vector<double> values;         ///< ... of these sizes, x - base
  std::vector<double> norms;          ///< n: |x|^2

  bool empty() const { return starts.empty(); }
};

/// Empty where more than two fifths of the numbers deviate.  Rows `left_out` (ascending) get no
/// deviations.  Depends on the rows alone.
RowDeviations deviations_of(const RowMatrix& rows, const std::vector<Index>& left_out = {});

}  // namespace fairpca
