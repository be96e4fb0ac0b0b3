// SPDX-License-Identifier: BSD-3-Clause
#include "study/drawn_rows.h"

#include <algorithm>

#include "random/row_hash.h"

namespace fairpca {
namespace {

constexpr Index kLeastOfGroup = 10;

/// The `count` rows of smallest hash.
std::vector<Index> rows_of_least_hash(std::vector<Index> rows, Index count, std::uint64_t seed) {
  const auto before = [&](Index a, Index b) {
    const double first = row_hash(seed, a), second = row_hash(seed, b);
    return first < second || (first == second && a < b);
  };
  const auto kept = std::min(rows.size(), static_cast<std::size_t>(count));
  std::nth_element(rows.begin(), rows.begin() + static_cast<std::ptrdiff_t>(kept), rows.end(),
                   before);
  rows.resize(kept);
  return rows;
}

}  // namespace

DrawnRows drawn_rows(const std::vector<int>& groups, int group_count, Index min_group_size,
                     std::uint64_t seed, Index most) {
  std::vector<std::vector<Index>> rows(static_cast<std::size_t>(group_count));
  for (std::size_t i = 0; i < groups.size(); ++i) {
    if (groups[i] >= 0) {
      rows[static_cast<std::size_t>(groups[i])].push_back(static_cast<Index>(i));
    }
  }
  DrawnRows drawn;
  for (int g = 0; g < group_count; ++g) {
    const auto size = static_cast<Index>(rows[static_cast<std::size_t>(g)].size());
    if (size == 0) continue;
    (size < min_group_size ? drawn.hidden_groups : drawn.shown_groups).push_back(g);
    if (size >= min_group_size) drawn.of += size;
  }
  if (drawn.shown_groups.empty()) return drawn;
  const auto shown = static_cast<Index>(drawn.shown_groups.size());
  const Index least = std::min(kLeastOfGroup, most / shown);
  const Index shared = most - least * shown;
  for (const int g : drawn.shown_groups) {
    const std::vector<Index>& own = rows[static_cast<std::size_t>(g)];
    const auto size = static_cast<Index>(own.size());
    const Index count =
        drawn.of <= most
            ? size
            : least + static_cast<Index>(static_cast<double>(shared) * static_cast<double>(size) /
                                         static_cast<double>(drawn.of));
    const std::vector<Index> chosen = rows_of_least_hash(own, count, seed);
    drawn.rows.insert(drawn.rows.end(), chosen.begin(), chosen.end());
  }
  std::sort(drawn.rows.begin(), drawn.rows.end());
  return drawn;
}

}  // namespace fairpca
