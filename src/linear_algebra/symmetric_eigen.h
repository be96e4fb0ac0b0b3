// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "fairpca/matrix.h"

namespace fairpca {

/// A = vectors diag(values) vectors'.
struct SymmetricEigen {
  Vector values;   ///< smallest first
  Matrix vectors;  ///< orthonormal columns, in the order of the values
};

/// All eigenpairs of a small symmetric matrix; only its lower triangle is read.
SymmetricEigen symmetric_eigen(const Matrix& symmetric);

/// The eigenvalues alone, smallest first: faster, and equal to the others up to rounding.
Vector symmetric_eigenvalues(const Matrix& symmetric);

}  // namespace fairpca
