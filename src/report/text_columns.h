// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "report/table_style.h"

namespace fairpca {

/// Lines of cells set in aligned columns: the first column to the left, the others to the right.
class TextColumns {
 public:
  explicit TextColumns(std::vector<std::string> header);
  void add(std::vector<std::string> cells);
  /// The line added last stands out where there are colours.
  void mark_last();

  /// Header, a rule, the lines; two spaces between columns.  Where that is too wide, in this order:
  /// headers are broken into several lines, the first column is cut (shortened()), and the other
  /// columns are divided over several tables below each other.
  std::string text(const TableStyle& style = {}) const;

 private:
  struct Layout;
  Layout layout_of(const std::vector<std::size_t>& columns, std::string_view breaks) const;
  std::vector<Layout> layouts(std::size_t width) const;
  std::string block(const Layout& layout, bool color) const;

  std::vector<std::vector<std::string>> lines_;  ///< the header first
  std::vector<bool> marked_;                     ///< one per line
};

/// Six significant digits, or `-` for a number that is absent or not finite.
std::string number_cell(std::optional<double> value);

/// `value` in percent with two decimals, or `-`.
std::string percent_cell(std::optional<double> value);

/// A name as one cell: on one line, control characters escaped as \xNN, cut after 200 characters,
/// so that nothing in the data can move the cursor, forge a line or flood the terminal.
std::string name_cell(std::string_view name);

}  // namespace fairpca
