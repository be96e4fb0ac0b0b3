// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <vector>

#include "experiments/experiment.h"

namespace fairpca {

/// Figures 3 and 7 to 16: errors of the groups against d.
std::vector<Experiment> rfpca_dimension_experiments();

}  // namespace fairpca
