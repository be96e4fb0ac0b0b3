// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "fairpca/kernels/kernel_sums.h"

namespace fairpca {

/// Sums of the Laplace kernel: every pair twice, a row's sums by one thread.
///
/// The kernel has a kink where two rows agree in a coordinate; there gradient() takes the mean of
/// the slopes on both sides, 0.  Memory: rows x cells x (coordinates + 1) numbers.
class LaplaceKernelSums final : public KernelSums {
 public:
  LaplaceKernelSums(CellRows cells, const KernelOptions& options);

  Matrix gram_sums(const RowMatrix& points, bool keep) override;
  RowMatrix gradient(const Matrix& contrast) const override;
  std::string reason() const override;

 private:
  void sum_row(const Matrix& scaled, Index row, bool keep);

  CellRows cells_;
  KernelOptions options_;
  Matrix sums_;                 ///< rows x cells: of w_j k(z_i, z_j) over the rows j of a cell
  std::vector<Matrix> slopes_;  ///< per coordinate: the same of w_j k(z_i, z_j) sign(z_i - z_j)
};

}  // namespace fairpca
