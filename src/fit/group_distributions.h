// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>
#include <vector>

#include "fairpca/fit/methods.h"
#include "moments/attributes.h"

namespace fairpca {

/// A group's mean about the overall mean, and its covariance about its own, in the scaled space.
struct GroupDistribution {
  std::string name;
  std::vector<std::string> columns;  ///< the protected columns that define it
  Vector mean;
  Matrix covariance;
};

/// Throws InvalidArgument, with the labels that can be asked for, unless every group has a row
/// whose label is `positive`.
void require_label_in_groups(const FitInput& input, const std::string& positive);

/// Of all rows of each group, or of those whose label is `positive`.
/// Throws InvalidArgument when there is no label column, or a group has no such row.
std::vector<GroupDistribution> group_distributions(const FitInput& input,
                                                   const std::string& positive);

/// Differences of the means of groups defined by the same columns: one column per group but the
/// first of each attribute.
Matrix mean_differences(const std::vector<GroupDistribution>& groups);

/// Orthonormal basis of the span of the columns; columns shorter than 1e-12 of `scale` are nothing.
Matrix orthonormal_basis(const Matrix& columns, double scale);

}  // namespace fairpca
