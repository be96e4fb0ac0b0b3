// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <array>
#include <charconv>
#include <string>
#include <string_view>

namespace fairpca {

/// Appends the shortest decimal that reads back as exactly `number`.
inline void append_number(std::string& line, double number) {
  std::array<char, 32> digits;
  const auto end = std::to_chars(digits.data(), digits.data() + digits.size(), number).ptr;
  line.append(digits.data(), end);
}

/// Appends a cell, quoted when it holds the delimiter, a quote, a line break or outer blanks.
inline void append_cell(std::string& line, std::string_view cell) {
  const bool plain = cell.find_first_of(",\"\r\n") == std::string_view::npos &&
                     (cell.empty() || (cell.front() != ' ' && cell.back() != ' '));
  if (plain) {
    line += cell;
    return;
  }
  line += '"';
  for (const char c : cell) {
    if (c == '"') line += '"';
    line += c;
  }
  line += '"';
}

}  // namespace fairpca
