// SPDX-License-Identifier: BSD-3-Clause
#include "fairpca/model/sample_rows.h"

#include <algorithm>
#include <cmath>

#include "model/messages.h"
#include "random/random_stream.h"

namespace fairpca {
namespace {

/// So many rows share a stream of random numbers: where parts begin does not matter.
constexpr Index kRowsPerStream = 1024;

/// The component whose share of [0, 1) holds `u`.
std::size_t component_at(const PpcaMixture& mixture, double u) {
  std::size_t last = 0;
  for (std::size_t k = 0; k < mixture.components.size(); ++k) {
    const double weight = mixture.components[k].weight;
    if (weight > 0) last = k;
    if (u < weight) return k;
    u -= weight;
  }
  return last;
}

/// One row of the density, in the units of the raw columns.
Vector draw_row(const Model& model, const PpcaMixture& mixture, RandomStream& random) {
  const PpcaComponent& component = mixture.components[component_at(mixture, random.uniform())];
  Vector latent(mixture.latent_dimensions()), noise(model.mean.size());
  for (double& value : latent) value = random.normal();
  for (double& value : noise) value = random.normal();
  const Vector stretch = (component.variance.array() - component.noise_variance).max(0.0).sqrt();
  const Vector prepared = component.mean + component.frame * stretch.cwiseProduct(latent) +
                          std::sqrt(component.noise_variance) * noise;
  return model.mean + model.scale.cwiseProduct(prepared);
}

}  // namespace

RowMatrix sample_rows(const Model& model, Index first, Index count, std::uint64_t seed) {
  if (!model.is_probabilistic()) {
    reject(model_message<"not-probabilistic">("method"_is(Quoted{model.method})));
  }
  if (first < 0 || count < 0) {
    reject(model_message<"sample-size">("rows"_is(count)));
  }
  const PpcaMixture mixture = model.mixture ? *model.mixture : as_mixture(model.projection);
  RowMatrix out(count, model.mean.size());
  for (Index row = first; row < first + count;) {
    const Index stream = row / kRowsPerStream;
    RandomStream random(seed, static_cast<std::uint32_t>(stream));
    for (Index at = stream * kRowsPerStream;
         at < std::min((stream + 1) * kRowsPerStream, first + count); ++at) {
      const Vector drawn = draw_row(model, mixture, random);
      if (at < row) continue;
      out.row(at - first) = drawn.transpose();
      ++row;
    }
  }
  return out;
}

}  // namespace fairpca
