// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <vector>

#include "experiments/experiment.h"
#include "experiments/mbfpca/line_numbers.h"

namespace fairpca {

/// What section 8.3 of the paper says of Table 1, with the numbers here; what needs lines that are
/// not among `numbers` is left out.
std::vector<Claim> table1_claims(StudyRuns& runs, const std::vector<LineNumbers>& numbers);

}  // namespace fairpca
