// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>
#include <vector>

#include "fairpca/fit/fairness_path.h"
#include "fairpca/report/json.h"

namespace fairpca {

/// The fronts and marks as JSON (docs/formats/json.md), ending in a newline; loadings are left out.
std::string path_json(const FairnessPath& path, const RunCosts& costs);

/// The marks as a table for people, and in a sentence whether errors can be equal.
std::string path_table(const FairnessPath& path);

/// `Equal errors are possible ...`; empty for more than two groups.
std::string equal_error_sentence(const FairnessPath& path);

}  // namespace fairpca
