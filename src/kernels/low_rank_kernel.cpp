// SPDX-License-Identifier: BSD-3-Clause
#include "kernels/low_rank_kernel.h"

#include <algorithm>
#include <cmath>

#include "kernels/kernel_entries.h"

namespace fairpca {

std::optional<Matrix> low_rank_kernel(const Matrix& points, Index max_rank, double tolerance,
                                      KernelFamily family) {
  const Index most = std::min(max_rank, points.rows());
  Matrix factor(points.rows(), most);
  Vector remainder = Vector::Ones(points.rows());
  for (Index k = 0;; ++k) {
    Index pivot = 0;
    const double largest = remainder.maxCoeff(&pivot);
    if (largest <= tolerance) return factor.leftCols(k);
    if (k == most) return std::nullopt;
    auto column = factor.col(k);
    kernel_entries(points, 0, points.row(pivot), family, column);
    column.noalias() -= factor.leftCols(k) * factor.row(pivot).head(k).transpose();
    column /= std::sqrt(largest);
    remainder = (remainder - column.cwiseAbs2()).cwiseMax(0.0);
    remainder(pivot) = 0;
  }
}

}  // namespace fairpca
