// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <vector>

#include "fairpca/fit/mmd_fair_pca.h"
#include "fairpca/moments/prepared_moments.h"
#include "fit/rows_in_memory.h"

namespace fairpca {

/// What to say of an MMD^2 above tau, where equal groups would have about `floor`.
Message missed_tau(const MmdSummary& reached, double floor, const MmdFairPcaOptions& options,
                   Index d);

/// Which of all rows were permuted.
Message permuted_sample_note(const RowsInMemory& sample, Index rows,
                             const std::vector<GroupStatistics>& groups, int permutations);

}  // namespace fairpca
