// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>

#include "fairpca/matrix.h"

namespace fairpca {

/// A number in [0, 1) that depends on seed and row alone (splitmix64): what is drawn by it does not
/// depend on threads or blocks.
inline double row_hash(std::uint64_t seed, Index row) {
  std::uint64_t z = (seed + 1) * 0x9E3779B97F4A7C15ULL + static_cast<std::uint64_t>(row);
  z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9ULL;
  z = (z ^ (z >> 27)) * 0x94D049BB133111EBULL;
  return static_cast<double>((z ^ (z >> 31)) >> 11) * 0x1p-53;
}

}  // namespace fairpca
