// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <functional>
#include <vector>

#include "fairpca/moments/moments.h"
#include "moments/rank_update.h"
#include "moments/row_differences.h"

namespace fairpca {

/// Adds rows to moments, some hundred at a time, in one buffer.
///
/// A slab of rows is written centred about its own mean and multiplied by the roots of the weights;
/// one more row accounts for the difference between its mean and that of the rows before
/// (RowTotals::join).  What is written lies as the tile kernel wants them, which takes the place of
/// what a matrix product would copy; without a kernel BLAS squares them.  Centring and squaring are
/// cut by columns, where no cut changes a bit of the result: neither does `threads`.
class CentredRows {
 public:
  /// Rows of wide tables squared together, with the row of corrections: enough that reading and
  /// writing the scatter matrix costs little beside squaring them, few enough to stay in the cache.
  static constexpr Index kRows = 512;

  /// `kernel` may be null.
  explicit CentredRows(const TileKernel* kernel = best_tile_kernel()) : kernel_(kernel) {}

  /// Throws InvalidArgument for numbers that are not finite; Stopped, `moments` half done, when
  /// `stop_wanted` says so, which it must do again once it has.
  void add(const RowSelection& from, Moments& moments, int threads,
           const std::function<bool()>& stop_wanted = {});

 private:
  void reserve(Index cols, Index rows);
  void clear_padding();
  void append(const Vector& row);
  void square(Matrix& scatter, int threads, const std::function<bool()>& stop_wanted);
  template <class Part>
  void square_parts(std::size_t count, int threads, const std::function<bool()>& stop_wanted,
                    const Part& part);

  const TileKernel* kernel_;
  Index cols_ = 0, rows_ = 0;
  Vector buffer_;  // aligned: numbers that cross lines of the cache took a quarter longer to square
  Panels panels_;  // in the buffer
  std::vector<TileBlock> blocks_;
  RowDifferences differences_{0};
  Vector correction_;
};

}  // namespace fairpca
