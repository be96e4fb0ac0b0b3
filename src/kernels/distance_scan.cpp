// SPDX-License-Identifier: BSD-3-Clause
#include "kernels/distance_scan.h"

#include <limits>

namespace fairpca {
namespace {

namespace scan_baseline {
#define SCAN_TARGET
#define SCAN_LANES 2
#include "kernels/distance_scan.inc"
}  // namespace scan_baseline

#if defined(__x86_64__)
namespace scan_avx2 {
#define SCAN_TARGET __attribute__((target("avx2")))
#define SCAN_LANES 4
#include "kernels/distance_scan.inc"
}  // namespace scan_avx2

namespace scan_avx512 {
#define SCAN_TARGET __attribute__((target("avx512f,avx512dq,avx2")))
#define SCAN_LANES 8
#include "kernels/distance_scan.inc"
}  // namespace scan_avx512
#endif

}  // namespace

std::vector<const DistanceScan*> supported_distance_scans() {
  std::vector<const DistanceScan*> scans;
#if defined(__x86_64__)
  const bool has_avx2 = __builtin_cpu_supports("avx2");
  if (has_avx2 && __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512dq")) {
    scans.push_back(&scan_avx512::kScan);
  }
  if (has_avx2) scans.push_back(&scan_avx2::kScan);
#endif
  scans.push_back(&scan_baseline::kScan);
  return scans;
}

namespace {

// Not at its first use, as the tile kernel.
const DistanceScan* const kBestDistanceScan = supported_distance_scans().front();

}  // namespace

const DistanceScan& best_distance_scan() {
  return *kBestDistanceScan;
}

}  // namespace fairpca
