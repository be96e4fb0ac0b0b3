// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>

#include "fairpca/matrix.h"

namespace fairpca {

/// Lower triangle of a p x p matrix in block columns of kWidth columns, one after another; block k
/// is column-major and starts at the diagonal.  About p^2 / 2 doubles.
struct BlockColumns {
  static constexpr Index kWidth = 192;  ///< fastest at p = 1764 among 96 to 384
  Index p = 0;

  Index count() const { return (p + kWidth - 1) / kWidth; }
  Index first(Index block) const { return block * kWidth; }  ///< its first row and column
  Index width(Index block) const { return std::min(kWidth, p - first(block)); }
  Index height(Index block) const { return p - first(block); }
  /// Doubles before the block; of count(): doubles of all.
  Index offset(Index block) const;
};

/// Columns [first, first + width) of t I - A + F F' from the diagonal down, p - first numbers each;
/// zeros above the diagonal.
void form_block(const Matrix& symmetric, double t, const Matrix& factor, Index first, Index width,
                double* block);

/// The Cholesky factor of t I - A + F F', left-looking by block columns, which form the matrix as
/// they go: p^3 / 3 flops, nearly all of them in products of large matrices, and half the memory of
/// a square.  Reads the lower triangle of A; `work` is resized and then holds the factor.  False:
/// not positive definite.
bool factorize_shifted(const Matrix& symmetric, double t, const Matrix& factor, Matrix& work);

}  // namespace fairpca
