// SPDX-License-Identifier: BSD-3-Clause
#include "mixture_view.h"

#include <utility>

#include "model/messages.h"

namespace fairpca::python {
namespace {

const PpcaMixture& mixture_of(const Model& model) {
  if (!model.mixture) reject(model_message<"not-a-mixture">("method"_is(model.method)));
  return *model.mixture;
}

/// W in raw units.
Matrix raw_loadings(const Model& model, const PpcaComponent& component) {
  const Vector stretch = (component.variance.array() - component.noise_variance).max(0.0).sqrt();
  return model.scale.asDiagonal() * component.frame * stretch.asDiagonal();
}

Matrix raw_covariance(const Model& model, const PpcaComponent& component) {
  const Matrix loadings = raw_loadings(model, component);
  Matrix covariance = loadings * loadings.transpose();
  covariance.diagonal() += component.noise_variance * model.scale.cwiseAbs2();
  return covariance;
}

}  // namespace

std::optional<MixtureFacts> mixture_facts(const Model& model) {
  if (!model.mixture) return std::nullopt;
  const PpcaMixture& mixture = *model.mixture;
  const Index count = mixture.size(), q = mixture.latent_dimensions(), p = mixture.dim();
  Vector weights(count), noise(count);
  RowMatrix means(count, p), loadings(count * q, p), variances(count, q);
  for (Index k = 0; k < count; ++k) {
    const PpcaComponent& component = mixture.components[static_cast<std::size_t>(k)];
    weights(k) = component.weight;
    noise(k) = component.noise_variance;
    means.row(k) = model.mean + model.scale.cwiseProduct(component.mean);
    loadings.middleRows(k * q, q) = raw_loadings(model, component).transpose();
    variances.row(k) = component.variance;
  }
  return MixtureFacts(to_numpy(std::move(weights)), to_numpy(std::move(means)),
                      to_numpy(std::move(loadings)), to_numpy(std::move(noise)),
                      to_numpy(std::move(variances)));
}

RowMatrix component_covariances(const Model& model) {
  const PpcaMixture& mixture = mixture_of(model);
  const Index p = mixture.dim();
  RowMatrix result(mixture.size() * p, p);
  for (Index k = 0; k < mixture.size(); ++k) {
    result.middleRows(k * p, p) =
        raw_covariance(model, mixture.components[static_cast<std::size_t>(k)]);
  }
  return result;
}

RowMatrix mixture_covariance(const Model& model) {
  const PpcaMixture& mixture = mixture_of(model);
  Vector mean = Vector::Zero(mixture.dim());
  for (const PpcaComponent& component : mixture.components) {
    mean += component.weight * component.mean;
  }
  RowMatrix result = RowMatrix::Zero(mixture.dim(), mixture.dim());
  for (const PpcaComponent& component : mixture.components) {
    const Vector offset = model.scale.cwiseProduct(component.mean - mean);
    result += component.weight * (raw_covariance(model, component) + offset * offset.transpose());
  }
  return result;
}

}  // namespace fairpca::python
