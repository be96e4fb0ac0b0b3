// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>

namespace fairpca {

/// Size of a work buffer of OpenBLAS: its BUFFER_SIZE, 32 << 22 on 64-bit systems.  Pages never
/// written to take no memory.
inline constexpr std::size_t kBlasBufferBytes = std::size_t{32} << 22;

}  // namespace fairpca
