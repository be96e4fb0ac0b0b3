// SPDX-License-Identifier: BSD-3-Clause
#include "fairpca/kernels/bandwidth.h"

#include <algorithm>
#include <cmath>
#include <vector>

#include <gtest/gtest.h>

#include "kernels/kernel_oracle.h"
#include "text/rejection_of.h"

namespace fairpca {
namespace bandwidth_test {

TEST(BandwidthTest, IsTheMedianDistanceOfTwoRows) {
  for (const Index rows : {2, 3, 4, 51}) {
    const RowMatrix z = normal_points(rows, 3, 2);
    std::vector<double> distances;
    for (Index i = 0; i < rows; ++i) {
      for (Index j = 0; j < i; ++j) distances.push_back((z.row(i) - z.row(j)).squaredNorm());
    }
    std::sort(distances.begin(), distances.end());
    const std::size_t n = distances.size();
    const double median = (distances[(n - 1) / 2] + distances[n / 2]) / 2;
    EXPECT_DOUBLE_EQ(kernel_bandwidth(z, BandwidthRule::kMedian), std::sqrt(median));
    EXPECT_DOUBLE_EQ(kernel_bandwidth(z, BandwidthRule::kAuthors), std::sqrt(median / 2));
  }
}

TEST(BandwidthTest, ManyRowsAreSampledWithTheSeed) {
  const RowMatrix z = normal_points(8000, 2, 2);
  const double first = kernel_bandwidth(z, BandwidthRule::kMedian, 1);
  EXPECT_EQ(first, kernel_bandwidth(z, BandwidthRule::kMedian, 1));
  EXPECT_NE(first, kernel_bandwidth(z, BandwidthRule::kMedian, 2));
  // The median distance of two normal points in the plane: sqrt(2 * 2 ln 2).
  EXPECT_NEAR(first, 2 * std::sqrt(std::log(2.0)), 0.03);
}

TEST(BandwidthTest, IsZeroWhereMostPointsCoincideAndRejectsASingleRow) {
  EXPECT_EQ(kernel_bandwidth(RowMatrix::Ones(10, 2), BandwidthRule::kAuthors), 0);
  const Message message =
      rejection_of([] { kernel_bandwidth(RowMatrix::Ones(1, 2), BandwidthRule::kAuthors); });
  EXPECT_EQ(message.code(), "median-distance");
  EXPECT_EQ(message.argument("rows"), "1");
}

}  // namespace bandwidth_test
}  // namespace fairpca
