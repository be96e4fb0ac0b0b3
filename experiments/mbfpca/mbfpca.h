// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <vector>

#include "experiments/experiment.h"

namespace fairpca {

/// Lee, Kim, Olfat, Hasegawa-Johnson and Yoo (2022), "Fast and Efficient MMD-based Fair PCA via
/// Optimization over Stiefel Manifold": Table 1, Figures 1 to 4 and 6 to 18 (Figure 5 is a sketch).
std::vector<Experiment> mbfpca_experiments();

}  // namespace fairpca
