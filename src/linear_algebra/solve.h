// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <Eigen/Cholesky>

#include "fairpca/matrix.h"

namespace fairpca {

/// A = L L' for a symmetric positive definite A; only its lower triangle is read.
class Cholesky {
 public:
  explicit Cholesky(const Matrix& positive_definite);
  bool succeeded() const;  ///< false: A is not positive definite, and nothing below has a meaning
  double log_determinant() const;
  Matrix lower() const;    ///< L, zeros above its diagonal
  Matrix inverse() const;  ///< A^-1

  /// A^-1 b, A^-1 B, and B A^-1 for the rows of B.
  Vector solve(const Vector& right) const;
  Matrix solve(const Matrix& right) const;
  Matrix solve_rows(const Matrix& rows) const;
  /// L^-1 b, L^-1 B, L'^-1 b.
  Vector solve_lower(const Vector& right) const;
  Matrix solve_lower(const Matrix& right) const;
  Vector solve_upper(const Vector& right) const;

 private:
  Eigen::LLT<Matrix> factor_;
};

/// A^-1 b for a symmetric A, positive or negative semidefinite, by L D L'.
Vector solve_symmetric(const Matrix& symmetric, const Vector& right);

/// A^-1 b for a square A, by L U with partial pivoting.
Vector solve_square(const Matrix& square, const Vector& right);

}  // namespace fairpca
