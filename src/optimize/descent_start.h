// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "fairpca/manifolds/manifold.h"
#include "fairpca/matrix.h"

namespace fairpca {

/// Throws InvalidArgument unless `start` has the manifold's shape, is finite, and violates its
/// equations by at most 1e-8.
void check_start(const Manifold& manifold, const Matrix& start);

}  // namespace fairpca
