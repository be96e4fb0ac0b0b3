// SPDX-License-Identifier: BSD-3-Clause
#include "spectral/random_symmetric.h"

#include <cmath>
#include <random>

#include "dense_oracles.h"

namespace fairpca {

Matrix random_matrix(Index rows, Index cols, unsigned seed) {
  std::mt19937_64 engine(seed);
  std::normal_distribution<double> normal;
  return Matrix::NullaryExpr(rows, cols, [&] { return normal(engine); });
}

Matrix rotated(const Vector& values, unsigned seed) {
  const Index p = values.size();
  const Matrix q = dense::full_q(random_matrix(p, p, seed));
  const Matrix product = q * values.asDiagonal() * q.transpose();
  return (product + product.transpose()) / 2;
}

Matrix random_symmetric(Index p, unsigned seed) {
  const Matrix x = random_matrix(p, p, seed);
  return (x + x.transpose()) / 2;
}

Vector power_law(Index p, double exponent) {
  return Vector::LinSpaced(p, 1.0, static_cast<double>(p)).array().pow(-exponent);
}

Vector eightfold(Index p) {
  return Vector::NullaryExpr(
      p, [](Index i) { return 1 / (1 + std::floor(static_cast<double>(i) / 8)); });
}

}  // namespace fairpca
