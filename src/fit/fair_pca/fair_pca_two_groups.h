// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <functional>

#include "fairpca/fit/fair_pca.h"
#include "optimize/trade_off_boundary.h"

namespace fairpca {

/// The threads of a search, and what is to be done on one that it leaves idle.
struct SearchThreads {
  int count = 1;
  std::function<void()> beside = {};
};

/// FairPcaSolver::kExact for two groups: a search over their trade-off boundary, rank exactly d.
/// Points it knows are used, those it learns are kept; `spectral`, the solver of the boundary,
/// counts all solves.  The search itself takes one thread; others solve for the second end of the
/// boundary, and check both ends while the search goes on between them.
ProjectionSolution search_fair_optimum(TradeOffBoundary& boundary, const FairPcaOptions& options,
                                       const SolveObserver& observer, SpectralSolver& spectral,
                                       const SearchThreads& threads = {});

/// sigma_d of the two matrices where the boundary knows both, otherwise nothing.
std::vector<double> known_top_d_sums(const TradeOffBoundary& boundary);

}  // namespace fairpca
