// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <optional>

#include "fairpca/fit/projection_solution.h"

namespace fairpca {

struct ConstrainedFairPcaOptions {
  /// The groups' means may differ by at most this after projection, in the scaled space.
  double delta = 0;
  /// The same as a share of the difference before projection, in [0, 1]; instead of delta.
  std::optional<double> relative_delta;
  /// Optimal when objective - bound <= tolerance * objective.
  double tolerance = 1e-10;
  int max_iterations = 200;
  void validate() const;
};

/// max <P, S> over projections with f'Pf <= delta^2, f the difference of the two group means: the
/// mean constraint of Olfat & Aswani (2019), solved exactly at rank d on the trade-off boundary of
/// S and ff'.  `objective` is the error <I - P, S>.
ProjectionSolution solve_mean_constraint(const Matrix& covariance, const Vector& difference,
                                         double delta, Index d,
                                         const ConstrainedFairPcaOptions& options,
                                         SpectralSolver& spectral,
                                         const SolveObserver& observer = {});

/// More than two groups: each mean against the overall one; only delta = 0.
/// Throws InvalidArgument for fewer than two groups, more than two with delta > 0, or more
/// dimensions than are left.
Fit fit_constrained_fair_pca(const FitInput& input, const ConstrainedFairPcaOptions& options = {});

/// The registry entry.
Method constrained_fair_pca_method();

}  // namespace fairpca
