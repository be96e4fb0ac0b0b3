// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <vector>

#include "experiments/compared_table.h"
#include "experiments/mbfpca/line_numbers.h"

namespace fairpca {

/// Says, of cells of Table 1 that differ from what was published, why they do.
void add_table1_reasons(StudyRuns& runs, const std::vector<LineNumbers>& numbers,
                        ComparedTable& table);

}  // namespace fairpca
