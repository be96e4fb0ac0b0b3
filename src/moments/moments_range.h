// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "fairpca/moments/moments.h"
#include "fairpca/rows/encoding.h"

namespace fairpca {

/// Throws InvalidArgument, naming the column, for numbers so large that their squares overflow.
void require_finite(const Moments& moments, const Encoding& encoding);

/// Throws InvalidArgument naming the first column whose second moment, divided by the square of its
/// scale, is too large or not a number; `names` are those of the columns.
void require_finite(const Matrix& second_moment, const std::vector<std::string>& names,
                    const Vector& scale);

}  // namespace fairpca
