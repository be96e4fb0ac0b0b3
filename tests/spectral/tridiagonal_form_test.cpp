// SPDX-License-Identifier: BSD-3-Clause
#include "spectral/tridiagonal_form.h"

#include <limits>

#include <gtest/gtest.h>

#include "dense_oracles.h"
#include "spectral/random_symmetric.h"

namespace fairpca {
namespace tridiagonal_form_test {

/// (shift I - A)^-1 B by way of the form.
Matrix solve(const TridiagonalForm& form, double shift, Matrix b) {
  form.rotate(b);
  b = form.solve_rows(shift, b.transpose()).transpose().eval();
  form.rotate_back(b);
  return b;
}

TEST(TridiagonalFormTest, RotatingThereAndBackChangesNothingAndKeepsLengths) {
  for (const Index p : {1, 2, 3, 17, 64}) {
    SCOPED_TRACE(p);
    const TridiagonalForm form(random_symmetric(p, 1));
    const Matrix columns = random_matrix(p, 5, 2);
    Matrix turned = columns;
    form.rotate(turned);
    EXPECT_NEAR(turned.norm(), columns.norm(), 1e-13 * columns.norm());
    form.rotate_back(turned);
    EXPECT_LT((turned - columns).norm(), 1e-13 * columns.norm());
  }
}

TEST(TridiagonalFormTest, ShiftedSystemsHaveTheSolutionsOfGaussianElimination) {
  for (const Index p : {1, 2, 3, 17, 64}) {
    const Matrix symmetric = random_symmetric(p, 1);
    const Matrix right = random_matrix(p, 3, 2);
    const TridiagonalForm form(symmetric);
    for (const double shift : {-2.5, 0.0, 0.3, 1e3}) {  // inside the spectrum and far outside
      SCOPED_TRACE(testing::Message() << "p " << p << ", shift " << shift);
      const Matrix system = shift * Matrix::Identity(p, p) - symmetric;
      const Matrix expected = dense::inverse(system) * right;
      const Matrix found = solve(form, shift, right);
      EXPECT_LT((system * found - right).norm(), 1e-12 * system.norm() * found.norm());
      EXPECT_LT((found - expected).norm(), 1e-9 * expected.norm());
    }
  }
}

TEST(TridiagonalFormTest, EigenpairsOfAnIntervalAreThoseOfTheMatrix) {
  for (const Index p : {1, 2, 17, 64}) {
    SCOPED_TRACE(p);
    const Matrix symmetric = random_symmetric(p, 1);
    const Vector all = dense::eigenvalues(symmetric);
    const TridiagonalForm form(symmetric);
    EXPECT_NEAR(form.smallest_eigenvalue(), all(0), 1e-12 * symmetric.norm());
    const double least = all.mean(), most = std::numeric_limits<double>::max();
    const Eigenpairs pairs = form.between(least, most);
    ASSERT_EQ(pairs.values.size(), (all.array() > least).count());
    EXPECT_NEAR(pairs.values.sum(), all.tail(pairs.values.size()).sum(), 1e-12 * symmetric.norm());
    Matrix vectors = pairs.vectors;
    form.rotate_back(vectors);
    const Matrix residual = symmetric * vectors - vectors * pairs.values.asDiagonal();
    EXPECT_LT(residual.norm(), 1e-12 * symmetric.norm());
    const Matrix overlap = vectors.transpose() * vectors;
    EXPECT_LT((overlap - Matrix::Identity(overlap.rows(), overlap.cols())).norm(), 1e-12);
  }
}

TEST(TridiagonalFormTest, RepeatedEigenvaluesHaveOrthonormalVectors) {
  const Matrix frame = dense::largest_vectors(random_symmetric(12, 1), 4);
  const TridiagonalForm form(frame * frame.transpose());
  const Eigenpairs pairs = form.between(0.5, 2);
  ASSERT_EQ(pairs.values.size(), 4);
  EXPECT_LT((pairs.vectors.transpose() * pairs.vectors - Matrix::Identity(4, 4)).norm(), 1e-12);
  EXPECT_EQ(TridiagonalForm(Matrix::Identity(6, 6)).between(0.5, 2).values.size(), 6);
  EXPECT_EQ(TridiagonalForm(Matrix::Zero(6, 6)).between(0.5, 2).values.size(), 0);
}

TEST(TridiagonalFormTest, OnlyTheLowerTriangleIsRead) {
  const Matrix symmetric = random_symmetric(9, 1), right = random_matrix(9, 2, 2);
  Matrix lower = symmetric;
  lower.triangularView<Eigen::StrictlyUpper>().setConstant(
      std::numeric_limits<double>::quiet_NaN());
  EXPECT_EQ(solve(TridiagonalForm(symmetric), 7, right), solve(TridiagonalForm(lower), 7, right));
}

TEST(TridiagonalFormTest, AShiftThatIsAnEigenvalueLeavesTheSolutionFinite) {
  const Matrix symmetric = Vector{{1, 2, 3}}.asDiagonal();
  const Matrix found = solve(TridiagonalForm(symmetric), 2, Matrix::Ones(3, 1));
  EXPECT_TRUE(found.allFinite());
  EXPECT_DOUBLE_EQ(found(0), 1);
  EXPECT_DOUBLE_EQ(found(2), -1);
}

}  // namespace tridiagonal_form_test
}  // namespace fairpca
