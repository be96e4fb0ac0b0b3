// SPDX-License-Identifier: BSD-3-Clause
#include "export/sql_text.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

namespace fairpca {

std::string sql_number(double value) {
  std::string text = fmt::format("{}", value);
  return text.find('e') == std::string::npos ? text + "e0" : text;
}

std::string sql_minus(double value) {
  return (value < 0 ? " + " : " - ") + sql_number(std::abs(value));
}

std::string nested_sum(const std::vector<std::string>& terms) {
  constexpr std::size_t kTogether = 8;
  if (terms.size() <= kTogether) return fmt::format("{}", fmt::join(terms, " + "));
  std::vector<std::string> sums;
  for (std::size_t first = 0; first < terms.size(); first += kTogether) {
    const std::size_t last = std::min(first + kTogether, terms.size());
    const std::vector<std::string> part(terms.begin() + static_cast<std::ptrdiff_t>(first),
                                        terms.begin() + static_cast<std::ptrdiff_t>(last));
    sums.push_back("\n    (" + nested_sum(part) + ")");
  }
  return nested_sum(sums);
}

std::string sql_select(const std::vector<std::string>& columns, const std::string& source) {
  return fmt::format("SELECT\n  {}\nFROM {}\n", fmt::join(columns, ",\n  "), source);
}

std::string sql_nested(const std::string& select) {
  return fmt::format("(\n{}) AS inside", select);
}

}  // namespace fairpca
