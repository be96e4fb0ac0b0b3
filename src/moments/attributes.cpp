// SPDX-License-Identifier: BSD-3-Clause
#include "moments/attributes.h"

#include <algorithm>
#include <map>
#include <utility>

namespace fairpca {
namespace {

/// Numbers attributes in the order in which they are met.
class AttributeNumbers {
 public:
  Index of(const Group& group) {
    const auto next = static_cast<Index>(numbers_.size());
    return numbers_.emplace(columns_of(group), next).first->second;
  }

 private:
  std::map<std::vector<std::string>, Index> numbers_;
};

}  // namespace

std::vector<std::string> columns_of(const Group& group) {
  std::vector<std::string> columns;
  for (const auto& [column, level] : group.levels) columns.push_back(column);
  return columns;
}

std::vector<Index> attribute_numbers(const std::vector<Group>& groups) {
  AttributeNumbers numbers;
  std::vector<Index> result;
  for (const Group& group : groups) result.push_back(numbers.of(group));
  return result;
}

std::vector<Index> attribute_numbers(const std::vector<GroupStatistics>& groups) {
  AttributeNumbers numbers;
  std::vector<Index> result;
  for (const GroupStatistics& group : groups) result.push_back(numbers.of(group.group));
  return result;
}

double largest_gap(const std::vector<Index>& attributes, const std::vector<double>& values) {
  std::map<Index, std::pair<double, double>> ranges;
  for (std::size_t g = 0; g < values.size(); ++g) {
    auto& [least, most] =
        ranges.emplace(attributes[g], std::pair(values[g], values[g])).first->second;
    least = std::min(least, values[g]);
    most = std::max(most, values[g]);
  }
  double gap = 0;
  for (const auto& [attribute, range] : ranges) gap = std::max(gap, range.second - range.first);
  return gap;
}

}  // namespace fairpca
