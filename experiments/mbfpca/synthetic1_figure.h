// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "experiments/experiment.h"

namespace fairpca {

/// Figure 1: two groups of the same mean and covariance, projected.
Experiment mbfpca_synthetic1_experiment();

}  // namespace fairpca
