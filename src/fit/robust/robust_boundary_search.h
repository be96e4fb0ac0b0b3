// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "fairpca/fit/robust_fair_pca.h"
#include "optimize/trade_off_boundary.h"

namespace fairpca {

/// The global optimum of RFPCA for two groups, by branch and bound over the arcs of `boundary`,
/// which must be that of problem.second_moments.  Points it knows are used, those it learns are
/// kept.
ProjectionSolution search_robust_optimum(TradeOffBoundary& boundary, const RobustProblem& problem,
                                         const RobustFairPcaOptions& options,
                                         const SolveObserver& observer);

}  // namespace fairpca
