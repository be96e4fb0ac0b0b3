// SPDX-License-Identifier: BSD-3-Clause
#include "spectral/sign_convention.h"

#include <gtest/gtest.h>

namespace fairpca {
namespace sign_convention_test {

TEST(SignConventionTest, TheEntryOfLargestMagnitudeBecomesPositive) {
  Matrix vectors(3, 3);
  vectors << 0.1, -0.9, 0,  //
      -0.8, 0.1, 0,         //
      0.5, 0.2, 1;
  Matrix expected = vectors;
  expected.leftCols(2) *= -1;
  apply_sign_convention(vectors);
  EXPECT_EQ(vectors, expected);
}

TEST(SignConventionTest, TheFirstOfEqualsDecidesAlsoWhenRoundingMakesALaterOneLarger) {
  Matrix vectors(2, 2);
  vectors << -0.5, 0.5,  //
      0.5 + 1e-12, -0.5 - 1e-12;
  apply_sign_convention(vectors);
  EXPECT_EQ(vectors(0, 0), 0.5);
  EXPECT_EQ(vectors(0, 1), 0.5);
}

TEST(SignConventionTest, ApplyingItTwiceChangesNothing) {
  Matrix once(4, 2);
  once << -1, 2, -3, 4, 5, -6, 7, -8;
  apply_sign_convention(once);
  Matrix twice = once;
  apply_sign_convention(twice);
  EXPECT_EQ(once, twice);
}

TEST(SignConventionTest, MatricesWithoutEntriesAndZeroColumnsAreLeftAlone) {
  Matrix empty(0, 2), zero = Matrix::Zero(3, 1);
  apply_sign_convention(empty);
  apply_sign_convention(zero);
  EXPECT_EQ(zero, Matrix::Zero(3, 1));
}

}  // namespace sign_convention_test
}  // namespace fairpca
