// SPDX-License-Identifier: BSD-3-Clause
#include "verify/eigenvalue_bounds.h"

#include <algorithm>
#include <limits>

#include "linear_algebra/symmetric_eigen.h"

namespace fairpca {

EigenvalueBounds::EigenvalueBounds(const Matrix& symmetric) : trace_(symmetric.trace()) {
  constexpr double kRounding = 4 * std::numeric_limits<double>::epsilon();
  const Index size = symmetric.rows();
  if (size == 0) return;
  const SymmetricEigen eigen = symmetric_eigen(symmetric);
  const Matrix& q = eigen.vectors;
  const Matrix rest = symmetric - q * eigen.values.asDiagonal() * q.transpose();
  const Matrix deviation = q.transpose() * q - Matrix::Identity(size, size);
  slack_ = rest.norm() + deviation.norm() * eigen.values.cwiseAbs().maxCoeff() +
           kRounding * symmetric.norm();
  values_ = eigen.values.reverse();
}

double EigenvalueBounds::upper_sum(Index d) const {
  const double by_eigenvalues = values_.head(d).sum() + static_cast<double>(d) * slack_;
  return d == values_.size() ? std::min(by_eigenvalues, trace_ + slack_) : by_eigenvalues;
}

double EigenvalueBounds::lower_sum(Index d) const {
  const double by_eigenvalues = values_.head(d).sum() - static_cast<double>(d) * slack_;
  return d == values_.size() ? std::max(by_eigenvalues, trace_ - slack_) : by_eigenvalues;
}

Vector EigenvalueBounds::upper(Index d) const {
  return values_.head(d).array() + slack_;
}

double top_sum_bound(const Matrix& symmetric, Index d) {
  return EigenvalueBounds(symmetric).upper_sum(d);
}

}  // namespace fairpca
