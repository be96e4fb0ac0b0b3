// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>

#include "fairpca/fit/fairness_path.h"

namespace fairpca {

/// The marks as a table for people, and in a sentence whether errors can be equal.
std::string path_table(const FairnessPath& path);

/// `Equal errors are possible ...`; empty for more than two groups.
std::string equal_error_sentence(const FairnessPath& path);

}  // namespace fairpca
