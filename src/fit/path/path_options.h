// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "fairpca/fit/fairness_path.h"
#include "options/option_table.h"

namespace fairpca {

/// What the trade-off path is asked for.
const OptionTable<PathOptions>& path_options();

}  // namespace fairpca
