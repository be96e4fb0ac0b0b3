// SPDX-License-Identifier: BSD-3-Clause
#include "linear_algebra/symmetric_eigen.h"

#include <Eigen/Eigenvalues>

namespace fairpca {

SymmetricEigen symmetric_eigen(const Matrix& symmetric) {
  const Eigen::SelfAdjointEigenSolver<Matrix> eigen(symmetric);
  return {eigen.eigenvalues(), eigen.eigenvectors()};
}

Vector symmetric_eigenvalues(const Matrix& symmetric) {
  return Eigen::SelfAdjointEigenSolver<Matrix>(symmetric, Eigen::EigenvaluesOnly).eigenvalues();
}

}  // namespace fairpca
