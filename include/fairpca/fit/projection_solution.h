// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "fairpca/error.h"
#include "fairpca/fit/methods.h"
#include "fairpca/optimize/matrix_refs.h"

namespace fairpca {

/// M_g of every group, in the order of `moments.groups`.
MatrixRefs second_moments(const PreparedMoments& moments);

/// What the solver of a moment method finds, before it becomes a Model.
struct ProjectionSolution : SolveSummary {
  Matrix components;  ///< V, p x width, orthonormal columns
  /// Rows are reconstructed by V diag(weights) V'; empty means all 1, a projection.
  Vector weights;
  std::vector<double> top_d_sums;  ///< sigma_d(M_g) of the groups, where they were needed
};

/// Asked before each step of a solver; kStop makes it return the best point with Status::kStopped.
using SolveObserver = std::function<Flow()>;

/// The observer of the pass over the rows, asked by a solver.
SolveObserver solve_observer(const FitInput& input);

/// The solution as a model with its report.  A projection is shown by the principal axes of the
/// overall rows inside its subspace, unless `keep_order`; columns are signed by convention.
Fit finish_fit(const FitInput& input, const std::string& method, Index requested_dimensions,
               ProjectionSolution solution, SpectralSolver& spectral, bool keep_order = false);

}  // namespace fairpca
