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

/// All squared distances sorted, and the middle.
double sorted_median(const RowMatrix& z) {
  std::vector<double> distances;
  for (Index i = 0; i < z.rows(); ++i) {
    for (Index j = 0; j < i; ++j) distances.push_back((z.row(i) - z.row(j)).squaredNorm());
  }
  std::sort(distances.begin(), distances.end());
  const std::size_t n = distances.size();
  return (distances[(n - 1) / 2] + distances[n / 2]) / 2;
}

TEST(BandwidthTest, IsTheMedianDistanceOfTwoRows) {
  // From 401 rows on, the median is looked for between two distances of a sample.
  for (const Index rows : {2, 3, 4, 51, 401, 402, 403, 404}) {
    SCOPED_TRACE(rows);
    const RowMatrix z = normal_points(rows, 3, 2);
    const double median = sorted_median(z);
    EXPECT_DOUBLE_EQ(kernel_bandwidth(z, BandwidthRule::kMedian), std::sqrt(median));
    EXPECT_DOUBLE_EQ(kernel_bandwidth(z, BandwidthRule::kAuthors), std::sqrt(median / 2));
  }
}

TEST(BandwidthTest, IsTheMedianWhereManyDistancesAreEqualOrFewAreNearIt) {
  RowMatrix corners = normal_points(500, 4, 3);
  corners = corners.cwiseSign();  // most pairs of corners have one of four distances
  RowMatrix clusters = normal_points(501, 2, 4);
  clusters.topRows(250).array() += 1e6;  // half of the pairs are near, half are far
  RowMatrix equal = RowMatrix::Ones(600, 3);
  equal.topRows(100) = normal_points(100, 3, 5);
  for (const RowMatrix& z : {corners, clusters, equal}) {
    EXPECT_DOUBLE_EQ(kernel_bandwidth(z, BandwidthRule::kMedian), std::sqrt(sorted_median(z)));
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
