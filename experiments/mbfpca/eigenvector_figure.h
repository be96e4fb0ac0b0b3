// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "experiments/experiment.h"

namespace fairpca {

/// Figure 6: what the eigenvectors of FPCA's relaxed solution explain, in the order of their
/// eigenvalues.
Experiment mbfpca_eigenvector_experiment();

}  // namespace fairpca
