// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <functional>
#include <limits>
#include <string>

#include "fairpca/rows/row_block.h"

namespace fairpca {

/// `numbers`, computed from the rows of `block`, one row each.  Throws InvalidArgument, with the
/// row's place and `name(column)`, for one that is not a number or beyond `largest`.
RowMatrix require_finite_output(RowMatrix numbers, const RowBlock& block,
                                const std::function<std::string(Index)>& name,
                                double largest = std::numeric_limits<double>::max());

}  // namespace fairpca
