// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <utility>
#include <vector>

#include "fairpca/fit/robust_fair_pca.h"

namespace fairpca {

/// F is the largest of G (G - 1) smooth functions of the groups' errors, one per ordered pair (a,
/// b) of different groups: sum_g T(share_g + lambda [g=a] - lambda [g=b], s_g, radius_g).  Each is
/// concave in the errors.
struct RobustPieces {
  Vector values;  ///< pair (a, b) stands where robust_pairs() has it
  Matrix slopes;  ///< one row per pair: derivatives by the errors
};

std::vector<std::pair<Index, Index>> robust_pairs(Index groups);

/// Slopes at errors below 1e-12 of the largest are those at that: sqrt is infinitely steep at 0.
RobustPieces robust_pieces(const RobustProblem& problem, const Vector& errors);

/// dT/dx of robust_term.
double robust_term_slope(double u, double error, double radius);

/// share_g + lambda [g=a] - lambda [g=b].
double robust_price(const RobustProblem& problem, const std::pair<Index, Index>& pair, Index group);

}  // namespace fairpca
