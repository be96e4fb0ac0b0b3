// SPDX-License-Identifier: BSD-3-Clause
#include "model/mixture_rows.h"

#include <cmath>

#include "fairpca/model/posterior_covariance.h"

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

/// Which cells of a row are missing; empty: none.
std::vector<char> missing_cells(RowsRef rows, Index row) {
  std::vector<char> is_missing;
  for (Index j = 0; j < rows.cols(); ++j) {
    if (!std::isnan(rows(row, j))) continue;
    is_missing.resize(static_cast<std::size_t>(rows.cols()), 0);
    is_missing[static_cast<std::size_t>(j)] = 1;
  }
  return is_missing;
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

RowMatrix mixture_posterior_covariances(const Model& model, const PpcaMixture& mixture,
                                        RowsRef encoded) {
  const Index q = mixture.latent_dimensions();
  std::vector<Matrix> complete;
  for (const PpcaComponent& one : mixture.components) complete.push_back(latent_covariance(one));
  RowMatrix out(encoded.rows(), q * (q + 1) / 2);
  for_each_row(model, mixture, encoded, [&](Index i, double, const RowUnderMixture& row) {
    const std::vector<char> is_missing = missing_cells(encoded, i);
    const Vector mean = row.posterior_means() * row.responsibilities();
    Matrix covariance = Matrix::Zero(q, q);
    for (std::size_t k = 0; k < complete.size(); ++k) {
      const double share = row.responsibilities()(static_cast<Index>(k));
      // Of the deviations from the mean: the difference of two squares would cancel.
      const Vector deviation = row.posterior_means().col(static_cast<Index>(k)) - mean;
      covariance +=
          share *
          (is_missing.empty() ? complete[k] : latent_covariance(mixture.components[k], is_missing));
      covariance += share * deviation * deviation.transpose();
    }
    Index at = 0;
    for (Index j = 0; j < q; ++j) {
      for (Index l = j; l < q; ++l) out(i, at++) = covariance(j, l);
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
