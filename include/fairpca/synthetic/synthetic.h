// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "fairpca/matrix.h"

namespace fairpca {

struct SyntheticData {
  RowMatrix rows;
  std::vector<std::string> columns;
  std::vector<int> group;  ///< 0 or 1 per row
};

struct SyntheticOptions {
  std::uint64_t seed = 0;
  Index rows = 0;      ///< 0: the paper's number
  Index features = 0;  ///< 0: the paper's; only mbf-2 can change it
};

/// One of the papers' generators.
struct SyntheticSpec {
  std::string name;
  std::string summary;
};

const std::vector<SyntheticSpec>& synthetic_specs();

/// Draws data set `name`.  Same seed, same numbers on every machine: normal deviates come from
/// our own transform of std::mt19937_64, not from the standard library's distributions.
SyntheticData synthesize(std::string_view name, const SyntheticOptions& options = {});

}  // namespace fairpca
