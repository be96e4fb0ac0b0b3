// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "fairpca/matrix.h"
#include "rows/arrow_column.h"

namespace fairpca {

/// Writes `count` cells of a column of numbers (ArrowType::is_number) to out[0], out[stride], ...,
/// NaN where they are missing.  Returns whether a whole number was rounded.
bool copy_numbers(const ArrowColumn& column, std::int64_t first, Index count, double* out,
                  Index stride);

/// Whether a double holds the whole number exactly.
bool is_exact(std::uint64_t magnitude);

}  // namespace fairpca
