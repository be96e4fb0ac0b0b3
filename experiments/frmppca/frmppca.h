// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <vector>

#include "experiments/experiment.h"

namespace fairpca {

/// FR-MPPCA, Nascimento (2025), chapter 5: figures 5.1 to 5.19.
std::vector<Experiment> frmppca_experiments();

}  // namespace fairpca
