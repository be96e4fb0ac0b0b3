// SPDX-License-Identifier: BSD-3-Clause
#include "fit/robust/robust_fair_pca_subgradient.h"

#include <cmath>
#include <random>

#include <gtest/gtest.h>

#include "dense_oracles.h"
#include "fairpca/manifolds/stiefel.h"
#include "fit/data_sets.h"
#include "fit/robust/robust_frame_objective.h"
#include "fit/robust/robust_problems.h"

namespace fairpca {
namespace robust_fair_pca_subgradient_test {

TEST(RobustFrameObjectiveTest, BothFormsHaveTheValueOfTheErrors) {
  const std::vector<Matrix> family = smooth_family(7, 3, 1);
  const RobustProblem problem = robust_problem_of(family, 0.7, 0.05);
  std::mt19937_64 engine(2);
  const Matrix whole = random_orthogonal(7, engine);
  const Matrix kept = whole.leftCols(3), given_up = whole.rightCols(4);
  const RobustFrameObjective v_form(problem, RobustFrameObjective::Frame::kKept);
  const RobustFrameObjective u_form(problem, RobustFrameObjective::Frame::kGivenUp);
  const Vector errors = errors_of(family, kept);
  EXPECT_LT((v_form.errors(kept) - errors).norm(), 1e-12);
  EXPECT_LT((u_form.errors(given_up) - errors).norm(), 1e-12);
  EXPECT_NEAR(v_form.value(kept), robust_objective(problem, errors), 1e-12);
  EXPECT_NEAR(u_form.value(given_up), v_form.value(kept), 1e-12);
}

TEST(RobustFrameObjectiveTest, GradientsAreSlopesOfTheValue) {
  const std::vector<Matrix> family = smooth_family(6, 4, 3);
  std::mt19937_64 engine(4);
  for (const double lambda : {0.0, 0.5, 2.0}) {
    const RobustProblem problem = robust_problem_of(family, lambda, 0.05);
    for (const auto form :
         {RobustFrameObjective::Frame::kKept, RobustFrameObjective::Frame::kGivenUp}) {
      const RobustFrameObjective objective(problem, form);
      const Matrix point = random_orthogonal(6, engine).leftCols(3);
      const Matrix direction = gaussian(6, 3, engine);
      const double h = 1e-6;
      const double slope =
          (objective.value(point + h * direction) - objective.value(point - h * direction)) /
          (2 * h);
      EXPECT_NEAR(objective.gradient(point).cwiseProduct(direction).sum(), slope,
                  1e-5 * (1 + std::abs(slope)));
    }
  }
}

/// One step of the paper's algorithm.
Matrix step(const Stiefel& manifold, const RobustFrameObjective& objective, const Matrix& point,
            double length) {
  return manifold.retract(point,
                          -length * manifold.riemannian_gradient(point, objective.gradient(point)));
}

TEST(RobustFrameObjectiveTest, SubgradientStepsInVAndInUGoThroughTheSameErrors) {
  for (const Retraction retraction : {Retraction::kQr, Retraction::kPolar}) {
    for (const Index groups : {2, 4}) {
      SCOPED_TRACE(groups);
      const std::vector<Matrix> family = smooth_family(8, groups, 21);
      const RobustProblem problem = robust_problem_of(family, 0.6, 0.05);
      const RobustFrameObjective v_form(problem, RobustFrameObjective::Frame::kKept);
      const RobustFrameObjective u_form(problem, RobustFrameObjective::Frame::kGivenUp);
      std::mt19937_64 engine(5);
      const Matrix whole = random_orthogonal(8, engine);
      Matrix v = whole.leftCols(3), u = whole.rightCols(5);
      const Stiefel v_manifold(8, 3, retraction), u_manifold(8, 5, retraction);
      for (int iteration = 0; iteration < 60; ++iteration) {
        ASSERT_LT((v_form.errors(v) - u_form.errors(u)).norm(), 1e-9) << iteration;
        ASSERT_LT((v.transpose() * u).norm(), 1e-9) << iteration;
        v = step(v_manifold, v_form, v, 0.03);
        u = step(u_manifold, u_form, u, 0.03);
      }
    }
  }
}

TEST(RobustSubgradientTest, TheSolutionIsTheBestOfTheLastIteratesAndDependsOnTheSeedAlone) {
  const std::vector<Matrix> family = smooth_family(8, 3, 6);
  const RobustProblem problem = robust_problem_of(family, 0.8, 0.05);
  const auto solve = [&](int starts, std::uint64_t seed) {
    SpectralSolver spectral;
    RobustFairPcaOptions options{.solver = RobustSolver::kSubgradient, .starts = starts};
    options.steps = 60;
    options.seed = seed;
    return solve_robust_fair_pca(problem, 2, options, spectral);
  };
  const ProjectionSolution one = solve(0, 1), few = solve(4, 1), again = solve(4, 1);
  EXPECT_LE(few.objective, one.objective);
  EXPECT_EQ(few.objective, again.objective);
  EXPECT_EQ(one.iterations, 60);
  EXPECT_EQ(few.iterations, 300);
  EXPECT_NEAR(few.objective, robust_objective(problem, errors_of(family, few.components)), 1e-12);

  // By hand: PCA, then 60 steps of 1 / sqrt(61).
  const RobustFrameObjective objective(problem, RobustFrameObjective::Frame::kKept);
  const Stiefel manifold(8, 2);
  Matrix point = dense::largest_vectors(weighted_sum(family, problem.shares), 2);
  for (int iteration = 0; iteration < 60; ++iteration) {
    point = step(manifold, objective, point, 1 / std::sqrt(61.0));
  }
  EXPECT_NEAR(one.objective, objective.value(point), 1e-9);
}

ProjectionSolution by_subgradient(const RobustProblem& problem, Index d, int starts, int steps) {
  SpectralSolver spectral;
  return solve_robust_fair_pca(
      problem, d, {.solver = RobustSolver::kSubgradient, .starts = starts, .steps = steps},
      spectral);
}

TEST(RobustSubgradientTest, ItHasConvergedOnlyWhereDescentGainsNoMoreThanItsStepAllows) {
  for (const Index groups : {2, 4}) {
    SCOPED_TRACE(groups);
    const std::vector<Matrix> family = smooth_family(8, groups, 6);
    const RobustProblem problem = robust_problem_of(family, 0.8, 0.05);
    const ProjectionSolution early = by_subgradient(problem, 2, 0, 2);
    EXPECT_EQ(early.status, Status::kMaxIterations);
    ASSERT_FALSE(early.warnings.empty());
    const Message& warning = early.warnings.back();
    EXPECT_EQ(warning.code(), "subgradient-not-converged");
    EXPECT_EQ(std::stod(warning.argument("objective")), early.objective);
    EXPECT_LT(std::stod(warning.argument("lower")), early.objective);

    const ProjectionSolution late = by_subgradient(problem, 2, 4, 3000);
    EXPECT_EQ(late.status, Status::kConverged);
    EXPECT_TRUE(late.warnings.empty());
    SpectralSolver spectral;
    const ProjectionSolution exact = solve_robust_fair_pca(problem, 2, {.starts = 6}, spectral);
    EXPECT_NEAR(late.objective, exact.objective, 2e-3 * exact.objective);
    EXPECT_GT(late.bound, 0);
    EXPECT_LE(late.bound, exact.objective);
    EXPECT_TRUE(late.certified);
  }
}

TEST(RobustSubgradientTest, AFailedConditionIsWarnedOfAsByTheExactSolver) {
  for (const Index groups : {2, 3}) {
    SCOPED_TRACE(groups);
    const std::vector<Matrix> family = smooth_family(6, groups, 8);
    const RobustProblem problem = robust_problem_of(family, 2, 3);
    const ProjectionSolution paper = by_subgradient(problem, 4, 0, 300);
    SpectralSolver spectral;
    const ProjectionSolution exact = solve_robust_fair_pca(problem, 4, {.starts = 1}, spectral);
    ASSERT_FALSE(paper.warnings.empty());
    EXPECT_EQ(paper.warnings.front().code(), "theorem-condition");
    EXPECT_EQ(paper.warnings.front().argument("theorem"), groups == 2 ? "3.2" : "B.2");
    EXPECT_EQ(paper.warnings.front().text(), exact.warnings.front().text());
  }
}

/// F after 1000 steps from PCA by the authors' code: alpha 0.15, lambda 0.5, d = 3.
TEST(RobustSubgradientDataTest, AThousandStepsFromPcaEndWhereTheAuthorsCodeDoes) {
  const std::vector<std::pair<std::string, double>> published = {{"german_credit.csv", 41.945928},
                                                                 {"biodeg.csv", 29.664452}};
  for (const auto& [name, value] : published) {
    SCOPED_TRACE(name);
    const std::filesystem::path path = data_set("rfpca/" + name);
    if (!std::filesystem::exists(path)) GTEST_SKIP() << path << " is not there: set FAIRPCA_DATA";
    const PreparedMoments moments =
        prepared(moments_of_file(path, {.protected_columns = {"group"}}), {.standardize = true});
    const RobustProblem problem = robust_problem(moments, {.lambda = 0.5, .alpha = 0.15});
    SpectralSolver spectral;
    const ProjectionSolution solution = solve_robust_fair_pca(
        problem, 3, {.solver = RobustSolver::kSubgradient, .starts = 0}, spectral);
    EXPECT_NEAR(solution.objective, value, 2e-6);
  }
}

}  // namespace robust_fair_pca_subgradient_test
}  // namespace fairpca
