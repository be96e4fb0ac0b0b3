// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <random>
#include <vector>

#include <Eigen/Eigenvalues>
#include <Eigen/QR>

#include "fairpca/optimize/matrix_refs.h"

namespace fairpca {

inline Matrix gaussian(Index rows, Index cols, std::mt19937_64& engine) {
  std::normal_distribution<double> normal;
  return Matrix::NullaryExpr(rows, cols, [&] { return normal(engine); });
}

inline Matrix random_orthogonal(Index p, std::mt19937_64& engine) {
  return Eigen::HouseholderQR<Matrix>(gaussian(p, p, engine)).householderQ();
}

inline Vector power_law(Index p, std::mt19937_64& engine) {
  std::uniform_real_distribution<double> uniform;
  const double exponent = 0.4 + 0.8 * uniform(engine);
  Vector spectrum(p);
  for (Index i = 0; i < p; ++i) {
    spectrum(i) = std::pow(static_cast<double>(i + 1), -exponent) * (0.5 + uniform(engine));
  }
  return spectrum * (static_cast<double>(p) / spectrum.sum());
}

inline Matrix symmetric_part(const Matrix& matrix) {
  return 0.5 * (matrix + matrix.transpose());
}

/// Positive semidefinite matrices with power-law spectra in partly common directions: the dual has
/// no tie at its optimum, as a rule.
inline std::vector<Matrix> smooth_family(Index p, Index count, std::uint64_t seed) {
  std::mt19937_64 engine(seed);
  const Matrix common = random_orthogonal(p, engine);
  std::vector<Matrix> family;
  for (Index j = 0; j < count; ++j) {
    const Matrix noise = gaussian(p, p, engine) * (0.5 / std::sqrt(static_cast<double>(p)));
    const Matrix basis = Eigen::HouseholderQR<Matrix>(common + noise).householderQ();
    family.push_back(symmetric_part(basis * power_law(p, engine).asDiagonal() * basis.transpose()));
  }
  return family;
}

/// The same spectra in one common basis, in random order: the optimum is at a tie.
inline std::vector<Matrix> commuting_family(Index p, Index count, std::uint64_t seed) {
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

/// Diagonal matrices of small integers: many eigenvalues are exactly equal.
inline std::vector<Matrix> integer_family(Index p, Index count, std::uint64_t seed) {
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

inline MatrixRefs refs(const std::vector<Matrix>& family) {
  return {family.begin(), family.end()};
}

/// Eigenvalues, largest first, by Eigen's own solver.
inline Vector dense_eigenvalues(const Matrix& symmetric) {
  return Eigen::SelfAdjointEigenSolver<Matrix>(symmetric, Eigen::EigenvaluesOnly)
      .eigenvalues()
      .reverse();
}

inline double top_sum(const Matrix& symmetric, Index d) {
  return dense_eigenvalues(symmetric).head(d).sum();
}

/// sigma_d of each matrix.
inline Vector top_sums(const std::vector<Matrix>& family, Index d) {
  Vector sums(static_cast<Index>(family.size()));
  for (Index j = 0; j < sums.size(); ++j) sums(j) = top_sum(family[static_cast<std::size_t>(j)], d);
  return sums;
}

inline Matrix weighted_sum(const std::vector<Matrix>& family, const Vector& weights) {
  Matrix sum = Matrix::Zero(family.front().rows(), family.front().cols());
  for (Index j = 0; j < weights.size(); ++j)
    sum += weights(j) * family[static_cast<std::size_t>(j)];
  return sum;
}

/// (<A_j, P>)_j by elementwise products.
inline Vector inner_products(const std::vector<Matrix>& family, const Matrix& point) {
  Vector result(static_cast<Index>(family.size()));
  for (Index j = 0; j < result.size(); ++j) {
    result(j) = family[static_cast<std::size_t>(j)].cwiseProduct(point).sum();
  }
  return result;
}

}  // namespace fairpca
