// SPDX-License-Identifier: BSD-3-Clause
#include "moments/small_groups.h"

#include <algorithm>
#include <utility>

#include "moments/messages.h"

namespace fairpca {
namespace {

constexpr std::size_t kNamed = 5;

Message warning_of(const std::string& name, Index rows, Index min_group_size,
                   const std::string& consequence) {
  if (rows == 1) {
    const bool is_hidden = min_group_size > 1 && !consequence.empty();
    return moments_message<"single-row-group">(
        "group"_is(Quoted{name}), "consequence"_is(is_hidden ? "; they are " + consequence : ""));
  }
  return moments_message<"small-group">(
      "group"_is(Quoted{name}), "rows"_is(Counted{rows, "row", "rows"}),
      "minimum"_is(min_group_size),
      "consequence"_is(consequence.empty() ? "" : ": its statistics are " + consequence));
}

/// Groups of different attributes may have the same name and size: once is enough.
bool is_said(const std::vector<Message>& warnings, const Message& warning) {
  return std::any_of(warnings.begin(), warnings.end(),
                     [&](const Message& said) { return said.text() == warning.text(); });
}

}  // namespace

std::vector<Message> small_group_warnings(const std::vector<std::pair<std::string, Index>>& groups,
                                          Index min_group_size, const std::string& consequence) {
  const Index least = std::max<Index>(min_group_size, 2);
  std::vector<Message> warnings;
  std::size_t small = 0;
  for (const auto& [name, rows] : groups) {
    if (rows >= least) continue;
    if (++small > kNamed) continue;
    Message warning = warning_of(name, rows, min_group_size, consequence);
    if (!is_said(warnings, warning)) warnings.push_back(std::move(warning));
  }
  if (small > kNamed) {
    warnings.push_back(
        moments_message<"more-small-groups">("more"_is(small - kNamed), "groups"_is(groups.size()),
                                             "minimum"_is(Counted{least, "row", "rows"})));
  }
  return warnings;
}

}  // namespace fairpca
