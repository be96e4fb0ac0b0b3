// SPDX-License-Identifier: BSD-3-Clause
#include "fairpca/model/posterior_covariance.h"

#include "linear_algebra/symmetric_eigen.h"
#include "model/messages.h"
#include "model/mixture_rows.h"

namespace fairpca {
namespace {

/// s^2 / (s^2 + l) for the eigenvalues l of W_o'W_o.  Without noise, a direction that the cells say
/// nothing of keeps its variance of 1.
Vector kept_variance(const Vector& values, double noise_variance) {
  const double nothing = 1e-12 * std::max(values.maxCoeff(), 0.0);
  return values.unaryExpr([&](double value) {
    if (noise_variance == 0) return value > nothing ? 0.0 : 1.0;
    return noise_variance / (noise_variance + std::max(value, 0.0));
  });
}

}  // namespace

Matrix latent_covariance(const PpcaComponent& component) {
  const Vector variances = component.variance.unaryExpr(
      [&](double variance) { return variance > 0 ? component.noise_variance / variance : 1.0; });
  return variances.asDiagonal();
}

Matrix latent_covariance(const PpcaComponent& component, const std::vector<char>& is_missing) {
  Matrix loadings =
      component.frame *
      (component.variance.array() - component.noise_variance).max(0.0).sqrt().matrix().asDiagonal();
  for (std::size_t j = 0; j < is_missing.size(); ++j) {
    if (is_missing[j] != 0) loadings.row(static_cast<Index>(j)).setZero();
  }
  const SymmetricEigen eigen = symmetric_eigen(loadings.transpose() * loadings);
  return eigen.vectors * kept_variance(eigen.values, component.noise_variance).asDiagonal() *
         eigen.vectors.transpose();
}

RowMatrix posterior_covariances(const Model& model, RowsRef encoded) {
  if (!model.is_probabilistic()) {
    reject(model_message<"not-probabilistic">("method"_is(Quoted{model.method})));
  }
  if (encoded.cols() != model.mean.size()) {
    reject(model_message<"rows-of-another-width">("expected"_is(model.mean.size()),
                                                  "what"_is("encoded columns"),
                                                  "columns"_is(encoded.cols())));
  }
  return mixture_posterior_covariances(
      model, model.mixture ? *model.mixture : as_mixture(model.projection), encoded);
}

}  // namespace fairpca
