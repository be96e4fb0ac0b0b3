// SPDX-License-Identifier: BSD-3-Clause
#include "csv_text.h"

namespace fairpca::cli {

std::string csv_lines(const RowMatrix& numbers,
                      const std::vector<std::vector<std::string>>& words) {
  std::string text;
  for (Index i = 0; i < numbers.rows(); ++i) {
    for (const std::vector<std::string>& column : words) {
      append_cell(text, column[static_cast<std::size_t>(i)]);
      text += ',';
    }
    for (Index j = 0; j < numbers.cols(); ++j) {
      append_number(text, numbers(i, j));
      text += j + 1 < numbers.cols() ? ',' : '\n';
    }
  }
  return text;
}

std::string header_line(const std::vector<std::string>& names) {
  std::string line;
  for (std::size_t i = 0; i < names.size(); ++i) {
    if (i > 0) line += ',';
    append_cell(line, names[i]);
  }
  return line + '\n';
}

}  // namespace fairpca::cli
