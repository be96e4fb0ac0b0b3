// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "fairpca/fit/constrained_fair_pca.h"
#include "fit/mean_constraints/group_comparisons.h"

namespace fairpca {

/// What the convex program of Olfat & Aswani (2019) is made of.
struct RepresentationProblem {
  const Matrix& covariance;                         ///< S
  const std::vector<GroupComparison>& comparisons;  ///< f and Q of each
  double delta = 0;                                 ///< f'Pf <= delta^2
  double penalty_weight = 0;                        ///< of lambda_max(P (phi I +/- Q) P)
  /// As the paper prints it: tr P <= d, one t for all lambda_max, phi = |Q|_2.
  bool is_as_printed = false;
};

/// The mean constraints of several comparisons with delta > 0, exactly d dimensions: the relaxation
/// over the Fantope bounds, augmented Lagrangian steps from its top eigenvectors solve.
ProjectionSolution solve_mean_limits(const RepresentationProblem& problem, Index d,
                                     const ConstrainedFairPcaOptions& options,
                                     SpectralSolver& spectral, const SolveObserver& observer);

/// Means and covariances: the convex program over the Fantope, whose top d eigenvectors are the
/// components.  `covariances` tells the program's own value and gap and what the rounding leaks.
ProjectionSolution solve_covariance_program(const RepresentationProblem& problem, Index d,
                                            const ConstrainedFairPcaOptions& options,
                                            SpectralSolver& spectral,
                                            const SolveObserver& observer);

}  // namespace fairpca
