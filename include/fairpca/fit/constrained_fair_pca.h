// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <optional>

#include "fairpca/fit/projection_solution.h"

namespace fairpca {

/// The program with a penalty on unequal covariances.  kAuthors: the variance is divided by |X|_F,
/// as in the program behind the published figures.  kPrinted: max <X'X, P> - mu t with tr P <= d
/// and one t >= lambda_max(P (|Q|_2 I +/- Q) P), as MbF-PCA's appendix B.2 has it.
enum class FpcaFormulation { kDefault, kAuthors, kPrinted };

struct ConstrainedFairPcaOptions {
  /// The groups' means may differ by at most this after projection, in the scaled space.
  double delta = 0;
  /// The same as a share of the difference before projection, in [0, 1]; instead of delta.
  std::optional<double> relative_delta;
  /// Penalty weight of unequal covariances; 0: means only.
  double mu = 0;
  FpcaFormulation formulation = FpcaFormulation::kDefault;
  /// Keep the eigenvalues of P* and the variances along its eigenvectors in `covariances`.
  bool keep_relaxation = false;
  /// Optimal when objective - bound <= tolerance * objective.
  double tolerance = 1e-10;
  /// With mu > 0 the convex program is solved to a gap of this share of the total variance.
  double relaxation_tolerance = 1e-7;
  /// Iterations of the convex program, of which mu > 0 may take thousands, or of the search for two
  /// groups' means, which takes tens.
  int max_iterations = 20'000;
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

/// FPCA (Olfat & Aswani 2019).  Two groups are compared with each other, of more groups each with
/// all rows.  With mu > 0: max <P, S> - mu sum of lambda_max(P (phi I +/- Q) P) over the Fantope, Q
/// the difference of the covariances; the components are the top d eigenvectors of its solution.
/// Throws InvalidArgument for fewer than two groups, or more dimensions than are left.
Fit fit_constrained_fair_pca(const FitInput& input, const ConstrainedFairPcaOptions& options = {});

/// The registry entry.
Method constrained_fair_pca_method();

}  // namespace fairpca
