// SPDX-License-Identifier: BSD-3-Clause
#include "optimize/fantope_barrier.h"

#include <gtest/gtest.h>

#include <cmath>

#include "dense_oracles.h"
#include "optimize/trace_objectives.h"

namespace fairpca {
namespace fantope_barrier_test {

Matrix covariance(Index p, unsigned seed) {
  const Matrix x = random_gaussian(p, 2 * p, seed);
  return x * x.transpose() / static_cast<double>(2 * p);
}

SubspaceProgram random_program(Index r, unsigned seed) {
  SubspaceProgram program;
  program.gain = covariance(r, seed);
  program.squares = {covariance(r, seed + 1), covariance(r, seed + 2)};
  program.directions = random_gaussian(r, 2, seed + 3);
  program.limits = Vector::Constant(2, 0.5);
  program.lengths = Vector::Ones(r);
  program.penalty_weight = 0.3;
  program.trace = 3;
  return program;
}

SubspacePoint start_of(const SubspaceProgram& program) {
  const Index r = program.size();
  // Little along the directions: the rest of the trace is in their complement.
  const Matrix q = program.directions *
                   dense::inverse(program.directions.transpose() * program.directions) *
                   program.directions.transpose();
  const double along = 0.01, across = (program.trace - 2 * along) / static_cast<double>(r - 2);
  SubspacePoint point;
  point.x = across * (Matrix::Identity(r, r) - q) + along * q;
  if (program.allows_less_trace) point.x *= 0.9;
  point.levels = Vector::Constant(program.levels(), 10.0);
  return point;
}

/// The barrier function, by eigenvalues.
double barrier(const SubspaceProgram& program, double weight, const SubspacePoint& point) {
  const Matrix inverse = program.lengths.cwiseInverse().asDiagonal();
  const auto log_det = [](const Matrix& matrix) {
    return dense::eigenvalues(matrix).array().log().sum();
  };
  double logs = log_det(point.x) + log_det(inverse - point.x);
  for (std::size_t k = 0; k < program.squares.size(); ++k) {
    const double t = point.levels(program.takes_largest_penalty ? 0 : static_cast<Index>(k));
    logs += log_det(t * inverse - point.x * program.squares[k] * point.x);
  }
  for (Index j = 0; j < program.limits.size(); ++j) {
    const auto g = program.directions.col(j);
    logs += std::log(program.limits(j) - g.dot(point.x * g));
  }
  if (program.allows_less_trace) {
    logs += std::log(program.trace - program.lengths.dot(point.x.diagonal()));
  }
  return -program.gain.cwiseProduct(point.x).sum() + program.penalty_weight * point.levels.sum() -
         weight * logs;
}

TEST(FantopeBarrierTest, NoPointNearTheCenterHasLess) {
  for (const bool as_printed : {false, true}) {
    SubspaceProgram program = random_program(7, 20);
    program.takes_largest_penalty = program.allows_less_trace = as_printed;
    const double weight = 1e-2;
    SubspacePoint center_point = start_of(program);
    ASSERT_TRUE(center(program, weight, 1, 60, center_point).succeeded);
    EXPECT_LE(center_point.x.trace(), 3 + 1e-12);
    const double least = barrier(program, weight, center_point);
    for (unsigned k = 0; k < 50; ++k) {
      const Matrix x = random_gaussian(7, 7, 100 + k);
      Matrix change = x + x.transpose();
      if (!as_printed) change.diagonal().array() -= change.trace() / 7;
      for (const double size : {1e-4, 1e-6}) {
        SubspacePoint moved = center_point;
        moved.x += size * change;
        moved.levels += size * random_gaussian(program.levels(), 1, 200 + k);
        EXPECT_GE(barrier(program, weight, moved), least - 1e-12);
      }
    }
  }
}

TEST(FantopeBarrierTest, WithoutPenaltiesNoPointNearTheCenterHasLess) {
  for (const bool allows_less_trace : {false, true}) {
    SubspaceProgram program = random_program(9, 25);
    program.squares.clear();
    program.penalty_weight = 0;
    program.allows_less_trace = allows_less_trace;
    program.lengths = Vector::LinSpaced(9, 1, 1.2);
    SubspacePoint center_point = start_of(program);
    center_point.x *= (allows_less_trace ? 0.8 : 1) * program.trace /
                      program.lengths.dot(center_point.x.diagonal());
    for (const double weight : {1e-1, 1e-2, 1e-3}) {
      SCOPED_TRACE(testing::Message() << weight << " " << allows_less_trace);
      ASSERT_TRUE(center(program, weight, 1, 60, center_point).succeeded);
      const double trace = program.lengths.dot(center_point.x.diagonal());
      EXPECT_LE(trace, program.trace + 1e-12);
      const double least = barrier(program, weight, center_point);
      for (unsigned k = 0; k < 50; ++k) {
        const Matrix x = random_gaussian(9, 9, 100 + k);
        Matrix change = x + x.transpose();
        if (!allows_less_trace) {
          change.diagonal().array() -=
              program.lengths.dot(change.diagonal()) / program.lengths.sum();
        }
        // Newton's last step squares a decrement of 0.05, so the center is known to 0.0025.
        for (const double size : {1e-2, 1e-3}) {
          SubspacePoint moved = center_point;
          moved.x += size * weight * change;
          EXPECT_GE(barrier(program, weight, moved), least - 1e-5 * weight);
        }
      }
    }
  }
}

TEST(FantopeBarrierTest, MultipliersBoundTheProgramByAMultipleOfTheWeight) {
  const SubspaceProgram program = random_program(8, 40);
  SubspacePoint point = start_of(program);
  for (double weight = 1e-1; weight > 1e-8; weight /= 10) {
    SCOPED_TRACE(weight);
    ASSERT_TRUE(center(program, weight, 1, 60, point).succeeded);
    const SubspaceMultipliers multipliers = multipliers_at(program, weight, point);
    Matrix rest = program.gain - program.directions * multipliers.limits.asDiagonal() *
                                     program.directions.transpose();
    double bound = multipliers.limits.dot(program.limits);
    for (std::size_t k = 0; k < 2; ++k) {
      const Matrix product = program.squares[k] * multipliers.root_factors[k];
      rest -= product + product.transpose();
      bound += std::pow(multipliers.nuclear_norms[k], 2) / (4 * program.penalty_weight);
      const Matrix& factor = multipliers.root_factors[k];
      const Vector squared =
          dense::eigenvalues(4 * factor.transpose() * program.squares[k] * factor);
      EXPECT_NEAR(multipliers.nuclear_norms[k], squared.cwiseMax(0.0).cwiseSqrt().sum(), 1e-6);
    }
    bound += dense::eigenvalues(rest).tail(3).sum();
    const double value = program.value(point.x);
    EXPECT_GE(bound, value - 1e-12);
    // Multipliers are weights over room that shrinks with them, so rounding grows as it shrinks.
    EXPECT_LE(bound - value, 60 * weight + 5e-14 / weight);
  }
}

TEST(FantopeBarrierTest, TheLengthsOfTheBasisDoNotMatter) {
  const Index r = 6;
  const SubspaceProgram program = random_program(r, 60);
  const Vector scale = Vector::LinSpaced(r, 1, 1e-3);
  SubspaceProgram scaled = program;
  scaled.gain = scale.asDiagonal() * program.gain * scale.asDiagonal();
  for (Matrix& square : scaled.squares) {
    square = (scale.asDiagonal() * square * scale.asDiagonal()).eval();
  }
  scaled.directions = scale.asDiagonal() * program.directions;
  scaled.lengths = scale.cwiseAbs2();
  SubspacePoint point = start_of(program), other = point;
  other.x = scale.cwiseInverse().asDiagonal() * point.x * scale.cwiseInverse().asDiagonal();
  for (const double weight : {1e-1, 1e-2, 1e-3}) {
    ASSERT_TRUE(center(program, weight, 1, 60, point).succeeded);
    ASSERT_TRUE(center(scaled, weight, 1, 60, other).succeeded);
  }
  const Matrix back = scale.asDiagonal() * other.x * scale.asDiagonal();
  EXPECT_LE((back - point.x).norm(), 1e-6);
  EXPECT_NEAR(scaled.value(other.x), program.value(point.x), 1e-6);
  EXPECT_NEAR(scaled.penalty(0, other.x), program.penalty(0, point.x), 1e-6);
}

TEST(FantopeBarrierTest, AStartOutsideOfTheInteriorIsNotCentered) {
  const SubspaceProgram program = random_program(6, 80);
  const SubspacePoint inside = start_of(program);
  SubspacePoint beyond = inside;
  beyond.x(0, 0) = 2;
  EXPECT_FALSE(center(program, 1e-2, 1, 60, beyond).succeeded);
  SubspacePoint low = inside;
  low.levels.setConstant(1e-12);
  const CenterResult result = center(program, 1e-2, 1, 60, low);
  EXPECT_FALSE(result.succeeded);
  EXPECT_EQ(result.steps, 0);
  SubspacePoint few = inside;
  EXPECT_FALSE(center(program, 1e-6, 1, 1, few).succeeded);
}

}  // namespace fantope_barrier_test
}  // namespace fairpca
