// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <optional>

#include "spectral/eigenpairs.h"

namespace fairpca {

/// The `count` largest eigenpairs by block Lanczos with full orthogonalisation and thick restarts
/// (Wu & Simon 2000), kProductVectors vectors at a time: for matrices too large for the cache,
/// where a product costs the time of reading the matrix.  `norm` is |A|_F > 0.  Empty when the Ritz
/// residuals have not fallen below tolerance * norm after about p/4 products.  Start vectors are
/// fixed; copies of an eigenvalue beyond kProductVectors may be missed without any sign of it: the
/// caller must check the inertia.
std::optional<Eigenpairs> block_lanczos_eigenpairs(const Matrix& symmetric, double norm,
                                                   Index count, double tolerance);

}  // namespace fairpca
