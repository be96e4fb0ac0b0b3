// SPDX-License-Identifier: BSD-3-Clause
#include <cmath>
#include <limits>
#include <map>
#include <numbers>
#include <random>
#include <set>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "fairpca/fit/fairness_path.h"
#include "fit/robust/robust_problems.h"
#include "fit/robust/robust_relaxation.h"
#include "fit/two_attributes.h"
#include "text/rejection_of.h"

namespace fairpca {
namespace robust_attributes_test {

using ::testing::AnyOf;
using ::testing::Contains;
using ::testing::ElementsAre;

/// Groups g of attribute g % attributes, with shares that sum to 1 in each.
RobustProblem problem_of(const std::vector<Matrix>& family, Index attributes, double lambda,
                         double radius) {
  RobustProblem problem = robust_problem_of(family, lambda, radius);
  Vector totals = Vector::Zero(attributes);
  for (Index g = 0; g < problem.shares.size(); ++g) {
    problem.attributes.push_back(g % attributes);
    totals(g % attributes) += problem.shares(g);
  }
  for (Index g = 0; g < problem.shares.size(); ++g) problem.shares(g) /= totals(g % attributes);
  return problem;
}

/// The definition, pair by pair.
double by_definition(const RobustProblem& problem, const Vector& errors) {
  double worst = -std::numeric_limits<double>::infinity();
  for (Index a = 0; a < errors.size(); ++a) {
    for (Index b = 0; b < errors.size(); ++b) {
      const auto attribute = [&](Index g) {
        return problem.attributes[static_cast<std::size_t>(g)];
      };
      if (a == b || attribute(a) != attribute(b)) continue;
      double sum = 0;
      for (Index g = 0; g < errors.size(); ++g) {
        if (attribute(g) != attribute(a)) continue;
        const double u =
            problem.shares(g) + (g == a ? problem.lambda : 0) - (g == b ? problem.lambda : 0);
        const double s = std::sqrt(errors(g)), e = std::sqrt(problem.radii(g));
        sum += u >= 0 ? u * (s + e) * (s + e) : u * std::pow(std::max(s - e, 0.0), 2);
      }
      worst = std::max(worst, sum);
    }
  }
  return worst;
}

TEST(RobustAttributesTest, TheObjectiveIsTheLargestOverTheAttributesOfTheFormulaOverEach) {
  std::mt19937_64 engine(1);
  for (int trial = 0; trial < 60; ++trial) {
    SCOPED_TRACE(trial);
    const Index attributes = 1 + trial % 3, groups = 2 * attributes + trial % 5;
    const std::vector<Matrix> family = smooth_family(4, groups, 20 + trial);
    const RobustProblem problem = problem_of(family, attributes, 0.3 * (trial % 7), 0.1);
    const Vector errors = gaussian(groups, 1, engine).cwiseAbs();
    const double expected = by_definition(problem, errors);
    EXPECT_NEAR(robust_objective(problem, errors), expected, 1e-13 * std::abs(expected));
  }
}

TEST(RobustAttributesTest, TheLargestPiecesAreThoseOfAllPairs) {
  std::mt19937_64 engine(2);
  const std::vector<Matrix> family = smooth_family(3, 30, 5);
  const RobustProblem problem = problem_of(family, 2, 0.4, 0.1);
  const RobustPairs pairs(problem);
  EXPECT_EQ(pairs.count(), 2 * 15 * 14);
  for (int trial = 0; trial < 20; ++trial) {
    const RobustTerms terms = robust_terms(problem, gaussian(30, 1, engine).cwiseAbs());
    const std::vector<RobustPiece> all = pairs.largest(terms, pairs.count());
    const std::vector<RobustPiece> some = pairs.largest(terms, 17);
    ASSERT_EQ(static_cast<Index>(all.size()), pairs.count());
    for (std::size_t k = 0; k < some.size(); ++k) {
      EXPECT_EQ(some[k], all[k]);
      EXPECT_NEAR(pairs.row(terms, some[k]).sum(), pairs.sum(terms, some[k]), 1e-12);
      if (k > 0) {
        EXPECT_LE(pairs.sum(terms, some[k]), pairs.sum(terms, some[k - 1]) + 1e-12);
      }
    }
  }
}

TEST(RobustAttributesTest, InSpaceNoLineIsBetterAndNoneBelowTheBound) {
  for (int trial = 0; trial < 8; ++trial) {
    SCOPED_TRACE(trial);
    const std::vector<Matrix> family = smooth_family(3, 4 + trial % 2, 70 + trial);
    const RobustProblem problem = problem_of(family, 2, 0.4 * (trial % 4), 0.02 * (trial % 3));
    SpectralSolver spectral;
    const ProjectionSolution fair = solve_robust_fair_pca(problem, 1, {.starts = 6}, spectral);
    const double reached = by_definition(problem, errors_of(family, fair.components));
    EXPECT_NEAR(fair.objective, reached, 1e-12);
    EXPECT_TRUE(fair.certified);
    EXPECT_GT(fair.bound, 0.7 * fair.objective);
    double best = std::numeric_limits<double>::infinity();
    for (int i = 0; i <= 60; ++i) {
      for (int j = 0; j < 120; ++j) {
        const double polar = i * std::numbers::pi / 120, azimuth = j * std::numbers::pi / 60;
        const Matrix v = Vector{{std::sin(polar) * std::cos(azimuth),
                                 std::sin(polar) * std::sin(azimuth), std::cos(polar)}};
        best = std::min(best, by_definition(problem, errors_of(family, v)));
      }
    }
    EXPECT_LE(fair.objective, best + 1e-9);
    EXPECT_LE(fair.bound, best);
  }
}

TEST(RobustAttributesTest, NoFrameBetterThanAValueHasErrorsAboveTheHighest) {
  const std::vector<Matrix> family = smooth_family(6, 5, 8);
  const RobustProblem problem = problem_of(family, 2, 0.5, 0.05);
  const Vector lowest = errors_of(family, Matrix::Zero(6, 2)) - top_sums(family, 2);
  std::mt19937_64 engine(4);
  for (int trial = 0; trial < 300; ++trial) {
    const Vector errors = errors_of(family, random_orthogonal(6, engine).leftCols(2));
    const double value = by_definition(problem, errors);
    const Vector highest = highest_errors(problem, RobustPairs(problem), lowest, value);
    EXPECT_GE((highest - errors).minCoeff(), -1e-12);
    EXPECT_LE(bound_from_lowest(problem, RobustPairs(problem), lowest), value);
  }
}

TEST(RobustAttributesTest, FromRowsItIsTheLargestOfTheColumnsAlone) {
  const TwoAttributes data(240, 5, 3);
  for (const MissingGroup missing : {MissingGroup::kGroup, MissingGroup::kUnconstrained}) {
    const RobustSetting setting{.lambda = 0.4, .alpha = 0.3};
    const PreparedMoments both = data.prepared({}, missing);
    const RobustProblem problem = robust_problem(both, setting);
    EXPECT_EQ(std::set<Index>(problem.attributes.begin(), problem.attributes.end()).size(), 2U);
    std::map<Index, double> totals;
    for (std::size_t g = 0; g < problem.attributes.size(); ++g) {
      totals[problem.attributes[g]] += problem.shares(static_cast<Index>(g));
    }
    for (const auto& [attribute, total] : totals) EXPECT_NEAR(total, 1, 1e-14);

    std::mt19937_64 engine(6);
    for (int trial = 0; trial < 20; ++trial) {
      const Matrix frame = random_orthogonal(5, engine).leftCols(2);
      const auto value = [&](const PreparedMoments& moments) {
        std::vector<Matrix> family;
        for (const GroupStatistics& group : moments.groups) family.push_back(group.second_moment);
        return robust_objective(robust_problem(moments, setting), errors_of(family, frame));
      };
      const double first = value(data.prepared({"black"}, missing));
      const double second = value(data.prepared({"hispan"}, missing));
      EXPECT_NEAR(value(both), std::max(first, second), 1e-13 * value(both));
    }
  }
}

TEST(RobustAttributesTest, TheGapOfAPathComparesGroupsOfOneAttribute) {
  const TwoAttributes data(240, 5, 3);
  const PreparedMoments moments = data.prepared({}, MissingGroup::kGroup);
  SpectralSolver spectral;
  const FairnessPath path = fairness_path(moments, 2, {.lambdas = {0, 1}}, spectral);
  EXPECT_THAT(path.groups,
              ElementsAre("black=0", "black=1", "hispan=0", "hispan=1", "hispan=(missing)"));
  for (const PathMark& mark : path.marks) {
    const std::vector<double>& e = mark.point.group_errors;
    const double within = std::max({std::abs(e[0] - e[1]), std::abs(e[2] - e[3]),
                                    std::abs(e[2] - e[4]), std::abs(e[3] - e[4])});
    EXPECT_NEAR(mark.point.gap, within, 1e-14) << mark.name;
  }
}

TEST(RobustAttributesTest, AColumnWithASingleLevelTakesNoPart) {
  const std::vector<Matrix> family = smooth_family(5, 3, 9);
  RobustProblem problem = robust_problem_of(family, 0.5, 0.05);
  problem.attributes = {0, 0, 1};
  problem.shares = Vector{{0.4, 0.6, 1.0}};
  RobustProblem pair{.second_moments = {family[0], family[1]},
                     .shares = problem.shares.head(2),
                     .radii = problem.radii.head(2),
                     .lambda = problem.lambda};
  SpectralSolver spectral;
  const ProjectionSolution some = solve_robust_fair_pca(problem, 2, {.starts = 6}, spectral);
  const ProjectionSolution exact = solve_robust_fair_pca(pair, 2, {}, spectral);
  EXPECT_NEAR(some.objective, exact.objective, 1e-6 * exact.objective);
  EXPECT_LE(some.bound, exact.objective * (1 + 1e-9));

  pair.attributes = {0, 1};
  EXPECT_EQ(rejection_of([&] { solve_robust_fair_pca(pair, 2, {}, spectral); }).code(),
            "too-few-groups");
}

TEST(RobustBoundTest, ItIsNeverBelowTheErrorTermAlone) {
  for (const double radius : {0.0, 0.05}) {
    for (const double lambda : {0.0, 1.0, 10.0}) {
      SCOPED_TRACE(lambda);
      const std::vector<Matrix> family = smooth_family(8, 12, 31);
      const RobustProblem problem = robust_problem_of(family, lambda, radius);
      SpectralSolver spectral;
      const ProjectionSolution fair = solve_robust_fair_pca(problem, 2, {.starts = 2}, spectral);
      double least = 0;
      const Vector lowest = errors_of(family, Matrix::Zero(8, 2)) - top_sums(family, 2);
      for (Index g = 0; g < 12; ++g) {
        least += robust_term(problem.shares(g), lowest(g), problem.radii(g));
      }
      EXPECT_GE(fair.bound, least * (1 - 1e-12));
      EXPECT_LE(fair.bound, fair.objective);
      if (radius == 0) {
        // Without radii the pieces are linear, and the bound is that of the relaxation.
        const Matrix total = weighted_sum(family, problem.shares);
        EXPECT_GE(fair.bound, (total.trace() - top_sum(total, 2)) * (1 - 1e-6));
      }
    }
  }
}

TEST(RobustBoundTest, ASearchCutShortHasTheBoundOfTheErrorTermToo) {
  const std::vector<Matrix> family = smooth_family(8, 2, 4);
  const RobustProblem problem = robust_problem_of(family, 50, 0.2);
  SpectralSolver spectral;
  const ProjectionSolution cut = solve_robust_fair_pca(problem, 2, {.max_iterations = 1}, spectral);
  EXPECT_GE(cut.bound, problem.shares.dot(problem.radii));
  EXPECT_LE(cut.bound, cut.objective);
}

TEST(RobustManyGroupsTest, TwoHundredGroupsHaveAnObjectiveByDefinitionAndABound) {
  const std::vector<Matrix> family = smooth_family(10, 200, 12);
  RobustProblem problem = problem_of(family, 1, 0.5, 0.001);
  SpectralSolver spectral;
  const ProjectionSolution fair =
      solve_robust_fair_pca(problem, 2, {.max_iterations = 40, .starts = 1}, spectral);
  EXPECT_NEAR(fair.objective, by_definition(problem, errors_of(family, fair.components)), 1e-12);
  EXPECT_GT(fair.bound, 0.5 * fair.objective);
  EXPECT_LE(fair.bound, fair.objective);
}

}  // namespace robust_attributes_test
}  // namespace fairpca
