// SPDX-License-Identifier: BSD-3-Clause
#include "rows/unusable_columns.h"

#include <fmt/format.h>

#include "rows/messages.h"
#include "text/quoted.h"

namespace fairpca {
namespace {

std::string columns_that(const std::vector<std::string>& names, const char* one, const char* many) {
  return names.size() == 1 ? fmt::format("column {} {}", in_quotes(names[0]), one)
                           : fmt::format("{} columns {}", names.size(), many);
}

/// The settings that leave `names` out, to be pasted behind a command: all, or what a message
/// holds.
Message drops_of(const std::vector<std::string>& names) {
  constexpr std::size_t kMostBytes = 500;
  Message drops = rows_message<"drop-one-column">("column"_is(Quoted{names[0]}));
  std::size_t bytes = names[0].size();
  for (std::size_t i = 1; i < names.size(); ++i) {
    bytes += names[i].size() + 8;
    if (bytes > kMostBytes) break;
    drops = rows_message<"drop-more-columns">("others"_is(drops), "column"_is(Quoted{names[i]}));
  }
  return drops;
}

}  // namespace

void reject_unusable(const std::string& file, const UnusableColumns& columns) {
  const auto place = file.empty() ? "place"_is("the table") : "place"_is(Place{file});
  const auto where = "where"_is(columns.where);
  const auto drops = "drops"_is(drops_of(columns.all));
  const auto column = "column"_is(Quoted{columns.all[0]});
  const auto empty = "columns"_is(columns_that(columns.empty, "has", "have"));
  if (columns.dates.empty()) {
    reject(rows_message<"columns-without-values">(place, empty, where, drops, column));
  }
  const auto dates = "dates"_is(columns_that(columns.dates, "holds", "hold"));
  const auto date = "date"_is(Quoted{columns.dates[0]});
  if (columns.empty.empty()) {
    reject(rows_message<"date-columns">(place, dates, drops, date, column));
  }
  reject(rows_message<"unusable-columns">(place, empty, where, dates, drops, date, column));
}

}  // namespace fairpca
