// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <limits>

#include "fairpca/matrix.h"

namespace fairpca {

/// min 1/2 x'H x + c'x over A x >= b, the first `equalities` rows holding with equality.
struct QuadraticProgram {
  Matrix hessian;      ///< H, n x n, symmetric positive definite
  Vector gradient;     ///< c
  Matrix constraints;  ///< A, one row per constraint
  Vector bounds;       ///< b
  Index equalities = 0;
};

enum class QuadraticStatus { kOptimal, kInfeasible, kMaxIterations };

struct QuadraticSolution {
  QuadraticStatus status = QuadraticStatus::kMaxIterations;
  Vector x;
  /// H x + c = A'multipliers; those of inequalities are >= 0, and 0 where A x > b.
  Vector multipliers;
  /// kInfeasible only: A'ray = 0, b'ray > 0, ray >= 0 on the inequalities, which proves that no x
  /// satisfies them all.
  Vector infeasibility_ray;
  double value = std::numeric_limits<double>::quiet_NaN();
  int iterations = 0;  ///< constraints added to or dropped from the active set
};

struct QuadraticOptions {
  /// Row i is satisfied when a_i'x >= b_i - tolerance * (|a_i| |x| + |b_i|).
  double tolerance = 1e-12;
  int max_iterations = 10000;
};

/// Solves small dense strictly convex programs by the dual active-set method of Goldfarb & Idnani
/// (1983): the unconstrained minimum first, then one violated constraint after another.
/// Cost: about n^2 (n + rows of A) flops per iteration.
/// Throws InvalidArgument for shapes that do not match, numbers that are not finite, or an H that
/// is not positive definite.
QuadraticSolution solve_quadratic_program(const QuadraticProgram& program,
                                          const QuadraticOptions& options = {});

}  // namespace fairpca
