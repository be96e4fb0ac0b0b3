// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "fairpca/model/ppca_mixture.h"

namespace fairpca {

/// ln weight_k - 1/2 (p ln 2 pi + ln det C_k): what ln(weight_k N(x; mean_k, C_k)) has in common
/// for all rows.
Vector log_density_constants(const PpcaMixture& mixture);

/// Log-sum-exp: returns ln sum_k exp(logs_k) and sets shares_k = exp(logs_k) over that sum.  All
/// logs -infinity (no component knows the row) gives equal shares.
double normalize_log_weights(const double* logs, double* shares, Index count);

}  // namespace fairpca
