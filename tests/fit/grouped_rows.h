// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>
#include <vector>

#include "fairpca/fit/fit.h"
#include "fairpca/rows/matrix_rows.h"

namespace fairpca {

/// Rows in memory with one protected column; group g has its own spread of the columns.
struct GroupedRows {
  RowMatrix rows;
  std::vector<std::string> levels;
  std::vector<std::int32_t> codes;

  Table table() const;

  /// Rows of one group; all of them for -1.
  RowMatrix of_group(int group) const;
};

/// `sizes[g]` rows of group g, shuffled, about a large common offset.
GroupedRows random_groups(const std::vector<Index>& sizes, Index p, unsigned seed);

Fit fit(const GroupedRows& data, const FitSettings& settings);

/// (x - mean) / scale, row by row, as the explicit oracles want it.
RowMatrix prepared_rows(const RowMatrix& rows, const Model& model);

/// Mean squared distance between prepared rows and their projection on the columns of V.
double mean_squared_residual(const RowMatrix& rows, const Matrix& v);

}  // namespace fairpca
