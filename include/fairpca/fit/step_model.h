// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <vector>

#include "fairpca/fit/fit_result.h"

namespace fairpca {

/// Whether step `step` of the fit kept its model.
bool has_step_model(const Fit& fit, std::size_t step);

/// The model of step `step` of a fit, counted from 0, with the groups' numbers at that step.
/// Throws InvalidArgument (`no-step-model`) for a step that there is not or whose model was not
/// kept.
Model step_model(const Fit& fit, std::size_t step);

/// `groups` with their numbers at step `step` in place of those at the model returned.  A loss is
/// the error less what does not depend on the step; numbers left out stay so.  Throws
/// InvalidArgument (`no-step`) for a step that there is not.
std::vector<GroupSummary> step_groups(const Fit& fit, std::size_t step);

}  // namespace fairpca
