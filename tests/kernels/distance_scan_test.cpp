// SPDX-License-Identifier: BSD-3-Clause
#include "kernels/distance_scan.h"

#include <limits>
#include <vector>

#include <gtest/gtest.h>

#include "fairpca/matrix.h"
#include "kernels/kernel_oracle.h"

namespace fairpca {
namespace distance_scan_test {

struct Scanned {
  DistanceCounts counts;
  std::vector<double> within;
};

Scanned scan_all(const DistanceScan& scan, const Matrix& points, double low, double high) {
  Scanned scanned;
  const PointColumns columns{points.data(), points.rows(), points.cols()};
  for (Index row = 0; row < points.rows(); ++row) {
    std::vector<double> room(static_cast<std::size_t>(row) + 1);
    double* const end = scan.before(columns, row, low, high, scanned.counts, room.data());
    scanned.within.insert(scanned.within.end(), room.data(), end);
  }
  return scanned;
}

/// Products that are not fused: those of small integers and of halves are exact.
Scanned plain_loops(const Matrix& points, double low, double high) {
  Scanned plain;
  for (Index row = 0; row < points.rows(); ++row) {
    for (Index other = 0; other < row; ++other) {
      const double squared = (points.row(row) - points.row(other)).squaredNorm();
      plain.counts.below += squared < low;
      plain.counts.at_low += squared == low;
      plain.counts.at_high += squared == high && low < high;
      if (squared > low && squared < high) plain.within.push_back(squared);
    }
  }
  return plain;
}

void expect_equal(const Scanned& a, const Scanned& b) {
  EXPECT_EQ(a.counts.below, b.counts.below);
  EXPECT_EQ(a.counts.at_low, b.counts.at_low);
  EXPECT_EQ(a.counts.at_high, b.counts.at_high);
  EXPECT_EQ(a.within, b.within);
}

TEST(DistanceScanTest, CountsAndKeepsWhatPlainLoopsDo) {
  const double infinity = std::numeric_limits<double>::infinity();
  for (const Index rows : {0, 1, 2, 7, 8, 9, 63, 64, 65, 130}) {
    for (const Index dimensions : {1, 3, 10}) {
      SCOPED_TRACE(rows);
      SCOPED_TRACE(dimensions);
      const Matrix points = (4 * normal_points(rows, dimensions, 7)).array().round() / 2;
      const double middle = 8.0 * static_cast<double>(dimensions) - 0.5;
      const std::pair<double, double> bounds[] = {
          {middle, middle + 5}, {2, 2}, {0, 4.25}, {-infinity, infinity}, {9, 4}};
      for (const auto& [low, high] : bounds) {
        SCOPED_TRACE(low);
        const Scanned plain = plain_loops(points, low, high);
        for (const DistanceScan* scan : supported_distance_scans()) {
          expect_equal(scan_all(*scan, points, low, high), plain);
        }
      }
    }
  }
}

TEST(DistanceScanTest, EveryInstructionSetGivesTheSameBits) {
  const Matrix points = normal_points(500, 10, 8);
  const Scanned baseline = scan_all(*supported_distance_scans().back(), points, 15, 25);
  EXPECT_GT(baseline.within.size(), 10'000u);
  for (const DistanceScan* scan : supported_distance_scans()) {
    expect_equal(scan_all(*scan, points, 15, 25), baseline);
  }
}

TEST(DistanceScanTest, PointsThatAreNotFiniteAreNowhere) {
  Matrix points = Matrix::Zero(20, 2);
  points.col(1).setConstant(std::numeric_limits<double>::quiet_NaN());
  for (const DistanceScan* scan : supported_distance_scans()) {
    const Scanned scanned = scan_all(*scan, points, -1, std::numeric_limits<double>::infinity());
    EXPECT_EQ(scanned.counts.below + scanned.counts.at_low + scanned.counts.at_high, 0u);
    EXPECT_TRUE(scanned.within.empty());
  }
}

}  // namespace distance_scan_test
}  // namespace fairpca
