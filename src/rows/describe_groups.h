// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>
#include <vector>

#include "fairpca/rows/describe.h"
#include "rows/table_summary.h"

namespace fairpca {

/// The groups of the protected columns `names`, one by one and crossed, and the label's balance.
/// `has_label`: rows are counted by label as well.
void describe_groups(const TableSummary& summary, const std::vector<std::string>& names,
                     bool has_label, const DescribeSettings& settings, Description& out);

}  // namespace fairpca
