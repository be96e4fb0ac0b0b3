// SPDX-License-Identifier: BSD-3-Clause
#include "costs.h"

#include <sys/resource.h>

namespace fairpca::cli {

std::uint64_t peak_memory_bytes() {
  rusage usage = {};
  getrusage(RUSAGE_SELF, &usage);
  return static_cast<std::uint64_t>(usage.ru_maxrss) * 1024;
}

}  // namespace fairpca::cli
