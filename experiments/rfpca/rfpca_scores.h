// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "study/study_arm.h"

namespace fairpca {

/// Names of the numbers that the extra measures below take.
inline constexpr const char* kScoredRowsUnfairness = "linear_unfairness_on_scored_rows";
inline constexpr const char* kTrainingMeanError = "error_about_training_mean";

/// Delta F_Lin as the RFPCA authors take it: a linear support vector machine for the group, its C
/// chosen among 1e-4, 1e-2, 1, 1e2, 1e4 by the largest mean Kolmogorov-Smirnov distance of the
/// groups' scores in five folds, is fitted to the standardised coordinates of the very rows that
/// are scored.  Of test rows only.
ExtraMeasure scored_rows_unfairness();

/// Error of a group about another mean than its own; both in the model's space, about its mean.
double error_about_mean(const LinearProjection& projection, const GroupStatistics& group,
                        const Vector& mean);

/// Error of each group about its mean in the training rows: what the RFPCA authors plot.
ExtraMeasure training_mean_errors();

}  // namespace fairpca
