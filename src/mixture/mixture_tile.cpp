// SPDX-License-Identifier: BSD-3-Clause
#include "mixture/mixture_tile.h"

#include <limits>
#include <utility>

namespace fairpca {
namespace {

/// exp(x) = 2^n e^r with |r| <= ln 2 / 2: Taylor's polynomial of e^r, its error below 2e-16.
struct ExpParts {
  static constexpr double kRound = 6755399441055744.0;  // 1.5 * 2^52
  /// Below, e^x is 0: maximize() counts less as nothing, and products with less would be slow,
  /// below the smallest normal number.
  static constexpr double kLowest = -500;
  static constexpr double kInverseLog2 = 0x1.71547652b82fep+0;
  static constexpr double kLog2High = 0x1.62e42fefa3800p-1;  // n times this is exact
  static constexpr double kLog2Low = 0x1.ef35793c76730p-45;
  static constexpr int kDegree = 12, kFractionBits = 52;
  static constexpr double kCoefficients[] = {1.0,
                                             1.0,
                                             1.0 / 2,
                                             1.0 / 6,
                                             1.0 / 24,
                                             1.0 / 120,
                                             1.0 / 720,
                                             1.0 / 5040,
                                             1.0 / 40320,
                                             1.0 / 362880,
                                             1.0 / 3628800,
                                             1.0 / 39916800,
                                             1.0 / 479001600};
};

namespace baseline {
#define TILE_TARGET
#define TILE_LANES 2
#define TILE_VECTORS 4
#include "mixture/mixture_tile.inc"
}  // namespace baseline

#if defined(__x86_64__)
namespace avx2 {
#define TILE_TARGET __attribute__((target("avx2,fma")))
#define TILE_LANES 4
#define TILE_VECTORS 8
#include "mixture/mixture_tile.inc"
}  // namespace avx2

namespace avx512 {
#define TILE_TARGET __attribute__((target("avx512f,avx2,fma")))
#define TILE_LANES 8
#define TILE_VECTORS 4
#include "mixture/mixture_tile.inc"
}  // namespace avx512
#endif

}  // namespace

std::vector<MixtureTile> supported_mixture_tiles() {
  std::vector<MixtureTile> tiles;
#if defined(__x86_64__)
  const bool has_avx2 = __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma");
  if (has_avx2 && __builtin_cpu_supports("avx512f")) tiles.push_back(avx512::kTile);
  if (has_avx2) tiles.push_back(avx2::kTile);
#endif
  tiles.push_back(baseline::kTile);
  return tiles;
}

namespace {

// Not at its first use: after a fork that meets another thread there, the child would wait for it.
const MixtureTile kBestMixtureTile = supported_mixture_tiles().front();

}  // namespace

const MixtureTile& best_mixture_tile() {
  return kBestMixtureTile;
}

}  // namespace fairpca
