// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <vector>

#include "experiments/experiment.h"

namespace fairpca {

/// Figures 2, 5 and 6: error against the gap between groups, over the methods' settings.
std::vector<Experiment> rfpca_pareto_experiments();

}  // namespace fairpca
