// SPDX-License-Identifier: BSD-3-Clause
#include "spectral/single_cholesky.h"

#include <cmath>
#include <limits>
#include <vector>

#include <gtest/gtest.h>

#include "dense_oracles.h"
#include "spectral/random_symmetric.h"

namespace fairpca {
namespace single_cholesky_test {

/// B in the panels of a kernel; beyond p the identity.
class Panels {
 public:
  Panels(const Matrix& b, const SingleCholesky& kernel)
      : p_(b.rows()), kernel_(kernel), count_((p_ + kernel.rows - 1) / kernel.rows) {
    floats_.assign(static_cast<std::size_t>(offset(count_)), 0.0F);
    for (Index i = 0; i < count_ * kernel.rows; ++i) {
      for (Index k = 0; k <= i; ++k) {
        at(i, k) = i < p_ ? static_cast<float>(b(i, k)) : i == k ? 1.0F : 0.0F;
      }
    }
  }

  bool factorize() {
    for (Index first = 0; first < p_; first += kSingleBlock) {
      if (!kernel_.factorize_block(floats_.data(), count_, first)) return false;
    }
    return true;
  }

  Matrix lower() {
    Matrix result = Matrix::Zero(p_, p_);
    for (Index i = 0; i < p_; ++i) {
      for (Index k = 0; k <= i; ++k) result(i, k) = static_cast<double>(at(i, k));
    }
    return result;
  }

 private:
  Index offset(Index q) const { return kernel_.rows * kernel_.rows * (q * (q + 1) / 2); }
  float& at(Index i, Index k) {
    const Index place = offset(i / kernel_.rows) + k * kernel_.rows + i % kernel_.rows;
    return floats_[static_cast<std::size_t>(place)];
  }

  Index p_;
  const SingleCholesky& kernel_;
  Index count_;
  std::vector<float> floats_;
};

TEST(SingleCholeskyTest, EveryElementIsAsPreciseAsTheWorstCaseSays) {
  for (const SingleCholesky& kernel : supported_single_choleskys()) {
    for (const Index p : {1, 7, 8, 9, 24, 25, 32, 33, 191, 192, 193, 385}) {
      for (const double exponent : {0.25, 2.0}) {
        SCOPED_TRACE(testing::Message() << "rows " << kernel.rows << " p " << p);
        const Matrix a = rotated(power_law(p, exponent), static_cast<unsigned>(p));
        const Matrix b = 1.001 * Matrix::Identity(p, p) - a;
        Panels panels(b, kernel);
        ASSERT_TRUE(panels.factorize());
        const Matrix l = panels.lower(), sizes = l.cwiseAbs();
        const Matrix error = (b - l * l.transpose()).cwiseAbs();  // double: 1e-9 of the allowance
        const Matrix allowance = single_rounding(p) * sizes * sizes.transpose();
        EXPECT_LE((error - allowance).maxCoeff(), 0);
      }
    }
  }
}

TEST(SingleCholeskyTest, AnErrorIsNeverSmallerThanTheNegativeEigenvalueItHides) {
  Matrix work;
  for (const SingleCholesky& kernel : supported_single_choleskys()) {
    int certified = 0, rejected = 0;
    for (const Index p : {3, 40, 205}) {
      for (const double exponent : {0.0, 0.5, 6.0}) {  // equal, spread, and graded over decades
        for (const double least : {-1e-1, -1e-3, -1e-5, -1e-6, -1e-8, 0.0, 1e-7, 1e-5, 1e-2}) {
          SCOPED_TRACE(testing::Message() << "rows " << kernel.rows << " p " << p << " exponent "
                                          << exponent << " least " << least);
          Vector values = power_law(p, exponent);
          values(p - 1) = least;
          const Matrix b = rotated(values, 21);
          const auto error = single_precision_error(-b, 0, Matrix(p, 0), 1, work, kernel);
          (error ? certified : rejected) += 1;
          EXPECT_GE(error.value_or(1), -dense::eigenvalues(b)(0));
          EXPECT_FALSE(error && least <= -1e-3);
          if (least >= 1e-5 && exponent < 1) {
            ASSERT_TRUE(error);
            EXPECT_LE(*error, 1e-2);
          }
        }
      }
    }
    EXPECT_GT(certified, 0);
    EXPECT_GT(rejected, 0);
  }
}

TEST(SingleCholeskyTest, AnEigenvalueAboveTheShiftIsSeenWhereverItIs) {
  Matrix work;
  for (const SingleCholesky& kernel : supported_single_choleskys()) {
    for (const Index p : {5, 24, 50, 192, 200, 385}) {
      for (const Index at : {Index{0}, p / 2, p - 1}) {
        SCOPED_TRACE(testing::Message() << "rows " << kernel.rows << " p " << p << " at " << at);
        Matrix a = Matrix::Zero(p, p);
        a(at, at) = 1;
        const Matrix none(p, 0);
        EXPECT_TRUE(single_precision_error(a, 1 + 1e-5, none, 1, work, kernel));
        EXPECT_FALSE(single_precision_error(a, 1 - 1e-5, none, 1, work, kernel));
        Matrix deflated = Matrix::Zero(p, 1);
        deflated(at, 0) = 1;
        const auto error = single_precision_error(a, 0.5, deflated, 0.5, work, kernel);
        ASSERT_TRUE(error);
        EXPECT_LE(*error, 2 * single_rounding(p));
      }
    }
  }
}

TEST(SingleCholeskyTest, AMatrixOfAnySizeIsScaledAndWhatOverflowsIsNotCertified) {
  const Matrix a = rotated(power_law(60, 0.5), 22);
  Matrix work;
  const auto plain = single_precision_error(a, 1.1, Matrix(60, 0), 1, work);
  ASSERT_TRUE(plain);
  for (const int exponent : {-290, -100, 100, 290}) {
    const double size = std::ldexp(1.0, exponent);
    const auto scaled = single_precision_error(size * a, size * 1.1, Matrix(60, 0), size, work);
    ASSERT_TRUE(scaled);
    EXPECT_EQ(*scaled / size, *plain);
    EXPECT_FALSE(single_precision_error(size * a, -size, Matrix(60, 0), size, work));
  }
  EXPECT_FALSE(single_precision_error(a, 1.1, Matrix(60, 0), 1e-60, work));  // infinities
}

TEST(SingleCholeskyTest, OnlyTheLowerTriangleIsRead) {
  Matrix a = random_symmetric(250, 1), work;
  const auto whole = single_precision_error(a, 100, Matrix(250, 0), 100, work);
  a.triangularView<Eigen::StrictlyUpper>().setConstant(std::numeric_limits<double>::quiet_NaN());
  EXPECT_EQ(whole, single_precision_error(a, 100, Matrix(250, 0), 100, work));
}

}  // namespace single_cholesky_test
}  // namespace fairpca
