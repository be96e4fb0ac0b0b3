// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>
#include <vector>

#include "experiments/compared_table.h"
#include "experiments/rfpca/rfpca_numbers.h"

namespace fairpca {

/// Why a cell of Table 1 or 3 differs from what was published; empty where it does not.  `range`
/// is that of RFPCA's settings.
std::string reason_of(const ComparedCell& cell, const RfpcaSet& set, const RfpcaMethod& method,
                      const SettingRange& range);

/// The same of Table 4.
std::string unfairness_reason(const ComparedCell& cell, const RfpcaSet& set,
                              const RfpcaMethod& method);

/// What the paper leaves open, or says otherwise than its program does.
std::vector<std::string> rfpca_table_notes();

}  // namespace fairpca
