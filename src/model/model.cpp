// SPDX-License-Identifier: BSD-3-Clause
#include "fairpca/model/model.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "fairpca/model/sample_rows.h"
#include "model/coordinates.h"
#include "model/messages.h"
#include "model/mixture_rows.h"
#include "model/project_rows.h"
#include "rows/finite.h"

namespace fairpca {
namespace {

constexpr Index kRowsAtOnce = 1024;  // bounds what log_likelihood keeps beside its input

StridedRows strided(RowsRef rows) {
  return {rows.doubles(), rows.floats(),     rows.rows(),
          rows.cols(),    rows.row_stride(), rows.col_stride()};
}

/// add + weights' (x - subtract) for every row.
RowMatrix map_rows(RowsRef rows, const Vector& subtract, const RowMatrix& weights,
                   const Vector& add) {
  RowMatrix out(rows.rows(), weights.cols());
  project_rows(strided(rows), {subtract.data(), weights.data(), add.data(), weights.cols()},
               out.data(), best_instruction_set());
  return out;
}

void check_width(RowsRef rows, Index wanted, const char* what) {
  if (rows.cols() != wanted) {
    reject(model_message<"rows-of-another-width">("expected"_is(wanted), "what"_is(what),
                                                  "columns"_is(rows.cols())));
  }
}

/// The parts of ln N(x; mean, C) that are the same for all rows.
double log_density_constant(const Model& model) {
  const LinearProjection& projection = model.projection;
  const double p = static_cast<double>(model.mean.size());
  const double discarded = p - static_cast<double>(model.dimensions());
  return -0.5 * (p * std::log(2 * std::numbers::pi) +
                 projection.component_variance.array().log().sum() +
                 discarded * std::log(*projection.noise_variance)) -
         model.scale.array().log().sum();
}

void check_probabilistic(const Model& model) {
  if (model.is_probabilistic()) return;
  reject(model_message<"not-probabilistic">("method"_is(Quoted{model.method})));
}

void check_mixture(const Model& model) {
  if (model.mixture) return;
  reject(model_message<"not-a-mixture">("method"_is(Quoted{model.method})));
}

Vector projection_log_likelihood(const Model& model, RowsRef encoded) {
  const LinearProjection& projection = model.projection;
  const Index p = model.mean.size(), d = model.dimensions();
  const RowMatrix weights = model.scale.cwiseInverse().asDiagonal() * projection.components;
  const RowMatrix back = projection.components.transpose();
  const double constant = log_density_constant(model);
  Vector result(encoded.rows());
  for (Index first = 0; first < encoded.rows(); first += kRowsAtOnce) {
    const RowsRef part = encoded.middle_rows(first, std::min(kRowsAtOnce, encoded.rows() - first));
    const RowMatrix y = map_rows(part, model.mean, weights, Vector::Zero(d));
    const RowMatrix inside = map_rows(y, Vector::Zero(d), back, Vector::Zero(p));
    for (Index i = 0; i < part.rows(); ++i) {
      // x - V y is formed before it is squared: |x|^2 - |y|^2 would cancel when the noise is small.
      double outside = 0, along = 0;
      for (Index k = 0; k < p; ++k) {
        const double residual = (part(i, k) - model.mean(k)) / model.scale(k) - inside(i, k);
        outside += residual * residual;
      }
      for (Index j = 0; j < d; ++j) along += y(i, j) * y(i, j) / projection.component_variance(j);
      result(first + i) = constant - 0.5 * (along + outside / *projection.noise_variance);
    }
  }
  return result;
}

}  // namespace

RowMatrix coordinates_of(const Model& model, RowsRef encoded) {
  check_width(encoded, model.mean.size(), "encoded columns");
  const LinearProjection& projection = model.projection;
  const RowMatrix weights = model.scale.cwiseInverse().asDiagonal() * projection.components *
                            projection.encode_scale.asDiagonal();
  return map_rows(encoded, model.mean, weights, Vector::Zero(model.dimensions()));
}

RowMatrix Model::transform(RowsRef encoded) const {
  check_width(encoded, mean.size(), "encoded columns");
  if (mixture) return embed(*this, encoded);
  if (projection.noise_variance && !all_finite(encoded)) return transform(complete(encoded));
  return coordinates_of(*this, encoded);
}

RowMatrix Model::inverse_transform(RowsRef coordinates) const {
  check_width(coordinates, dimensions(), "dimensions");
  if (mixture) {
    reject(model_message<"mixture-coordinates">());
  }
  const RowMatrix weights =
      projection.decode_scale.asDiagonal() * projection.components.transpose() * scale.asDiagonal();
  return map_rows(coordinates, Vector::Zero(dimensions()), weights, mean);
}

RowMatrix Model::reconstruct(RowsRef encoded) const {
  if (!mixture) return inverse_transform(transform(encoded));
  check_width(encoded, mean.size(), "encoded columns");
  return reconstruct_by_mixture(*this, encoded);
}

Vector Model::log_likelihood(RowsRef encoded) const {
  check_probabilistic(*this);
  check_width(encoded, mean.size(), "encoded columns");
  if (mixture || !all_finite(encoded)) {
    return mixture_log_likelihood(*this, mixture ? *mixture : as_mixture(projection), encoded);
  }
  return projection_log_likelihood(*this, encoded);
}

RowMatrix Model::complete(RowsRef encoded) const {
  check_probabilistic(*this);
  check_width(encoded, mean.size(), "encoded columns");
  return expected_rows(*this, mixture ? *mixture : as_mixture(projection), encoded);
}

RowMatrix Model::responsibilities(RowsRef encoded) const {
  check_mixture(*this);
  check_width(encoded, mean.size(), "encoded columns");
  return mixture_responsibilities(*this, encoded);
}

RowMatrix Model::posterior_means(RowsRef encoded) const {
  check_mixture(*this);
  check_width(encoded, mean.size(), "encoded columns");
  return mixture_posterior_means(*this, encoded);
}

RowMatrix Model::sample(Index count, std::uint64_t seed) const {
  return sample_rows(*this, 0, count, seed);
}

}  // namespace fairpca
