// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>
#include <vector>

#include "experiments/experiment.h"
#include "report/json.h"

namespace fairpca {

/// The experiments there are, one line each, and as JSON (docs/formats/json.md).
std::string experiments_table(const std::vector<Experiment>& experiments);
std::string experiments_json(const std::vector<Experiment>& experiments);

/// What came out, for people: the numbers by method, then what the paper says and whether it holds.
std::string experiment_table(const Experiment& experiment, const ExperimentResult& result);

/// The same and the numbers of all figures as JSON, ending in a newline.
std::string experiment_json(const Experiment& experiment, const ExperimentResult& result,
                            const RunCosts& costs);

}  // namespace fairpca
