// SPDX-License-Identifier: BSD-3-Clause
#include "linear_algebra/qr.h"

#include <Eigen/QR>

namespace fairpca {

ThinQr thin_qr(const Matrix& matrix) {
  const Index p = matrix.rows(), d = matrix.cols();
  const Eigen::HouseholderQR<Matrix> qr(matrix);
  return {qr.householderQ() * Matrix::Identity(p, d),
          qr.matrixQR().topRows(d).triangularView<Eigen::Upper>()};
}

Matrix orthonormal_columns(const Matrix& matrix) {
  return Eigen::HouseholderQR<Matrix>(matrix).householderQ() *
         Matrix::Identity(matrix.rows(), matrix.cols());
}

Matrix orthogonal_complement(const Matrix& matrix) {
  const Index p = matrix.rows(), d = matrix.cols();
  const Eigen::HouseholderQR<Matrix> qr(matrix);
  return (qr.householderQ() * Matrix::Identity(p, p)).rightCols(p - d);
}

OrthogonalSplit orthogonal_split(const Matrix& columns, const Vector& y) {
  const Index count = columns.cols();
  const Eigen::HouseholderQR<Matrix> qr(columns);
  Vector rotated = qr.householderQ().transpose() * y;
  OrthogonalSplit split;
  split.coefficients =
      qr.matrixQR().topRows(count).triangularView<Eigen::Upper>().solve(rotated.head(count));
  rotated.head(count).setZero();
  split.rest = qr.householderQ() * rotated;
  return split;
}

}  // namespace fairpca
