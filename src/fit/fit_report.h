// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <limits>
#include <vector>

#include "fairpca/fit/methods.h"

namespace fairpca {

/// Mean squared reconstruction errors of the training rows, hidden groups' NaN; the overall one of
/// the rows of FitReport::overall_rows.
struct TrainingErrors {
  double overall = std::numeric_limits<double>::quiet_NaN();
  std::vector<double> groups;
};

/// Fills what every method shares but the components: encoding, mean, scale, the errors given,
/// losses of all published groups and explained variance; see fill_report().
void fill_report_with(const TrainingErrors& errors, Fit& fit, const FitInput& input,
                      SpectralSolver& spectral, const std::vector<double>& top_d_sums = {});

/// Fills what every method shares: encoding, mean, scale, errors and losses of published groups,
/// overall error and explained variance.  `top_d_sums` are the groups' sigma_d(M_g) where the
/// method knows them; otherwise each costs an eigen-solve.
void fill_report(Fit& fit, const FitInput& input, SpectralSolver& spectral,
                 const std::vector<double>& top_d_sums = {});

}  // namespace fairpca
