// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "experiments/experiment.h"

namespace fairpca {

/// Figure 1: error of PCA on LFW by sex, on all faces and on samples of as many women as men.
ExperimentResult present_lfw_errors(StudyRuns& runs);
/// Figure 3: errors of groups under PCA and FairPCA, LFW and Default Credit.
ExperimentResult present_fair_errors(StudyRuns& runs);

}  // namespace fairpca
