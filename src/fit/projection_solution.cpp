// SPDX-License-Identifier: BSD-3-Clause
#include "fairpca/fit/projection_solution.h"

#include <algorithm>
#include <cmath>

#include "fit/fit_report.h"
#include "linear_algebra/symmetric_eigen.h"
#include "spectral/sign_convention.h"

namespace fairpca {
namespace {

/// The principal axes of S inside the span of the columns, by falling variance.
Matrix principal_axes(const Matrix& frame, const Matrix& covariance) {
  const Matrix image = covariance.selfadjointView<Eigen::Lower>() * frame;
  const Matrix inner = frame.transpose() * image;
  const SymmetricEigen eigen = symmetric_eigen((inner + inner.transpose()) / 2);
  return frame * eigen.vectors.rowwise().reverse();
}

}  // namespace

MatrixRefs second_moments(const PreparedMoments& moments) {
  MatrixRefs matrices;
  for (const GroupStatistics& group : moments.groups) matrices.emplace_back(group.second_moment);
  return matrices;
}

SolveObserver solve_observer(const FitInput& input) {
  if (!input.pass.observer) return {};
  return [observer = input.pass.observer, rows = input.prepared->rows] {
    return observer({.rows = rows, .fraction = 1});
  };
}

Fit finish_fit(const FitInput& input, const std::string& method, Index requested_dimensions,
               ProjectionSolution solution, SpectralSolver& spectral, bool keep_order) {
  const Index width = solution.components.cols();
  const bool is_projection = solution.weights.size() == 0;
  Fit fit;
  fit.model.method = method;
  fit.model.requested_dimensions = requested_dimensions;
  LinearProjection& projection = fit.model.projection;
  projection.components = is_projection && !keep_order
                              ? principal_axes(solution.components, input.prepared->covariance)
                              : std::move(solution.components);
  apply_sign_convention(projection.components);
  // Coordinates sqrt(l) v'x, reconstruction sum of sqrt(l) z v: together diag(l).
  projection.encode_scale =
      is_projection ? Vector::Ones(width) : Vector(solution.weights.cwiseSqrt());
  projection.decode_scale = projection.encode_scale;
  const std::vector<double> top_d_sums = std::move(solution.top_d_sums);
  static_cast<SolveSummary&>(fit.report) = std::move(solution);
  fill_report(fit, input, spectral, top_d_sums);
  return fit;
}

}  // namespace fairpca
