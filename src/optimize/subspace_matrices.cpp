// SPDX-License-Identifier: BSD-3-Clause
#include "optimize/subspace_matrices.h"

#include "linear_algebra/pivoted_qr.h"
#include "linear_algebra/qr.h"
#include "spectral/symmetric_product.h"

namespace fairpca {
namespace {

/// Directions of `vectors` that are new to the span of `basis`, orthonormal to it and each other.
Matrix new_directions(const Matrix& basis, Matrix vectors) {
  constexpr double kNew = 1e-8;  // the sine of the angle below which a direction is known
  for (int pass = 0; pass < 2 && basis.cols() > 0; ++pass) {
    vectors -= basis * (basis.transpose() * vectors).eval();
  }
  const PivotedQr qr(vectors);
  Index rank = 0;
  const Index most = std::min(vectors.cols(), basis.rows() - basis.cols());
  while (rank < most && qr.pivot(rank) > kNew) ++rank;
  if (rank == 0) return Matrix(vectors.rows(), 0);
  Matrix fresh = qr.first_columns(rank);
  if (basis.cols() > 0) {  // what was nearly known has lost its orthogonality
    fresh -= basis * (basis.transpose() * fresh).eval();
    fresh = orthonormal_columns(fresh);
  }
  return fresh;
}

void append(Matrix& left, const Matrix& right) {
  const Index known = left.cols();
  left.conservativeResize(right.rows(), known + right.cols());
  left.rightCols(right.cols()) = right;
}

Matrix compressed(const Matrix& basis, const Matrix& product) {
  const Matrix inner = basis.transpose() * product;
  return (inner + inner.transpose()) / 2;
}

}  // namespace

void SubspaceMatrices::add(const Matrix& vectors) {
  if (basis_.cols() == 0) basis_.resize(vectors.rows(), 0);
  const Matrix fresh = new_directions(basis_, vectors);
  if (fresh.cols() == 0) return;
  append(basis_, fresh);
  append(product0_, symmetric_product(large0_, fresh));
  append(product1_, symmetric_product(large1_, fresh));
  a0_ = compressed(basis_, product0_);
  a1_ = compressed(basis_, product1_);
}

void SubspaceMatrices::add_images(double n0, double n1, const Matrix& inner) {
  const Matrix images = n0 * (product0_ * inner) + n1 * (product1_ * inner);
  const double longest = images.colwise().norm().maxCoeff();
  if (longest > 0) add(images / longest);  // add() tells what is new by its length
}

}  // namespace fairpca
