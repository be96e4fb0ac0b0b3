// SPDX-License-Identifier: BSD-3-Clause
#include "dense_oracles.h"

#include <Eigen/Cholesky>
#include <Eigen/Eigenvalues>
#include <Eigen/LU>
#include <Eigen/QR>
#include <Eigen/SVD>

namespace fairpca::dense {

SymmetricPairs eigenpairs(const Matrix& symmetric) {
  const Eigen::SelfAdjointEigenSolver<Matrix> eigen(symmetric);
  return {eigen.eigenvalues(), eigen.eigenvectors()};
}

Vector eigenvalues(const Matrix& symmetric) {
  return Eigen::SelfAdjointEigenSolver<Matrix>(symmetric, Eigen::EigenvaluesOnly).eigenvalues();
}

Matrix largest_vectors(const Matrix& symmetric, Index d) {
  return eigenpairs(symmetric).vectors.rightCols(d);
}

WideVector wide_eigenvalues(const Matrix& symmetric) {
  using Wide = Eigen::Matrix<long double, Eigen::Dynamic, Eigen::Dynamic>;
  return Eigen::SelfAdjointEigenSolver<Wide>(symmetric.cast<long double>(), Eigen::EigenvaluesOnly)
      .eigenvalues();
}

Matrix thin_q(const Matrix& matrix) {
  return full_q(matrix).leftCols(matrix.cols());
}

Matrix full_q(const Matrix& matrix) {
  return Eigen::HouseholderQR<Matrix>(matrix).householderQ();
}

Matrix polar(const Matrix& matrix) {
  const Eigen::JacobiSVD<Matrix> svd(matrix, Eigen::ComputeThinU | Eigen::ComputeThinV);
  return svd.matrixU() * svd.matrixV().transpose();
}

Matrix inverse(const Matrix& square) {
  return square.inverse();
}

double determinant(const Matrix& square) {
  return square.determinant();
}

std::optional<Vector> solve(const Matrix& square, const Vector& right) {
  const Eigen::FullPivLU<Matrix> lu(square);
  if (!lu.isInvertible()) return std::nullopt;
  return lu.solve(right);
}

Vector solve_anyhow(const Matrix& square, const Vector& right) {
  return Eigen::FullPivLU<Matrix>(square).solve(right);
}

Matrix cholesky(const Matrix& positive_definite) {
  return Eigen::LLT<Matrix>(positive_definite).matrixL();
}

Matrix solve_lower(const Matrix& lower, const Matrix& right) {
  return lower.triangularView<Eigen::Lower>().solve(right);
}

}  // namespace fairpca::dense
