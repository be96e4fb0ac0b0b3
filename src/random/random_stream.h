// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>
#include <optional>
#include <random>

namespace fairpca {

/// Uniform and normal deviates that are the same bits on every machine: the engine is fixed by the
/// C++ standard, and the transform to normals uses only operations that IEEE 754 rounds correctly.
class RandomStream {
 public:
  /// Streams of the same seed are independent of each other.
  RandomStream(std::uint64_t seed, std::uint32_t stream);

  /// In [0, 1): the top 53 bits of one draw.
  double uniform();

  /// Standard normal, by Marsaglia's polar method; deviates come in pairs.
  double normal();

 private:
  std::mt19937_64 engine_;
  std::optional<double> spare_;
};

}  // namespace fairpca
