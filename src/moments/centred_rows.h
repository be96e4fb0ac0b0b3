// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <functional>
#include <memory>
#include <utility>
#include <vector>

#include "fairpca/moments/moments.h"
#include "moments/row_differences.h"

namespace fairpca {

/// Rows copied, centred and scaled so that their squares add up to a scatter matrix.
///
/// Rows are centred in buffers, each about its own mean, and multiplied by the roots of their
/// weights.  Rows of corrections (RowTotals::join) account for the differences between the buffers.
class CentredRows {
 public:
  /// Rows centred together: few enough to stay in cache between two passes over them.
  static constexpr Index kBufferRows = 256;

  /// Rows first..first+count of `from`.  Throws InvalidArgument for numbers that are not finite.
  CentredRows(const RowSelection& from, Index first, Index count);

  Index count() const { return totals_.count; }

  /// The same rows seen in more columns; new ones hold zeros.  `position` as in Moments::spread.
  CentredRows spread(Index cols, const std::vector<Index>& position) const;

  /// Adds each set of rows to the moments beside it, which may hold other rows already.  The work
  /// is cut by sets and by columns of the result, so `threads` does not change a bit of it.  Throws
  /// Stopped, the moments half done, when `stop_wanted` says so,
  /// which it must do again once it has.
  using Addition = std::pair<CentredRows*, Moments*>;
  static void add_all(const std::vector<Addition>& additions, int threads,
                      const std::function<bool()>& stop_wanted = {});

 private:
  CentredRows(Index cols, Index capacity);
  void append(const RowSelection& from, Index first, Index count, RowDifferences& differences);
  double* next_row() { return rows_.get() + used_ * cols_; }

  Index cols_ = 0, used_ = 0, capacity_ = 0;
  std::unique_ptr<double[]> rows_;  // row-major, capacity_ x cols_
  RowTotals totals_;
};

}  // namespace fairpca
