// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "fairpca/fit/fair_pca.h"
#include "fairpca/optimize/trade_off_boundary.h"

namespace fairpca {

/// FairPcaSolver::kExact for two groups: a search over the trade-off boundary, rank exactly d.
ProjectionSolution solve_fair_pca_two_groups(const MatrixRefs& second_moments, Index d,
                                             const FairPcaOptions& options,
                                             SpectralSolver& spectral,
                                             const SolveObserver& observer);

/// The same on a boundary already there: points it knows are used, those it learns are kept.
ProjectionSolution search_fair_optimum(TradeOffBoundary& boundary, const FairPcaOptions& options,
                                       const SolveObserver& observer);

/// sigma_d of the two matrices where the boundary knows both, else nothing.
std::vector<double> known_own_sums(const TradeOffBoundary& boundary);

}  // namespace fairpca
