// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "fairpca/matrix.h"

namespace fairpca {

/// The singular values, largest first.
Vector singular_values(const Matrix& matrix);

/// The orthogonal matrix closest to a square one: U V' of its singular value decomposition.
Matrix nearest_orthogonal(const Matrix& square);

}  // namespace fairpca
