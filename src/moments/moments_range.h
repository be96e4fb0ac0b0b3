// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "fairpca/moments/moments.h"
#include "fairpca/rows/encoding.h"
#include "moments/row_differences.h"

namespace fairpca {

/// Sets s_jj to the smallest normal number where squares of column j of the n rows underflowed:
/// s_jj = 0 then means a constant column, and s_ij^2 <= s_ii s_jj holds.
void mark_varying(const Panels& rows, Index n, Matrix& scatter);

/// Throws InvalidArgument, naming the column, for numbers so large that their squares overflow.
void require_finite(const Moments& moments, const Encoding& encoding);

/// Throws InvalidArgument naming the first column whose second moment, divided by the square of its
/// scale, is too large or not a number; `names` are those of the columns.
void require_finite(const Matrix& second_moment, const std::vector<std::string>& names,
                    const Vector& scale);

/// Throws InvalidArgument for weights so small that their squares underflow.
void require_weights(const Moments& moments);

/// Throws InvalidArgument, naming the column, where a column varies so little that the squares of
/// its differences underflow.
void require_variation(const Moments& moments, const Encoding& encoding);

}  // namespace fairpca
