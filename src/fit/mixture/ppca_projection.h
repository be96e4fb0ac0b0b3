// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "fairpca/model/model.h"

namespace fairpca {

/// PPCA's posterior means as a projection: C has the eigenvalues `variances` along the columns of
/// `frame` and `noise` across them.  component_variance is left empty.
LinearProjection ppca_projection(const Matrix& frame, const Vector& variances, double noise);

}  // namespace fairpca
