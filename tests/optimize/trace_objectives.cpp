// SPDX-License-Identifier: BSD-3-Clause
#include "optimize/trace_objectives.h"

#include <random>
#include <utility>

namespace fairpca {

Matrix random_gaussian(Index rows, Index cols, unsigned seed) {
  std::mt19937_64 engine(seed);
  std::normal_distribution<double> normal;
  return Matrix::NullaryExpr(rows, cols, [&] { return normal(engine); });
}

Matrix random_symmetric_matrix(Index p, unsigned seed) {
  const Matrix x = random_gaussian(p, p, seed);
  return (x + x.transpose()) / 2;
}

WeightedTrace::WeightedTrace(Matrix a, Vector weights)
    : a_(std::move(a)), weights_(std::move(weights)) {}

double WeightedTrace::value(const Matrix& v) const {
  return (v.cwiseProduct(a_ * v) * weights_).sum();
}

Matrix WeightedTrace::gradient(const Matrix& v) const {
  return 2 * a_ * v * weights_.asDiagonal();
}

}  // namespace fairpca
