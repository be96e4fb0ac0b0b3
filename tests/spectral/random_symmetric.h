// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cmath>
#include <random>

#include <Eigen/QR>

#include "fairpca/matrix.h"

namespace fairpca {

inline Matrix random_matrix(Index rows, Index cols, unsigned seed) {
  std::mt19937_64 engine(seed);
  std::normal_distribution<double> normal;
  return Matrix::NullaryExpr(rows, cols, [&] { return normal(engine); });
}

/// Q diag(values) Q' for a random orthogonal Q.
inline Matrix rotated(const Vector& values, unsigned seed) {
  const Index p = values.size();
  const Eigen::HouseholderQR<Matrix> qr(random_matrix(p, p, seed));
  const Matrix q = qr.householderQ();
  const Matrix product = q * values.asDiagonal() * q.transpose();
  return (product + product.transpose()) / 2;
}

inline Matrix random_symmetric(Index p, unsigned seed) {
  const Matrix x = random_matrix(p, p, seed);
  return (x + x.transpose()) / 2;
}

/// 1, 2^-e, 3^-e, ...
inline Vector power_law(Index p, double exponent) {
  return Vector::LinSpaced(p, 1.0, static_cast<double>(p)).array().pow(-exponent);
}

/// 1 (eight times), 1/2 (eight times), 1/3, ...
inline Vector eightfold(Index p) {
  return Vector::NullaryExpr(
      p, [](Index i) { return 1 / (1 + std::floor(static_cast<double>(i) / 8)); });
}

}  // namespace fairpca
