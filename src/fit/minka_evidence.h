// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "fairpca/matrix.h"

namespace fairpca {

/// Logarithm of the evidence of 1, 2, ..., p - 1 dimensions, up to a constant that they share.
///
/// Minka (2000), Automatic choice of dimensionality for PCA, equations (30) and (31): Laplace's
/// approximation of the probability of `rows` rows whose covariance has the p eigenvalues
/// `spectrum`, in descending order, under probabilistic PCA.  -infinity where the last eigenvalue
/// kept is zero within rounding error.  Does not depend on the unit of the rows.  p^3 logarithms.
Vector minka_log_evidence(const Vector& spectrum, Index rows);

}  // namespace fairpca
