// SPDX-License-Identifier: BSD-3-Clause
#include "mixture/rows_under_mixture.h"

#include <algorithm>

#include "model/mixture_densities.h"

namespace fairpca {
namespace {

/// Numbers that the remainders may hold: 256 KB, half of a usual second-level cache.
constexpr Index kNumbersAtOnce = 32768;

}  // namespace

RowsUnderMixture::RowsUnderMixture(const PpcaMixture& mixture)
    : mixture_(mixture),
      rows_at_once_(std::clamp<Index>(kNumbersAtOnce / (mixture.size() * mixture.dim()), 8, 128)),
      constants_(log_density_constants(mixture)),
      remainders_(mixture.components.size()) {}

void RowsUnderMixture::read(const Eigen::Ref<const RowMatrix>& rows) {
  logs_.resize(rows.rows(), mixture_.size());
  shares_.resize(rows.rows(), mixture_.size());
  for (Index k = 0; k < mixture_.size(); ++k) measure(rows, k);
  log_densities_.resize(rows.rows());
  for (Index i = 0; i < rows.rows(); ++i) {
    log_densities_[i] =
        normalize_log_weights(logs_.row(i).data(), shares_.row(i).data(), mixture_.size());
  }
  errors_.noalias() = shares_.col(0).asDiagonal() * remainders_[0];
  for (Index k = 1; k < mixture_.size(); ++k) {
    errors_.noalias() += shares_.col(k).asDiagonal() * remainders_[static_cast<std::size_t>(k)];
  }
  squared_errors_ = errors_.rowwise().squaredNorm();
}

/// What component k leaves of the rows, and ln(weight_k N(x; k)).
void RowsUnderMixture::measure(const Eigen::Ref<const RowMatrix>& rows, Index k) {
  const PpcaComponent& component = mixture_.components[static_cast<std::size_t>(k)];
  RowMatrix& remainder = remainders_[static_cast<std::size_t>(k)];
  remainder = rows.rowwise() - component.mean.transpose();
  along_.noalias() = remainder * component.frame;
  remainder.noalias() -= along_ * component.frame.transpose();
  logs_.col(k) =
      constants_(k) - 0.5 * (along_.array().square().matrix() * component.variance.cwiseInverse() +
                             remainder.rowwise().squaredNorm() / component.noise_variance)
                                .array();
}

}  // namespace fairpca
