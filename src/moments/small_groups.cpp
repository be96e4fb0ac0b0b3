// SPDX-License-Identifier: BSD-3-Clause
#include "fairpca/moments/small_groups.h"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "fairpca/counted.h"
#include "rows/message_text.h"

namespace fairpca {
namespace {

constexpr std::size_t kNamed = 5;

std::string warning_of(const std::string& name, Index rows, Index min_group_size,
                       const std::string& consequence) {
  const std::string end = consequence.empty() ? "" : ": its statistics are " + consequence;
  if (rows == 1) {
    const std::string left_out = consequence.empty() ? "" : "; they are " + consequence;
    return fmt::format("group {} has a single row: its statistics are that row's record{}",
                       in_quotes(name), min_group_size > 1 ? left_out : "");
  }
  return fmt::format("group {} has {}, fewer than the minimum group size of {}{}", in_quotes(name),
                     counted(rows, "row", "rows"), min_group_size, end);
}

}  // namespace

std::vector<std::string> small_group_warnings(
    const std::vector<std::pair<std::string, Index>>& groups, Index min_group_size,
    const std::string& consequence) {
  std::vector<std::string> warnings;
  std::size_t small = 0;
  for (const auto& [name, rows] : groups) {
    if (rows >= std::max<Index>(min_group_size, 2)) continue;
    if (++small > kNamed) continue;
    std::string warning = warning_of(name, rows, min_group_size, consequence);
    // Groups of different attributes may have the same name and size: once is enough.
    if (std::find(warnings.begin(), warnings.end(), warning) == warnings.end()) {
      warnings.push_back(std::move(warning));
    }
  }
  if (small > kNamed) {
    warnings.push_back(fmt::format("and {} more of the {} groups have fewer than {}",
                                   small - kNamed, groups.size(),
                                   counted(std::max<Index>(min_group_size, 2), "row", "rows")));
  }
  return warnings;
}

}  // namespace fairpca
