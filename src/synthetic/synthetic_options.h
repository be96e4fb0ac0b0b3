// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "fairpca/synthetic/synthetic.h"
#include "options/option_table.h"

namespace fairpca {

/// `rows`, `features` and `seed`.
const OptionTable<SyntheticOptions>& synthetic_options();

}  // namespace fairpca
