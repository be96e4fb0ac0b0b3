// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "fairpca/matrix.h"

namespace fairpca {

/// A = q r for A with at least as many rows as columns.
struct ThinQr {
  Matrix q;  ///< as large as A, orthonormal columns
  Matrix r;  ///< square, upper triangular; the diagonal may have either sign
};
ThinQr thin_qr(const Matrix& matrix);

/// The factor q of the above alone.
Matrix orthonormal_columns(const Matrix& matrix);

/// Orthonormal columns that complete those of a p x d matrix of full rank: p x (p - d).
Matrix orthogonal_complement(const Matrix& matrix);

/// y = columns * coefficients + rest, the rest orthogonal to all columns.
struct OrthogonalSplit {
  Vector coefficients;
  Vector rest;
};
/// The columns are linearly independent and at most as many as rows.
OrthogonalSplit orthogonal_split(const Matrix& columns, const Vector& y);

}  // namespace fairpca
