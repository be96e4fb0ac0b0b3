// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "experiments/experiment.h"

namespace fairpca {

/// Figure 4: losses of groups under PCA and FairPCA; beside it, what multiplicative weights reach
/// after 10 and 20 rounds.
ExperimentResult present_fair_losses(StudyRuns& runs);

}  // namespace fairpca
