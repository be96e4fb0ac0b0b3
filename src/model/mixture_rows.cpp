// SPDX-License-Identifier: BSD-3-Clause
#include "model/mixture_rows.h"

#include <cmath>

namespace fairpca {
namespace {

/// visit(i, row) after each row i, prepared, was read under the mixture; `row` then tells of it.
template <class Visit>
void for_each_row(const Model& model, const PpcaMixture& mixture, RowsRef encoded, Visit&& visit) {
  RowUnderMixture row(mixture);
  Vector prepared(model.mean.size());
  for (Index i = 0; i < encoded.rows(); ++i) {
    for (Index j = 0; j < prepared.size(); ++j) {
      prepared(j) = (encoded(i, j) - model.mean(j)) / model.scale(j);
    }
    visit(i, row.read(prepared.data()), row);
  }
}

Vector raw(const Model& model, const Vector& prepared) {
  return model.mean + model.scale.cwiseProduct(prepared);
}

}  // namespace

PpcaMixture as_mixture(const LinearProjection& projection) {
  PpcaMixture mixture;
  mixture.components.push_back({.weight = 1,
                                .mean = Vector::Zero(projection.components.rows()),
                                .frame = projection.components,
                                .variance = projection.component_variance,
                                .noise_variance = *projection.noise_variance});
  return mixture;
}

RowMatrix embed(const Model& model, RowsRef encoded) {
  const PpcaMixture& mixture = *model.mixture;
  RowMatrix out(encoded.rows(), mixture.dimensions());
  for_each_row(model, mixture, encoded, [&](Index i, double, const RowUnderMixture& row) {
    if (mixture.embedding == Embedding::kAverage) {
      out.row(i) = (row.posterior_means() * row.responsibilities()).transpose();
    } else {
      const Matrix blocks = row.posterior_means() * row.responsibilities().asDiagonal();
      out.row(i) = blocks.reshaped().transpose();
    }
  });
  return out;
}

RowMatrix reconstruct_by_mixture(const Model& model, RowsRef encoded) {
  RowMatrix out(encoded.rows(), model.mean.size());
  for_each_row(model, *model.mixture, encoded, [&](Index i, double, const RowUnderMixture& row) {
    out.row(i) = raw(model, row.reconstruction()).transpose();
  });
  return out;
}

RowMatrix mixture_responsibilities(const Model& model, RowsRef encoded) {
  RowMatrix out(encoded.rows(), model.mixture->size());
  for_each_row(model, *model.mixture, encoded, [&](Index i, double, const RowUnderMixture& row) {
    out.row(i) = row.responsibilities().transpose();
  });
  return out;
}

RowMatrix mixture_posterior_means(const Model& model, RowsRef encoded) {
  const PpcaMixture& mixture = *model.mixture;
  RowMatrix out(encoded.rows(), mixture.size() * mixture.latent_dimensions());
  for_each_row(model, mixture, encoded, [&](Index i, double, const RowUnderMixture& row) {
    out.row(i) = row.posterior_means().reshaped().transpose();
  });
  return out;
}

Vector mixture_log_likelihood(const Model& model, const PpcaMixture& mixture, RowsRef encoded) {
  const Vector log_scale = model.scale.array().log();
  const double jacobian = log_scale.sum();
  Vector out(encoded.rows());
  for_each_row(model, mixture, encoded, [&](Index i, double value, const RowUnderMixture&) {
    out(i) = value - jacobian;
    for (Index j = 0; j < log_scale.size(); ++j) {  // a missing cell has no units
      if (std::isnan(encoded(i, j))) out(i) += log_scale(j);
    }
  });
  return out;
}

RowMatrix expected_rows(const Model& model, const PpcaMixture& mixture, RowsRef encoded) {
  RowMatrix out(encoded.rows(), model.mean.size());
  for_each_row(model, mixture, encoded, [&](Index i, double, const RowUnderMixture& row) {
    const Vector expected = raw(model, row.expectation());
    for (Index j = 0; j < expected.size(); ++j) {
      out(i, j) = std::isnan(encoded(i, j)) ? expected(j) : encoded(i, j);
    }
  });
  return out;
}

}  // namespace fairpca
