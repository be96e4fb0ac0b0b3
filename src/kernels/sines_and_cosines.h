// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>

namespace fairpca {

/// sin(2 pi t) and cos(2 pi t) of `count` numbers |t| < 2^50, to 1e-15; several at a time, by the
/// widest registers this processor has.  The results may differ in the last bits between
/// processors.
void sines_and_cosines(const double* turns, std::ptrdiff_t count, double* sines, double* cosines);

}  // namespace fairpca
