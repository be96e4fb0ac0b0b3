// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "fairpca/matrix.h"

namespace fairpca {

/// Whether no number is NaN or infinite.  Runs at memory speed on contiguous rows or columns.
bool all_finite(const RowsRef& rows);

/// Whether all are numbers of at most `largest`, without their signs.
bool all_within(const RowMatrix& numbers, double largest);

}  // namespace fairpca
