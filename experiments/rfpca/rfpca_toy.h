// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <vector>

#include "experiments/experiment.h"

namespace fairpca {

/// Figures 1 and 4: the directions that are found in two Gaussian groups in the plane, and what the
/// radius does to them.
std::vector<Experiment> rfpca_toy_experiments();

}  // namespace fairpca
