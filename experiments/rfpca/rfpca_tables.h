// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <vector>

#include "experiments/experiment.h"

namespace fairpca {

/// Tables 1, 3 and 4.
std::vector<Experiment> rfpca_table_experiments();

}  // namespace fairpca
