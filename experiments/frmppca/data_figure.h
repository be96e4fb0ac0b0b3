// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "experiments/experiment.h"

namespace fairpca {

/// Figure 5.1: the rows of three Gaussians in pairs of coordinates, by group.
ExperimentResult present_three_gaussians(StudyRuns& runs);

}  // namespace fairpca
