// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "fairpca/fit/fair_pca.h"

namespace fairpca {

/// FairPcaSolver::kMultiplicativeWeights, any number of groups.
ProjectionSolution solve_multiplicative_weights(const MatrixRefs& second_moments, Index d,
                                                const FairPcaOptions& options,
                                                SpectralSolver& spectral,
                                                const SolveObserver& observer);

}  // namespace fairpca
