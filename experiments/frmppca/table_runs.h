// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "experiments/frmppca/frmppca_tables.h"
#include "experiments/study_runs.h"

namespace fairpca {

/// How many random seeds an experiment is run with.
inline constexpr std::uint64_t kLikelihoodSeeds = 3;

/// What was measured of a data set with every seed: made once in these runs, whichever figure asks
/// first, and taken from their folder where they resume.
const SeedValues& values_of_table(StudyRuns& runs, const FrmppcaTable& table);

}  // namespace fairpca
