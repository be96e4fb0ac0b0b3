// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "fairpca/matrix.h"
#include "rows/messages.h"

namespace fairpca {

/// A cell that cannot be read; whoever knows its row and column says where it stands.
struct BadCell {
  std::function<Message(NamedArgument<"place">)> at;
};

/// Line `line` of a file, where row or column of `place` may be unknown.
Message csv_place(const Place& place, Index line);
/// The same in the column of this number, from 1.
Message csv_place(const Place& place, Index line, Index column);

/// Of a weight that is not a finite number >= 0, given as text or as a number.
BadCell bad_weight(std::string_view text);
BadCell bad_weight(double weight);

/// Where the cell that starts at `begin` ends: at a delimiter or at the end of the record.
std::size_t cell_end(std::string_view record, std::size_t begin, char delimiter);

/// What a cell says: itself, or what stands between its quotes, with two quotes read as one (in
/// `scratch`, where that changes it).  Throws BadCell when text follows the closing quote.
std::string_view cell_text(std::string_view cell, std::string& scratch);

/// The number of cells in a record.
Index count_cells(std::string_view record, char delimiter);

/// What all cells of a record say.
std::vector<std::string> split_record(std::string_view record, char delimiter);

/// `text` without spaces and tabs around it.
inline std::string_view trimmed(std::string_view text) {
  const auto is_space = [](char c) { return c == ' ' || c == '\t'; };
  while (!text.empty() && is_space(text.front())) text.remove_prefix(1);
  while (!text.empty() && is_space(text.back())) text.remove_suffix(1);
  return text;
}

}  // namespace fairpca
