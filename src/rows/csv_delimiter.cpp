// SPDX-License-Identifier: BSD-3-Clause
#include "rows/csv_delimiter.h"

#include "rows/csv_cells.h"
#include "rows/messages.h"

namespace fairpca {
namespace {

const char* signs(char delimiter) {
  switch (delimiter) {
    case ',':
      return "commas";
    case ';':
      return "semicolons";
    case '\t':
      return "tabs";
    default:
      return "vertical bars";
  }
}

}  // namespace

std::optional<char> likelier_delimiter(std::string_view record, char delimiter) {
  if (count_cells(record, delimiter) != 1) return std::nullopt;
  std::optional<char> likely;
  Index most = 1;
  for (const char other : {';', '\t', ',', '|'}) {
    const Index cells = other == delimiter ? 1 : count_cells(record, other);
    if (cells <= most) continue;
    most = cells;
    likely = other;
  }
  return likely;
}

bool is_cut_by(char likely, std::string_view first, std::string_view row, char delimiter) {
  return count_cells(row, likely) == count_cells(first, likely) || count_cells(row, delimiter) > 1;
}

Message other_delimiter(const Place& place, std::string_view first, char delimiter, char likely) {
  const std::string_view word = likely == '\t' ? "tab" : std::string_view(&likely, 1);
  return rows_message<"other-delimiter">("place"_is(place), "delimiter"_is(Quoted{{&delimiter, 1}}),
                                         "name"_is(Quoted{first}), "signs"_is(signs(likely)),
                                         "likely"_is(Quoted{word}));
}

}  // namespace fairpca
