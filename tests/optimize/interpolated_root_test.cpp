// SPDX-License-Identifier: BSD-3-Clause
#include "optimize/interpolated_root.h"

#include <cmath>

#include <gtest/gtest.h>

namespace fairpca {
namespace interpolated_root_test {

TEST(InterpolatedRootTest, TheRootOfALineIsExact) {
  const auto root = interpolated_root({{0, -1}, {1, 3}}, 0, 1);
  ASSERT_TRUE(root.has_value());
  EXPECT_DOUBLE_EQ(*root, 0.25);
}

TEST(InterpolatedRootTest, FallingFunctionsHaveRootsToo) {
  const auto root = interpolated_root({{0, 3}, {1, -1}}, 0, 1);
  ASSERT_TRUE(root.has_value());
  EXPECT_DOUBLE_EQ(*root, 0.75);
}

TEST(InterpolatedRootTest, FourSamplesOfASmoothFunctionGiveFourthOrder) {
  const auto error = [](double h) {
    std::vector<Sample> samples;
    for (const double at : {-1.5 * h, -0.4 * h, 0.6 * h, 1.4 * h}) {
      samples.push_back({at, std::exp(at + 0.1 * h) - 1});
    }
    return std::abs(interpolated_root(samples, -h, h).value() + 0.1 * h);
  };
  EXPECT_LT(error(0.05), error(0.1) / 12);
}

TEST(InterpolatedRootTest, AFlatStretchIsLeftOut) {
  // The two samples at 5 say nothing of the root; the two nearest do.
  const auto root = interpolated_root({{0, -1}, {1, 1}, {2, 5}, {3, 5}}, 0, 1);
  ASSERT_TRUE(root.has_value());
  EXPECT_GT(*root, 0);
  EXPECT_LT(*root, 1);
}

TEST(InterpolatedRootTest, ThereIsNoneWithoutTwoDifferentValues) {
  EXPECT_FALSE(interpolated_root({{0, 1}}, 0, 1).has_value());
  EXPECT_FALSE(interpolated_root({{0, 1}, {1, 1}}, 0, 1).has_value());
}

}  // namespace interpolated_root_test
}  // namespace fairpca
