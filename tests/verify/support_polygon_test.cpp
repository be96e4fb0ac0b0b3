// SPDX-License-Identifier: BSD-3-Clause
#include "verify/support_polygon.h"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <random>

#include <gtest/gtest.h>

#include "verify/robust_terms.h"

namespace fairpca {
namespace support_polygon_test {

/// The two functions of robust-fair-pca.
PairOfFunctions robust_pair(double share, double lambda, double e0, double e1) {
  return [=](const ErrorPoint& x) {
    return std::pair(
        proven_term(share + lambda, x.x0, e0) + proven_term(1 - share - lambda, x.x1, e1),
        proven_term(share - lambda, x.x0, e0) + proven_term(1 - share + lambda, x.x1, e1));
  };
}

double larger(const PairOfFunctions& functions, const ErrorPoint& x) {
  const auto [f, g] = functions(x);
  return std::max(f, g);
}

TEST(SupportPolygonTest, ASquareCutByItsDiagonalIsATriangle) {
  const std::vector<ErrorPoint> polygon = support_polygon(1, 1, {{1, 1, 1}});
  double area = 0;
  for (std::size_t i = 0; i < polygon.size(); ++i) {
    const ErrorPoint &a = polygon[i], &b = polygon[(i + 1) % polygon.size()];
    area += (a.x0 * b.x1 - a.x1 * b.x0) / 2;
  }
  EXPECT_DOUBLE_EQ(area, 0.5);
}

TEST(SupportPolygonTest, AHalfPlaneThatWouldLeaveNothingIsLeftOut) {
  EXPECT_EQ(support_polygon(1, 1, {{1, 0, 2}}).size(), 4U);
}

TEST(SupportPolygonTest, TheLeastOverTheEdgesIsTheLeastOfTheWholePolygon) {
  std::mt19937_64 engine(1);
  std::uniform_real_distribution<double> uniform(0, 1);
  for (int trial = 0; trial < 40; ++trial) {
    std::vector<HalfPlane> planes;
    for (int k = 0; k < 6; ++k) {
      const double angle = std::numbers::pi * (uniform(engine) - 0.25);
      const double n0 = std::cos(angle), n1 = std::sin(angle);
      planes.push_back({n0, n1, 2 * n0 + 3 * n1 - 1.5 - uniform(engine)});
    }
    const PairOfFunctions functions = robust_pair(0.2 + 0.6 * uniform(engine), 3 * uniform(engine),
                                                  0.3 * uniform(engine), 0.3 * uniform(engine));
    const double least = least_over_edges(support_polygon(4, 5, planes), functions, 1e-11);
    double brute = 1e300;
    for (double x0 = 0; x0 <= 4; x0 += 0.01) {
      for (double x1 = 0; x1 <= 5; x1 += 0.01) {
        const bool is_inside = std::all_of(
            planes.begin(), planes.end(),
            [&](const HalfPlane& plane) { return plane.n0 * x0 + plane.n1 * x1 >= plane.least; });
        if (is_inside) brute = std::min(brute, larger(functions, {x0, x1}));
      }
    }
    EXPECT_LE(least, brute + 1e-10) << trial;
    EXPECT_GE(least, brute - 0.2) << trial;  // the grid is coarse beside the slopes
  }
}

}  // namespace support_polygon_test
}  // namespace fairpca
