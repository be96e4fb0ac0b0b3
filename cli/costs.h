// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>

#include "rows/stopwatch.h"

namespace fairpca::cli {

/// The most memory this process has held so far.
std::uint64_t peak_memory_bytes();

}  // namespace fairpca::cli
