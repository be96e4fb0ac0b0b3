// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "moments/row_differences.h"

namespace fairpca {

/// Throws InvalidArgument unless rows could have these totals and this scatter (lower triangle, as
/// many columns as the mean): see Moments::from_parts.  Costs p^3 / 3 flops.
void check_parts(const RowTotals& totals, const Matrix& lower_scatter);

/// Throws InvalidArgument unless `what` has as many columns as `other`.
void check_columns(const char* what, Index columns, const char* other, Index expected);

/// Throws InvalidArgument when two sets of rows are more together than can be counted.
void check_row_count(Index rows, Index further);

}  // namespace fairpca
