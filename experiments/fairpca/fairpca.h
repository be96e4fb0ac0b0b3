// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <vector>

#include "experiments/experiment.h"

namespace fairpca {

/// FairPCA, Samadi et al. (2018): figures 1 to 4.
std::vector<Experiment> fairpca_experiments();

}  // namespace fairpca
