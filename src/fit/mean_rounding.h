// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "fairpca/fit/fit_result.h"
#include "fairpca/moments/prepared_moments.h"

namespace fairpca {

/// How far rounding of the means may move an error, loss or captured variance: a mean that is off
/// by m moves <P, M> by at most 2 |m| sqrt(tr M) + |m|^2.
double change_by_mean_rounding(const PreparedMoments& moments);

/// Where the means are so much larger than the deviations that their rounding shows in the result,
/// says how many digits are left; where it decides the result, kOptimal becomes kConverged.
/// `error` is the overall reconstruction error.
void report_mean_rounding(const PreparedMoments& moments, double error, FitReport& report);

}  // namespace fairpca
