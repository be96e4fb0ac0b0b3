// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "fairpca/matrix.h"

namespace fairpca {

Matrix random_matrix(Index rows, Index cols, unsigned seed);

/// Q diag(values) Q' for a random orthogonal Q.
Matrix rotated(const Vector& values, unsigned seed);

Matrix random_symmetric(Index p, unsigned seed);

/// 1, 2^-e, 3^-e, ...
Vector power_law(Index p, double exponent);

/// 1 (eight times), 1/2 (eight times), 1/3, ...
Vector eightfold(Index p);

}  // namespace fairpca
