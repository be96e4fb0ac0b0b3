// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "fairpca/fit/fair_pca.h"

namespace fairpca {

/// FairPcaOptions::nested: d rank-one problems with deflation; the bound is that of the problem
/// without nesting.
ProjectionSolution solve_nested_fair_pca(const MatrixRefs& second_moments, Index d,
                                         const FairPcaOptions& options, SpectralSolver& spectral,
                                         const SolveObserver& observer);

}  // namespace fairpca
