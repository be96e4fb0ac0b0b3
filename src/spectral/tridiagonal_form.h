// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "spectral/eigenpairs.h"

namespace fairpca {

/// A symmetric p x p matrix as A = Q T Q', Q orthogonal and T tridiagonal: a quarter of the work of
/// all eigenpairs, after which x = (s I - A)^-1 b costs O(p) flops for any number s.
class TridiagonalForm {
 public:
  /// Reads the lower triangle.
  explicit TridiagonalForm(Matrix symmetric);

  /// Q'B and Q B.
  void rotate(Matrix& columns) const { multiply("T", columns); }
  void rotate_back(Matrix& columns) const { multiply("N", columns); }

  double smallest_eigenvalue() const;

  /// Eigenpairs of T (not of A) with least < eigenvalue <= most, in any order.
  Eigenpairs between(double least, double most) const;

  /// (shift I - T)^-1 applied to every row of `rows`, K x p.
  Matrix solve_rows(double shift, Matrix rows) const;

 private:
  void multiply(const char* transposed, Matrix& columns) const;

  double unit_;  ///< a power of two: LAPACK's bisection squares elements, which could underflow
  Matrix reflectors_;
  Vector factors_;           ///< of the reflectors
  Vector diagonal_, below_;  ///< of T / unit_
};

}  // namespace fairpca
