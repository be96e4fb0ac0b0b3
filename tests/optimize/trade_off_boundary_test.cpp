// SPDX-License-Identifier: BSD-3-Clause
#include "optimize/trade_off_boundary.h"

#include <cmath>
#include <numbers>
#include <utility>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "dense_oracles.h"
#include "spectral/random_symmetric.h"
#include "text/rejection_of.h"

namespace fairpca {
namespace trade_off_boundary_test {

constexpr double kPi = std::numbers::pi;

Matrix random_moment(Index p, unsigned seed) {
  const Matrix x = random_matrix(p + 2, p, seed) * power_law(p, 0.4).asDiagonal();
  return x.transpose() * x / static_cast<double>(p);
}

double largest_sum(const Matrix& a, Index d) {
  return dense::eigenvalues(a).tail(d).sum();
}

double trace_in(const Matrix& a, const Matrix& v) {
  return (v.transpose() * a * v).trace();
}

void expect_frame(const Matrix& frame, Index p, Index d) {
  ASSERT_EQ(frame.rows(), p);
  ASSERT_EQ(frame.cols(), d);
  EXPECT_LT((frame.transpose() * frame - Matrix::Identity(d, d)).norm(), 1e-12);
}

TEST(TradeOffBoundaryTest, TheSupportInEveryDirectionIsTheLargestEigenvalueSum) {
  const Matrix a0 = random_moment(9, 1), a1 = random_moment(9, 2);
  for (const Index d : {1, 3, 8}) {
    SpectralSolver solver;
    TradeOffBoundary boundary(a0, a1, d, solver);
    for (int step = -11; step <= 12; ++step) {
      SCOPED_TRACE(step);
      const double angle = step * kPi / 12;
      const SupportPoint& point = boundary.certify(angle);
      const double oracle = largest_sum(std::cos(angle) * a0 + std::sin(angle) * a1, d);
      EXPECT_NEAR(point.value, oracle, 1e-12);
      EXPECT_TRUE(point.certified);
      EXPECT_GE(point.upper, oracle - 1e-14 * boundary.scale(point.n0, point.n1));
      EXPECT_NEAR(point.n0 * point.first.v0 + point.n1 * point.first.v1, oracle, 1e-12);
      const Matrix frame = boundary.last_frame(point);
      expect_frame(frame, 9, d);
      EXPECT_NEAR(trace_in(a0, frame), point.last.v0, 1e-12);
      EXPECT_NEAR(trace_in(a1, frame), point.last.v1, 1e-12);
    }
  }
}

TEST(TradeOffBoundaryTest, NoProjectionLiesBeyondASupportLine) {
  const Matrix a0 = random_moment(6, 3), a1 = random_moment(6, 4);
  SpectralSolver solver;
  TradeOffBoundary boundary(a0, a1, 2, solver);
  for (int step = 0; step < 16; ++step) boundary.certify(step * kPi / 8 - kPi + 0.1);
  for (unsigned seed = 0; seed < 300; ++seed) {
    const Captured v = boundary.captured(dense::thin_q(random_matrix(6, 2, 100 + seed)));
    for (const auto& [angle, point] : boundary.points()) {
      EXPECT_LE(point.n0 * v.v0 + point.n1 * v.v1, point.upper);
    }
  }
}

TEST(TradeOffBoundaryTest, AKnownDirectionIsNotSolvedAgain) {
  const Matrix a0 = random_moment(5, 5), a1 = random_moment(5, 6);
  SpectralSolver solver;
  TradeOffBoundary boundary(a0, a1, 2, solver);
  boundary.support(0.3);
  boundary.certify(0.3);
  boundary.support(0.3);
  EXPECT_EQ(solver.solves(), 1);
  EXPECT_EQ(boundary.points().size(), 1U);
}

TEST(TradeOffBoundaryTest, PointsFoundBesideAreThePointsFoundHere) {
  const Matrix a0 = random_moment(7, 7), a1 = random_moment(7, 8);
  SpectralSolver here, there, counting;
  TradeOffBoundary alone(a0, a1, 2, here), boundary(a0, a1, 2, counting);
  TradeOffBoundary beside = boundary.beside(there);
  for (const double angle : {0.0, 0.3, kPi / 2}) beside.certify(angle);
  boundary.take_points(std::move(beside));
  counting.count(there);
  for (const double angle : {0.0, 0.3, kPi / 2}) {
    SCOPED_TRACE(angle);
    const SupportPoint& taken = boundary.certify(angle);
    const SupportPoint& found = alone.certify(angle);
    EXPECT_EQ(taken.value, found.value);
    EXPECT_EQ(taken.upper, found.upper);
    EXPECT_EQ(taken.pairs.vectors, found.pairs.vectors);
    EXPECT_TRUE(taken.certified);
  }
  EXPECT_EQ(counting.solves(), here.solves());
  EXPECT_TRUE(counting.all_certified());
}

TEST(TradeOffBoundaryTest, AKnownPointIsCheckedBesideWithoutAnotherSolve) {
  const Matrix a0 = random_moment(7, 9), a1 = random_moment(7, 10);
  SpectralSolver here, there;
  TradeOffBoundary boundary(a0, a1, 2, here);
  const double value = boundary.support(0.3).value;
  TradeOffBoundary beside = boundary.beside(there);
  beside.certify(0.3);
  EXPECT_FALSE(boundary.support(0.3).checked);
  boundary.take_points(std::move(beside));
  EXPECT_TRUE(boundary.support(0.3).certified);
  EXPECT_EQ(boundary.support(0.3).value, value);
  EXPECT_EQ(here.solves(), 1);
  EXPECT_EQ(there.solves(), 0);
  boundary.take_points(TradeOffBoundary(a0, a1, 2, here));
  EXPECT_TRUE(boundary.support(0.3).certified);
}

TEST(TradeOffBoundaryTest, OnATieTheFaceRunsBetweenTheNeighbouringVertices) {
  // Commuting matrices: W is a polygon; at 45 degrees features 2 and 3 tie.
  Matrix a0 = Vector{{5.0, 3.0, 1.0, 0.5}}.asDiagonal();
  Matrix a1 = Vector{{5.0, 1.0, 3.0, 0.25}}.asDiagonal();
  SpectralSolver solver;
  TradeOffBoundary boundary(a0, a1, 2, solver);
  const SupportPoint& point = boundary.certify(kPi / 4);
  EXPECT_TRUE(point.is_face(2));
  EXPECT_TRUE(point.certified);
  EXPECT_NEAR(point.first.v0, 8, 1e-13);
  EXPECT_NEAR(point.first.v1, 6, 1e-13);
  EXPECT_NEAR(point.last.v0, 6, 1e-13);
  EXPECT_NEAR(point.last.v1, 8, 1e-13);
  for (const double target : {-2.0, -1.2, 0.0, 0.7, 2.0}) {
    SCOPED_TRACE(target);
    const auto frame = boundary.frame_on_line(point, {-1, 1, target});
    ASSERT_TRUE(frame.has_value());
    expect_frame(*frame, 4, 2);
    const Captured v = boundary.captured(*frame);
    EXPECT_NEAR(v.v1 - v.v0, target, 1e-13);
    EXPECT_NEAR(v.v0 + v.v1, 14, 1e-13);
  }
  EXPECT_FALSE(boundary.frame_on_line(point, {-1, 1, 2.1}).has_value());
}

TEST(TradeOffBoundaryTest, AClusterLargerThanTheSparePairsIsFoundWhole) {
  // Ten equal eigenvalues behind one large: d = 3 takes two of the ten.
  Vector values = Vector::Constant(14, 2.0);
  values(0) = 9;
  values.tail(3).setConstant(0.5);
  const Matrix a0 = rotated(values, 7);
  const Matrix a1 = random_moment(14, 8);
  SpectralSolver solver;
  TradeOffBoundary boundary(a0, a1, 3, solver);
  const SupportPoint& point = boundary.certify(0);
  EXPECT_EQ(point.above, 1);
  EXPECT_EQ(point.tied, 10);
  EXPECT_TRUE(point.certified);
  EXPECT_LT(point.upper - point.value, 1e-11);
  EXPECT_LT(point.first.v1, point.last.v1);
  // The last end is the limit from larger angles.
  const Captured near = boundary.support(1e-7).first;
  EXPECT_NEAR(point.last.v1, near.v1, 1e-4);
  EXPECT_NEAR(point.last.v0, 13, 1e-12);
}

TEST(TradeOffBoundaryTest, PointsGoRoundCounterClockwise) {
  const Matrix a0 = random_moment(7, 9), a1 = random_moment(7, 10);
  SpectralSolver solver;
  TradeOffBoundary boundary(a0, a1, 3, solver);
  for (int step = 0; step < 40; ++step) boundary.support(-kPi + 0.05 + step * kPi / 20);
  const SupportPoint* before = nullptr;
  for (const auto& [angle, point] : boundary.points()) {
    if (before != nullptr) {
      const double along = -point.n1 * (point.first.v0 - before->last.v0) +
                           point.n0 * (point.first.v1 - before->last.v1);
      EXPECT_GE(along, -1e-12) << angle;
    }
    before = &point;
  }
}

TEST(TradeOffBoundaryTest, OnlyLowerTrianglesAreRead) {
  Matrix a0 = random_moment(6, 11), a1 = random_moment(6, 12);
  SpectralSolver solver;
  const double whole = TradeOffBoundary(a0, a1, 2, solver).support(0.4).last.v1;
  a0.triangularView<Eigen::StrictlyUpper>().setConstant(1e6);
  a1.triangularView<Eigen::StrictlyUpper>().setConstant(1e6);
  EXPECT_EQ(TradeOffBoundary(a0, a1, 2, solver).support(0.4).last.v1, whole);
}

TEST(TradeOffBoundaryTest, NothingIsCertifiedWithTheInertiaCheckTurnedOff) {
  const Matrix a0 = random_moment(6, 13), a1 = random_moment(6, 14);
  SpectralSolver solver({.inertia_check = false});
  TradeOffBoundary boundary(a0, a1, 2, solver);
  EXPECT_FALSE(boundary.certify(0.4).certified);
}

TEST(TradeOffBoundaryTest, WrongShapesAndDimensionsAreRejected) {
  const Matrix a = Matrix::Identity(4, 4), b = Matrix::Identity(3, 3);
  SpectralSolver solver;
  const auto rejection = [&](const Matrix& a0, const Matrix& a1, Index d) {
    return rejection_of([&] { TradeOffBoundary(a0, a1, d, solver); });
  };
  const Message sizes = rejection(a, b, 1);
  EXPECT_EQ(sizes.code(), "matrix-sizes");
  EXPECT_EQ(sizes.argument("rows"), "3");
  EXPECT_EQ(sizes.argument("expected"), "4");
  for (const Index d : {0, 4}) {
    const Message dimension = rejection(a, a, d);
    EXPECT_EQ(dimension.code(), "projection-dimension");
    EXPECT_EQ(dimension.argument("most"), "3");
    EXPECT_EQ(dimension.argument("d"), std::to_string(d));
  }
}

}  // namespace trade_off_boundary_test
}  // namespace fairpca
