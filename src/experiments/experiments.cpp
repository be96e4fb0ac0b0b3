// SPDX-License-Identifier: BSD-3-Clause
#include "fairpca/experiments/experiments.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "experiments/frmppca.h"
#include "experiments/mbfpca.h"
#include "fairpca/error.h"
#include "rows/message_text.h"

namespace fairpca {

const std::vector<Experiment>& experiments() {
  static const std::vector<Experiment> all = [] {
    std::vector<Experiment> list = frmppca_experiments();
    for (Experiment& experiment : mbfpca_experiments()) list.push_back(std::move(experiment));
    return list;
  }();
  return all;
}

const Experiment& find_experiment(std::string_view id) {
  std::vector<std::string> ids;
  for (const Experiment& experiment : experiments()) {
    if (experiment.id == id) return experiment;
    ids.push_back(experiment.id);
  }
  std::vector<std::string> nearest = nearest_names(std::string(id), ids);
  throw InvalidArgument(
      fmt::format("no experiment is called {}; {} (fairpca reproduce --list)", in_quotes(id),
                  nearest.empty() ? fmt::format("there are {}", fmt::join(ids, ", "))
                                  : fmt::format("did you mean {}?", fmt::join(nearest, ", "))));
}

ExperimentResult run_experiment(const Experiment& experiment, const ExperimentOptions& options) {
  if (options.max_steps < 0) {
    throw InvalidArgument(fmt::format("max_steps must be >= 0, got {}", options.max_steps));
  }
  if (!experiment.files.empty() && options.data.empty()) {
    throw InvalidArgument(
        fmt::format("{} needs {}: give the folder of the data sets (--data DIR, or FAIRPCA_DATA in "
                    "the environment)",
                    experiment.id, fmt::join(experiment.files, ", ")));
  }
  for (const std::string& file : experiment.files) {
    if (std::filesystem::exists(options.data / file)) continue;
    throw IoError(
        fmt::format("{}: there is no such file, and {} needs it; is {} the folder of the data sets "
                    "(--data DIR or FAIRPCA_DATA)?",
                    (options.data / file).string(), experiment.id, options.data.string()));
  }
  return experiment.run(options);
}

}  // namespace fairpca
