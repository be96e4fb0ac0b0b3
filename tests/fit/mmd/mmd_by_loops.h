// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cmath>

#include "fairpca/matrix.h"

namespace fairpca {

/// The biased MMD^2 of two samples by the definition.
inline double mmd2_by_loops(const RowMatrix& a, const RowMatrix& b, double bandwidth) {
  const auto mean_kernel = [&](const RowMatrix& x, const RowMatrix& y) {
    double sum = 0;
    for (Index i = 0; i < x.rows(); ++i) {
      for (Index j = 0; j < y.rows(); ++j) {
        sum += std::exp(-(x.row(i) - y.row(j)).squaredNorm() / (2 * bandwidth * bandwidth));
      }
    }
    return sum / static_cast<double>(x.rows() * y.rows());
  };
  return mean_kernel(a, a) + mean_kernel(b, b) - 2 * mean_kernel(a, b);
}

}  // namespace fairpca
