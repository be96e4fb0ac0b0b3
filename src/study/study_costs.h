// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "study/run_study.h"

namespace fairpca {

/// Roughly how long a task takes on one thread, from the sizes of the data alone: for the plan, the
/// time left, and the order in which tasks start.
double estimated_seconds(const StudySpec& spec, const StudyPlan& plan, const StudyTask& task);

}  // namespace fairpca
