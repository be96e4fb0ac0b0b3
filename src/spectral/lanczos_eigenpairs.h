// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <optional>

#include "spectral/eigenpairs.h"

namespace fairpca {

/// The `count` < p largest eigenpairs by implicitly restarted Lanczos (Spectra), re-orthonormalised
/// and rotated to the Ritz vectors of their span; of large matrices by block Lanczos
/// (block_lanczos.h).  `norm` is |A|_F > 0.  Empty when the Ritz
/// residuals have not fallen below tolerance * norm after about p/2 products with A, when LAPACK
/// would have been faster.  A single start vector may miss copies of a repeated eigenvalue without
/// any sign of it: the caller must check the inertia.
std::optional<Eigenpairs> lanczos_eigenpairs(const Matrix& symmetric, double norm, Index count,
                                             double tolerance);

}  // namespace fairpca
