// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <optional>

#include "fairpca/fit/projection_solution.h"

namespace fairpca {

struct GapCappedPcaOptions {
  std::optional<double> max_gap;  ///< the cap; >= 0
  double relative_max_gap = 0.5;  ///< without max_gap: the cap as a fraction of plain PCA's gap
  /// Optimal when objective - bound <= tolerance * objective; 0: 1e-10 for two groups, 1e-6 for
  /// more.
  double tolerance = 0;
  void validate() const;
};

/// Minimise the overall error <I - P, S> over projections P of rank d such that the errors
/// e_g = <I - P, M_g> of any two groups of one attribute differ by at most max_gap (Vu et al. 2022,
/// section 2.2).
struct GapProblem {
  const Matrix& covariance;  ///< S
  MatrixRefs second_moments;
  double max_gap = 0;
  /// Of which attribute each group is, as attribute_numbers() has it; empty: all of one.
  std::vector<Index> attributes = {};
};

/// PCA with a cap on the gap.  Two groups: the global optimum at rank d, with its bound.  More: the
/// relaxation over the Fantope bounds, descent from its top eigenvectors solves; the gap to the
/// bound need not close.  kInfeasible only with a proof that no projection meets the cap;
/// kMaxIterations where none was found that does.  `components` have the smallest gap found then.
ProjectionSolution solve_gap_capped_pca(const GapProblem& problem, Index d,
                                        const GapCappedPcaOptions& options,
                                        SpectralSolver& spectral,
                                        const SolveObserver& observer = {});

/// Throws InvalidArgument for fewer than two groups of one attribute.
Fit fit_gap_capped_pca(const FitInput& input, const GapCappedPcaOptions& options = {});

/// The registry entry.
Method gap_capped_pca_method();

}  // namespace fairpca
