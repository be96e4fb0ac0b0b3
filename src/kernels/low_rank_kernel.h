// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <optional>

#include "fairpca/matrix.h"

namespace fairpca {

/// L, rows x rank, with 0 <= (K - LL')_ii <= tolerance for the kernel matrix K(i, j) =
/// exp(-|z_i - z_j|^2 / 2) of the rows z_i of `points`; K - LL' is positive semidefinite, so that
/// no entry of it is larger.  A Cholesky factorisation that takes the row of largest remainder next
/// (Fine & Scheinberg 2001) and never forms K: rows x rank numbers, rows x rank^2 products.
/// Empty when more than `max_rank` columns are needed.
std::optional<Matrix> low_rank_kernel(const Matrix& points, Index max_rank, double tolerance);

}  // namespace fairpca
