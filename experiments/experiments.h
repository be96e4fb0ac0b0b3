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

/// A data set, and those of its files that are not there.
struct MissingDataSet {
  std::string source;  ///< its name and DOI or address
  std::vector<std::string> files;
};

/// The data sets, each once, of which files that the studies of `asked` need are not below
/// `folder`; studies whose keys hold one of the words `left_out` need none.
std::vector<MissingDataSet> missing_data(const std::vector<const Experiment*>& asked,
                                         const std::filesystem::path& folder,
                                         const std::vector<std::string>& left_out);

/// Throws InvalidArgument for a word that is in no key of the experiments' studies.
void check_left_out(const std::vector<const Experiment*>& asked,
                    const std::vector<std::string>& left_out);

}  // namespace fairpca
