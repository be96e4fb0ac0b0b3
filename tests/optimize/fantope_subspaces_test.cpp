// SPDX-License-Identifier: BSD-3-Clause
#include "optimize/fantope_subspaces.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "dense_oracles.h"
#include "optimize/trace_objectives.h"

namespace fairpca {
namespace fantope_subspaces_test {

Matrix spread_covariance(Index p, unsigned seed) {
  const Matrix x = random_gaussian(p, 2 * p, seed);
  return x * x.transpose() / static_cast<double>(2 * p);
}

Matrix symmetric_root(const Matrix& symmetric) {
  const dense::SymmetricPairs eigen = dense::eigenpairs(symmetric);
  return eigen.vectors * eigen.values.cwiseMax(0.0).cwiseSqrt().asDiagonal() *
         eigen.vectors.transpose();
}

FantopeProgram program_with(Index p, double penalty_weight, const Vector& shares, unsigned seed) {
  FantopeProgram program;
  program.gain = spread_covariance(p, seed);
  const Matrix q = spread_covariance(p, seed + 1) - spread_covariance(p, seed + 2);
  const double shift = dense::eigenvalues(q).cwiseAbs().maxCoeff();
  const Matrix identity = Matrix::Identity(p, p);
  program.roots = {symmetric_root(shift * identity + q), symmetric_root(shift * identity - q)};
  program.penalty_weight = penalty_weight;
  program.directions = random_gaussian(p, shares.size(), seed + 3);
  program.limits = program.directions.colwise().squaredNorm().transpose();
  program.limits = program.limits.cwiseProduct(shares.cwiseAbs2());
  return program;
}

/// The bound of the multipliers, from the program alone.
double bound_of(const FantopeProgram& program, const FantopeProgramResult& result, Index d) {
  Matrix rest = program.gain - program.directions * result.multipliers.asDiagonal() *
                                   program.directions.transpose();
  double constant = result.multipliers.dot(program.limits), total = 0;
  for (std::size_t k = 0; k < result.root_multipliers.size(); ++k) {
    const Matrix product = program.roots[k].transpose() * result.root_multipliers[k];
    rest -= (product + product.transpose()) / 2;
    const Matrix& w = result.root_multipliers[k];
    const double nuclear = dense::eigenvalues(w.transpose() * w).cwiseMax(0.0).cwiseSqrt().sum();
    total += nuclear;
    if (!program.takes_largest_penalty)
      constant += nuclear * nuclear / (4 * program.penalty_weight);
  }
  if (program.takes_largest_penalty) constant += total * total / (4 * program.penalty_weight);
  const Vector top = dense::eigenvalues(rest).tail(d);
  return constant + (program.allows_less_trace ? top.cwiseMax(0.0).sum() : top.sum());
}

void expect_solved(const FantopeProgram& program, const FantopeProgramResult& result, Index d) {
  const double scale = program.gain.trace();
  ASSERT_TRUE(result.converged);
  EXPECT_TRUE(result.certified);
  EXPECT_NEAR(result.value, program.value(result.point), 1e-12 * scale);
  EXPECT_GE(result.bound, result.value - 1e-12 * scale);
  EXPECT_NEAR(result.bound, bound_of(program, result, d), 2e-7 * scale);
  const Vector eigenvalues = dense::eigenvalues(result.point);
  EXPECT_GE(eigenvalues.minCoeff(), -1e-10);
  EXPECT_LE(eigenvalues.maxCoeff(), 1 + 1e-10);
  EXPECT_LE(eigenvalues.sum(), static_cast<double>(d) + 1e-9);
  for (Index j = 0; j < program.limits.size(); ++j) {
    const auto f = program.directions.col(j);
    EXPECT_LE(f.dot(result.point * f), program.limits(j) + 1e-14 * f.squaredNorm());
  }
}

TEST(FantopeSubspacesTest, TinyLimitsConvergeAsOthersDo) {
  SpectralSolver spectral;
  for (const double share : {0.3, 1e-2, 1e-3, 1e-5, 1e-7, 1e-10}) {
    SCOPED_TRACE(share);
    const FantopeProgram program = program_with(16, 0.1, Vector::Constant(2, share), 10);
    const FantopeProgramResult result = maximize_in_subspaces(program, 3, spectral, {});
    expect_solved(program, result, 3);
    EXPECT_NEAR(result.point.trace(), 3, 1e-9);
    EXPECT_LE(result.iterations, 150);
  }
}

TEST(FantopeSubspacesTest, TheFormAsPrintedIsSolvedToo) {
  SpectralSolver spectral;
  for (const double share : {0.3, 1e-3}) {
    FantopeProgram program = program_with(14, 0.2, Vector::Constant(1, share), 30);
    program.takes_largest_penalty = program.allows_less_trace = true;
    expect_solved(program, maximize_in_subspaces(program, 3, spectral, {}), 3);
  }
}

/// min over nu of sigma_d(S - nu ff') + nu limit, by ternary search over ln nu.
double dual_of_one_limit(const FantopeProgram& program, Index d) {
  const Vector f = program.directions.col(0);
  const auto at = [&](double log_nu) {
    const double nu = std::exp(log_nu);
    return dense::eigenvalues(program.gain - nu * f * f.transpose()).tail(d).sum() +
           nu * program.limits(0);
  };
  double low = -20, high = 20;
  for (int step = 0; step < 200; ++step) {
    const double left = low + (high - low) / 3, right = high - (high - low) / 3;
    (at(left) < at(right) ? high : low) = at(left) < at(right) ? right : left;
  }
  return at((low + high) / 2);
}

TEST(FantopeSubspacesTest, WithOneLimitAloneTheValueIsThatOfTheDual) {
  SpectralSolver spectral;
  for (const double share : {0.2, 1e-2, 1e-4}) {
    SCOPED_TRACE(share);
    FantopeProgram program = program_with(30, 0, Vector::Constant(1, share), 50);
    program.roots.clear();
    const FantopeProgramResult result = maximize_in_subspaces(program, 4, spectral, {});
    expect_solved(program, result, 4);
    EXPECT_NEAR(result.value, dual_of_one_limit(program, 4), 2e-7 * program.gain.trace());
  }
}

TEST(FantopeSubspacesTest, ManyLimitsWithoutPenaltiesConverge) {
  SpectralSolver spectral;
  for (const double share : {0.2, 1e-3}) {
    SCOPED_TRACE(share);
    FantopeProgram program = program_with(60, 0, Vector::Constant(30, share), 50);
    program.roots.clear();
    // Means of groups of one size add up to 0.
    program.directions.colwise() -= Vector(program.directions.rowwise().mean());
    program.limits = share * share * program.directions.colwise().squaredNorm().transpose();
    const FantopeProgramResult result = maximize_in_subspaces(program, 3, spectral, {});
    expect_solved(program, result, 3);
    EXPECT_LE(result.iterations, 150);
  }
}

TEST(FantopeSubspacesTest, DirectionsWithoutGainChangeNothing) {
  SpectralSolver spectral;
  const Index p = 9, wide = 40;
  const FantopeProgram program = program_with(p, 0.1, Vector::Constant(1, 0.1), 70);
  FantopeProgram embedded = program;
  embedded.gain = Matrix::Zero(wide, wide);
  embedded.gain.topLeftCorner(p, p) = program.gain;
  embedded.directions = Matrix::Zero(wide, 1);
  embedded.directions.topRows(p) = program.directions;
  const double shift = dense::eigenvalues(program.roots[0]).maxCoeff();
  for (Matrix& root : embedded.roots) {
    Matrix large = shift * Matrix::Identity(wide, wide);
    large.topLeftCorner(p, p) = root;
    root = large;
  }
  const FantopeProgramResult small = maximize_in_subspaces(program, 3, spectral, {});
  const FantopeProgramResult large = maximize_in_subspaces(embedded, 3, spectral, {});
  expect_solved(program, small, 3);
  expect_solved(embedded, large, 3);
  // Elsewhere nothing is gained, so the penalty does not send P there as long as it is small.
  EXPECT_NEAR(small.value, large.value, 3e-7 * program.gain.trace());
}

TEST(FantopeSubspacesTest, WhatItIsNotMadeForIsLeftUnsolved) {
  SpectralSolver spectral;
  const Vector shares = Vector::Constant(1, 0.1);
  EXPECT_FALSE(maximize_in_subspaces(program_with(30, 1e6, shares, 90), 3, spectral, {}).converged);
  // A large penalty spreads P over all 60 dimensions.
  const FantopeProgramResult spread =
      maximize_in_subspaces(program_with(60, 50, shares, 90), 3, spectral, {});
  EXPECT_FALSE(spread.converged);
  EXPECT_LE(spread.iterations, 60);
  // The directions leave fewer than d others.
  const FantopeProgram crowded = program_with(5, 0.1, Vector::Constant(3, 0.1), 90);
  EXPECT_EQ(maximize_in_subspaces(crowded, 3, spectral, {}).point.size(), 0);
  FantopeProgram empty = crowded;
  empty.gain.setZero();
  EXPECT_EQ(maximize_in_subspaces(empty, 1, spectral, {}).iterations, 0);
}

TEST(FantopeSubspacesTest, TheObserverStopsItAndMaxIterationsEndIt) {
  SpectralSolver spectral;
  const FantopeProgram program = program_with(20, 0.1, Vector::Constant(1, 0.1), 110);
  FantopeProgramOptions options;
  options.observer = [] { return Flow::kStop; };
  const FantopeProgramResult stopped = maximize_in_subspaces(program, 3, spectral, options);
  EXPECT_TRUE(stopped.stopped);
  EXPECT_FALSE(stopped.converged);
  EXPECT_GE(stopped.bound, maximize_in_subspaces(program, 3, spectral, {}).value);
  const FantopeProgramResult ended =
      maximize_in_subspaces(program, 3, spectral, {.max_iterations = 5});
  EXPECT_FALSE(ended.converged);
  EXPECT_LE(ended.iterations, 5);
}

}  // namespace fantope_subspaces_test
}  // namespace fairpca
