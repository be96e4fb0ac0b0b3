// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <optional>

#include "fairpca/matrix.h"

namespace fairpca {

/// m x q, orthonormal, with tr(Y'SY) = target: from the eigenvectors of the q smallest eigenvalues
/// towards those of the q largest, one swap at a time; in the swap that crosses the target the new
/// column is cos(phi) of the old and sin(phi) of the new vector.  Empty unless the target lies
/// between the two sums (to rounding).
std::optional<Matrix> tie_rotation(const Matrix& symmetric, Index q, double target);

/// The eigenvectors of the q smallest, or the q largest, eigenvalues.
Matrix extreme_frame(const Matrix& symmetric, Index q, bool largest);

}  // namespace fairpca
