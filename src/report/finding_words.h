// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>

#include "study/findings.h"

namespace fairpca {

/// Three digits, as people compare them.
std::string three_digits(double value);

/// A share in percent: one decimal below ten.
std::string in_percent(double share);

/// `, total error grows by 2 % (1 to 3)`: against the baseline; empty where there is none.
std::string error_cost(const MethodFinding& said);

/// `Reconstruction`, `Representation`, `Likelihood`.
const char* notion_word(Fairness notion);

/// Whether there is an interval to back what is said.
bool has_intervals(const MethodFinding& said);

/// `under pca the error of a is 20 % (10 to 30) higher than that of b`, and what it costs against
/// the baseline.  Without the names of the groups: `under fair-pca it is 2 % (1 to 3) higher`.
std::string finding_part(const NotionFinding& finding, const MethodFinding& said,
                         bool names_groups);

/// All methods of a notion in one sentence; empty where there are no intervals to back it.
std::string finding_sentence(const NotionFinding& finding);

}  // namespace fairpca
