// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <optional>

#include "fairpca/matrix.h"

/// Decompositions that tests compare with: Eigen's, called here and nowhere in between, so that no
/// test measures the library by itself.  Compiled once for all test programs.
namespace fairpca::dense {

struct SymmetricPairs {
  Vector values;  ///< smallest first
  Matrix vectors;
};
SymmetricPairs eigenpairs(const Matrix& symmetric);
/// Smallest first.
Vector eigenvalues(const Matrix& symmetric);
/// The eigenvectors of the d largest eigenvalues, the largest last.
Matrix largest_vectors(const Matrix& symmetric, Index d);

using WideVector = Eigen::Matrix<long double, Eigen::Dynamic, 1>;
/// In extended precision, smallest first.
WideVector wide_eigenvalues(const Matrix& symmetric);

/// Q of Q R: as many columns as the matrix, or all.
Matrix thin_q(const Matrix& matrix);
Matrix full_q(const Matrix& matrix);
/// U V' of the singular value decomposition.
Matrix polar(const Matrix& matrix);

Matrix inverse(const Matrix& square);
double determinant(const Matrix& square);
/// By full pivoting; nothing where the matrix is singular.
std::optional<Vector> solve(const Matrix& square, const Vector& right);
/// The same; some solution where the matrix is singular.
Vector solve_anyhow(const Matrix& square, const Vector& right);

/// The lower triangular L of A = L L', and L^-1 B.
Matrix cholesky(const Matrix& positive_definite);
Matrix solve_lower(const Matrix& lower, const Matrix& right);

}  // namespace fairpca::dense
