// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>
#include <vector>

#include "experiments/study_runs.h"
#include "experiments/study_values.h"

namespace fairpca {

/// A data set of the paper and its two groups: A is the one that PCA serves worse.
struct FairPcaData {
  std::string id;     ///< `lfw`
  std::string title;  ///< `LFW`
  PaperStudy study;   ///< PCA and fair PCA, exact and by multiplicative weights, on all rows
  std::string level_a, level_b;  ///< of the column `group`
  std::string name_a, name_b;    ///< `women`, `men`
};

/// Faces of women and men, d = 1 to 20; values are divided by 765, so that they are in [0, 1].
FairPcaData lfw_data();
/// Default Credit of low and high education, d = 1 to 21, standardised.
FairPcaData credit_data();
/// PCA of 500 faces of women and as many of men, 20 times.
PaperStudy lfw_samples_study();

/// Arms of multiplicative weights: with eta = 1, the authors' setting for losses, and with the step
/// fitted to the losses.
std::string weights_arm(int rounds, bool is_fitted);

/// A number of all rows of a study that trains on them.
double number_at(const StudyResult& study, const std::string& arm, const std::string& dimensions,
                 const std::string& measure, const std::string& group = "");

/// The dimensions of a study as its tasks have them: `1`, `2`.
std::vector<std::string> dimensions_of(const StudyResult& study);

}  // namespace fairpca
