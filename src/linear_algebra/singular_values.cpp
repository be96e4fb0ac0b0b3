// SPDX-License-Identifier: BSD-3-Clause
#include "linear_algebra/singular_values.h"

#include <Eigen/SVD>

namespace fairpca {

Vector singular_values(const Matrix& matrix) {
  return Eigen::JacobiSVD<Matrix>(matrix).singularValues();
}

Matrix nearest_orthogonal(const Matrix& square) {
  const Eigen::JacobiSVD<Matrix> svd(square, Eigen::ComputeFullU | Eigen::ComputeFullV);
  return svd.matrixU() * svd.matrixV().transpose();
}

}  // namespace fairpca
