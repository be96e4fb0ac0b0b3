// SPDX-License-Identifier: BSD-3-Clause
#include "fairpca/rows/finite_output.h"

#include <cmath>
#include <utility>

#include <fmt/format.h>

#include "fairpca/error.h"
#include "rows/block_columns.h"
#include "rows/message_text.h"

namespace fairpca {

RowMatrix require_finite_output(RowMatrix numbers, const RowBlock& block,
                                const std::function<std::string(Index)>& name, double largest) {
  for (Index row = 0; row < numbers.rows(); ++row) {
    for (Index col = 0; col < numbers.cols(); ++col) {
      if (std::abs(numbers(row, col)) <= largest) continue;
      throw InvalidArgument(fmt::format(
          "{}: {} would be {}, beyond the largest number there is ({:.2g}); the row's cells are "
          "too large for this model: correct them or leave the row out",
          place_of(block, row), in_quotes(name(col)), numbers(row, col), largest));
    }
  }
  return numbers;
}

}  // namespace fairpca
