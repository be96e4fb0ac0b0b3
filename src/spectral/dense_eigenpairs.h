// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <optional>

#include "spectral/eigenpairs.h"

namespace fairpca {

/// The `count` largest eigenpairs by LAPACK's dsyevr; empty when LAPACK gives up.
/// Reads the lower triangle of `symmetric`, overwrites `work` (resized to p x p).
std::optional<Eigenpairs> partial_eigenpairs(const Matrix& symmetric, Index count, Matrix& work);

/// The `count` largest eigenpairs by LAPACK's dsyevd, which computes all; empty when it gives up.
std::optional<Eigenpairs> full_eigenpairs(const Matrix& symmetric, Index count, Matrix& work);

}  // namespace fairpca
