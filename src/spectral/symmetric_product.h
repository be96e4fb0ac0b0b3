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

}  // namespace fairpca
