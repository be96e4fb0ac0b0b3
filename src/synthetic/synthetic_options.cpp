// SPDX-License-Identifier: BSD-3-Clause
#include "synthetic/synthetic_options.h"

namespace fairpca {

const OptionTable<SyntheticOptions>& synthetic_options() {
  static const OptionTable<SyntheticOptions> table = [] {
    OptionTable<SyntheticOptions> made;
    made.count("rows", FAIRPCA_MEMBER(rows), count_from(0),
               "Number of rows; 0: as many as in the paper, or as the model was fitted to");
    made.count("features", FAIRPCA_MEMBER(features), count_from(0),
               "Number of features; 0: as in the paper");
    made.add(
        {.name = "seed",
         .type = OptionType::kSeed,
         .help = "Random seed; the same seed gives the same numbers on every machine"},
        [](const SyntheticOptions& options) { return static_cast<std::int64_t>(options.seed); },
        [](SyntheticOptions& options, const OptionValue& value) {
          options.seed = static_cast<std::uint64_t>(std::get<std::int64_t>(value));
        });
    return made;
  }();
  return table;
}

}  // namespace fairpca
