// SPDX-License-Identifier: BSD-3-Clause
#include "figure/convex_hull.h"

#include <random>

#include <gtest/gtest.h>

namespace fairpca {
namespace {

double side(const PlanePoint& a, const PlanePoint& b, const PlanePoint& p) {
  return (b.x - a.x) * (p.y - a.y) - (b.y - a.y) * (p.x - a.x);
}

TEST(ConvexHullTest, HasEveryPointOnItsLeftAndTurnsLeftAtEveryCorner) {
  std::mt19937 engine(5);
  std::normal_distribution<double> normal;
  std::vector<PlanePoint> points;
  for (int i = 0; i < 200; ++i) points.push_back({normal(engine), normal(engine)});
  const std::vector<PlanePoint> hull = convex_hull(points);
  ASSERT_GE(hull.size(), 3U);
  for (std::size_t i = 0; i < hull.size(); ++i) {
    const PlanePoint &a = hull[i], &b = hull[(i + 1) % hull.size()];
    for (const PlanePoint& point : points) EXPECT_GE(side(a, b, point), -1e-12);
    EXPECT_GT(side(a, b, hull[(i + 2) % hull.size()]), 0);
  }
}

TEST(ConvexHullTest, OfASquareIsItsFourCorners) {
  EXPECT_EQ(convex_hull({{0, 0}, {1, 0}, {1, 1}, {0, 1}, {0.5, 0.5}, {0.5, 0}, {1, 1}}).size(), 4U);
}

TEST(ConvexHullTest, OfPointsOnALineHasNoInside) {
  EXPECT_LT(convex_hull({{0, 0}, {1, 1}, {2, 2}, {3, 3}}).size(), 3U);
  EXPECT_TRUE(convex_hull({}).empty());
}

TEST(CentralPointsTest, LeaveTheOddOneOut) {
  std::vector<PlanePoint> points = {{100, -100}};
  std::mt19937 engine(2);
  std::normal_distribution<double> normal;
  for (int i = 0; i < 19; ++i) points.push_back({normal(engine), 10 * normal(engine)});
  const std::vector<PlanePoint> kept = central_points(points, 0.9);
  EXPECT_EQ(kept.size(), 18U);
  for (const PlanePoint& point : kept) EXPECT_NE(point.x, 100);
}

}  // namespace
}  // namespace fairpca
