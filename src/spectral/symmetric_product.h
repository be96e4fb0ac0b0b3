// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <vector>

#include "fairpca/matrix.h"

namespace fairpca {

/// Vectors multiplied at once by a product kernel.
inline constexpr Index kProductVectors = 4;

/// out = A x for the symmetric p x p matrix A of which the lower triangle is read; `x` and `out`
/// are row-major p x kProductVectors without gaps.  A large matrix comes from memory once for all
/// the vectors, which takes hardly longer than for one.
using ProductKernel = void (*)(const double* lower, Index p, const double* x, double* out);

/// The fastest kernel this processor can run.
ProductKernel best_product_kernel();

/// All of them, fastest first.
std::vector<ProductKernel> supported_product_kernels();

/// The same for `vectors` vectors at once, as many as fit into a register.
struct WideProductKernel {
  Index vectors = 0;
  ProductKernel multiply = nullptr;
};

/// All of them, fastest first; none where BLAS is better.
std::vector<WideProductKernel> supported_wide_product_kernels();

/// A V for many vectors: by BLAS, or where that takes less time by a wide kernel.  The lower
/// triangle is read.
Matrix symmetric_product(const Matrix& symmetric, const Matrix& vectors);

/// Products of several symmetric matrices with the same p x d matrix.
class SymmetricProducts {
 public:
  explicit SymmetricProducts(const Matrix& x);

  /// out = A x, column after column without gaps; the lower triangle of A is read.
  void multiply(const Matrix& lower, double* out);

 private:
  struct Block {
    ProductKernel kernel;
    Index first, count, width;    ///< columns, and those of the kernel
    std::vector<double> columns;  ///< row-major, padded with zeros
  };
  std::vector<Block> blocks_;
  std::vector<double> product_;
};

}  // namespace fairpca
