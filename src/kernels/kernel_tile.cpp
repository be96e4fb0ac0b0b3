// SPDX-License-Identifier: BSD-3-Clause
#include "kernels/kernel_tile.h"

#include <algorithm>
#include <cstdint>

#if defined(__x86_64__)
#include "kernels/exp2_tables.h"
#endif

namespace fairpca {
namespace {

struct NoTable {
  static constexpr int kSteps = 1;
};

namespace baseline_double {
#define TILE_TARGET
#define TILE_TABLE NoTable
#define TILE_SCALAR double
#define TILE_INTEGER std::int64_t
#define TILE_LANES 2
#include "kernels/kernel_tile.inc"
}  // namespace baseline_double

namespace baseline_float {
#define TILE_TARGET
#define TILE_TABLE NoTable
#define TILE_SCALAR float
#define TILE_INTEGER std::int32_t
#define TILE_LANES 4
#include "kernels/kernel_tile.inc"
}  // namespace baseline_float

#if defined(__x86_64__)
namespace avx2_double {
#define TILE_TABLE NoTable
#define TILE_TARGET __attribute__((target("avx2,fma")))
#define TILE_SCALAR double
#define TILE_INTEGER std::int64_t
#define TILE_LANES 4
#include "kernels/kernel_tile.inc"
}  // namespace avx2_double

namespace avx2_float {
#define TILE_TABLE Avx2FloatTable
#define TILE_TARGET __attribute__((target("avx2,fma")))
#define TILE_SCALAR float
#define TILE_INTEGER std::int32_t
#define TILE_LANES 8
#include "kernels/kernel_tile.inc"
}  // namespace avx2_float

namespace avx512_double {
#define TILE_TABLE Avx512DoubleTable
#define TILE_TARGET __attribute__((target("avx512f,avx512dq,avx2,fma")))
#define TILE_SCALAR double
#define TILE_INTEGER std::int64_t
#define TILE_LANES 8
#include "kernels/kernel_tile.inc"
}  // namespace avx512_double

namespace avx512_float {
#define TILE_TABLE Avx512FloatTable
#define TILE_TARGET __attribute__((target("avx512f,avx512dq,avx2,fma")))
#define TILE_SCALAR float
#define TILE_INTEGER std::int32_t
#define TILE_LANES 16
#include "kernels/kernel_tile.inc"
}  // namespace avx512_float
#endif

template <class Scalar>
struct Tiles {
  KernelTile<Scalar> baseline, avx2, avx512;
};

template <class Scalar>
std::vector<KernelTile<Scalar>> supported(const Tiles<Scalar>& tiles) {
  std::vector<KernelTile<Scalar>> found;
#if defined(__x86_64__)
  const bool has_avx2 = __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma");
  if (has_avx2 && __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512dq"))
    found.push_back(tiles.avx512);
  if (has_avx2) found.push_back(tiles.avx2);
#endif
  found.push_back(tiles.baseline);
  return found;
}

#if defined(__x86_64__)
constexpr Tiles<double> kDoubles = {baseline_double::kTile, avx2_double::kTile,
                                    avx512_double::kTile};
constexpr Tiles<float> kFloats = {baseline_float::kTile, avx2_float::kTile, avx512_float::kTile};
#else
constexpr Tiles<double> kDoubles = {baseline_double::kTile, {}, {}};
constexpr Tiles<float> kFloats = {baseline_float::kTile, {}, {}};
#endif

}  // namespace

template <>
std::vector<KernelTile<double>> supported_kernel_tiles<double>() {
  return supported(kDoubles);
}

template <>
std::vector<KernelTile<float>> supported_kernel_tiles<float>() {
  return supported(kFloats);
}

}  // namespace fairpca
