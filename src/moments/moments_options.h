// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "fairpca/moments/prepared_moments.h"
#include "options/option_table.h"

namespace fairpca {

/// `standardize`, `divide_by` and `center`.
const OptionTable<Preparation>& preparation_options();

/// `combine` and `missing_group`.
const OptionTable<GroupingOptions>& grouping_options();

}  // namespace fairpca
