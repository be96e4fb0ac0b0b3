// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <functional>
#include <limits>
#include <vector>

#include "fairpca/error.h"
#include "fairpca/matrix.h"
#include "fairpca/spectral/top_eigenpairs.h"

namespace fairpca {

/// max <S, P> - penalty_weight sum_k |B_k P|_2^2 over P in the Fantope F_d with f_j'P f_j <=
/// limit_j: a semidefinite program, as |B P|_2^2 = lambda_max(P B'B P).  With
/// `takes_largest_penalty` the largest |B_k P|_2^2 takes the place of their sum, with
/// `allows_less_trace` tr P <= d that of tr P = d.
struct FantopeProgram {
  Matrix gain;                ///< S, p x p
  std::vector<Matrix> roots;  ///< B_k, any x p; sum_k B_k'B_k must be a multiple of I
  double penalty_weight = 0;
  Matrix directions;  ///< f_j, p x m
  Vector limits;      ///< > 0
  bool takes_largest_penalty = false, allows_less_trace = false;

  /// <S, P> - penalty_weight sum_k |B_k P|_2^2, or the largest of them.
  double value(const Matrix& point) const;
};

struct FantopeProgramOptions {
  /// Converged when bound - value <= tolerance * tr S.
  double tolerance = 1e-7;
  int max_iterations = 20000;
  std::function<Flow()> observer = {};  ///< asked at every check of the gap
};

struct FantopeProgramResult {
  Matrix point;  ///< P, in the Fantope and within the limits; empty: none was found
  double value = -std::numeric_limits<double>::infinity();  ///< at `point`
  double bound = std::numeric_limits<double>::infinity();   ///< no point has more
  bool certified = false;  ///< the eigen-solve behind `bound` passed its inertia check
  bool converged = false, stopped = false;
  Vector multipliers;                    ///< of the limits: nu
  std::vector<Matrix> root_multipliers;  ///< W_k, as large as B_k
  int iterations = 0;
};

/// Solved in subspaces by a barrier method (fantope_subspaces.h) or, where that ends without
/// convergence, by the alternating direction method of multipliers: an eigenproblem for the Fantope
/// and one for each |B_k P|_2 per iteration.  Multipliers of either give the bound
///   sigma_d(S - sum_k sym(B_k'W_k) - sum_j nu_j f_j f_j') + sum_k |W_k|_*^2 / (4 penalty_weight) +
///   nu'limit,
/// valid for any W_k and nu >= 0 (docs/methods/constrained-fair-pca.md).  With
/// `takes_largest_penalty` (sum_k |W_k|_*)^2 takes the place of the sum of squares, with
/// `allows_less_trace` the sum of the positive ones among the d largest eigenvalues that of
/// sigma_d.  Half of `max_iterations` are left for the second.
FantopeProgramResult maximize_over_fantope(const FantopeProgram& program, Index d,
                                           SpectralSolver& spectral,
                                           const FantopeProgramOptions& options = {});

}  // namespace fairpca
