// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>
#include <vector>

#include "fairpca/fit/methods.h"

namespace fairpca::scaling {

/// What grows while everything else stays.
enum class Axis { kRows, kFeatures, kDimensions, kGroups };
inline constexpr Axis kAxes[] = {Axis::kRows, Axis::kFeatures, Axis::kDimensions, Axis::kGroups};

struct Sizes {
  Index rows = 0, features = 0, dimensions = 0, groups = 0;
  bool operator==(const Sizes&) const = default;
};

/// `rows`, `features`, ... as the file of points spells it.
std::string name_of(Axis axis);

/// `N`, `p`, `d` or `G`.
std::string letter_of(Axis axis);

/// The sizes that are tried, smallest first.
std::vector<Index> values_on(Axis axis);

/// The table of one point.  Methods that pass over the rows many times, or compare them in pairs,
/// get fewer of them where the rows are not what grows.
Sizes sizes_at(Axis axis, Index value, Needs needs);

/// `p = 20, d = 3, G = 2`: what stays on an axis.
std::string fixed_sizes(Axis axis, Needs needs);

}  // namespace fairpca::scaling
