// SPDX-License-Identifier: BSD-3-Clause
#include "experiments/experiments.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "experiments/experiment_options.h"
#include "experiments/frmppca.h"
#include "experiments/mbfpca.h"
#include "experiments/messages.h"
#include "fairpca/rows/schema.h"

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
  const std::vector<std::string> nearest = nearest_names(std::string(id), ids);
  const std::string advice = nearest.empty()
                                 ? fmt::format("there are {}", fmt::join(ids, ", "))
                                 : fmt::format("did you mean {}?", fmt::join(nearest, ", "));
  reject(experiments_message<"experiment-unknown">("name"_is(Quoted{id}), "advice"_is(advice)));
}

ExperimentResult run_experiment(const Experiment& experiment, const ExperimentOptions& options) {
  experiment_options().check(options);
  if (!experiment.files.empty() && options.data.empty()) {
    reject(experiments_message<"data-folder-missing">(
        "experiment"_is(experiment.id),
        "files"_is(fmt::format("{}", fmt::join(experiment.files, ", ")))));
  }
  for (const std::string& file : experiment.files) {
    const std::filesystem::path path = options.data / file;
    if (std::filesystem::exists(path)) continue;
    reject(experiments_message<"data-set-not-there">("place"_is(Place{.file = path.string()}),
                                                     "experiment"_is(experiment.id)));
  }
  return experiment.run(options);
}

}  // namespace fairpca
