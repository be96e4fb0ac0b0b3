// SPDX-License-Identifier: BSD-3-Clause
#include "fit/group_checks.h"

#include "fit/messages.h"

namespace fairpca {

void require_rows_in_groups(const PreparedMoments& moments, const char* method) {
  for (const GroupStatistics& group : moments.groups) {
    if (group.rows > 1) continue;
    reject(fit_message<"group-of-one-row">("group"_is(Quoted{group.group.name}),
                                           "rows"_is(Counted{group.rows, "row", "rows"}),
                                           "method"_is(method)));
  }
}

void require_two_groups(std::size_t groups, const char* method) {
  if (groups >= 2) return;
  reject(fit_message<"too-few-groups">(
      "method"_is(method), "needed"_is(2),
      "reason"_is(groups == 0 ? "no group was given" : "only one group was given")));
}

void reject_single_levels(const char* method) {
  reject(fit_message<"too-few-groups">("method"_is(method), "needed"_is(2),
                                       "reason"_is("every protected column has a single level")));
}

void require_dimensions_below(Index d, Index p) {
  if (d < 1 || d >= p) reject_dimensions(d, p, p - 1);
}

void reject_dimensions(Index d, Index p, Index most) {
  reject(fit_message<"dimensions-out-of-range">(
      "option"_is(OptionName{"dimensions"}), "value"_is(d),
      "columns"_is(Counted{p, "encoded column", "encoded columns"}), "most"_is(most)));
}

}  // namespace fairpca
