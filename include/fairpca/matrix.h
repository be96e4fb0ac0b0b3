// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <Eigen/Core>

#if EIGEN_MAX_ALIGN_BYTES != 64
#error \
    "link to the CMake target fairpca::fairpca: it sets EIGEN_MAX_ALIGN_BYTES=64 for its users, \
so that matrices can cross between code built for different instruction sets"
#endif

namespace fairpca {

using Index = Eigen::Index;
using Vector = Eigen::VectorXd;
using Matrix = Eigen::MatrixXd;
using RowMatrix = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;

/// Read-only view of n x p numbers owned by somebody else: double or float, any strides.
///
/// Converts from any dense Eigen object whose elements lie in memory, so matrices, blocks and maps
/// can be passed where rows are wanted; no element is copied.
class RowsRef {
 public:
  RowsRef() = default;
  RowsRef(const double* data, Index rows, Index cols, Index row_stride, Index col_stride)
      : doubles_(data),
        rows_(rows),
        cols_(cols),
        row_stride_(row_stride),
        col_stride_(col_stride) {}
  RowsRef(const float* data, Index rows, Index cols, Index row_stride, Index col_stride)
      : floats_(data), rows_(rows), cols_(cols), row_stride_(row_stride), col_stride_(col_stride) {}

  template <class Derived>
  RowsRef(const Eigen::MatrixBase<Derived>& dense)  // NOLINT(google-explicit-constructor)
      : RowsRef(dense.derived().data(), dense.rows(), dense.cols(), dense.derived().rowStride(),
                dense.derived().colStride()) {}

  Index rows() const { return rows_; }
  Index cols() const { return cols_; }
  Index row_stride() const { return row_stride_; }
  Index col_stride() const { return col_stride_; }

  /// The first element, or null when the elements are of the other type.
  const double* doubles() const { return doubles_; }
  const float* floats() const { return floats_; }

  double operator()(Index row, Index col) const {
    const Index at = row * row_stride_ + col * col_stride_;
    return doubles_ != nullptr ? doubles_[at] : static_cast<double>(floats_[at]);
  }

  /// `count` rows from `first` on, still a view.
  RowsRef middle_rows(Index first, Index count) const {
    RowsRef part = *this;
    part.rows_ = count;
    if (doubles_ != nullptr) part.doubles_ += first * row_stride_;
    if (floats_ != nullptr) part.floats_ += first * row_stride_;
    return part;
  }

  /// Writes row `row` to out[0..cols).
  void copy_row(Index row, double* out) const {
    for (Index col = 0; col < cols_; ++col) out[col] = (*this)(row, col);
  }

 private:
  const double* doubles_ = nullptr;
  const float* floats_ = nullptr;
  Index rows_ = 0, cols_ = 0, row_stride_ = 0, col_stride_ = 1;
};

}  // namespace fairpca
