// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace fairpca {

/// Lines of cells set in aligned columns: the first column to the left, the others to the right.
class TextColumns {
 public:
  explicit TextColumns(std::vector<std::string> header);
  void add(std::vector<std::string> cells);

  /// Header, a rule, the lines; two spaces between columns.
  std::string text() const;

 private:
  std::vector<std::vector<std::string>> lines_;
};

/// Six significant digits, or `-` for a number that is absent or not finite.
std::string number_cell(std::optional<double> value);

/// `value` in percent with two decimals, or `-`.
std::string percent_cell(std::optional<double> value);

/// A name as one cell: on one line, control characters escaped as \xNN, cut after 200 characters,
/// so that nothing in the data can move the cursor, forge a line or flood the terminal.
std::string name_cell(std::string_view name);

}  // namespace fairpca
