// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "fairpca/model/model.h"

namespace fairpca {

/// v_j' M v_j for each column v_j of `frame`; only the lower triangle of M is read.  p^2 d
/// multiply-adds.
Vector variances_along(const Matrix& frame, const Matrix& second_moment);

/// e = tr((I - P) M (I - P)) for the reconstruction P = V diag(encode * decode) V'; <I - P, M> for
/// a projection.  Computed as tr M - 2 tr(PM) + tr(PMP); never below 0.
double reconstruction_error(const LinearProjection& projection, const Matrix& second_moment);

/// What a group loses against its own PCA: sigma_d(M_g) - (tr M_g - error), given sigma_d(M_g).
/// Rounding below 0 (up to 1e-12 tr M_g) is 0.
double loss_against(double sigma_d, double error, const Matrix& second_moment);

}  // namespace fairpca
