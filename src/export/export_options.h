// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "fairpca/export/export.h"
#include "options/option_table.h"

namespace fairpca {

/// `format`, `table`, `unseen` and `missing`.
const OptionTable<ExportSettings>& export_options();

}  // namespace fairpca
