// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>

#include "fairpca/fit/projection_solution.h"

namespace fairpca {

struct MeanMatchingOptions {
  /// Label level whose rows alone must have equal means (equal opportunity); empty: all rows.
  std::string positive;
  /// Above 0: of the directions with equal means keep only those in which the groups' covariances
  /// differ least: this number of them (>= 1) or this fraction (< 1).
  double covariance_dimensions = 0;
  void validate() const;
};

/// PCA among the directions in which all groups have the same mean (Kleindessner et al. 2023): the
/// differences of the group means, attribute by attribute, are projected out.  Closed form.
///
/// `objective` is the overall reconstruction error, `bound` the least that any projection on the
/// same directions has.
/// Throws InvalidArgument for fewer than two groups, a group without rows of the positive label, or
/// more dimensions than are left.
Fit fit_mean_matching_pca(const FitInput& input, const MeanMatchingOptions& options = {});

/// The registry entry.
Method mean_matching_pca_method();

}  // namespace fairpca
