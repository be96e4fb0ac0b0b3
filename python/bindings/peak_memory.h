// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>

#include <sys/resource.h>

namespace fairpca::python {

/// The most memory this process has held so far, for RunCosts.
inline std::uint64_t peak_memory_bytes() {
  rusage usage = {};
  getrusage(RUSAGE_SELF, &usage);
  return static_cast<std::uint64_t>(usage.ru_maxrss) * 1024;
}

}  // namespace fairpca::python
