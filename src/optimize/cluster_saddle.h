// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <vector>

#include "optimize/weighted_dual.h"

namespace fairpca {

/// The weighted dual near one point, with small matrices:
///
///   max over w of min over Q in F_q of
///     term(w) - sum_j w_j <B_j, Q> - 1/2 (w - center)'H (w - center),
///
/// term(w) = offsets'w over the simplex for kWorst, sum_j (1 + log w_j) + offsets'w over w > 0 for
/// kLogarithms; F_q = {Q : 0 <= Q <= I, tr Q = q}, m x m, 0 < q < m.
struct ClusterSaddle {
  FantopeCriterion criterion = FantopeCriterion::kWorst;
  Vector offsets;
  std::vector<Matrix> matrices;  ///< B_j, symmetric
  Index q = 1;
  Matrix curvature;  ///< H, positive semidefinite
  Vector center;     ///< w > 0 for kLogarithms
};

struct ClusterSaddlePoint {
  Vector weights;
  Matrix fantope;  ///< Q, eigenvalues strictly between 0 and 1
  int iterations = 0;
};

/// Newton's method along the central path of the logarithmic barriers of Q, I - Q and w.  In the
/// eigenbasis of Q the barrier's second derivative is diagonal, so a step costs one m x m
/// eigenproblem, one rotation per matrix and a system with one unknown per weight.
/// The path is followed until the gap left is `tolerance` times the size of offsets and matrices.
ClusterSaddlePoint solve_cluster_saddle(const ClusterSaddle& problem, double tolerance);

}  // namespace fairpca
