// SPDX-License-Identifier: BSD-3-Clause
#include "model/mixture_densities.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

namespace fairpca {

Vector log_density_constants(const PpcaMixture& mixture) {
  Vector constants(mixture.size());
  const auto p = static_cast<double>(mixture.dim());
  const auto q = static_cast<double>(mixture.latent_dimensions());
  for (Index k = 0; k < mixture.size(); ++k) {
    const PpcaComponent& component = mixture.components[static_cast<std::size_t>(k)];
    constants(k) =
        std::log(component.weight) -
        0.5 * (p * std::log(2 * std::numbers::pi) + component.variance.array().log().sum() +
               (p - q) * std::log(component.noise_variance));
  }
  return constants;
}

double normalize_log_weights(const double* logs, double* shares, Index count) {
  const double largest = *std::max_element(logs, logs + count);
  if (largest == -std::numeric_limits<double>::infinity()) {
    std::fill_n(shares, count, 1 / static_cast<double>(count));
    return largest;
  }
  double sum = 0;
  for (Index k = 0; k < count; ++k) sum += shares[k] = std::exp(logs[k] - largest);
  for (Index k = 0; k < count; ++k) shares[k] /= sum;
  return largest + std::log(sum);
}

}  // namespace fairpca
