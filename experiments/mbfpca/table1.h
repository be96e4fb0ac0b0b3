// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "experiments/experiment.h"

namespace fairpca {

/// Table 1: PCA, FPCA and MbF-PCA on three sets.
Experiment mbfpca_table_experiment();

}  // namespace fairpca
