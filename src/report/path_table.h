// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>

#include "fairpca/fit/fairness_path.h"
#include "report/table_style.h"

namespace fairpca {

/// The marks as a table for people, and in a sentence whether errors can be equal.  The errors of
/// more than two groups are a table of their own; of many groups it has those with the largest
/// error under the first mark, plain PCA.
std::string path_table(const FairnessPath& path, const TableStyle& style = {});

/// `Equal errors are possible ...`; empty for more than two groups.
std::string equal_error_sentence(const FairnessPath& path);

}  // namespace fairpca
