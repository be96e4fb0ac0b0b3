// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "fairpca/fit/gap_capped_pca.h"
#include "fit/gap/gap_errors.h"

namespace fairpca {

/// What a solver makes of a GapProblem: with `smallest_gap` no projection was found that meets the
/// cap, and none has a smaller gap if the status is kInfeasible.
struct GapSolution {
  ProjectionSolution solution;  ///< the multipliers are gamma_g
  std::optional<double> smallest_gap;
};

/// solve_gap_capped_pca() for any number of groups.
GapSolution solve_gap_cap_groups(const GapProblem& problem, const GapErrors& errors, Index d,
                                 double tolerance, SpectralSolver& spectral,
                                 const SolveObserver& observer);

}  // namespace fairpca
