// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "fairpca/model/transform_rows.h"
#include "options/option_table.h"

namespace fairpca {

/// `what`, `embedding`, `unseen` and `missing`.
const OptionTable<TransformSettings>& transform_options();

}  // namespace fairpca
