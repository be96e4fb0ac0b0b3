// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "experiments/experiment.h"

namespace fairpca {

/// The registry, in the order of the papers and their figures.
const std::vector<Experiment>& experiments();

/// Throws InvalidArgument, offering the nearest ids.
const Experiment& find_experiment(std::string_view id);

/// Runs an experiment.  Same seed, same numbers, for any number of threads.  Throws InvalidArgument
/// when it needs data and no folder is given, and for options that are not allowed; IoError for a
/// file that is not there; Stopped.
ExperimentResult run_experiment(const Experiment& experiment, const ExperimentOptions& options);

}  // namespace fairpca
