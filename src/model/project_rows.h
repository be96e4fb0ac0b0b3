// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>

namespace fairpca {

/// Instructions a kernel may use; which of them this processor has is asked at run time.
enum class InstructionSet { kBaseline, kAvx2, kAvx512 };
bool is_supported(InstructionSet set);
InstructionSet best_instruction_set();

/// `rows` x `cols` numbers, double or float (the other pointer is null), any strides.
struct StridedRows {
  const double* doubles = nullptr;
  const float* floats = nullptr;
  std::ptrdiff_t rows = 0, cols = 0, row_stride = 0, col_stride = 0;
};

/// x -> add + weights' (x - subtract).
struct AffineMap {
  const double* subtract = nullptr;  ///< one per column
  const double* weights = nullptr;   ///< cols x outputs, row-major
  const double* add = nullptr;       ///< one per output
  std::ptrdiff_t outputs = 0;
};

/// Maps every row; `out` is rows x outputs, row-major.
///
/// Each output is a sum over the columns in an order that depends on the numbers of columns and of
/// outputs alone: cutting the rows elsewhere, or another layout of the same numbers, gives the same
/// bits.  Other instruction sets may give other bits (they add in another order).
void project_rows(const StridedRows& rows, const AffineMap& map, double* out, InstructionSet set);

}  // namespace fairpca
