// SPDX-License-Identifier: BSD-3-Clause
#include "moments/centring_kernel.h"

namespace fairpca {
namespace {

namespace centring_baseline {
#define CENTRING_TARGET
#define CENTRING_LANES 2
#include "moments/centring_kernel.inc"
}  // namespace centring_baseline

#if defined(__x86_64__)
namespace centring_avx2 {
#define CENTRING_TARGET __attribute__((target("avx2,fma")))
#define CENTRING_LANES 4
#include "moments/centring_kernel.inc"
}  // namespace centring_avx2

namespace centring_avx512 {
#define CENTRING_TARGET __attribute__((target("avx512f,avx2,fma")))
#define CENTRING_LANES 8
#include "moments/centring_kernel.inc"
}  // namespace centring_avx512
#endif

}  // namespace

std::vector<const CentringKernel*> supported_centring_kernels() {
  std::vector<const CentringKernel*> kernels;
#if defined(__x86_64__)
  const bool has_avx2 = __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma");
  if (has_avx2 && __builtin_cpu_supports("avx512f")) kernels.push_back(&centring_avx512::kKernel);
  if (has_avx2) kernels.push_back(&centring_avx2::kKernel);
#endif
  kernels.push_back(&centring_baseline::kKernel);
  return kernels;
}

namespace {

// Not at its first use, as the tile kernel.
const CentringKernel* const kBestCentringKernel = supported_centring_kernels().front();

}  // namespace

const CentringKernel& best_centring_kernel() {
  return *kBestCentringKernel;
}

}  // namespace fairpca
