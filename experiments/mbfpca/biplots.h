// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <vector>

#include "experiments/experiment.h"

namespace fairpca {

/// Figures 8 to 10, 12 to 14 and 16 to 18: biplots of PCA, FPCA and MbF-PCA, d = 2.
std::vector<Experiment> mbfpca_biplot_experiments();

}  // namespace fairpca
