// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>
#include <vector>

#include "fairpca/matrix.h"
#include "text/csv_cell.h"

namespace fairpca::cli {

/// One line per row: the cells of `words`, which are columns, then the numbers.
std::string csv_lines(const RowMatrix& numbers, const std::vector<std::vector<std::string>>& words);

/// A header line of these names.
std::string header_line(const std::vector<std::string>& names);

}  // namespace fairpca::cli
