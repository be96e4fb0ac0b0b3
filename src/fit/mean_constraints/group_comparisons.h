// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <vector>

#include "fit/group_distributions.h"

namespace fairpca {

/// One distribution against another: what a representation constraint bounds.
struct GroupComparison {
  Vector mean;        ///< difference of the means
  Matrix covariance;  ///< difference of the covariances
};

/// Attribute by attribute: its two groups against each other or, of more groups, each against all
/// rows.
std::vector<GroupComparison> group_comparisons(const std::vector<GroupDistribution>& groups,
                                               const Matrix& covariance);

}  // namespace fairpca
