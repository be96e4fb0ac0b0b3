// SPDX-License-Identifier: BSD-3-Clause
#include "fit/mean_constraints/group_comparisons.h"

#include <map>

namespace fairpca {

std::vector<GroupComparison> group_comparisons(const std::vector<GroupDistribution>& groups,
                                               const Matrix& covariance) {
  std::map<std::vector<std::string>, std::vector<const GroupDistribution*>> attributes;
  for (const GroupDistribution& group : groups) attributes[group.columns].push_back(&group);
  std::vector<GroupComparison> comparisons;
  for (const auto& [columns, members] : attributes) {
    if (members.size() == 2) {
      const GroupDistribution &first = *members[0], &second = *members[1];
      comparisons.push_back({second.mean - first.mean, second.covariance - first.covariance});
      continue;
    }
    for (const GroupDistribution* group : members) {
      comparisons.push_back({group->mean, group->covariance - covariance});
    }
  }
  return comparisons;
}

}  // namespace fairpca
