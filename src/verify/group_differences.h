// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <vector>

#include "verify/proof.h"

namespace fairpca {

/// A group's mean about the overall mean and its covariance, in the scaled space.
struct ProvenDistribution {
  std::vector<std::string> attribute;  ///< the protected columns that define the group
  Vector mean;
  Matrix covariance;
};

/// Of all rows of each group, or of those with the label `positive`, where that is not empty.
std::vector<ProvenDistribution> proven_distributions(const ProvenProblem& problem,
                                                     const std::string& positive);

/// What constrained-fair-pca compares.
struct ProvenComparison {
  Vector mean;        ///< f
  Matrix covariance;  ///< Q
};

/// Attribute by attribute, in the order of their columns: two groups against each other or, of
/// more, each against all rows.
std::vector<ProvenComparison> proven_comparisons(const ProvenProblem& problem);

/// An orthonormal basis of what is orthogonal to the columns; those shorter than 1e-12 `scale`, and
/// those that nearly depend on the others, are left out: the basis is then larger.
Matrix complement_of(const Matrix& columns, double scale);

}  // namespace fairpca
