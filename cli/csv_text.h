// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "fairpca/matrix.h"

namespace fairpca::cli {

/// Appends the shortest decimal that reads back as exactly `number`.
void append_number(std::string& line, double number);

/// Appends a cell, quoted when it holds the delimiter, a quote, a line break or outer blanks.
void append_cell(std::string& line, std::string_view cell);

/// One line per row: the cells of `words`, which are columns, then the numbers.
std::string csv_lines(const RowMatrix& numbers, const std::vector<std::vector<std::string>>& words);

/// A header line of these names.
std::string header_line(const std::vector<std::string>& names);

}  // namespace fairpca::cli
