// SPDX-License-Identifier: BSD-3-Clause
#include "optimize/fantope_program.h"

#include <gtest/gtest.h>

#include "dense_oracles.h"
#include "optimize/trace_objectives.h"

namespace fairpca {
namespace fantope_program_test {

Matrix random_covariance(Index p, unsigned seed) {
  const Matrix x = random_gaussian(p, 2 * p, seed);
  return x * x.transpose() / static_cast<double>(2 * p);
}

Matrix root_of(const Matrix& symmetric) {
  const dense::SymmetricPairs eigen = dense::eigenpairs(symmetric);
  return eigen.vectors * eigen.values.cwiseMax(0.0).cwiseSqrt().asDiagonal() *
         eigen.vectors.transpose();
}

FantopeProgram random_program(Index p, double penalty_weight, unsigned seed) {
  FantopeProgram program;
  program.gain = random_covariance(p, seed);
  const Matrix q = random_covariance(p, seed + 1) - random_covariance(p, seed + 2);
  const double shift = dense::eigenvalues(q).cwiseAbs().maxCoeff();
  program.roots = {root_of(shift * Matrix::Identity(p, p) + q),
                   root_of(shift * Matrix::Identity(p, p) - q)};
  program.penalty_weight = penalty_weight;
  program.directions = random_gaussian(p, 2, seed + 3);
  program.limits = Vector::Constant(2, 1.0);
  return program;
}

TEST(FantopeProgramTest, ClosesItsGapAtAPointOfTheFantopeWithinTheLimits) {
  SpectralSolver spectral;
  for (unsigned seed = 1; seed <= 3; ++seed) {
    for (const double penalty_weight : {0.02, 0.3}) {
      SCOPED_TRACE(seed);
      const Index p = 9, d = 3;
      const FantopeProgram program = random_program(p, penalty_weight, 10 * seed);
      const FantopeProgramResult result = maximize_over_fantope(program, d, spectral);
      EXPECT_TRUE(result.converged);
      EXPECT_TRUE(result.certified);
      EXPECT_NEAR(result.value, program.value(result.point), 1e-12);
      EXPECT_GE(result.bound, result.value - 1e-12);
      EXPECT_LE(result.bound - result.value, 1e-7 * program.gain.trace());
      const Vector eigenvalues = dense::eigenvalues(result.point);
      EXPECT_GE(eigenvalues.minCoeff(), -1e-10);
      EXPECT_LE(eigenvalues.maxCoeff(), 1 + 1e-10);
      EXPECT_NEAR(eigenvalues.sum(), static_cast<double>(d), 1e-9);
      for (Index j = 0; j < 2; ++j) {
        const auto f = program.directions.col(j);
        EXPECT_LE(f.dot(result.point * f), program.limits(j) * (1 + 1e-9));
      }
      // No random projection within the limits does better.
      for (unsigned k = 0; k < 200; ++k) {
        const Matrix x = random_gaussian(p, d, 1000 * seed + k);
        const Matrix v = x * dense::inverse(x.transpose() * x) * x.transpose();
        bool allowed = true;
        for (Index j = 0; j < 2; ++j) {
          const auto f = program.directions.col(j);
          allowed = allowed && f.dot(v * f) <= program.limits(j);
        }
        if (allowed) {
          EXPECT_LE(program.value(v), result.bound);
        }
      }
    }
  }
}

TEST(FantopeProgramTest, WithoutPenaltyAndLimitsItIsPca) {
  SpectralSolver spectral;
  FantopeProgram program;
  program.gain = random_covariance(7, 3);
  program.directions = Matrix(7, 0);
  const FantopeProgramResult result = maximize_over_fantope(program, 2, spectral);
  const Vector eigenvalues = dense::eigenvalues(program.gain);
  EXPECT_TRUE(result.converged);
  EXPECT_NEAR(result.value, eigenvalues.tail(2).sum(), 1e-8);
}

TEST(FantopeProgramTest, WithOneTraceAtMostAndTheLargestPenaltyTheGapClosesToo) {
  SpectralSolver spectral;
  for (const double penalty_weight : {0.02, 0.3, 2.0}) {
    SCOPED_TRACE(penalty_weight);
    FantopeProgram program = random_program(8, penalty_weight, 50);
    program.takes_largest_penalty = program.allows_less_trace = true;
    const FantopeProgramResult result = maximize_over_fantope(program, 3, spectral);
    EXPECT_TRUE(result.converged);
    EXPECT_NEAR(result.value, program.value(result.point), 1e-12);
    EXPECT_GE(result.bound, result.value - 1e-12);
    const Vector eigenvalues = dense::eigenvalues(result.point);
    EXPECT_GE(eigenvalues.minCoeff(), -1e-10);
    EXPECT_LE(eigenvalues.maxCoeff(), 1 + 1e-10);
    EXPECT_LE(eigenvalues.sum(), 3 + 1e-9);
    // The sum of both penalties is less attractive, and a trace of exactly 3 too.
    program.takes_largest_penalty = false;
    EXPECT_LE(maximize_over_fantope(program, 3, spectral).value, result.bound + 1e-9);
    program.takes_largest_penalty = true;
    program.allows_less_trace = false;
    EXPECT_LE(maximize_over_fantope(program, 3, spectral).value, result.bound + 1e-9);
  }
}

TEST(FantopeProgramTest, AnOverwhelmingPenaltyLeavesNothingWhereLessTraceIsAllowed) {
  SpectralSolver spectral;
  FantopeProgram program = random_program(7, 1e3, 60);
  program.takes_largest_penalty = program.allows_less_trace = true;
  const FantopeProgramResult result = maximize_over_fantope(program, 3, spectral);
  EXPECT_TRUE(result.converged);
  EXPECT_LE(result.point.trace(), 0.1);
  EXPECT_GE(result.value, -1e-9);
  EXPECT_LE(result.value, 1e-2 * program.gain.trace());
}

TEST(FantopeProgramTest, TheObserverStopsItWithABoundThatHolds) {
  SpectralSolver spectral;
  const FantopeProgram program = random_program(8, 0.3, 7);
  FantopeProgramOptions options;
  options.tolerance = 1e-14;
  options.observer = [] { return Flow::kStop; };
  const FantopeProgramResult result = maximize_over_fantope(program, 2, spectral, options);
  EXPECT_TRUE(result.stopped);
  EXPECT_FALSE(result.converged);
  EXPECT_GE(result.bound, maximize_over_fantope(program, 2, spectral).value - 1e-9);
}

}  // namespace fantope_program_test
}  // namespace fairpca
