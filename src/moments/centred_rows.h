// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <functional>
#include <memory>

#include "fairpca/moments/moments.h"
#include "moments/row_differences.h"

namespace fairpca {

/// Adds rows of wide tables to moments, some hundred at a time, in one buffer.
///
/// A slab of rows is copied, centred about its own mean and multiplied by the roots of the weights;
/// one more row accounts for the difference between its mean and that of the rows before
/// (RowTotals::join).  Centring and squaring are cut by columns, at places that depend on their
/// number alone, so `threads` does not change a bit of the result.
class CentredRows {
 public:
  /// Rows squared together, with the row of corrections: enough that reading and writing the
  /// scatter matrix costs little beside squaring them, few enough to stay in the cache.
  static constexpr Index kRows = 512;

  /// Throws InvalidArgument for numbers that are not finite; Stopped, `moments` half done, when
  /// `stop_wanted` says so, which it must do again once it has.
  void add(const RowSelection& from, Moments& moments, int threads,
           const std::function<bool()>& stop_wanted = {});

 private:
  void reserve(Index cols, Index rows);
  void centre(Index begin, Index end);
  void square(Moments& moments, int threads, const std::function<bool()>& stop_wanted);

  Index cols_ = 0, rows_ = 0, capacity_ = 0;
  std::unique_ptr<double[]> buffer_;  // row-major, capacity_ x cols_
  RowDifferences differences_{0};
};

}  // namespace fairpca
