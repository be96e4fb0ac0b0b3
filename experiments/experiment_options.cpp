// SPDX-License-Identifier: BSD-3-Clause
#include "experiments/experiment_options.h"

namespace fairpca {

const OptionTable<ExperimentOptions>& experiment_options() {
  static const OptionTable<ExperimentOptions> table = [] {
    OptionTable<ExperimentOptions> made;
    made.add(
        {.name = "seed", .type = OptionType::kSeed, .help = "Random seed"},
        [](const ExperimentOptions& options) { return static_cast<std::int64_t>(options.seed); },
        [](ExperimentOptions& options, const OptionValue& value) {
          options.seed = static_cast<std::uint64_t>(std::get<std::int64_t>(value));
        });
    made.count("max_steps", FAIRPCA_MEMBER(max_steps), count_from(0),
               "Maximum number of iterations of a search; 0: as many as in the paper");
    return made;
  }();
  return table;
}

}  // namespace fairpca
