// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <random>

#include "fairpca/matrix.h"
#include "fairpca/optimize/objective.h"

namespace fairpca {

inline Matrix random_gaussian(Index rows, Index cols, unsigned seed) {
  std::mt19937_64 engine(seed);
  std::normal_distribution<double> normal;
  return Matrix::NullaryExpr(rows, cols, [&] { return normal(engine); });
}

inline Matrix random_symmetric_matrix(Index p, unsigned seed) {
  const Matrix x = random_gaussian(p, p, seed);
  return (x + x.transpose()) / 2;
}

/// tr V'A V N with a diagonal N: Brockett's function; with N = I the sum of Rayleigh quotients.
class WeightedTrace final : public Objective {
 public:
  WeightedTrace(Matrix a, Vector weights) : a_(std::move(a)), weights_(std::move(weights)) {}
  double value(const Matrix& v) const override { return (v.cwiseProduct(a_ * v) * weights_).sum(); }
  Matrix gradient(const Matrix& v) const override { return 2 * a_ * v * weights_.asDiagonal(); }

 private:
  Matrix a_;
  Vector weights_;
};

}  // namespace fairpca
