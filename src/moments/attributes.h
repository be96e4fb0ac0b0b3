// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>
#include <vector>

#include "fairpca/moments/prepared_moments.h"

namespace fairpca {

/// The columns whose levels make a group: its attribute.
std::vector<std::string> columns_of(const Group& group);

/// For each group the number of its attribute: 0, 1, ... in the order of the groups, the same for
/// groups made by the same protected columns.  Only groups of one attribute are compared.
std::vector<Index> attribute_numbers(const std::vector<Group>& groups);
std::vector<Index> attribute_numbers(const std::vector<GroupStatistics>& groups);

/// The largest difference of two values within one attribute; 0 where none has two groups.
double largest_gap(const std::vector<Index>& attributes, const std::vector<double>& values);

}  // namespace fairpca
