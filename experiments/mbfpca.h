// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "experiments/experiment.h"

namespace fairpca {

/// MbF-PCA, Lee et al. (2022), Table 1: the authors' splits, our solutions beside those they
/// stored.
std::vector<Experiment> mbfpca_experiments();

}  // namespace fairpca
