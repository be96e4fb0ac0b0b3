// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <vector>

#include "experiments/experiment.h"

namespace fairpca {

/// Figures 2 and 3: explained variance, MMD^2 and run time against the number of features.
std::vector<Experiment> mbfpca_synthetic2_experiments();

}  // namespace fairpca
