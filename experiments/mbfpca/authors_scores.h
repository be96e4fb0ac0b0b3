// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <vector>

#include "study/study_arm.h"

namespace fairpca {

/// Names of what authors_scores() takes.
inline constexpr const char* kOwnMeanVariance = "explained_variance_about_own_mean";
inline constexpr const char* kScoredRowsAccuracy = "accuracy_fit_on_scored_rows";
inline constexpr const char* kScoredRowsParity = "parity_difference_fit_on_scored_rows";

/// Scores as the MbF-PCA authors' program takes them, named for what they are.
///
/// Explained variance about the mean of the evaluated rows, not the model's:
/// tr V'AV / tr A, A the covariance of the evaluated rows.  Accuracy and the difference of the two
/// groups' selection rates of a support vector machine that is fitted to the very rows it is scored
/// on (C = 1, k(z, z') = exp(-|z - z'|^2), coordinates as they are).
std::vector<ExtraMeasure> authors_scores();
/// The first of these alone, for tables without a label.
ExtraMeasure authors_variance();

}  // namespace fairpca
