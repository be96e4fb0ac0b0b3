// SPDX-License-Identifier: BSD-3-Clause
#include "rows/finite.h"

#include <bit>
#include <cmath>
#include <cstdint>

namespace fairpca {
namespace {

/// The exponent of NaN and infinity is all ones: adding one to its last bit carries into the sign
/// bit for those and for nothing else.  And, add, or: what every vector unit has.
bool run_is_finite(const double* data, Index count) {
  constexpr std::uint64_t kExponent = 0x7ff0'0000'0000'0000, kOne = 0x0010'0000'0000'0000;
  std::uint64_t carries = 0;
  for (Index i = 0; i < count; ++i) {
    carries |= (std::bit_cast<std::uint64_t>(data[i]) & kExponent) + kOne;
  }
  return carries >> 63 == 0;
}

bool run_is_finite(const float* data, Index count) {
  constexpr std::uint32_t kExponent = 0x7f80'0000, kOne = 0x0080'0000;
  std::uint32_t carries = 0;
  for (Index i = 0; i < count; ++i) {
    carries |= (std::bit_cast<std::uint32_t>(data[i]) & kExponent) + kOne;
  }
  return carries >> 31 == 0;
}

template <class Number>
bool runs_are_finite(const Number* data, Index runs, Index length, Index stride) {
  if (stride == length) return run_is_finite(data, runs * length);
  for (Index i = 0; i < runs; ++i) {
    if (!run_is_finite(data + i * stride, length)) return false;
  }
  return true;
}

template <class Number>
bool all_finite_at(const Number* data, const RowsRef& rows) {
  if (rows.col_stride() == 1) {
    return runs_are_finite(data, rows.rows(), rows.cols(), rows.row_stride());
  }
  if (rows.row_stride() == 1) {
    return runs_are_finite(data, rows.cols(), rows.rows(), rows.col_stride());
  }
  for (Index row = 0; row < rows.rows(); ++row) {
    for (Index col = 0; col < rows.cols(); ++col) {
      if (!std::isfinite(data[row * rows.row_stride() + col * rows.col_stride()])) return false;
    }
  }
  return true;
}

}  // namespace

bool all_within(const RowMatrix& numbers, double largest) {
  Index within = 0;  // counted, so that the loop has no branch
  for (Index i = 0; i < numbers.size(); ++i) within += std::abs(numbers.data()[i]) <= largest;
  return within == numbers.size();
}

bool all_finite(const RowsRef& rows) {
  if (rows.rows() == 0 || rows.cols() == 0) return true;
  return rows.doubles() != nullptr ? all_finite_at(rows.doubles(), rows)
                                   : all_finite_at(rows.floats(), rows);
}

}  // namespace fairpca
