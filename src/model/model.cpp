// SPDX-License-Identifier: BSD-3-Clause
#include "fairpca/model/model.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include <fmt/format.h>

#include "fairpca/error.h"
#include "model/project_rows.h"

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
    throw InvalidArgument(fmt::format("the model has {} {}, the rows given have {} columns", wanted,
                                      what, rows.cols()));
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

}  // namespace

RowMatrix Model::transform(RowsRef encoded) const {
  check_width(encoded, mean.size(), "encoded columns");
  const RowMatrix weights = scale.cwiseInverse().asDiagonal() * projection.components *
                            projection.encode_scale.asDiagonal();
  return map_rows(encoded, mean, weights, Vector::Zero(dimensions()));
}

RowMatrix Model::inverse_transform(RowsRef coordinates) const {
  check_width(coordinates, dimensions(), "dimensions");
  const RowMatrix weights =
      projection.decode_scale.asDiagonal() * projection.components.transpose() * scale.asDiagonal();
  return map_rows(coordinates, Vector::Zero(dimensions()), weights, mean);
}

Vector Model::log_likelihood(RowsRef encoded) const {
  if (!projection.noise_variance) {
    throw InvalidArgument(fmt::format(
        "method '{}' has no likelihood: it is not a probabilistic model (ppca is)", method));
  }
  check_width(encoded, mean.size(), "encoded columns");
  const Index p = mean.size(), d = dimensions();
  const RowMatrix weights = scale.cwiseInverse().asDiagonal() * projection.components;
  const RowMatrix back = projection.components.transpose();
  const double constant = log_density_constant(*this);
  Vector result(encoded.rows());
  for (Index first = 0; first < encoded.rows(); first += kRowsAtOnce) {
    const RowsRef part = encoded.middle_rows(first, std::min(kRowsAtOnce, encoded.rows() - first));
    const RowMatrix y = map_rows(part, mean, weights, Vector::Zero(d));
    const RowMatrix inside = map_rows(y, Vector::Zero(d), back, Vector::Zero(p));
    for (Index i = 0; i < part.rows(); ++i) {
      // x - V y is formed before it is squared: |x|^2 - |y|^2 would cancel when the noise is small.
      double outside = 0, along = 0;
      for (Index k = 0; k < p; ++k) {
        const double residual = (part(i, k) - mean(k)) / scale(k) - inside(i, k);
        outside += residual * residual;
      }
      for (Index j = 0; j < d; ++j) along += y(i, j) * y(i, j) / projection.component_variance(j);
      result(first + i) = constant - 0.5 * (along + outside / *projection.noise_variance);
    }
  }
  return result;
}

}  // namespace fairpca
