// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "fairpca/fit/fair_pca.h"
#include "optimize/weighted_dual.h"

namespace fairpca {

/// What each group's captured variance is subtracted from: sigma_d(M_g) for losses, tr M_g for
/// errors, 0 under kNash.
struct GroupOffsets {
  Vector values;
  std::vector<double> top_d_sums;  ///< sigma_d(M_g), where they were computed
  bool certified = true;           ///< the eigenvalues behind `values` passed their inertia check
};

/// One eigen-solve per group for kLoss, none otherwise.
GroupOffsets group_offsets(const MatrixRefs& second_moments, Index d, FairPcaCriterion criterion,
                           SpectralSolver& spectral);

FantopeProblem fantope_problem(const MatrixRefs& second_moments, Index d,
                               FairPcaCriterion criterion, const GroupOffsets& offsets);

/// FairPcaOptions::tolerance, or its default for this many groups.
double group_tolerance(const FairPcaOptions& options, std::size_t groups);

}  // namespace fairpca
