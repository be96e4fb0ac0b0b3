// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "fairpca/fit/fair_pca.h"

namespace fairpca {

/// FairPcaSolver::kExact for any number of groups >= 2 (solve_fair_pca calls it for more than two).
ProjectionSolution solve_fair_pca_groups(const MatrixRefs& second_moments, Index d,
                                         const FairPcaOptions& options, SpectralSolver& spectral,
                                         const SolveObserver& observer);

}  // namespace fairpca
