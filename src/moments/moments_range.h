// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "fairpca/moments/moments.h"
#include "fairpca/rows/encoding.h"

namespace fairpca {

/// Throws InvalidArgument, naming the column, for numbers so large that their squares overflow.
void require_finite(const Moments& moments, const Encoding& encoding);

}  // namespace fairpca
