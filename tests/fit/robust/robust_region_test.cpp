// SPDX-License-Identifier: BSD-3-Clause
#include "fit/robust/robust_region.h"

#include <cmath>
#include <random>

#include <gtest/gtest.h>

namespace fairpca {
namespace robust_region_test {

RobustProblem problem_of(double share0, double radius0, double radius1, double lambda) {
  return {.second_moments = {},
          .shares = Vector{{share0, 1 - share0}},
          .radii = Vector{{radius0, radius1}},
          .lambda = lambda};
}

/// Random problems: prices from 0 to far above the shares, radii of the size of the errors.
template <class Check>
void for_random_problems(const Check& check) {
  std::mt19937_64 engine(7);
  std::uniform_real_distribution<double> unit(0, 1);
  for (int trial = 0; trial < 400; ++trial) {
    const RobustProblem problem =
        problem_of(0.05 + 0.9 * unit(engine), 0.5 * unit(engine), trial % 3 == 0 ? 0 : unit(engine),
                   trial % 5 == 0 ? 0 : 3 * unit(engine));
    check(problem, engine);
  }
}

TEST(RobustRegionTest, NoPointOfAPolygonIsBelowItsBound) {
  for_random_problems([](const RobustProblem& problem, std::mt19937_64& engine) {
    std::uniform_real_distribution<double> coordinate(-0.5, 2), unit(0, 1);
    const RobustPair pair(problem);
    const std::vector<ErrorPair> corners = {{coordinate(engine), coordinate(engine)},
                                            {coordinate(engine), coordinate(engine)},
                                            {coordinate(engine), coordinate(engine)}};
    const RegionBound bound = bound_over(pair, corners);
    for (int sample = 0; sample < 50; ++sample) {
      double a = unit(engine), b = unit(engine);
      if (a + b > 1) {
        a = 1 - a;
        b = 1 - b;
      }
      const double c = 1 - a - b;
      const ErrorPair x{a * corners[0].x0 + b * corners[1].x0 + c * corners[2].x0,
                        a * corners[0].x1 + b * corners[1].x1 + c * corners[2].x1};
      if (x.x0 < 0 || x.x1 < 0) continue;
      EXPECT_FALSE(bound.empty);
      EXPECT_GE(pair.at(x).larger(), bound.value - 1e-13);
    }
  });
}

TEST(RobustRegionTest, TheSmallestVertexIsNoBound) {
  // At both ends one of the two is 1.3 or more; in the middle both are 0.8.
  const RobustPair pair(problem_of(0.5, 0, 0, 1));
  const ErrorPair left{1.4, 0.2}, right{0.2, 1.4}, middle{0.8, 0.8};
  const double smallest_vertex = std::min(pair.at(left).larger(), pair.at(right).larger());
  EXPECT_GT(smallest_vertex, pair.at(middle).larger());
  EXPECT_LE(bound_over(pair, {left, right}).value, pair.at(middle).larger() + 1e-15);
}

TEST(RobustRegionTest, APointIsItsOwnBound) {
  const RobustPair pair(problem_of(0.3, 0.1, 0.2, 0.7));
  const ErrorPair x{0.4, 0.9};
  EXPECT_DOUBLE_EQ(bound_over(pair, {x}).value, pair.at(x).larger());
}

TEST(RobustRegionTest, APolygonOfNegativeErrorsIsEmpty) {
  const RobustPair pair(problem_of(0.3, 0.1, 0.2, 0.7));
  EXPECT_TRUE(bound_over(pair, {{-1, 1}, {-2, 1}, {-1, 2}}).empty);
}

TEST(RobustRegionTest, BothFunctionsAreConcave) {
  for_random_problems([](const RobustProblem& problem, std::mt19937_64& engine) {
    std::uniform_real_distribution<double> coordinate(0, 2);
    const RobustPair pair(problem);
    const ErrorPair a{coordinate(engine), coordinate(engine)};
    const ErrorPair b{coordinate(engine), coordinate(engine)};
    const RobustPair::Values at_a = pair.at(a), at_b = pair.at(b);
    const RobustPair::Values between = pair.at({(a.x0 + b.x0) / 2, (a.x1 + b.x1) / 2});
    EXPECT_GE(between.f0, (at_a.f0 + at_b.f0) / 2 - 1e-13);
    EXPECT_GE(between.f1, (at_a.f1 + at_b.f1) / 2 - 1e-13);
  });
}

TEST(RobustRegionTest, TheGradientIsTheSlope) {
  for_random_problems([](const RobustProblem& problem, std::mt19937_64& engine) {
    std::uniform_real_distribution<double> coordinate(0.1, 2), unit(0, 1);
    const RobustPair pair(problem);
    const ErrorPair x{coordinate(engine), coordinate(engine)};
    const double mu = unit(engine), h = 1e-6;
    const ErrorPair slope = pair.gradient(x, mu);
    const auto mixed = [&](double x0, double x1) { return pair.at({x0, x1}).mixed(mu); };
    EXPECT_NEAR((mixed(x.x0 + h, x.x1) - mixed(x.x0 - h, x.x1)) / (2 * h), slope.x0, 1e-5);
    EXPECT_NEAR((mixed(x.x0, x.x1 + h) - mixed(x.x0, x.x1 - h)) / (2 * h), slope.x1, 1e-5);
  });
}

TEST(RobustRegionTest, TheGradientPointsBetweenTheSmallestAndTheLargestAngle) {
  for_random_problems([](const RobustProblem& problem, std::mt19937_64& engine) {
    std::uniform_real_distribution<double> coordinate(0, 2), unit(0, 1);
    const RobustPair pair(problem);
    const ErrorPair slope = pair.gradient({coordinate(engine), coordinate(engine)}, unit(engine));
    const double angle = std::atan2(slope.x1, slope.x0);
    EXPECT_GE(angle, pair.smallest_angle() - 1e-12);
    EXPECT_LE(angle, pair.largest_angle() + 1e-12);
    EXPECT_GE(slope.x0 + slope.x1, 1 - 1e-12);  // moving inwards never helps
  });
}

}  // namespace robust_region_test
}  // namespace fairpca
