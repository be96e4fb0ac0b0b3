// SPDX-License-Identifier: BSD-3-Clause
#include "optimize/fantope.h"

#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

#include "linear_algebra/pivoted_qr.h"
#include "linear_algebra/qr.h"
#include "linear_algebra/symmetric_eigen.h"
#include "optimize/symmetric_vector.h"

namespace fairpca {
namespace {

/// Sets eigenvalues near 0 and 1 to 0 and 1 and shifts the others, in proportion to their distance
/// from both, so that the sum is d.
void snap_to_fantope(Vector& weights, Index d, double snap) {
  for (double& weight : weights) {
    if (weight < snap) weight = 0;
    if (weight > 1 - snap) weight = 1;
  }
  for (int repeat = 0; repeat < 3; ++repeat) {
    const Vector room = weights.array() * (1 - weights.array());
    const double missing = static_cast<double>(d) - weights.sum();
    if (room.sum() <= 0 || missing == 0) return;
    weights += (missing / room.sum()) * room;
    weights = weights.cwiseMax(0.0).cwiseMin(1.0);
  }
}

/// The part of P that can move: its fractional eigenvalues, and the matrices in their basis.
struct Fraction {
  Matrix basis;                  ///< p x k
  Vector weights;                ///< k, in (0, 1)
  std::vector<Matrix> matrices;  ///< k x k

  Index size() const { return weights.size(); }

