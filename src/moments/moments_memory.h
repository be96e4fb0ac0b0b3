// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <cstdint>

#include "fairpca/rows/encoding.h"

namespace fairpca {

/// Bytes this process may use: the machine's memory, or less where the system says so (ulimit -v,
/// control groups).
std::uint64_t memory_limit();

/// Bytes of the moments of `cells` cells in `columns` columns, and of a fit from them: two p x p
/// matrices per cell and three more.
double moments_memory(double columns, double cells);

/// Throws InvalidArgument, with the number of columns, the one of the most levels, the memory and
/// the way out, where that is more than memory_limit().
void check_moments_memory(const Encoding& encoding, std::size_t cells);

}  // namespace fairpca
