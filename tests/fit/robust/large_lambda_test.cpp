// SPDX-License-Identifier: BSD-3-Clause
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "fit/grouped_rows.h"
#include "fit/number_of.h"
#include "fit/robust/robust_problems.h"
#include "text/codes_of.h"
#include "text/rejection_of.h"

namespace fairpca {
namespace large_lambda_test {

using testing::Contains;
using testing::Not;

constexpr Index kDimensions = 2;
constexpr RobustFairPcaOptions reset_by(RobustSolver solver) {
  RobustFairPcaOptions options;
  options.large_lambda = LargeLambda::kReset;
  options.solver = solver;
  options.starts = 1;
  options.steps = 50;
  return options;
}

ProjectionSolution solve(const RobustProblem& problem, const RobustFairPcaOptions& options) {
  SpectralSolver spectral;
  return solve_robust_fair_pca(problem, kDimensions, options, spectral);
}

/// By the definition, with Eigen's eigenvalues.
bool condition_fails(const std::vector<Matrix>& family, const RobustProblem& problem) {
  for (Index g = 0; g < problem.shares.size(); ++g) {
    const Matrix& moment = family[static_cast<std::size_t>(g)];
    const double least = moment.trace() - top_sum(moment, kDimensions);
    if (problem.lambda > problem.shares(g) && least < problem.radii(g)) return true;
  }
  return false;
}

TEST(LargeLambdaTest, ResetIsTheProblemWithTheSmallestShareWhereTheConditionFailsAndNowhereElse) {
  int resets = 0, kept = 0;
  for (const Index groups : {2, 4}) {
    const std::vector<Matrix> family = smooth_family(7, groups, 3);
    const double size = family.front().trace();
    for (const double lambda : {0.05, 0.4, 2.0}) {
      for (const double radius : {1e-6 * size, 0.5 * size}) {
        for (const RobustSolver solver : {RobustSolver::kExact, RobustSolver::kSubgradient}) {
          const RobustProblem problem = robust_problem_of(family, lambda, radius);
          const bool fails = condition_fails(family, problem);
          (fails ? resets : kept) += 1;
          RobustProblem expected = problem;
          if (fails) expected.lambda = problem.shares.minCoeff();
          RobustFairPcaOptions options = reset_by(solver);
          const ProjectionSolution found = solve(problem, options);
          options.large_lambda = LargeLambda::kKeep;
          const ProjectionSolution kept_solution = solve(expected, options);
          EXPECT_EQ(found.objective, kept_solution.objective);
          EXPECT_EQ(found.components, kept_solution.components);
          EXPECT_EQ(number_of(found, "lambda_used"), expected.lambda);
          const std::vector<std::string> codes = codes_of(found.warnings);
          if (fails) {
            EXPECT_THAT(codes, Contains("lambda-reset"));
          } else {
            EXPECT_THAT(codes, Not(Contains("lambda-reset")));
          }
          EXPECT_THAT(codes, Not(Contains("theorem-condition")));
        }
      }
    }
  }
  EXPECT_GT(resets, 3);
  EXPECT_GT(kept, 3);
}

TEST(LargeLambdaTest, AGridIsResetAsItsMembersAre) {
  const std::vector<Matrix> family = smooth_family(6, 2, 8);
  const double radius = 0.5 * family.front().trace();
  std::vector<RobustProblem> problems;
  for (const double lambda : {0.1, 2.5, 0.8}) {
    problems.push_back(robust_problem_of(family, lambda, radius));
  }
  SpectralSolver spectral;
  const RobustFairPcaOptions options = reset_by(RobustSolver::kExact);
  const std::vector<ProjectionSolution> grid =
      solve_robust_fair_pca_grid(problems, kDimensions, options, spectral);
  for (std::size_t i = 0; i < problems.size(); ++i) {
    const ProjectionSolution alone = solve(problems[i], options);
    EXPECT_NEAR(grid[i].objective, alone.objective, 2e-9 * alone.objective);
    EXPECT_EQ(number_of(grid[i], "lambda_used"), number_of(alone, "lambda_used"));
    EXPECT_EQ(codes_of(grid[i].warnings), codes_of(alone.warnings));
  }
}

TEST(LargeLambdaTest, AFitTellsTheShareItTookAndOtherWordsAreRejected) {
  const GroupedRows data = random_groups({60, 20}, 4, 2);
  FitSettings settings{.method = "robust-fair-pca",
                       .options = {{"lambda", 1.0},
                                   {"epsilon", std::vector<double>{1000}},
                                   {"large_lambda", std::string("reset")}},
                       .dimensions = {2}};
  const FitReport report = fit(data, settings).report;
  EXPECT_DOUBLE_EQ(number_of(report, "lambda_used"), 0.25);
  settings.options["large_lambda"] = std::string("clip");
  EXPECT_EQ(rejection_of([&] { fit(data, settings); }).code(), "option-value");
}

}  // namespace large_lambda_test
}  // namespace fairpca
