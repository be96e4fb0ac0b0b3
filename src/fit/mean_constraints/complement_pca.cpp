// SPDX-License-Identifier: BSD-3-Clause
#include "fit/mean_constraints/complement_pca.h"

#include <algorithm>

#include "fit/eigenvalue_warnings.h"
#include "linear_algebra/qr.h"

namespace fairpca {
namespace {

/// (I - QQ') S (I - QQ') - tr(S) QQ': the excluded directions come last, behind all variances.
Matrix push_down(const Matrix& covariance, const Matrix& excluded) {
  if (excluded.cols() == 0) return covariance;
  const Matrix image = covariance.selfadjointView<Eigen::Lower>() * excluded;
  const Matrix inner = excluded.transpose() * image;
  const Index r = excluded.cols();
  const Matrix half =
      image - excluded * (0.5 * (inner - covariance.trace() * Matrix::Identity(r, r)));
  Matrix pushed = covariance;
  pushed.triangularView<Eigen::Lower>() -= half * excluded.transpose();
  pushed.triangularView<Eigen::Lower>() -= excluded * half.transpose();
  return pushed;
}

}  // namespace

ProjectionSolution complement_pca(const Matrix& covariance, const Matrix& excluded, Index d,
                                  SpectralSolver& spectral) {
  const TopEigenpairs pairs = spectral.top(push_down(covariance, excluded), d);
  ProjectionSolution solution;
  solution.components = pairs.vectors;
  if (excluded.cols() > 0) {
    solution.components -= excluded * (excluded.transpose() * pairs.vectors).eval();
    solution.components = orthonormal_columns(solution.components);
  }
  const Matrix image = covariance.selfadjointView<Eigen::Lower>() * solution.components;
  const double captured = solution.components.cwiseProduct(image).sum();
  solution.objective = std::max(0.0, covariance.trace() - captured);
  solution.bound =
      std::clamp(covariance.trace() - pairs.sum_upper_bound(), 0.0, solution.objective);
  solution.certified = pairs.certified;
  solution.status = pairs.certified ? Status::kOptimal : Status::kConverged;
  solution.warnings = eigenvalue_warnings(pairs);
  return solution;
}

}  // namespace fairpca
