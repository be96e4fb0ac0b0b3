// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>

namespace fairpca {

/// The most memory this process has held so far, for RunCosts.
std::uint64_t peak_memory_bytes();

}  // namespace fairpca
