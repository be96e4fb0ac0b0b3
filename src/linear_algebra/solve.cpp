// SPDX-License-Identifier: BSD-3-Clause
#include "linear_algebra/solve.h"

#include <Eigen/LU>

namespace fairpca {

Cholesky::Cholesky(const Matrix& positive_definite) : factor_(positive_definite) {}

bool Cholesky::succeeded() const {
  return factor_.info() == Eigen::Success;
}

double Cholesky::log_determinant() const {
  return 2 * factor_.matrixLLT().diagonal().array().log().sum();
}

Matrix Cholesky::lower() const {
  return factor_.matrixL();
}

Matrix Cholesky::inverse() const {
  return factor_.solve(Matrix::Identity(factor_.rows(), factor_.rows()));
}

Vector Cholesky::solve(const Vector& right) const {
  return factor_.solve(right);
}

Matrix Cholesky::solve(const Matrix& right) const {
  return factor_.solve(right);
}

Matrix Cholesky::solve_rows(const Matrix& rows) const {
  return factor_.solve(rows.transpose()).transpose();
}

Vector Cholesky::solve_lower(const Vector& right) const {
  return factor_.matrixL().solve(right);
}

Matrix Cholesky::solve_lower(const Matrix& right) const {
  return factor_.matrixL().solve(right);
}

Vector Cholesky::solve_upper(const Vector& right) const {
  return factor_.matrixU().solve(right);
}

Vector solve_symmetric(const Matrix& symmetric, const Vector& right) {
  return symmetric.ldlt().solve(right);
}

Vector solve_square(const Matrix& square, const Vector& right) {
  return square.partialPivLu().solve(right);
}

}  // namespace fairpca
