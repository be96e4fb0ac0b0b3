// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "fairpca/fit/fair_pca.h"
#include "optimize/trade_off_boundary.h"

namespace fairpca {

/// FairPcaSolver::kExact for two groups: a search over their trade-off boundary, rank exactly d.
/// Points it knows are used, those it learns are kept.
ProjectionSolution search_fair_optimum(TradeOffBoundary& boundary, const FairPcaOptions& options,
                                       const SolveObserver& observer);

/// Solves and checks the ends of the boundary, sigma_d of either matrix, on up to two threads.
void certify_ends(TradeOffBoundary& boundary, SpectralSolver& spectral, int threads);

/// sigma_d of the two matrices where the boundary knows both, otherwise nothing.
std::vector<double> known_top_d_sums(const TradeOffBoundary& boundary);

}  // namespace fairpca
