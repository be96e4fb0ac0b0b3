// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "experiments/experiment.h"
#include "options/option_table.h"

namespace fairpca {

/// `seed` and `max_steps`.
const OptionTable<ExperimentOptions>& experiment_options();

}  // namespace fairpca
