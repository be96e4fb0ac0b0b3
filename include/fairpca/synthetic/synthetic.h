// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "fairpca/error.h"
#include "fairpca/matrix.h"

namespace fairpca {

/// Rows drawn by a generator.
struct SyntheticData {
  RowMatrix rows;
  std::vector<std::string> columns;  ///< x1..xp
  std::vector<int> group;            ///< 0 or 1 per row
};

/// Same name, seed and sizes: same numbers.
struct SyntheticOptions {
  std::uint64_t seed = 0;
  Index rows = 0;      ///< of both groups, split as in the paper; 0: the paper's number
  Index features = 0;  ///< 0: the paper's (mbf-2: 20); only mbf-2 can change it
  std::function<Flow()> observer = {};  ///< asked every few rows; kStop makes it throw Stopped
};

/// One of the papers' generators.
struct SyntheticSpec {
  std::string name;
  std::string summary;
};

/// All generators, in the order people should read them.
const std::vector<SyntheticSpec>& synthetic_specs();

/// Draws data set `name`.  Same seed, same numbers on every machine: normal deviates come from
/// our own transform of std::mt19937_64, not from the standard library's distributions.
/// Throws InvalidArgument for an unknown name (all are listed) or a size out of range.
SyntheticData synthesize(std::string_view name, const SyntheticOptions& options = {});

}  // namespace fairpca
