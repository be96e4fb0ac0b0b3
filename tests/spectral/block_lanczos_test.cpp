// SPDX-License-Identifier: BSD-3-Clause
#include "spectral/block_lanczos.h"

#include <limits>

#include <gtest/gtest.h>

#include "dense_oracles.h"
#include "spectral/random_symmetric.h"
#include "spectral/symmetric_product.h"

namespace fairpca {
namespace block_lanczos_test {

constexpr double kTolerance = 1e-14;

double residual_of(const Matrix& a, const Eigenpairs& pairs) {
  const Matrix difference = a * pairs.vectors - pairs.vectors * pairs.values.asDiagonal();
  return difference.colwise().norm().maxCoeff() / a.norm();
}

TEST(BlockLanczosTest, EveryKernelMultipliesByTheSymmetricMatrixOfTheLowerTriangle) {
  for (const Index p : {1, 2, 3, 4, 5, 7, 8, 63, 130}) {
    const Matrix a = random_symmetric(p, static_cast<unsigned>(p));
    Matrix lower = a;
    lower.triangularView<Eigen::StrictlyUpper>().setConstant(
        std::numeric_limits<double>::quiet_NaN());
    const RowMatrix x = random_matrix(p, kProductVectors, 2);
    for (const ProductKernel kernel : supported_product_kernels()) {
      RowMatrix out = RowMatrix::Constant(p, kProductVectors, 7);
      kernel(lower.data(), p, x.data(), out.data());
      EXPECT_LE((out - a * x).norm(), 1e-15 * static_cast<double>(p) * a.norm() * x.norm()) << p;
    }
  }
}

TEST(BlockLanczosTest, ProductsOfSeveralMatricesAreThoseOfTheirLowerTriangles) {
  for (const Index p : {1, 3, 9, 64, 131}) {
    const Matrix a = random_symmetric(p, static_cast<unsigned>(p));
    Matrix lower = a;
    lower.triangularView<Eigen::StrictlyUpper>().setConstant(
        std::numeric_limits<double>::quiet_NaN());
    for (const Index d : {1, 4, 5, 8, 9, 13, 21}) {
      const Matrix x = random_matrix(p, d, 4);
      SymmetricProducts products(x);
      Matrix out = Matrix::Constant(p, d, 7);
      for (int again = 0; again < 2; ++again) {
        products.multiply(lower, out.data());
        EXPECT_LE((out - a * x).norm(), 1e-15 * static_cast<double>(p) * a.norm() * x.norm());
      }
    }
  }
}

TEST(BlockLanczosTest, WideKernelsAndProductsWithManyVectorsAreThoseOfTheWholeMatrix) {
  for (const Index p : {1, 5, 66, 601}) {
    const Matrix a = random_symmetric(p, static_cast<unsigned>(p));
    Matrix lower = a;
    lower.triangularView<Eigen::StrictlyUpper>().setConstant(
        std::numeric_limits<double>::quiet_NaN());
    const double tolerance = 1e-15 * static_cast<double>(p) * a.norm();
    for (const WideProductKernel& kernel : supported_wide_product_kernels()) {
      const RowMatrix x = random_matrix(p, kernel.vectors, 2);
      RowMatrix out = RowMatrix::Constant(p, kernel.vectors, 7);
      kernel.multiply(lower.data(), p, x.data(), out.data());
      EXPECT_LE((out - a * x).norm(), tolerance * x.norm()) << p;
    }
    for (const Index count : {1, 8, 21}) {
      const Matrix x = random_matrix(p, count, 3);
      EXPECT_LE((symmetric_product(lower, x) - a * x).norm(), tolerance * x.norm()) << p;
    }
  }
}

TEST(BlockLanczosTest, PairsAreThoseOfTheDenseSolverWithSmallResiduals) {
  for (const double exponent : {0.25, 0.75, 2.0}) {
    for (const Index count : {1, 5, 21}) {
      SCOPED_TRACE(testing::Message() << "exponent " << exponent << " count " << count);
      const Vector values = power_law(300, exponent);
      const Matrix a = rotated(values, 5);
      const auto pairs = block_lanczos_eigenpairs(a, a.norm(), count, kTolerance);
      ASSERT_TRUE(pairs);
      EXPECT_LE((pairs->values - values.head(count)).cwiseAbs().maxCoeff(), 1e-13);
      EXPECT_LE(residual_of(a, *pairs), 1e-13);
      EXPECT_LE(
          (pairs->vectors.transpose() * pairs->vectors - Matrix::Identity(count, count)).norm(),
          1e-13);
    }
  }
}

TEST(BlockLanczosTest, RestartsReachValuesThatOneBasisDoesNot) {
  // Above a dense spectrum, so close that a basis of the largest size is not enough.
  Vector values = Vector::LinSpaced(400, 1, 0);
  values.head(2) << 1.25, 1.15;
  const Matrix a = rotated(values, 6);
  const auto pairs = block_lanczos_eigenpairs(a, a.norm(), 2, kTolerance);
  ASSERT_TRUE(pairs);
  EXPECT_LE((pairs->values - values.head(2)).cwiseAbs().maxCoeff(), 1e-12);
  EXPECT_LE(residual_of(a, *pairs), 1e-13);
}

TEST(BlockLanczosTest, FourCopiesOfAnEigenvalueAreFound) {
  Vector values = power_law(200, 1.0);
  values.segment(2, 4).setConstant(0.4);
  const Matrix a = rotated(values, 7);
  const Vector expected = dense::eigenpairs(a).values.reverse().head(8);
  const auto pairs = block_lanczos_eigenpairs(a, a.norm(), 8, kTolerance);
  ASSERT_TRUE(pairs);
  EXPECT_LE((pairs->values - expected).cwiseAbs().maxCoeff(), 1e-13);
}

TEST(BlockLanczosTest, AnInvariantSubspaceIsLeftForAnotherOne) {
  // Rank 3: every product stays in three dimensions.
  Vector values = Vector::Zero(200);
  values.head(3) << 3, 2, 1;
  const Matrix a = rotated(values, 8);
  const auto pairs = block_lanczos_eigenpairs(a, a.norm(), 6, kTolerance);
  ASSERT_TRUE(pairs);
  EXPECT_LE((pairs->values - values.head(6)).cwiseAbs().maxCoeff(), 1e-13);
  EXPECT_LE(residual_of(a, *pairs), 1e-13);
}

TEST(BlockLanczosTest, NothingIsReturnedWhereItDoesNotConverge) {
  const Matrix a = rotated(Vector::LinSpaced(120, 2, 1), 9);
  EXPECT_FALSE(block_lanczos_eigenpairs(a, a.norm(), 5, 1e-25));
  EXPECT_FALSE(block_lanczos_eigenpairs(a, a.norm(), 115, kTolerance));  // no room for a basis
}

}  // namespace block_lanczos_test
}  // namespace fairpca
