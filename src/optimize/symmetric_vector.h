// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cmath>

#include "fairpca/matrix.h"

namespace fairpca {

/// The number of elements of a symmetric k x k matrix: k (k + 1) / 2.
inline Index symmetric_size(Index k) {
  return k * (k + 1) / 2;
}

/// Symmetric k x k matrices as vectors, lower triangle column by column, off-diagonal elements
/// times sqrt 2: <A, B> = a'b.
inline Vector vectorize(const Matrix& symmetric) {
  Vector v(symmetric_size(symmetric.rows()));
  Index at = 0;
  for (Index col = 0; col < symmetric.cols(); ++col) {
    v(at++) = symmetric(col, col);
    for (Index row = col + 1; row < symmetric.rows(); ++row) {
      v(at++) = std::sqrt(2.0) * symmetric(row, col);
    }
  }
  return v;
}

/// The inverse of vectorize().
inline Matrix matricize(const Eigen::Ref<const Vector>& v, Index k) {
  Matrix symmetric(k, k);
  Index at = 0;
  for (Index col = 0; col < k; ++col) {
    symmetric(col, col) = v(at++);
    for (Index row = col + 1; row < k; ++row) {
      symmetric(row, col) = symmetric(col, row) = v(at++) / std::sqrt(2.0);
    }
  }
  return symmetric;
}

}  // namespace fairpca
