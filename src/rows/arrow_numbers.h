// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <span>

#include "fairpca/matrix.h"
#include "rows/arrow_column.h"

namespace fairpca {

/// Columns of numbers (ArrowType::is_number) of one type.
using NumberColumns = std::span<const ArrowColumn* const>;

/// Writes `count` cells of each column into rows: those of the j-th to out[j], out[stride + j],
/// ..., NaN where they are missing.
void copy_numbers(NumberColumns columns, std::int64_t first, Index count, double* out,
                  Index stride);

/// Whether copy_numbers() rounds one of the cells, a whole number.
bool rounds_numbers(const ArrowColumn& column, std::int64_t first, Index count);

/// Whether a double holds the whole number exactly.
bool is_exact(std::uint64_t magnitude);

}  // namespace fairpca
