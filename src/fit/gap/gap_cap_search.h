// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "fairpca/fit/projection_solution.h"
#include "optimize/trade_off_boundary.h"

namespace fairpca {

/// The least overall error share0 e_0 + share1 e_1 of projections with |e_0 - e_1| <= max_gap, on
/// the boundary of the two groups' second moments.  It lies between PCA and the limit of infinite
/// penalty weights of the gap.  kInfeasible, with the smallest gap found, when no projection
/// has so small a gap.
ProjectionSolution search_gap_capped_pca(TradeOffBoundary& boundary, double share0, double share1,
                                         double max_gap, double tolerance,
                                         const SolveObserver& observer);

/// The arc of the boundary on which error is traded for gap: from PCA's angle towards the weight of
/// the worse group growing, and the line e_0 - e_1 = 0 in the plane of captured variances.
struct GapArc {
  double pca_angle = 0;
  double limit_angle = 0;  ///< -45 degrees when group 0 is worse under PCA, 135 otherwise
  double sign = 1;         ///< of e_0 - e_1 under PCA
  /// Where sign * (e_0 - e_1) = gap; its excess grows with the angle.
  Line line(double gap) const;
  double trace_difference = 0;  ///< tr A_0 - tr A_1
};
GapArc gap_arc(TradeOffBoundary& boundary, double share0, double share1);

}  // namespace fairpca
