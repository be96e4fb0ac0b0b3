// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "fairpca/measure/evaluate_rows.h"
#include "options/option_table.h"

namespace fairpca {

/// `center`, `unseen`, `missing`, `measures`, `classifier` and `positive`.
const OptionTable<EvaluateSettings>& evaluate_options();

}  // namespace fairpca
