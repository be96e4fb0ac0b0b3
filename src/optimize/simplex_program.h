// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "fairpca/matrix.h"

namespace fairpca {

/// The weights w >= 0, sum w = 1, that maximise linear'w - 1/2 w'Q w; Q is positive semidefinite.
///
/// An active-set method: on the weights that may be positive a linear system is solved; weights
/// that would become negative leave, the one whose rise gains most enters.  `start` tells by its
/// positive elements where to begin; empty, at the largest linear term.  Where Q does not decide
/// between weights (some of more than a few dependent ones) the answer is one of the best.
Vector maximize_over_simplex(const Vector& linear, const Matrix& quadratic,
                             const Vector& start = {});

}  // namespace fairpca
