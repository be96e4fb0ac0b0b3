// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "fairpca/optimize/descent.h"

namespace fairpca {

/// Carries what was learnt at one point to the tangent space of another; pairs whose curvature is
/// not positive there are dropped.
void carry_memory(const Manifold& manifold, const Matrix& from, const Matrix& to,
                  LbfgsMemory& memory);

}  // namespace fairpca
