// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <span>

#include "passes/pass_driver.h"

namespace fairpca {

/// An estimate of a mean of numbers in [0, 4], and its errors at 95 %.
struct FeatureEstimate {
  double value = 0;
  double error = 0;     ///< 1.96 sd / sqrt(D)
  double rigorous = 0;  ///< empirical Bernstein
};

/// Of MMD^2 by a_j = |phi_0(w_j) - phi_1(w_j)|^2, one number per feature.
FeatureEstimate feature_estimate(const Vector& squares);

/// One pass over all rows with `features` random features drawn now that the model is fixed: puts
/// the V-statistic of all rows into the report, with its error.  The fit is feasible only if the
/// upper end is within tau.
void add_mmd_of_all_rows(PassDriver& driver, Index sample_rows, Index features, Fit& fit);

}  // namespace fairpca
