// SPDX-License-Identifier: BSD-3-Clause
#include "optimize/weighted_dual.h"

#include <cmath>
#include <limits>
#include <numbers>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "dense_oracles.h"
#include "optimize/matrix_families.h"
#include "text/rejection_of.h"

namespace fairpca {
namespace weighted_dual_test {

FantopeProblem loss_problem(const std::vector<Matrix>& family, Index d) {
  return {.matrices = refs(family), .d = d, .offsets = top_sums(family, d)};
}

/// Recomputes value and bound from the matrices by Eigen's solver.
void expect_certificate(const FantopeProblem& problem, const std::vector<Matrix>& family,
                        const WeightedDualResult& result) {
  const double scale = weighted_sum(family, Vector::Ones(result.weights.size())).trace();
  const Index rank = result.point.rank();
  EXPECT_LT(
      (result.point.basis.transpose() * result.point.basis - Matrix::Identity(rank, rank)).norm(),
      1e-11);
  EXPECT_NEAR(result.point.weights.sum(), static_cast<double>(problem.d), 1e-11);
  EXPECT_GE(result.point.weights.minCoeff(), 0);
  EXPECT_LE(result.point.weights.maxCoeff(), 1);
  const Matrix point =
      result.point.basis * result.point.weights.asDiagonal() * result.point.basis.transpose();
  EXPECT_NEAR(problem.value(inner_products(family, point)), result.value, 1e-12 * scale);
  const double sum = top_sum(weighted_sum(family, result.weights), problem.d);
  const bool worst = problem.criterion == FantopeCriterion::kWorst;
  const double term =
      worst ? problem.offsets.dot(result.weights) : (1 + result.weights.array().log()).sum();
  EXPECT_LE(result.bound, term - sum + 1e-14 * scale);
  EXPECT_NEAR(result.bound, term - sum, 1e-11 * scale);
  if (worst) {
    EXPECT_NEAR(result.weights.sum(), 1, 1e-12);
    EXPECT_GE(result.weights.minCoeff(), 0);
  }
  EXPECT_TRUE(result.certified);
  EXPECT_LE(result.bound, result.value + 1e-13 * scale);
}

/// The Euclidean projection on the Fantope: eigenvalues shifted and clipped.
Matrix project_on_fantope(const Matrix& symmetric, Index d) {
  const dense::SymmetricPairs eigen = dense::eigenpairs(symmetric);
  double low = eigen.values.minCoeff() - 1, high = eigen.values.maxCoeff();
  const auto clipped = [&](double shift) {
    return Vector((eigen.values.array() - shift).max(0.0).min(1.0));
  };
  for (int step = 0; step < 100; ++step) {
    const double middle = 0.5 * (low + high);
    (clipped(middle).sum() > static_cast<double>(d) ? low : high) = middle;
  }
  return eigen.vectors * clipped(high).asDiagonal() * eigen.vectors.transpose();
}

/// Smallest value met by long projected subgradient descent over the Fantope, steps 1 / sqrt(k).
double subgradient_value(const FantopeProblem& problem, const std::vector<Matrix>& family) {
  const Index p = family.front().rows();
  Matrix point = Matrix::Identity(p, p) * (static_cast<double>(problem.d) / static_cast<double>(p));
  double best = std::numeric_limits<double>::infinity();
  for (int step = 1; step <= 4000; ++step) {
    const Vector losses = problem.offsets - inner_products(family, point);
    Index worst = 0;
    best = std::min(best, losses.maxCoeff(&worst));
    const Matrix& steepest = family[static_cast<std::size_t>(worst)];
    const double length = 0.5 / (steepest.norm() * std::sqrt(step));
    point = project_on_fantope(point + length * steepest, problem.d);
  }
  return best;
}

TEST(WeightedDualTest, SmoothFamiliesAreSolvedAndCertifiedInEightEigenSolves) {
  for (int trial = 0; trial < 30; ++trial) {
    SCOPED_TRACE(trial);
    const Index p = 8 + 9 * (trial % 6), count = 2 + trial % 7, d = 1 + trial % 5;
    const std::vector<Matrix> family = smooth_family(p, count, 100 + trial);
    const FantopeProblem problem = loss_problem(family, d);
    SpectralSolver spectral;
    const WeightedDualResult result = solve_weighted_dual(problem, spectral);
    ASSERT_EQ(result.status, DualStatus::kOptimal);
    expect_certificate(problem, family, result);
    EXPECT_LE(result.value - result.bound, 1e-6 * result.value);
    EXPECT_EQ(result.iterations, spectral.solves());
    EXPECT_LE(result.iterations, 8);
  }
}

TEST(WeightedDualTest, TiedFamiliesAreSolvedAndCertifiedInThirtyFiveEigenSolves) {
  for (int trial = 0; trial < 40; ++trial) {
    SCOPED_TRACE(trial);
    const Index p = 10 + 12 * (trial % 6), count = 3 + trial % 6, d = 1 + 2 * (trial % 5);
    const std::vector<Matrix> family =
        trial % 2 == 0 ? commuting_family(p, count, trial) : integer_family(p, count, trial);
    const FantopeProblem problem = loss_problem(family, d);
    SpectralSolver spectral;
    const WeightedDualResult result = solve_weighted_dual(problem, spectral);
    ASSERT_EQ(result.status, DualStatus::kOptimal);
    expect_certificate(problem, family, result);
    EXPECT_LE(result.value - result.bound, 1e-6 * result.value + 6e-12 * static_cast<double>(p));
    EXPECT_LE(result.iterations, 35);
  }
}

TEST(WeightedDualTest, SixteenMatricesAndLeadingPairsOnlyAreSolvedToo) {
  const std::vector<Matrix> family = smooth_family(130, 16, 7);
  const FantopeProblem problem = loss_problem(family, 6);
  SpectralSolver spectral;
  const WeightedDualResult result = solve_weighted_dual(problem, spectral, {.tolerance = 1e-9});
  ASSERT_EQ(result.status, DualStatus::kOptimal);
  expect_certificate(problem, family, result);
  EXPECT_LE(result.value - result.bound, 1e-9 * result.value);
  EXPECT_LE(result.iterations, 16);
}

TEST(WeightedDualTest, NoLongSubgradientDescentFindsABetterPoint) {
  for (int trial = 0; trial < 12; ++trial) {
    SCOPED_TRACE(trial);
    const Index p = 3 + trial % 5, count = 2 + trial % 4, d = 1 + trial % 2;
    const std::vector<Matrix> family =
        trial % 3 == 0 ? commuting_family(p, count, trial) : smooth_family(p, count, trial);
    const FantopeProblem problem = loss_problem(family, d);
    SpectralSolver spectral;
    const WeightedDualResult result = solve_weighted_dual(problem, spectral, {.tolerance = 1e-9});
    const double descended = subgradient_value(problem, family);
    EXPECT_GE(descended, result.bound - 1e-12);
    EXPECT_NEAR(descended, result.value, 0.005 * problem.offsets.maxCoeff());
  }
}

TEST(WeightedDualTest, TwoByTwoMatricesAgreeWithAGridOverTheDisc) {
  for (int trial = 0; trial < 10; ++trial) {
    SCOPED_TRACE(trial);
    const std::vector<Matrix> family = smooth_family(2, 3 + trial % 3, 50 + trial);
    const FantopeProblem problem = loss_problem(family, 1);
    double best = std::numeric_limits<double>::infinity();
    for (int ring = 0; ring <= 200; ++ring) {  // P = (I + r (cos t, sin t; sin t, -cos t)) / 2
      for (int turn = 0; turn < 720; ++turn) {
        const double r = ring / 200.0, t = 2 * std::numbers::pi * turn / 720.0;
        Matrix point(2, 2);
        point << 1 + r * std::cos(t), r * std::sin(t), r * std::sin(t), 1 - r * std::cos(t);
        best = std::min(best, problem.value(inner_products(family, 0.5 * point)));
      }
    }
    SpectralSolver spectral;
    const WeightedDualResult result = solve_weighted_dual(problem, spectral);
    EXPECT_LE(result.value, best + 1e-6 * best);
    EXPECT_NEAR(result.value, best, 0.01);
  }
}

TEST(WeightedDualTest, ThreeDirectionsInThePlaneShareHalfOfOneDimension) {
  std::vector<Matrix> family;
  for (double degrees : {0.0, 60.0, 120.0}) {
    const double t = degrees * std::numbers::pi / 180;
    const Vector direction{{std::cos(t), std::sin(t)}};
    family.emplace_back(direction * direction.transpose());
  }
  const FantopeProblem problem = loss_problem(family, 1);
  SpectralSolver spectral;
  const WeightedDualResult result = solve_weighted_dual(problem, spectral, {.tolerance = 1e-10});
  EXPECT_NEAR(result.value, 0.5, 1e-9);
  EXPECT_NEAR(result.bound, 0.5, 1e-9);
  EXPECT_EQ(result.point.rank(), 2);
  EXPECT_LT((result.weights.array() - 1.0 / 3).abs().maxCoeff(), 1e-5);
}

TEST(WeightedDualTest, LogarithmsMeetTheirBoundAndTheFirstOrderCondition) {
  for (int trial = 0; trial < 30; ++trial) {
    SCOPED_TRACE(trial);
    const Index p = 4 + 7 * (trial % 9), count = 2 + trial % 8, d = 1 + trial % 3;
    const std::vector<Matrix> family =
        trial % 2 == 0 ? commuting_family(p, count, trial) : smooth_family(p, count, trial);
    FantopeProblem problem = loss_problem(family, d);
    problem.criterion = FantopeCriterion::kLogarithms;
    SpectralSolver spectral;
    const WeightedDualResult result = solve_weighted_dual(problem, spectral, {.tolerance = 1e-8});
    ASSERT_EQ(result.status, DualStatus::kOptimal);
    expect_certificate(problem, family, result);
    // Frank and Wolfe: no direction of the Fantope raises the sum of logarithms by more than this.
    const Vector slopes = result.captured.cwiseInverse();
    const double rise = top_sum(weighted_sum(family, slopes), d) - static_cast<double>(count);
    EXPECT_GE(rise, -1e-10);
    EXPECT_LT(rise, 1e-3);
  }
}

TEST(WeightedDualTest, EqualMatricesHaveNoLossAndOneMatrixIsItsOwnPca) {
  const Matrix one = smooth_family(9, 1, 3).front();
  for (std::size_t count : {1, 4}) {
    const std::vector<Matrix> family(count, one);
    SpectralSolver spectral;
    const WeightedDualResult result = solve_weighted_dual(loss_problem(family, 3), spectral);
    EXPECT_EQ(result.status, DualStatus::kOptimal);
    EXPECT_NEAR(result.value, 0, 1e-10);
    EXPECT_EQ(result.iterations, 1);
  }
}

TEST(WeightedDualTest, WithoutTheInertiaCheckNothingIsCertified) {
  const std::vector<Matrix> family = smooth_family(9, 3, 4);
  SpectralSolver spectral({.inertia_check = false});
  EXPECT_FALSE(solve_weighted_dual(loss_problem(family, 2), spectral).certified);
}

TEST(WeightedDualTest, AStoppedOrExhaustedSearchReturnsTheBestOfWhatItSaw) {
  const std::vector<Matrix> family = commuting_family(60, 8, 8);
  const FantopeProblem problem = loss_problem(family, 20);
  SpectralSolver spectral;
  const WeightedDualResult short_run =
      solve_weighted_dual(problem, spectral, {.max_iterations = 2});
  EXPECT_EQ(short_run.status, DualStatus::kMaxIterations);
  EXPECT_EQ(short_run.iterations, 2);
  expect_certificate(problem, family, short_run);
  int steps = 0;
  const WeightedDualResult stopped = solve_weighted_dual(
      problem, spectral, {}, [&] { return ++steps == 2 ? Flow::kStop : Flow::kContinue; });
  EXPECT_EQ(stopped.status, DualStatus::kStopped);
  EXPECT_EQ(stopped.iterations, 1);
  expect_certificate(problem, family, stopped);
}

TEST(WeightedDualTest, WrongInputIsRejected) {
  const std::vector<Matrix> family = smooth_family(4, 2, 9);
  SpectralSolver spectral;
  const auto rejection = [&](const FantopeProblem& problem, WeightedDualOptions options = {}) {
    return rejection_of([&] { solve_weighted_dual(problem, spectral, options); });
  };
  FantopeProblem problem = loss_problem(family, 2);
  EXPECT_EQ(rejection({}).code(), "no-matrices");
  problem.d = 4;
  EXPECT_EQ(rejection(problem).code(), "projection-dimension");
  EXPECT_EQ(rejection(problem).argument("most"), "3");
  problem.d = 2;
  problem.offsets = Vector::Zero(3);
  EXPECT_EQ(rejection(problem).code(), "offsets-per-matrix");
  problem.offsets = Vector::Zero(2);
  const Matrix small = Matrix::Identity(3, 3), zero = Matrix::Zero(4, 4);
  problem.matrices[1] = small;
  EXPECT_EQ(rejection(problem).code(), "matrix-sizes");
  EXPECT_EQ(rejection(problem).argument("rows"), "3");
  problem.matrices[1] = zero;
  problem.criterion = FantopeCriterion::kLogarithms;
  EXPECT_EQ(rejection(problem).code(), "matrix-without-trace");
  EXPECT_EQ(rejection(problem).argument("number"), "2");
  problem = loss_problem(family, 2);
  EXPECT_EQ(rejection(problem, {.tolerance = 0}).option(), "tolerance");
  EXPECT_EQ(rejection(problem, {.max_iterations = 0}).option(), "max_iterations");
}

}  // namespace weighted_dual_test
}  // namespace fairpca
