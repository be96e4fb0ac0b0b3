// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "fairpca/fit/robust_fair_pca.h"

namespace fairpca {

/// RobustSolver::kSubgradient (the paper's), any number of groups >= 2.
ProjectionSolution solve_robust_fair_pca_subgradient(const RobustProblem& problem, Index d,
                                                     const RobustFairPcaOptions& options,
                                                     SpectralSolver& spectral,
                                                     const SolveObserver& observer);

}  // namespace fairpca
