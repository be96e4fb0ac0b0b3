// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <vector>

#include "fairpca/fit/robust_fair_pca.h"

namespace fairpca {

/// What one problem leaves for the next on the same second moments.
struct RobustStarts {
  std::vector<TopEigenpairs> own;  ///< top d of each M_g
  std::vector<Matrix> frames;      ///< local minima found, best first
};

/// RobustSolver::kExact with more than two groups.  With `starts` of an earlier problem its minima
/// take the place of random starts; they are replaced by those found here.
ProjectionSolution solve_robust_fair_pca_groups(const RobustProblem& problem, Index d,
                                                const RobustFairPcaOptions& options,
                                                SpectralSolver& spectral,
                                                const SolveObserver& observer,
                                                RobustStarts* starts = nullptr);

}  // namespace fairpca
