// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <vector>

#include "fairpca/matrix.h"

namespace fairpca {

/// Area under the ROC curve: the share of pairs of a positive and another row in which the positive
/// one scores higher, ties counting half.  O(n log n).  NaN where all rows are of one kind.
/// Throws InvalidArgument when there are not as many kinds as scores, or a score is NaN.
double roc_auc(const Vector& scores, const std::vector<bool>& positive);

}  // namespace fairpca
