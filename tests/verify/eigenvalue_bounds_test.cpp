// SPDX-License-Identifier: BSD-3-Clause
#include "verify/eigenvalue_bounds.h"

#include <cmath>

#include <gtest/gtest.h>

#include "dense_oracles.h"
#include "model/random_model.h"

namespace fairpca {
namespace eigenvalue_bounds_test {

Matrix random_symmetric(Index p, unsigned seed) {
  const Matrix x = random_rows(p, p, seed);
  return (x + x.transpose()) / 2;
}

TEST(EigenvalueBoundsTest, EncloseTheEigenvaluesOfMatricesWithRationalOnes) {
  // Reflections I - 2 uu' with rational u are orthogonal, so the eigenvalues are those put in.
  for (const double size : {1.0, 1e-8, 3.0 * (1 << 20)}) {
    const Vector u = Vector{{1, 2, 2, 4}} / 5;
    const Matrix reflection = Matrix::Identity(4, 4) - 2 * u * u.transpose();
    const Vector values = size * Vector{{7, 3, 3, -1}};
    const EigenvalueBounds bounds(reflection * values.asDiagonal() * reflection);
    for (const auto& [d, sum] : {std::pair<Index, double>{1, 7}, {2, 10}, {3, 13}, {4, 12}}) {
      EXPECT_GE(bounds.upper_sum(d), size * sum) << d;
      EXPECT_LE(bounds.lower_sum(d), size * sum) << d;
      EXPECT_NEAR(bounds.upper_sum(d), size * sum, 1e-13 * size * 50) << d;
      EXPECT_NEAR(bounds.lower_sum(d), size * sum, 1e-13 * size * 50) << d;
    }
    EXPECT_TRUE((bounds.upper(3).array() >= values.head(3).array()).all());
  }
}

TEST(EigenvalueBoundsTest, AreAboveTheSumsOfExtendedPrecisionAndNearThem) {
  for (unsigned seed = 0; seed < 20; ++seed) {
    const Index p = 3 + seed;
    const Matrix a = random_symmetric(p, seed);
    const dense::WideVector exact = dense::wide_eigenvalues(a);
    const EigenvalueBounds bounds(a);
    for (Index d = 1; d <= p; ++d) {
      const auto sum = static_cast<double>(exact.tail(d).sum());
      EXPECT_GE(bounds.upper_sum(d), sum);
      EXPECT_LE(bounds.lower_sum(d), sum);
      EXPECT_LE(bounds.upper_sum(d) - sum, 1e-12 * static_cast<double>(d) * a.norm());
    }
  }
}

TEST(EigenvalueBoundsTest, NoFrameCapturesMore) {
  const Matrix a = random_symmetric(7, 3);
  for (unsigned seed = 0; seed < 200; ++seed) {
    const Matrix v = dense::thin_q(random_rows(7, 3, 100 + seed));
    EXPECT_LE((v.transpose() * a * v).trace(), top_sum_bound(a, 3));
  }
}

TEST(EigenvalueBoundsTest, ZeroAndMatricesOfOneEntryAreNoSpecialCase) {
  EXPECT_EQ(top_sum_bound(Matrix::Zero(3, 3), 2), 0);
  EXPECT_NEAR(top_sum_bound(Matrix::Constant(1, 1, 2.5), 1), 2.5, 1e-14);
}

}  // namespace eigenvalue_bounds_test
}  // namespace fairpca
