// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>
#include <vector>

#include "experiments/study_runs.h"

namespace fairpca {

/// Arms of the studies of synthetic data 2.
inline constexpr const char* kSmallTauArm = "mbf";           ///< tau = 1e-5, our default solver
inline constexpr const char* kSmallTauOwnArm = "mbf-own";    ///< the paper's algorithm
inline constexpr const char* kLargeTauOwnArm = "mbf-own-3";  ///< the same with tau = 1e-3

/// p = 20, 30, ..., 100.
const std::vector<Index>& synthetic2_sizes();

/// PCA and MbF-PCA of the rows as they are, d = 5.
PaperStudy synthetic2_study(Index features);
/// FPCA, and MbF-PCA beside it, of standardised rows: the authors' program of FPCA standardises
/// whatever it is given.
PaperStudy synthetic2_standardized_study(Index features);

/// What is drawn against p.
enum class Synthetic2Number { kVariance, kMmd, kSeconds };

/// A number in every split: of an arm, on test rows.
std::vector<double> synthetic2_values(StudyRuns& runs, const PaperStudy& study,
                                      const std::string& arm, Synthetic2Number number);

/// FPCA as the authors scored it: fitted to standardised rows, its loadings applied to rows that
/// are not.
std::vector<double> fpca_of_raw_rows(StudyRuns& runs, Index features, Synthetic2Number number);

/// The same as the authors stored it; `series` as in mbfpca_synthetic2_per_split.csv.
std::vector<double> synthetic2_stored(const StudyRuns& runs, const std::string& series,
                                      Index features, Synthetic2Number number);

inline constexpr const char* kSynthetic2File = "published_results/mbfpca_synthetic2_per_split.csv";

}  // namespace fairpca
