// SPDX-License-Identifier: BSD-3-Clause
#include "fit/robust/robust_fair_pca_groups.h"

#include <cmath>
#include <limits>
#include <numbers>
#include <random>

#include <gtest/gtest.h>

#include "dense_oracles.h"
#include "fit/robust/robust_problems.h"
#include "fit/robust/robust_relaxation.h"

namespace fairpca {
namespace robust_fair_pca_groups_test {

ProjectionSolution solve(const RobustProblem& problem, Index d,
                         const RobustFairPcaOptions& options = {.starts = 6}) {
  SpectralSolver spectral;
  return solve_robust_fair_pca(problem, d, options, spectral);
}

TEST(RobustFairPcaGroupsTest, InThePlaneNoDirectionIsBetter) {
  for (int trial = 0; trial < 24; ++trial) {
    SCOPED_TRACE(trial);
    const std::vector<Matrix> family = smooth_family(2, 3 + trial % 3, 10 + trial);
    const RobustProblem problem = robust_problem_of(family, 0.4 * (trial % 6), 0.02 * (trial % 4));
    const ProjectionSolution fair = solve(problem, 1);
    double best = std::numeric_limits<double>::infinity();
    for (int step = 0; step < 20000; ++step) {
      const double angle = step * std::numbers::pi / 20000;
      const Matrix frame = Vector{{std::cos(angle), std::sin(angle)}};
      best = std::min(best, robust_objective(problem, errors_of(family, frame)));
    }
    EXPECT_LE(fair.objective, best + 1e-8);
    EXPECT_NEAR(fair.objective, best, 5e-3);
    EXPECT_LE(fair.bound, best + 1e-10);
  }
}

TEST(RobustFairPcaGroupsTest, InSpaceNoLineOrPlaneOfAFineGridIsBetter) {
  for (int trial = 0; trial < 6; ++trial) {
    SCOPED_TRACE(trial);
    const Index d = 1 + trial % 2;
    const std::vector<Matrix> family = smooth_family(3, 3, 90 + trial);
    const RobustProblem problem = robust_problem_of(family, 0.3 * trial, 0.01);
    const ProjectionSolution fair = solve(problem, d);
    for (int i = 0; i <= 100; ++i) {
      for (int j = 0; j < 200; ++j) {
        const double polar = i * std::numbers::pi / 200, azimuth = j * std::numbers::pi / 100;
        const Vector v{{std::sin(polar) * std::cos(azimuth), std::sin(polar) * std::sin(azimuth),
                        std::cos(polar)}};
        const Matrix basis = dense::full_q(v);
        const Matrix frame = d == 1 ? Matrix(basis.leftCols(1)) : Matrix(basis.rightCols(2));
        EXPECT_GE(robust_objective(problem, errors_of(family, frame)), fair.objective - 1e-8);
      }
    }
  }
}

TEST(RobustFairPcaGroupsTest, TwoGroupsGiveTheGlobalOptimumOfTheBoundarySearch) {
  for (int trial = 0; trial < 20; ++trial) {
    SCOPED_TRACE(trial);
    const Index p = 4 + 3 * (trial % 4), d = 1 + trial % 3;
    const std::vector<Matrix> family =
        trial % 4 == 0 ? commuting_family(p, 2, trial) : smooth_family(p, 2, trial);
    const RobustProblem problem = robust_problem_of(family, 0.5 * (trial % 5), 0.01 * (trial % 3));
    SpectralSolver spectral;
    const ProjectionSolution exact = solve_robust_fair_pca(problem, d, {}, spectral);
    ASSERT_EQ(exact.status, Status::kOptimal);
    const ProjectionSolution groups =
        solve_robust_fair_pca_groups(problem, d, {.starts = 6}, spectral, {});
    EXPECT_NEAR(groups.objective, exact.objective, 1e-6 * exact.objective);
    EXPECT_LE(groups.bound, exact.objective + 1e-10);
    EXPECT_NEAR(groups.objective, robust_objective(problem, errors_of(family, groups.components)),
                1e-10);
  }
}

TEST(RobustFairPcaGroupsTest, NeverWorseThanTheSubgradientSolver) {
  for (int trial = 0; trial < 8; ++trial) {
    SCOPED_TRACE(trial);
    const Index p = 6 + 3 * (trial % 4), groups = 3 + trial % 4, d = 1 + trial % 3;
    const std::vector<Matrix> family = smooth_family(p, groups, 400 + trial);
    const RobustProblem problem = robust_problem_of(family, 0.4 * (trial % 4), 0.02);
    const ProjectionSolution fair = solve(problem, d);
    const ProjectionSolution paper =
        solve(problem, d, {.solver = RobustSolver::kSubgradient, .starts = 10, .steps = 400});
    EXPECT_LE(fair.objective, paper.objective + 1e-9);
    EXPECT_LE(fair.bound, fair.objective);
    EXPECT_GT(fair.bound, 0.9 * fair.objective);
    EXPECT_TRUE(fair.certified);
  }
}

TEST(RobustFairPcaGroupsTest, AGridIsNoWorseThanItsMembersAloneAndNeedsFewerSteps) {
  for (int trial = 0; trial < 2; ++trial) {
    SCOPED_TRACE(trial);
    const std::vector<Matrix> family = smooth_family(8, 3 + trial, 60 + trial);
    std::vector<RobustProblem> problems;
    for (const double lambda : {0.0, 0.5, 1.0, 2.0}) {
      problems.push_back(robust_problem_of(family, lambda, 0.02));
    }
    SpectralSolver spectral;
    const std::vector<ProjectionSolution> grid =
        solve_robust_fair_pca_grid(problems, 2, {.starts = 6}, spectral);
    int steps = 0, steps_alone = 0;
    for (std::size_t i = 0; i < problems.size(); ++i) {
      const ProjectionSolution alone = solve(problems[i], 2);
      EXPECT_LE(grid[i].objective, alone.objective * (1 + 1e-7));
      EXPECT_LE(grid[i].bound, grid[i].objective);
      steps += grid[i].iterations;
      steps_alone += alone.iterations;
    }
    EXPECT_LT(2 * steps, steps_alone);
  }
}

TEST(RobustFairPcaGroupsTest, WithoutPenaltyAndRadiiItIsPca) {
  const std::vector<Matrix> family = smooth_family(12, 4, 3);
  const RobustProblem problem = robust_problem_of(family, 0, 0);
  const ProjectionSolution fair = solve(problem, 3);
  const Matrix total = weighted_sum(family, problem.shares);
  EXPECT_EQ(fair.status, Status::kOptimal);
  EXPECT_NEAR(fair.objective, total.trace() - top_sum(total, 3), 1e-10);
}

TEST(RobustFairPcaGroupsTest, TangentsAreNeverBelowAndChordsNeverAboveThePieces) {
  std::mt19937_64 engine(5);
  const std::vector<Matrix> family = smooth_family(5, 4, 1);
  const RobustProblem problem = robust_problem_of(family, 0.6, 0.3);
  const RobustPairs pairs(problem);
  for (int trial = 0; trial < 200; ++trial) {
    const Vector low = gaussian(4, 1, engine).cwiseAbs(), width = gaussian(4, 1, engine).cwiseAbs();
    const Vector share = 0.5 + 0.5 * gaussian(4, 1, engine).array().sin();
    const Vector errors = low + width.cwiseProduct(share);
    const RobustTerms terms = robust_terms(problem, errors);
    const RobustTerms below = chords(problem, low, low + width).at(errors);
    const RobustTerms above = tangents(problem, low + 0.5 * width).at(errors);
    const std::vector<RobustPiece> all = pairs.largest(terms, 100);
    ASSERT_EQ(all.size(), 12U);
    for (const RobustPiece& piece : all) {
      EXPECT_GE(pairs.sum(terms, piece), pairs.sum(below, piece) - 1e-12);
      EXPECT_LE(pairs.sum(terms, piece), pairs.sum(above, piece) + 1e-12);
    }
  }
}

TEST(RobustFairPcaGroupsTest, NoFrameBetterThanAValueHasErrorsAboveTheHighest) {
  const std::vector<Matrix> family = smooth_family(6, 3, 8);
  const RobustProblem problem = robust_problem_of(family, 0.5, 0.05);
  Vector lowest(3);
  for (Index g = 0; g < 3; ++g) {
    const Matrix& moment = family[static_cast<std::size_t>(g)];
    lowest(g) = moment.trace() - top_sum(moment, 2);
  }
  std::mt19937_64 engine(4);
  for (int trial = 0; trial < 300; ++trial) {
    const Vector errors = errors_of(family, random_orthogonal(6, engine).leftCols(2));
    const Vector highest =
        highest_errors(problem, RobustPairs(problem), lowest, robust_objective(problem, errors));
    EXPECT_GE((highest - errors).minCoeff(), -1e-12);
  }
}

TEST(RobustFairPcaGroupsTest, AFailedConditionIsWarnedOfAndAStopReturnsTheBestSoFar) {
  const std::vector<Matrix> family = smooth_family(6, 3, 8);
  const ProjectionSolution warned = solve(robust_problem_of(family, 2, 3), 4);
  ASSERT_FALSE(warned.warnings.empty());
  EXPECT_EQ(warned.warnings.front().code(), "theorem-condition");
  EXPECT_EQ(warned.warnings.front().argument("theorem"), "B.2");

  int asked = 0;
  SpectralSolver spectral;
  const ProjectionSolution stopped =
      solve_robust_fair_pca(robust_problem_of(family, 0.5, 0.1), 2, {}, spectral,
                            [&] { return ++asked > 3 ? Flow::kStop : Flow::kContinue; });
  EXPECT_EQ(stopped.status, Status::kStopped);
  EXPECT_EQ(stopped.components.cols(), 2);
}

}  // namespace robust_fair_pca_groups_test
}  // namespace fairpca
