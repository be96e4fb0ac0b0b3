// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "experiments/compared_table.h"
#include "experiments/fairpca/replication.h"

namespace fairpca {

/// The stored replication's errors (or losses) beside ours: `own` is multiplicative weights with
/// the authors' setting, `ours` the exact solution; of PCA `ours` alone.
ComparedTable replicated_errors_table(StudyRuns& runs, Replicated data, const std::string& id);
ComparedTable replicated_losses_table(StudyRuns& runs, Replicated data, const std::string& id);

}  // namespace fairpca
