// SPDX-License-Identifier: BSD-3-Clause
#include "optimize/boundary_crossing.h"

#include <cmath>
#include <limits>
#include <numbers>

#include <gtest/gtest.h>

#include "spectral/random_symmetric.h"

namespace fairpca {
namespace boundary_crossing_test {

constexpr double kQuarterTurn = std::numbers::pi / 2;

Matrix random_moment(Index p, unsigned seed) {
  const Matrix x = random_matrix(p + 2, p, seed) * power_law(p, 0.4).asDiagonal();
  return x.transpose() * x / static_cast<double>(p);
}

struct Outcome {
  CrossingResult result;
  BoundaryFrame best;
  double distance = std::numeric_limits<double>::infinity();
};

/// Where v1 - v0 = target on the upper right part, to `tolerance`.
Outcome cross(TradeOffBoundary& boundary, double target, double tolerance, int max_steps = 100) {
  Outcome outcome;
  const Line line{-1, 1, target};
  CrossingSearch search;
  search.from = 0;
  search.to = kQuarterTurn;
  search.max_steps = max_steps;
  search.line = [&](const SupportPoint&) { return line; };
  search.accept = [&](const SupportPoint&, const BoundaryFrame& candidate) {
    const double distance = std::abs(line.excess(candidate.at));
    if (distance < outcome.distance) {
      outcome.distance = distance;
      outcome.best = candidate;
    }
    return distance <= tolerance;
  };
  outcome.result = find_crossing(boundary, search);
  return outcome;
}

TEST(BoundaryCrossingTest, SmoothBoundariesAreCrossedInAFewSolves) {
  for (unsigned seed = 0; seed < 20; ++seed) {
    SCOPED_TRACE(seed);
    const Matrix a0 = random_moment(12, 2 * seed), a1 = random_moment(12, 2 * seed + 1);
    SpectralSolver solver;
    TradeOffBoundary boundary(a0, a1, 3, solver);
    const SupportPoint& from = boundary.support(0);
    const SupportPoint& to = boundary.support(kQuarterTurn);
    const double target = 0.3 * (from.last.v1 - from.last.v0) + 0.7 * (to.first.v1 - to.first.v0);
    const Outcome outcome = cross(boundary, target, 1e-12);
    EXPECT_EQ(outcome.result.end, CrossingEnd::kAccepted);
    EXPECT_LE(solver.solves(), 14);
    // The frame is on the boundary: nothing captures more in its direction.
    const SupportPoint& point = boundary.support(outcome.best.angle);
    const Captured v = boundary.captured(outcome.best.frame);
    EXPECT_NEAR(point.n0 * v.v0 + point.n1 * v.v1, point.value, 1e-11);
    EXPECT_NEAR(v.v1 - v.v0, target, 1e-11);
  }
}

TEST(BoundaryCrossingTest, OnAPolygonTheCrossingIsARotationOnAnEdge) {
  for (unsigned seed = 0; seed < 20; ++seed) {
    SCOPED_TRACE(seed);
    const Matrix a0 = random_matrix(9, 1, 2 * seed).cwiseAbs2().col(0).asDiagonal();
    const Matrix a1 = random_matrix(9, 1, 2 * seed + 1).cwiseAbs2().col(0).asDiagonal();
    SpectralSolver solver;
    TradeOffBoundary boundary(a0, a1, 3, solver);
    const SupportPoint& from = boundary.support(0);
    const SupportPoint& to = boundary.support(kQuarterTurn);
    const double target = 0.4 * (from.last.v1 - from.last.v0) + 0.6 * (to.first.v1 - to.first.v0);
    const Outcome outcome = cross(boundary, target, 1e-12);
    EXPECT_EQ(outcome.result.end, CrossingEnd::kAccepted);
    const SupportPoint& point = boundary.support(outcome.best.angle);
    EXPECT_NEAR(point.n0 * outcome.best.at.v0 + point.n1 * outcome.best.at.v1, point.value, 1e-11);
  }
}

TEST(BoundaryCrossingTest, ALineThatMissesEndsAtTheNearerEnd) {
  const Matrix a0 = random_moment(8, 1), a1 = random_moment(8, 2);
  SpectralSolver solver;
  TradeOffBoundary boundary(a0, a1, 2, solver);
  const Outcome outcome = cross(boundary, 1e3, 1e-12);
  EXPECT_EQ(outcome.result.end, CrossingEnd::kExhausted);
  EXPECT_EQ(outcome.best.angle, kQuarterTurn);
  EXPECT_EQ(solver.solves(), 2);
}

TEST(BoundaryCrossingTest, TheStepLimitAndTheObserverEndTheSearch) {
  const Matrix a0 = random_moment(8, 3), a1 = random_moment(8, 4);
  SpectralSolver solver;
  TradeOffBoundary boundary(a0, a1, 2, solver);
  EXPECT_EQ(cross(boundary, 0, -1, 2).result.end, CrossingEnd::kMaxSteps);
  CrossingSearch search{.from = 0,
                        .to = kQuarterTurn,
                        .line =
                            [](const SupportPoint&) {
                              return Line{-1, 1, 0};
                            },
                        .accept = [](const SupportPoint&, const BoundaryFrame&) { return false; },
                        .observer = [] { return Flow::kStop; }};
  EXPECT_EQ(find_crossing(boundary, search).end, CrossingEnd::kStopped);
}

}  // namespace boundary_crossing_test
}  // namespace fairpca
