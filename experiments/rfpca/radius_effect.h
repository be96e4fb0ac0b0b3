// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <vector>

#include "experiments/experiment.h"

namespace fairpca {

/// Of several simulations: mean and deviation of ABDiff + ARE of the test rows, for each alpha.
struct RadiusCurve {
  double first_radius = 0;  ///< eps_0
  std::vector<double> alphas = {}, means = {}, deviations = {};
};

struct RadiusRequest {
  int simulations = 100, alphas = 100;
  std::vector<double> first_radii = {};
  int threads = 1;
};

/// lambda = 0.1, eps_1 = alpha / sqrt(100), alpha evenly spaced in [0, 10]: training rows are drawn
/// anew in each simulation, test rows once.
std::vector<RadiusCurve> radius_curves(const RadiusRequest& request);

/// Figure 4.
ExperimentResult present_radius_effect(StudyRuns& runs);

}  // namespace fairpca
