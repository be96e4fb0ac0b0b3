// SPDX-License-Identifier: BSD-3-Clause
#include "model/incomplete_row.h"

#include <cmath>
#include <numbers>

#include "linear_algebra/solve.h"

namespace fairpca {

IncompleteRow complete_row(const PpcaComponent& component, const double* row) {
  const Index p = component.mean.size(), q = component.frame.cols();
  const double noise = component.noise_variance;
  const Vector stretch = (component.variance.array() - noise).max(0.0).sqrt();
  IncompleteRow result;
  std::vector<Index> observed;
  for (Index j = 0; j < p; ++j) {
    (std::isnan(row[j]) ? result.missing : observed).push_back(j);
  }
  const auto seen = static_cast<Index>(observed.size());
  const Matrix loadings = component.frame(observed, Eigen::all) * stretch.asDiagonal();
  Vector difference(seen);
  for (Index i = 0; i < seen; ++i) {
    const Index j = observed[static_cast<std::size_t>(i)];
    difference(i) = row[j] - component.mean(j);
  }
  Matrix gram = loadings.transpose() * loadings;
  gram.diagonal().array() += noise;
  const Cholesky factor(gram);  // gram >= noise I
  // BLAS takes no matrix without rows, which is what a row without cells has: hence lazyProduct.
  const Vector right = loadings.transpose().lazyProduct(difference);
  const Vector latent = factor.solve(right);

  // (x-m)'C^-1(x-m) = |x - m - W t|^2 / s^2 + |t|^2 at the posterior mean t: nothing cancels.
  const double quadratic =
      (difference - loadings.lazyProduct(latent)).squaredNorm() / noise + latent.squaredNorm();
  const double log_determinant =
      static_cast<double>(seen - q) * std::log(noise) + factor.log_determinant();
  result.log_density = -0.5 * (static_cast<double>(seen) * std::log(2 * std::numbers::pi) +
                               log_determinant + quadratic);
  result.loadings = component.frame(result.missing, Eigen::all) * stretch.asDiagonal();
  result.latent_covariance = noise * factor.solve(Matrix(Matrix::Identity(q, q)));
  result.completed = Eigen::Map<const Vector>(row, p);
  const Vector expected = result.loadings.lazyProduct(latent);
  for (std::size_t i = 0; i < result.missing.size(); ++i) {
    const Index j = result.missing[i];
    result.completed(j) = component.mean(j) + expected(static_cast<Index>(i));
  }
  return result;
}

}  // namespace fairpca
