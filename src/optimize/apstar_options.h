// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "fairpca/optimize/apstar.h"
#include "options/option_table.h"

namespace fairpca {

/// `step`, `k_min`, `max_steps`, `patience` and `indicator`.
const OptionTable<ApstarOptions>& apstar_options();

}  // namespace fairpca
