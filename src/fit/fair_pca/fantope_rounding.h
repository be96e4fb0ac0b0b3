// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "fairpca/fit/fair_pca.h"
#include "optimize/projection_minimax.h"
#include "optimize/weighted_dual.h"

namespace fairpca {

/// A problem over projections, relaxed to the Fantope, solved there and brought back.
struct RoundedSolution {
  FantopePoint point;  ///< all weights 1: a projection on d dimensions
  Vector captured;     ///< (<A_j, P>)_j
  double value = std::numeric_limits<double>::quiet_NaN();
  double relaxed_value = std::numeric_limits<double>::quiet_NaN();
  Index relaxed_rank = 0;  ///< dimensions that reach relaxed_value
  double bound = std::numeric_limits<double>::quiet_NaN();
  Vector dual_weights;  ///< sum 1
  bool certified = false;
  Status status = Status::kConverged;
  int iterations = 0;

  bool is_projection() const { return point.weights.minCoeff() >= 1; }
};

/// Weights l* = 1 - sqrt(1 - l) of a reconstruction P* = U diag(l*) U': it leaves (1 - l*)^2 = 1 -
/// l of the variance along each direction, so its errors are those of P = U diag(l) U'.
Vector reconstruction_weights(const Vector& eigenvalues);

/// Dimensions with a smaller share in a reconstruction describe nothing.
inline constexpr double kEmptyDimension = 1e-6;

/// The point without its empty dimensions; shares that are all but 1 become 1.
FantopePoint without_empty_dimensions(const FantopePoint& point, Index d);

/// Solves the relaxation to `options`, reduces the rank of its solution, and, if more than d
/// dimensions are left, searches for the best projection on exactly d from the relaxed solution,
/// from the leading eigenvectors at the dual weights and from random frames in the fractional
/// directions.  kAllow keeps the relaxed solution only where no such projection is as good as it,
/// within the tolerance.  Status kOptimal: value - bound is within the tolerance.
RoundedSolution solve_and_round(const FantopeProblem& problem, ExtraDimensions extra_dimensions,
                                const WeightedDualOptions& options, SpectralSolver& spectral,
                                const SolveObserver& observer);

}  // namespace fairpca
