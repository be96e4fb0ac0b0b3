// SPDX-License-Identifier: BSD-3-Clause
#include "optimize/matrix_families.h"

#include <algorithm>
#include <cmath>

#include "dense_oracles.h"

namespace fairpca {

Matrix gaussian(Index rows, Index cols, std::mt19937_64& engine) {
  std::normal_distribution<double> normal;
  return Matrix::NullaryExpr(rows, cols, [&] { return normal(engine); });
}

Matrix random_orthogonal(Index p, std::mt19937_64& engine) {
  return dense::full_q(gaussian(p, p, engine));
}

Vector power_law(Index p, std::mt19937_64& engine) {
  std::uniform_real_distribution<double> uniform;
  const double exponent = 0.4 + 0.8 * uniform(engine);
  Vector spectrum(p);
  for (Index i = 0; i < p; ++i) {
    spectrum(i) = std::pow(static_cast<double>(i + 1), -exponent) * (0.5 + uniform(engine));
  }
  return spectrum * (static_cast<double>(p) / spectrum.sum());
}

Matrix symmetric_part(const Matrix& matrix) {
  return 0.5 * (matrix + matrix.transpose());
}

std::vector<Matrix> smooth_family(Index p, Index count, std::uint64_t seed) {
  std::mt19937_64 engine(seed);
  const Matrix common = random_orthogonal(p, engine);
  std::vector<Matrix> family;
  for (Index j = 0; j < count; ++j) {
    const Matrix noise = gaussian(p, p, engine) * (0.5 / std::sqrt(static_cast<double>(p)));
    const Matrix basis = dense::full_q(common + noise);
    family.push_back(symmetric_part(basis * power_law(p, engine).asDiagonal() * basis.transpose()));
  }
  return family;
}

std::vector<Matrix> commuting_family(Index p, Index count, std::uint64_t seed) {
  std::mt19937_64 engine(seed);
  const Matrix basis = random_orthogonal(p, engine);
  std::vector<Matrix> family;
  for (Index j = 0; j < count; ++j) {
    Vector spectrum = power_law(p, engine);
    std::shuffle(spectrum.data(), spectrum.data() + p, engine);
    family.push_back(symmetric_part(basis * spectrum.asDiagonal() * basis.transpose()));
  }
  return family;
}

std::vector<Matrix> integer_family(Index p, Index count, std::uint64_t seed) {
  std::mt19937_64 engine(seed);
  std::uniform_int_distribution<int> digit(0, 6);
  std::vector<Matrix> family;
  for (Index j = 0; j < count; ++j) {
    Vector diagonal(p);
    for (double& element : diagonal) element = digit(engine);
    family.emplace_back(diagonal.asDiagonal());
  }
  return family;
}

MatrixRefs refs(const std::vector<Matrix>& family) {
  return {family.begin(), family.end()};
}

Vector dense_eigenvalues(const Matrix& symmetric) {
  return dense::eigenvalues(symmetric).reverse();
}

double top_sum(const Matrix& symmetric, Index d) {
  return dense_eigenvalues(symmetric).head(d).sum();
}

Vector top_sums(const std::vector<Matrix>& family, Index d) {
  Vector sums(static_cast<Index>(family.size()));
  for (Index j = 0; j < sums.size(); ++j) sums(j) = top_sum(family[static_cast<std::size_t>(j)], d);
  return sums;
}

Matrix weighted_sum(const std::vector<Matrix>& family, const Vector& weights) {
  Matrix sum = Matrix::Zero(family.front().rows(), family.front().cols());
  for (Index j = 0; j < weights.size(); ++j)
    sum += weights(j) * family[static_cast<std::size_t>(j)];
  return sum;
}

Vector inner_products(const std::vector<Matrix>& family, const Matrix& point) {
  Vector result(static_cast<Index>(family.size()));
  for (Index j = 0; j < result.size(); ++j) {
    result(j) = family[static_cast<std::size_t>(j)].cwiseProduct(point).sum();
  }
  return result;
}

}  // namespace fairpca
