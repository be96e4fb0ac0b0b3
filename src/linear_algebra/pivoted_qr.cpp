// SPDX-License-Identifier: BSD-3-Clause
#include "linear_algebra/pivoted_qr.h"

#include <cmath>

#include <Eigen/QR>

namespace fairpca {

struct PivotedQr::Factors {
  Factors(const Matrix& matrix, std::optional<double> threshold) : qr(matrix) {
    if (threshold) qr.setThreshold(*threshold);
  }
  Eigen::ColPivHouseholderQR<Matrix> qr;
};

PivotedQr::PivotedQr(const Matrix& matrix, std::optional<double> threshold)
    : factors_(std::make_unique<const Factors>(matrix, threshold)) {}
PivotedQr::~PivotedQr() = default;

Index PivotedQr::rank() const {
  return factors_->qr.rank();
}

double PivotedQr::pivot(Index i) const {
  return std::abs(factors_->qr.matrixR()(i, i));
}

Matrix PivotedQr::first_columns(Index count) const {
  return factors_->qr.householderQ() * Matrix::Identity(factors_->qr.rows(), count);
}

Matrix PivotedQr::complement() const {
  const Matrix all = factors_->qr.householderQ();
  return all.rightCols(all.cols() - rank());
}

Vector PivotedQr::apply(const Vector& v) const {
  return factors_->qr.householderQ() * v;
}

Vector PivotedQr::apply_transposed(const Vector& v) const {
  return factors_->qr.householderQ().transpose() * v;
}

}  // namespace fairpca
