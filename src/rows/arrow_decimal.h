// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>
#include <string>

#include "rows/arrow_column.h"

namespace fairpca {

/// A cell of a column of decimals as a CSV would hold it: all digits, no exponent.
std::string decimal_text(const ArrowColumn& column, std::int64_t row);

/// The double nearest to a cell of a column of decimals: what decimal_text() is read as.
double decimal_number(const ArrowColumn& column, std::int64_t row);

/// Whether a cell of decimals without places, such as DuckDB's HUGEINT, is no double.
bool is_rounded_whole(const ArrowColumn& column, std::int64_t row);

}  // namespace fairpca
