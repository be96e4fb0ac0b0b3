// SPDX-License-Identifier: BSD-3-Clause
#include "optimize/tie_rotation.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "linear_algebra/symmetric_eigen.h"

namespace fairpca {

std::optional<Matrix> tie_rotation(const Matrix& symmetric, Index q, double target) {
  const SymmetricEigen eigen = symmetric_eigen(symmetric);
  const Vector& s = eigen.values;
  const Matrix& u = eigen.vectors;
  const Index m = s.size(), swaps = std::min(q, m - q);
  double sum = s.head(q).sum();
  const double rounding =
      4 * std::numeric_limits<double>::epsilon() * static_cast<double>(m) * s.cwiseAbs().maxCoeff();
  if (target < sum - rounding || target > s.tail(q).sum() + rounding) return std::nullopt;
  Matrix frame = u.leftCols(q);
  for (Index k = 0; k < swaps; ++k) {
    const Index incoming = m - swaps + k;
    const double step = s(incoming) - s(k);
    if (sum + step < target) {
      frame.col(k) = u.col(incoming);
      sum += step;
      continue;
    }
    const double share = step > 0 ? std::clamp((target - sum) / step, 0.0, 1.0) : 0.0;
    frame.col(k) = std::sqrt(1 - share) * u.col(k) + std::sqrt(share) * u.col(incoming);
    break;
  }
  return frame;
}

Matrix extreme_frame(const Matrix& symmetric, Index q, bool largest) {
  const SymmetricEigen eigen = symmetric_eigen(symmetric);
  return largest ? eigen.vectors.rightCols(q) : eigen.vectors.leftCols(q);
}

}  // namespace fairpca
