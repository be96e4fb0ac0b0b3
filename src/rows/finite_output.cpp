// SPDX-License-Identifier: BSD-3-Clause
#include "rows/finite_output.h"

#include <cmath>
#include <utility>

#include "rows/block_columns.h"
#include "rows/messages.h"

namespace fairpca {

RowMatrix require_finite_output(RowMatrix numbers, const RowBlock& block,
                                const std::function<std::string(Index)>& name, double largest) {
  for (Index row = 0; row < numbers.rows(); ++row) {
    for (Index col = 0; col < numbers.cols(); ++col) {
      if (std::abs(numbers(row, col)) <= largest) continue;
      reject(rows_message<"output-overflow">("place"_is(place_of(block, row)),
                                             "name"_is(Quoted{name(col)}),
                                             "value"_is(numbers(row, col)), "largest"_is(largest)));
    }
  }
  return numbers;
}

}  // namespace fairpca
