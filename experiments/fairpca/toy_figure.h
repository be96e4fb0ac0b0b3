// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "experiments/experiment.h"

namespace fairpca {

/// Figure 2: two configurations of points in the plane in which one direction cannot serve both
/// groups alike, and the errors over all directions.
ExperimentResult present_fairpca_toy(StudyRuns& runs);

}  // namespace fairpca
