// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <functional>
#include <limits>

#include "fairpca/error.h"
#include "fairpca/spectral/top_eigenpairs.h"
#include "optimize/fantope.h"

namespace fairpca {

/// What is minimised over P in the Fantope F_d, given matrices A_1, ..., A_m:
enum class FantopeCriterion {
  kWorst,      ///< max_j offsets_j - <A_j, P>
  kLogarithms  ///< -sum_j log <A_j, P>; the offsets are not used
};

struct FantopeProblem {
  MatrixRefs matrices;  ///< at least one, symmetric p x p; positive semidefinite for kLogarithms
  Index d = 1;          ///< 1 <= d < p
  FantopeCriterion criterion = FantopeCriterion::kWorst;
  Vector offsets;

  /// The value minimised, from v_j = <A_j, P>.
  double value(const Vector& captured) const;

  /// value - bound <= max(tolerance * |value|, 1e-12 * largest |tr A_j|) for kWorst; for
  /// kLogarithms, whose values are relative already, value - bound <= tolerance.
  bool is_solved(double value, double bound, double tolerance) const;
};

struct WeightedDualOptions {
  /// Optimal when FantopeProblem::is_solved.
  double tolerance = 1e-6;
  int max_iterations = 200;  ///< eigen-solves
  void validate() const;     ///< throws InvalidArgument, naming the field and its range
};

enum class DualStatus { kOptimal, kMaxIterations, kStopped };

struct WeightedDualResult {
  DualStatus status = DualStatus::kMaxIterations;
  FantopePoint point;  ///< the best P found
  Vector captured;     ///< (<A_j, P>)_j there
  double value = std::numeric_limits<double>::infinity();
  /// The largest D(w) found: no P has a smaller value.
  double bound = -std::numeric_limits<double>::infinity();
  Vector weights;          ///< w with D(w) = bound
  bool certified = false;  ///< the eigenvalues behind `bound` passed their inertia check
  int iterations = 0;      ///< p x p eigenproblems
};

/// Minimises over the Fantope by its dual, a concave function of one weight per matrix:
///
///   kWorst:      D(w) = sum_j w_j offsets_j - sigma_d(sum_j w_j A_j),  w in the simplex,
///   kLogarithms: D(w) = sum_j (1 + log w_j) - sigma_d(sum_j w_j A_j),  w > 0.
///
/// Each step solves one p x p eigenproblem and then a model of D near the best weights that is
/// exact to second order: eigenvalues within reach of the d-th are kept as a small matrix (so that
/// ties are no obstacle), all others enter by perturbation theory.  When the model misleads, a step
/// of the level bundle method follows, which converges from anywhere.  docs/methods/many-groups.md.
/// `observer` is asked before each step.
/// Throws InvalidArgument for shapes that do not match and for a zero matrix under kLogarithms.
WeightedDualResult solve_weighted_dual(const FantopeProblem& problem, SpectralSolver& spectral,
                                       const WeightedDualOptions& options = {},
                                       const std::function<Flow()>& observer = {});

}  // namespace fairpca
