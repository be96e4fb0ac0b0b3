// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <vector>

#include "experiments/experiment.h"

namespace fairpca {

/// Figures 4, 7, 11 and 15: how much of the protected attribute the components hold.
std::vector<Experiment> mbfpca_communality_experiments();

}  // namespace fairpca
