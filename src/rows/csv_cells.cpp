// SPDX-License-Identifier: BSD-3-Clause
#include "rows/csv_cells.h"

#include <algorithm>
#include <utility>

namespace fairpca {
namespace {

/// Position of the quote that closes the one at `opening`, or npos.
std::size_t closing_quote(std::string_view text, std::size_t opening) {
  std::size_t at = text.find('"', opening + 1);
  while (at != text.npos && at + 1 < text.size() && text[at + 1] == '"') {
    at = text.find('"', at + 2);
  }
  return at;
}

}  // namespace

Message csv_place(const Place& place, Index line) {
  return rows_message<"csv-line">("place"_is(place), "line"_is(line));
}

Message csv_place(const Place& place, Index line, Index column) {
  return rows_message<"csv-column">("place"_is(place), "line"_is(line), "column"_is(column));
}

BadCell bad_weight(std::string_view text) {
  return {[text = std::string(text)](NamedArgument<"place"> place) {
    return rows_message<"invalid-weight">(std::move(place), "value"_is(Quoted{text}));
  }};
}

BadCell bad_weight(double weight) {
  return {[weight](NamedArgument<"place"> place) {
    return rows_message<"invalid-weight">(std::move(place), "value"_is(weight));
  }};
}

std::size_t cell_end(std::string_view record, std::size_t begin, char delimiter) {
  std::size_t from = begin;
  if (from < record.size() && record[from] == '"') {
    from = closing_quote(record, from);
    if (from == record.npos) return record.size();
  }
  return std::min(record.find(delimiter, from), record.size());
}

std::string_view cell_text(std::string_view cell, std::string& scratch) {
  if (!cell.starts_with('"')) return cell;
  const std::size_t closing = closing_quote(cell, 0);
  if (closing == cell.npos) {
    throw BadCell{
        [](NamedArgument<"place"> place) { return rows_message<"open-quote">(std::move(place)); }};
  }
  if (closing + 1 != cell.size()) {
    throw BadCell{[](NamedArgument<"place"> place) {
      return rows_message<"malformed-quote">(std::move(place));
    }};
  }
  const std::string_view inner = cell.substr(1, closing - 1);
  if (inner.find('"') == inner.npos) return inner;
  scratch.clear();
  for (std::size_t i = 0; i < inner.size(); ++i) {
    scratch.push_back(inner[i]);
    if (inner[i] == '"') ++i;
  }
  return scratch;
}

Index count_cells(std::string_view record, char delimiter) {
  Index count = 1;
  for (std::size_t end = cell_end(record, 0, delimiter); end < record.size(); ++count) {
    end = cell_end(record, end + 1, delimiter);
  }
  return count;
}

std::vector<std::string> split_record(std::string_view record, char delimiter) {
  std::vector<std::string> cells;
  std::string scratch;
  for (std::size_t begin = 0;;) {
    const std::size_t end = cell_end(record, begin, delimiter);
    cells.emplace_back(cell_text(record.substr(begin, end - begin), scratch));
    if (end == record.size()) return cells;
    begin = end + 1;
  }
}

}  // namespace fairpca
