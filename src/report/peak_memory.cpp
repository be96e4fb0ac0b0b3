// SPDX-License-Identifier: BSD-3-Clause
#include "report/peak_memory.h"

#include <fstream>
#include <string>

#include <sys/resource.h>

namespace fairpca {

std::uint64_t peak_memory_bytes() {
  // Where the system tells it, as ru_maxrss begins with the peak of the process that started us.
  std::ifstream status("/proc/self/status");
  for (std::string word; status >> word;) {
    std::uint64_t kilobytes = 0;
    if (word == "VmHWM:" && status >> kilobytes) return kilobytes * 1024;
  }
  rusage usage = {};
  getrusage(RUSAGE_SELF, &usage);
  return static_cast<std::uint64_t>(usage.ru_maxrss) * 1024;
}

}  // namespace fairpca
