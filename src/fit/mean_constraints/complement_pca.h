// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "fairpca/fit/projection_solution.h"

namespace fairpca {

/// The top d eigenvectors of S among the directions orthogonal to the orthonormal columns of
/// `excluded`; d <= p - excluded.cols().  `objective` is the error <I - P, S>, `bound` the least in
/// that space.  O(p^2) per excluded direction and one eigen-solve.
ProjectionSolution complement_pca(const Matrix& covariance, const Matrix& excluded, Index d,
                                  SpectralSolver& spectral);

}  // namespace fairpca
