// SPDX-License-Identifier: BSD-3-Clause
#include "fairpca/model/ppca_mixture.h"

#include <cmath>

#include "model/incomplete_row.h"
#include "model/mixture_densities.h"

namespace fairpca {

RowUnderMixture::RowUnderMixture(const PpcaMixture& mixture)
    : mixture_(mixture),
      constants_(log_density_constants(mixture)),
      responsibilities_(mixture.size()),
      log_joint_(mixture.size()),
      along_(mixture.latent_dimensions(), mixture.size()),
      posterior_means_(mixture.latent_dimensions(), mixture.size()),
      completed_(mixture.dim(), mixture.size()) {}

double RowUnderMixture::read(const double* row) {
  const Eigen::Map<const Vector> x(row, mixture_.dim());
  const bool complete = !x.hasNaN();
  Vector difference(mixture_.dim());
  for (Index k = 0; k < mixture_.size(); ++k) {
    const PpcaComponent& component = mixture_.components[static_cast<std::size_t>(k)];
    if (complete) {
      completed_.col(k) = x;
    } else {
      IncompleteRow filled = complete_row(component, row);
      completed_.col(k) = filled.completed;
      log_joint_(k) = std::log(component.weight) + filled.log_density;
    }
    difference = completed_.col(k) - component.mean;
    for (Index j = 0; j < along_.rows(); ++j) {
      along_(j, k) = component.frame.col(j).dot(difference);
      const double stretch =
          std::sqrt(std::max(component.variance(j) - component.noise_variance, 0.0));
      posterior_means_(j, k) = stretch / component.variance(j) * along_(j, k);
    }
    if (!complete) continue;
    for (Index j = 0; j < along_.rows(); ++j) difference -= along_(j, k) * component.frame.col(j);
    const double quadratic = (along_.col(k).array().square() / component.variance.array()).sum() +
                             difference.squaredNorm() / component.noise_variance;
    log_joint_(k) = constants_(k) - 0.5 * quadratic;
  }
  return normalize_log_weights(log_joint_.data(), responsibilities_.data(), mixture_.size());
}

Vector RowUnderMixture::reconstruction() const {
  Vector result = Vector::Zero(mixture_.dim());
  for (Index k = 0; k < mixture_.size(); ++k) {
    const PpcaComponent& component = mixture_.components[static_cast<std::size_t>(k)];
    result += responsibilities_(k) * (component.mean + component.frame * along_.col(k));
  }
  return result;
}

}  // namespace fairpca
