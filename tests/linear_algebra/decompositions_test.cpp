// SPDX-License-Identifier: BSD-3-Clause
#include <cmath>

#include <gtest/gtest.h>

#include "dense_oracles.h"
#include "linear_algebra/pivoted_qr.h"
#include "linear_algebra/qr.h"
#include "linear_algebra/singular_values.h"
#include "linear_algebra/solve.h"
#include "linear_algebra/symmetric_eigen.h"
#include "spectral/random_symmetric.h"

namespace fairpca {
namespace decompositions_test {

double distance_from_orthonormal(const Matrix& v) {
  return (v.transpose() * v - Matrix::Identity(v.cols(), v.cols())).norm();
}

/// Symmetric with eigenvalues 1 to p.
Matrix positive_definite(Index p, unsigned seed) {
  return rotated(Vector::LinSpaced(p, 1, static_cast<double>(p)), seed);
}

TEST(SymmetricEigenTest, PairsReproduceTheMatrixSmallestFirstFromItsLowerTriangle) {
  const Matrix a = rotated(Vector::LinSpaced(7, 3, -2), 1);
  Matrix lower = a;
  lower(0, 6) = 100;
  const SymmetricEigen eigen = symmetric_eigen(lower);
  EXPECT_LT((eigen.values - Vector::LinSpaced(7, -2, 3)).norm(), 1e-13);
  EXPECT_LT(distance_from_orthonormal(eigen.vectors), 1e-13);
  EXPECT_LT((eigen.vectors * eigen.values.asDiagonal() * eigen.vectors.transpose() - a).norm(),
            1e-13);
  EXPECT_LT((symmetric_eigenvalues(lower) - eigen.values).norm(), 1e-13);
}

TEST(QrTest, ThinFactorsReproduceTheMatrix) {
  const Matrix a = random_matrix(9, 4, 2);
  const ThinQr qr = thin_qr(a);
  EXPECT_LT((qr.q * qr.r - a).norm(), 1e-13);
  EXPECT_LT(distance_from_orthonormal(qr.q), 1e-13);
  for (Index col = 0; col < 4; ++col) {
    for (Index row = col + 1; row < 4; ++row) EXPECT_EQ(qr.r(row, col), 0);
  }
  EXPECT_EQ(orthonormal_columns(a), qr.q);
}

TEST(QrTest, TheComplementHoldsWhatTheColumnsLeaveOut) {
  const Matrix a = random_matrix(9, 4, 3);
  const Matrix complement = orthogonal_complement(a);
  ASSERT_EQ(complement.cols(), 5);
  EXPECT_LT(distance_from_orthonormal(complement), 1e-13);
  EXPECT_LT((complement.transpose() * a).norm(), 1e-13);
}

TEST(QrTest, ASplitAddsUpToTheVectorAndItsRestIsOrthogonalToTheColumns) {
  for (const Index columns : {1, 4, 9}) {
    const Matrix a = random_matrix(9, columns, 4);
    const Vector y = random_matrix(9, 1, 5);
    const OrthogonalSplit split = orthogonal_split(a, y);
    EXPECT_LT((a * split.coefficients + split.rest - y).norm(), 1e-12);
    EXPECT_LT((a.transpose() * split.rest).norm(), 1e-12);
  }
}

TEST(PivotedQrTest, RankBasisAndComplementOfDependentColumns) {
  Matrix a = random_matrix(8, 5, 6);
  a.col(3) = a.col(0) - a.col(1);
  a.col(4) = 2 * a.col(2) + 1e-9 * a.col(4);
  EXPECT_EQ(PivotedQr(a).rank(), 4);
  const PivotedQr qr(a, 1e-6);
  ASSERT_EQ(qr.rank(), 3);
  for (Index i = 1; i < 5; ++i) EXPECT_LE(qr.pivot(i), qr.pivot(i - 1));
  const Matrix basis = qr.first_columns(3), complement = qr.complement();
  ASSERT_EQ(complement.cols(), 5);
  Matrix all(8, 8);
  all << basis, complement;
  EXPECT_LT(distance_from_orthonormal(all), 1e-13);
  EXPECT_LT((complement.transpose() * a).norm(), 1e-7);
  const Vector v = random_matrix(8, 1, 7);
  EXPECT_LT((qr.apply(v) - all * v).norm(), 1e-13);
  EXPECT_LT((qr.apply_transposed(v) - all.transpose() * v).norm(), 1e-13);
}

TEST(SingularValuesTest, AreTheRootsOfTheEigenvaluesOfTheSquare) {
  const Matrix a = random_matrix(6, 4, 8);
  const Vector squares = dense::eigenvalues(a.transpose() * a).reverse();
  EXPECT_LT((singular_values(a) - squares.cwiseSqrt()).norm(), 1e-13);
}

TEST(SingularValuesTest, TheNearestOrthogonalMatrixLeavesASymmetricPositiveFactor) {
  const Matrix a = random_matrix(5, 5, 9);
  const Matrix nearest = nearest_orthogonal(a);
  EXPECT_LT(distance_from_orthonormal(nearest), 1e-13);
  const Matrix factor = nearest.transpose() * a;
  EXPECT_LT((factor - factor.transpose()).norm(), 1e-13);
  EXPECT_GT(dense::eigenvalues(factor)(0), 0);
}

TEST(SolveTest, CholeskySolvesWithTheMatrixAndWithItsFactor) {
  const Matrix a = positive_definite(6, 10), right = random_matrix(6, 3, 11);
  const Vector column = right.col(0);
  const Cholesky factor(a);
  ASSERT_TRUE(factor.succeeded());
  EXPECT_LT((a * factor.solve(column) - column).norm(), 1e-12);
  EXPECT_LT((a * factor.solve(right) - right).norm(), 1e-12);
  const Matrix rows = right.transpose();
  EXPECT_LT((factor.solve_rows(rows) * a - rows).norm(), 1e-12);
  const Matrix lower = dense::cholesky(a);
  EXPECT_LT((lower * factor.solve_lower(column) - column).norm(), 1e-12);
  EXPECT_LT((lower * factor.solve_lower(right) - right).norm(), 1e-12);
  EXPECT_LT((lower.transpose() * factor.solve_upper(column) - column).norm(), 1e-12);
  EXPECT_NEAR(factor.log_determinant(), std::log(720.0), 1e-12);
}

TEST(SolveTest, CholeskyOfAnIndefiniteMatrixDoesNotSucceed) {
  EXPECT_FALSE(Cholesky(rotated(Vector::LinSpaced(4, -1, 2), 12)).succeeded());
}

TEST(SolveTest, SymmetricAndSquareSystemsAreSolved) {
  const Vector right = random_matrix(6, 1, 13);
  const Matrix symmetric = -positive_definite(6, 14), square = random_matrix(6, 6, 15);
  EXPECT_LT((symmetric * solve_symmetric(symmetric, right) - right).norm(), 1e-12);
  EXPECT_LT((square * solve_square(square, right) - right).norm(), 1e-11);
}

}  // namespace decompositions_test
}  // namespace fairpca
