// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <vector>

#include "experiments/experiment.h"

namespace fairpca {

/// Vu, Tran, Yue and Nguyen (2022), "Distributionally Robust Fair Principal Components via Geodesic
/// Descents": Tables 1, 3 and 4, Figures 1 to 16 (Table 2 describes the data).
std::vector<Experiment> rfpca_experiments();

}  // namespace fairpca
