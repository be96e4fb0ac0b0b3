// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "fairpca/kernels/kernel_sums.h"
#include "kernels/kernel_tile.h"

namespace fairpca {

/// Visits every pair once.  Rows are padded cell by cell and cut into strips, by their number
/// alone; a strip is worked on by one thread and keeps sums of its own, which are added in order.
template <class Scalar>
class TiledKernelSums final : public KernelSums {
 public:
  TiledKernelSums(CellRows cells, const KernelOptions& options,
                  KernelTile<Scalar> tile = supported_kernel_tiles<Scalar>().front());

  Matrix gram_sums(const RowMatrix& points, bool keep) override;
  RowMatrix gradient(const Matrix& contrast) const override;
  std::string reason() const override;
  /// Those visited in a pass, padding included: many times the rows' own where cells are small.
  double pairs() const;

 private:
  /// Aligned for the widest registers, as rows are padded.
  using Numbers = Eigen::Array<Scalar, Eigen::Dynamic, 1>;
  struct Strip {
    Index cell = 0, begin = 0, end = 0;  ///< padded rows
  };
  /// What one strip adds: sums of k z for each coordinate of z, if wanted, and last of k.
  struct StripSums {
    Index columns = 1;
    Matrix row_side;  ///< strip rows x (cells * columns)
    Matrix col_side;  ///< padded rows from the strip on x columns; empty if k alone is wanted
    double total(Index cell) const { return row_side.col((cell + 1) * columns - 1).sum(); }
  };
  struct Work;

  void cut_strips();
  Index rows_end(Index cell) const;  ///< padded no further than rows of a tile need it
  void place(const RowMatrix& points);
  void place_point(Index row, Index padded_row);
  bool is_far(double factor) const;
  Index first_of(Index padded_row) const;
  StripSums sum_strip(const Strip& strip, bool keep) const;
  /// The rows of a block, from `begin` on, with those of another cell or, in its own, the later.
  void sum_block(const Strip& strip, Index begin, Index other, Work& work, StripSums& sums) const;
  void place_rows(TilePoints<Scalar>& at, Index row, Index end) const;
  void place_cols(TilePoints<Scalar>& at, Index col, Index end) const;
  void add(const Strip& strip, const StripSums& sums);

  CellRows cells_;
  KernelOptions options_;
  KernelTile<Scalar> tile_;
  std::vector<Index> padded_begin_;  ///< per cell
  std::vector<Strip> strips_;
  Index coordinates_ = 0;
  bool far_ = true, near_ = false;
  double unit_ = 1;               ///< of points_
  Numbers points_;                ///< padded, in blocks of kTilePadding rows
  std::vector<double> largest_;   ///< weight per cell
  Vector log_weights_;            ///< of weights over the largest of their cell, padded
  Numbers tile_log_weights_;      ///< less |z|^2 / 2, where `near_`
  std::vector<Matrix> products_;  ///< per cell: padded rows x (coordinates + 1)
  RowMatrix given_;
};

extern template class TiledKernelSums<double>;
extern template class TiledKernelSums<float>;

}  // namespace fairpca