  void rotate(const Matrix& rotation) {
    basis = (basis * rotation).eval();
    for (Matrix& matrix : matrices) matrix = (rotation.transpose() * matrix * rotation).eval();
  }
};

/// A symmetric direction of trace 0 with <A_j, direction> = t rates_j, t >= 0: the part of a push
/// of every weight towards the nearer of 0 and 1 that satisfies this, or any if there is none.
Matrix free_direction(const Fraction& fraction, const Vector& rates) {
  const Index k = fraction.size(), size = symmetric_size(k), count = rates.size();
  Matrix equations(size + 1, count + 1);  // one column each, the last unknown is t
  for (Index j = 0; j < count; ++j) {
    const double norm = std::max(fraction.matrices[static_cast<std::size_t>(j)].norm(), 1e-300);
    equations.col(j).head(size) = vectorize(fraction.matrices[static_cast<std::size_t>(j)]) / norm;
    equations(size, j) = -rates(j) / norm;
  }
  equations.col(count).head(size) = vectorize(Matrix::Identity(k, k));
  equations(size, count) = 0;
  const PivotedQr qr(equations);
  const Index rank = qr.rank();

  Vector push = Vector::Zero(size + 1);
  push.head(size) = vectorize(((fraction.weights.array() > 0.5)
                                   .select(1 - fraction.weights.array(), -fraction.weights.array()))
                                  .matrix()
                                  .asDiagonal());
  Vector rotated = qr.apply_transposed(push);
  rotated.head(rank).setZero();
  if (rotated.norm() <= 1e-6 * push.norm()) rotated(size) = 1;  // the last free direction
  Vector direction = qr.apply(rotated);
  if (direction(size) < 0) direction = -direction;
  return matricize(direction.head(size), k);
}

/// Largest t with 0 <= diag(weights) + t direction <= I.
double longest_step(const Vector& weights, const Matrix& direction) {
  const Vector low = weights.cwiseSqrt().cwiseInverse();
  const Vector high = (1 - weights.array()).sqrt().inverse();
  const Matrix down = -(low.asDiagonal() * direction * low.asDiagonal());
  const Matrix up = high.asDiagonal() * direction * high.asDiagonal();
  const double inverse =
      std::max(symmetric_eigenvalues(down).maxCoeff(), symmetric_eigenvalues(up).maxCoeff());
  return 1 / inverse;
}

}  // namespace

Vector captured(const MatrixRefs& matrices, const FantopePoint& point) {
  Vector result(static_cast<Index>(matrices.size()));
  for (Index j = 0; j < result.size(); ++j) {
    const Matrix product = matrices[static_cast<std::size_t>(j)].get() * point.basis;
    result(j) = point.basis.cwiseProduct(product).colwise().sum().dot(point.weights);
  }
  return result;
}

FantopePoint sorted_point(const Matrix& basis, const Vector& weights) {
  std::vector<Index> order;
  for (Index i = 0; i < weights.size(); ++i) {
    if (weights(i) > 0) order.push_back(i);
  }
  std::stable_sort(order.begin(), order.end(),
                   [&](Index i, Index j) { return weights(i) > weights(j); });
  FantopePoint point{Matrix(basis.rows(), static_cast<Index>(order.size())),
                     Vector(static_cast<Index>(order.size()))};
  for (Index i = 0; i < point.rank(); ++i) {
    point.basis.col(i) = basis.col(order[static_cast<std::size_t>(i)]);
    point.weights(i) = weights(order[static_cast<std::size_t>(i)]);
  }
  return point;
}

FantopePoint fantope_point(const Matrix& factor, Index d, double snap) {
  Matrix basis;
  Matrix small;
  if (factor.cols() < factor.rows()) {
    ThinQr qr = thin_qr(factor);
    basis = std::move(qr.q);
    small = qr.r * qr.r.transpose();
  } else {
    basis = Matrix::Identity(factor.rows(), factor.rows());
    small = factor * factor.transpose();
  }
  SymmetricEigen eigen = symmetric_eigen(small);
  snap_to_fantope(eigen.values, d, snap);
  return sorted_point(basis * eigen.vectors, eigen.values);
}

FantopePoint reduce_rank(const MatrixRefs& matrices, FantopePoint point, const Vector& rates) {
  const auto ones = static_cast<Index>((point.weights.array() >= 1).count());
  Fraction fraction;
  fraction.weights = point.weights.tail(point.rank() - ones);
  fraction.basis = point.basis.rightCols(point.rank() - ones);
  Matrix kept = point.basis.leftCols(ones);
  for (const Matrix& matrix : matrices) {
    fraction.matrices.push_back(fraction.basis.transpose() * matrix * fraction.basis);
  }
  while (symmetric_size(fraction.size()) > rates.size()) {
    const Matrix direction = free_direction(fraction, rates);
    const double step = longest_step(fraction.weights, direction);
    const Matrix moved = Matrix(fraction.weights.asDiagonal()) + step * direction;
    const SymmetricEigen eigen = symmetric_eigen(moved);
    fraction.rotate(eigen.vectors);
    fraction.weights = eigen.values;
    // At least one end has been reached, but for rounding.
    const Index k = fraction.size();
    Index zeros = 0, full = 0;
    while (zeros < k && fraction.weights(zeros) < 1e-10) ++zeros;
    while (full < k - zeros && fraction.weights(k - 1 - full) > 1 - 1e-10) ++full;
    if (zeros + full == 0) (fraction.weights(0) < 1 - fraction.weights(k - 1) ? zeros : full) = 1;
    const Index left = k - zeros - full;
    Matrix grown(kept.rows(), kept.cols() + full);
    grown << kept, fraction.basis.rightCols(full);
    kept = std::move(grown);
    fraction.basis = fraction.basis.middleCols(zeros, left).eval();
    fraction.weights = fraction.weights.segment(zeros, left).eval();
    for (Matrix& matrix : fraction.matrices) matrix = matrix.block(zeros, zeros, left, left).eval();
  }
  Matrix basis(kept.rows(), kept.cols() + fraction.size());
  basis << kept, fraction.basis;
  Vector weights(basis.cols());
  weights << Vector::Ones(kept.cols()), fraction.weights;
  snap_to_fantope(weights, static_cast<Index>(std::llround(point.weights.sum())), 1e-10);
  return sorted_point(basis, weights);
}

}  // namespace fairpca
