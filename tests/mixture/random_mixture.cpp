// SPDX-License-Identifier: BSD-3-Clause
#include "mixture/random_mixture.h"

#include <cmath>
#include <limits>
#include <numbers>
#include <random>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "dense_oracles.h"

namespace fairpca {

PpcaMixture random_mixture(Index count, Index p, Index q, unsigned seed) {
  PpcaMixture mixture;
  double total = 0;
  for (Index k = 0; k < count; ++k) {
    const auto own = seed + 10 * static_cast<unsigned>(k);
    PpcaComponent component;
    component.weight = 1 + static_cast<double>(k);
    component.mean = 2 * random_matrix(p, 1, own + 1);
    component.frame = dense::thin_q(random_matrix(p, q, own + 2));
    component.noise_variance = 0.2 + 0.1 * static_cast<double>(k);
    component.variance = Vector::LinSpaced(q, 3, 2).array() + component.noise_variance;
    total += component.weight;
    mixture.components.push_back(component);
  }
  for (PpcaComponent& component : mixture.components) component.weight /= total;
  return mixture;
}

Matrix covariance_of(const PpcaComponent& component) {
  const Vector excess = component.variance.array() - component.noise_variance;
  Matrix c = component.frame * excess.asDiagonal() * component.frame.transpose();
  c.diagonal().array() += component.noise_variance;
  return c;
}

double gaussian_log_density(const Vector& x, const Vector& mean, const Matrix& c) {
  const Vector difference = x - mean;
  return -0.5 * (static_cast<double>(x.size()) * std::log(2 * std::numbers::pi) +
                 std::log(dense::determinant(c)) + difference.dot(dense::inverse(c) * difference));
}

double mixture_log_density(const PpcaMixture& mixture, const Vector& x) {
  double sum = 0;
  for (const PpcaComponent& component : mixture.components) {
    sum += component.weight *
           std::exp(gaussian_log_density(x, component.mean, covariance_of(component)));
  }
  return std::log(sum);
}

RowMatrix rows_of(const PpcaMixture& mixture, Index n, unsigned seed) {
  std::mt19937_64 engine(seed);
  std::normal_distribution<double> normal;
  std::vector<double> weights;
  for (const PpcaComponent& component : mixture.components) weights.push_back(component.weight);
  std::discrete_distribution<std::size_t> pick(weights.begin(), weights.end());
  RowMatrix rows(n, mixture.dim());
  for (Index i = 0; i < n; ++i) {
    const PpcaComponent& component = mixture.components[pick(engine)];
    const Matrix factor = dense::cholesky(covariance_of(component));
    Vector e(mixture.dim());
    for (double& value : e) value = normal(engine);
    rows.row(i) = (component.mean + factor * e).transpose();
  }
  return rows;
}

RowMatrix one_hot_rows(Index n, Index categories, unsigned seed) {
  constexpr Index kLevels = 6;
  std::mt19937_64 engine(seed);
  std::normal_distribution<double> normal;
  std::discrete_distribution<Index> level({30, 20, 20, 15, 10, 5});
  RowMatrix rows = RowMatrix::Zero(n, 2 + kLevels * categories);
  for (Index i = 0; i < n; ++i) {
    rows(i, 0) = normal(engine);
    rows(i, 1) = normal(engine) + rows(i, 0);
    for (Index c = 0; c < categories; ++c) rows(i, 2 + kLevels * c + level(engine)) = 1;
  }
  for (Index j = 0; j < rows.cols(); ++j) {
    rows.col(j).array() -= rows.col(j).mean();
    rows.col(j) /= std::sqrt(rows.col(j).squaredNorm() / static_cast<double>(n));
  }
  return rows;
}

RowMatrix with_missing_cells(RowMatrix rows, Index every, unsigned seed) {
  std::mt19937_64 engine(seed);
  for (Index i = 0; i < rows.rows(); ++i) {
    for (Index j = 0; j + 1 < rows.cols(); ++j) {
      if (engine() % static_cast<std::uint64_t>(every) == 0) {
        rows(i, j) = std::numeric_limits<double>::quiet_NaN();
      }
    }
  }
  return rows;
}

PlainRows::PlainRows(RowMatrix rows, KeepRows keep, int threads, PassObserver observer)
    : rows_(std::move(rows)), source_(RowsRef(rows_)) {
  RowPreparation preparation;
  std::vector<EncodedColumn> columns;
  for (Index j = 1; j <= rows_.cols(); ++j) {
    columns.push_back({{fmt::format("x{}", j), ColumnKind::kNumeric}, {}});
  }
  preparation.encoding = Encoding(std::move(columns));
  preparation.encode.missing = MissingCells::kModel;
  preparation.mean = Vector::Zero(rows_.cols());
  preparation.scale = Vector::Ones(rows_.cols());
  preparation.cells = {{}};
  prepared_.emplace(source_, std::move(preparation),
                    PassOptions{.threads = threads, .observer = std::move(observer)}, keep,
                    rows_.rows());
}

Vector PlainRows::cell_weights() const {
  return Vector::Constant(1, 1 / static_cast<double>(rows_.rows()));
}

}  // namespace fairpca
