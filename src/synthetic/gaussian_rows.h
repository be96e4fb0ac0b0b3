// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "fairpca/matrix.h"
#include "random/random_stream.h"

namespace fairpca {

/// Lower L with L L' = `covariance`, which is positive definite (Cholesky, plain loops).
Matrix lower_factor(const Matrix& covariance);

/// mean + L e with e standard normal; draws as many deviates as `mean` has entries.
Vector gaussian_row(RandomStream& random, const Vector& mean, const Matrix& lower);

}  // namespace fairpca
