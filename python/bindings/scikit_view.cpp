// SPDX-License-Identifier: BSD-3-Clause
#include "scikit_view.h"

#include <algorithm>
#include <limits>
#include <utility>

#include "messages.h"

namespace fairpca::python {
namespace {

/// across I + V diag(along - across) V'.
Matrix spectral_matrix(const Matrix& components, const Vector& along, double across) {
  const Vector excess = along.array() - across;
  Matrix matrix = components * excess.asDiagonal() * components.transpose();
  matrix.diagonal().array() += across;
  return matrix;
}

/// A variance that rounding alone can make of zero counts as zero.
void reject_zero_variances(const Model& sample) {
  const LinearProjection& projection = sample.projection;
  const double rounding = std::numeric_limits<double>::epsilon() *
                          static_cast<double>(sample.mean.size()) * sample.total_variance;
  const bool across_is_zero =
      sample.dimensions() < sample.mean.size() && *projection.noise_variance <= rounding;
  if (across_is_zero || projection.component_variance.minCoeff() <= rounding) {
    reject(python_message<"singular-covariance">());
  }
}

}  // namespace

Model with_sample_variances(Model model) {
  LinearProjection& projection = model.projection;
  const Index p = model.mean.size(), d = model.dimensions();
  if (!projection.noise_variance) {
    // Rows leave no variance but rounding beyond as many components as there are rows.
    const bool has_noise = d < std::min(p, model.rows);
    const double left = model.total_variance - projection.component_variance.sum();
    projection.noise_variance = has_noise ? std::max(left, 0.0) / static_cast<double>(p - d) : 0.0;
  }
  const auto rows = static_cast<double>(model.rows);
  const double factor = model.rows > 1 ? rows / (rows - 1) : 1.0;
  projection.component_variance *= factor;
  *projection.noise_variance *= factor;
  model.total_variance *= factor;
  return model;
}

RowMatrix covariance(const Model& sample) {
  const LinearProjection& projection = sample.projection;
  return sample.scale.asDiagonal() *
         spectral_matrix(projection.components, projection.component_variance,
                         *projection.noise_variance) *
         sample.scale.asDiagonal();
}

RowMatrix precision(const Model& sample) {
  const Model density = with_density(sample);
  const LinearProjection& projection = density.projection;
  const Vector inverse_scale = density.scale.cwiseInverse();
  return inverse_scale.asDiagonal() *
         spectral_matrix(projection.components, projection.component_variance.cwiseInverse(),
                         1 / *projection.noise_variance) *
         inverse_scale.asDiagonal();
}

Model with_density(Model sample) {
  reject_zero_variances(sample);
  // With d = p nothing lies across the components: any positive number serves.
  if (sample.dimensions() == sample.mean.size()) sample.projection.noise_variance = 1.0;
  return sample;
}

}  // namespace fairpca::python
