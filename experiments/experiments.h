// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "experiments/experiment.h"
#include "experiments/study_runs.h"

namespace fairpca {

/// The registry, in the order of the papers and their tables and figures.
const std::vector<Experiment>& experiments();

/// Throws InvalidArgument, offering the nearest ids.
const Experiment& find_experiment(std::string_view id);

/// All files below the data folder that an experiment needs, each once.
std::vector<std::string> files_of(const Experiment& experiment);

/// Throws InvalidArgument, naming every file that is missing and where its data set can be had.
void check_files(const std::vector<const Experiment*>& asked, const std::filesystem::path& folder);

}  // namespace fairpca
