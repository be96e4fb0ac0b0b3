// SPDX-License-Identifier: BSD-3-Clause
#include "spectral/block_cholesky.h"

#include <cmath>
#include <limits>

#include <gtest/gtest.h>

#include "spectral/random_symmetric.h"

namespace fairpca {
namespace block_cholesky_test {

using WideMatrix = Eigen::Matrix<long double, Eigen::Dynamic, Eigen::Dynamic>;

Matrix factor_of(const Matrix& work, Index p) {
  const BlockColumns layout{p};
  Matrix lower = Matrix::Zero(p, p);
  for (Index block = 0; block < layout.count(); ++block) {
    const double* at = work.data() + layout.offset(block);
    const Index first = layout.first(block), height = layout.height(block);
    for (Index col = 0; col < layout.width(block); ++col) {
      for (Index row = col; row < height; ++row) {
        lower(first + row, first + col) = at[col * height + row];
      }
    }
  }
  return lower;
}

/// |B - L L'|_F in extended precision, B = t I - A + F F'.
double backward_error(const Matrix& a, double t, const Matrix& factor, const Matrix& lower) {
  const Index p = a.rows();
  const WideMatrix f = factor.cast<long double>(), l = lower.cast<long double>();
  double squares = 0;
  for (Index j = 0; j < p; ++j) {
    for (Index i = j; i < p; ++i) {
      long double error = (i == j ? t : 0.0) - static_cast<long double>(a(i, j));
      error += f.row(i).dot(f.row(j)) - l.row(i).head(j + 1).dot(l.row(j).head(j + 1));
      squares += (i == j ? 1 : 2) * static_cast<double>(error * error);
    }
  }
  return std::sqrt(squares);
}

TEST(BlockCholeskyTest, TheBackwardErrorIsFarBelowTheAllowanceOfTheCertificate) {
  for (const Index p : {1, 2, 47, 48, 49, 96, 191, 192, 193, 300, 400}) {
    for (const double exponent : {0.25, 2.0}) {
      SCOPED_TRACE(testing::Message() << "p " << p << " exponent " << exponent);
      const Matrix a = rotated(power_law(p, exponent), static_cast<unsigned>(p));
      const Matrix factor = random_matrix(p, std::min<Index>(p, 5), 3) / 10;
      Matrix work;
      const double t = 1 + 1e-6;
      ASSERT_TRUE(factorize_shifted(a, t, factor, work));
      const double largest =
          (t - a.diagonal().array() + factor.rowwise().squaredNorm().array()).maxCoeff();
      const double eps = std::numeric_limits<double>::epsilon();
      const double allowance = 4 * eps * (std::sqrt(static_cast<double>(p)) * largest + a.norm());
      EXPECT_LE(backward_error(a, t, factor, factor_of(work, p)), allowance / 2);
    }
  }
}

TEST(BlockCholeskyTest, AnEigenvalueAboveTheShiftIsSeenWhereverItIs) {
  for (const Index p : {5, 48, 50, 192, 200, 385}) {
    for (const Index at : {Index{0}, p / 2, p - 1}) {
      SCOPED_TRACE(testing::Message() << "p " << p << " at " << at);
      Matrix a = Matrix::Zero(p, p), work;
      a(at, at) = 1;
      EXPECT_TRUE(factorize_shifted(a, 1 + 1e-12, Matrix(p, 0), work));
      EXPECT_FALSE(factorize_shifted(a, 1 - 1e-12, Matrix(p, 0), work));
      Matrix deflated = Matrix::Zero(p, 1);
      deflated(at, 0) = 1;
      EXPECT_TRUE(factorize_shifted(a, 0.5, deflated, work));
    }
  }
}

TEST(BlockCholeskyTest, OnlyTheLowerTriangleIsRead) {
  Matrix a = random_symmetric(250, 1), work, again;
  ASSERT_TRUE(factorize_shifted(a, 100, Matrix(250, 0), work));
  a.triangularView<Eigen::StrictlyUpper>().setConstant(std::numeric_limits<double>::quiet_NaN());
  ASSERT_TRUE(factorize_shifted(a, 100, Matrix(250, 0), again));
  EXPECT_EQ(work, again);
}

}  // namespace block_cholesky_test
}  // namespace fairpca
