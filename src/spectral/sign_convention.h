// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "fairpca/matrix.h"

namespace fairpca {

/// Flips columns so that the entry of largest magnitude (the first of equals, to 1e-9) is positive.
void apply_sign_convention(Matrix& vectors);

}  // namespace fairpca
