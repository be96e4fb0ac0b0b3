// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <optional>

#include "fairpca/kernels/kernel_sums.h"

namespace fairpca {

/// L, rows x rank, with 0 <= (K - LL')_ii <= tolerance for the kernel matrix K of the
/// rows of `points`, in units of the bandwidth; K - LL' is positive semidefinite, so that no entry
/// of it is larger.  A Cholesky factorisation that takes the row of largest remainder next
/// (Fine & Scheinberg 2001) and never forms K: rows x rank numbers, rows x rank^2 products.
/// Empty when more than `max_rank` columns are needed.
std::optional<Matrix> low_rank_kernel(const Matrix& points, Index max_rank, double tolerance,
                                      KernelFamily family = KernelFamily::kGaussian);

}  // namespace fairpca
