// SPDX-License-Identifier: BSD-3-Clause
#include "fairpca/fit/robust_fair_pca.h"

#include <cmath>
#include <numbers>
#include <string>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "dense_oracles.h"
#include "fit/eigen_oracles.h"
#include "fit/grouped_rows.h"
#include "fit/robust/robust_objective.h"
#include "text/codes_of.h"
#include "text/rejection_of.h"

namespace fairpca {
namespace robust_fair_pca_test {

using testing::ElementsAre;
using testing::IsEmpty;

RobustProblem problem_of(const Matrix& m0, const Matrix& m1, double share0, double radius0,
                         double radius1, double lambda) {
  return {.second_moments = {m0, m1},
          .shares = Vector{{share0, 1 - share0}},
          .radii = Vector{{radius0, radius1}},
          .lambda = lambda};
}

/// J_a of the paper, written out: (p_a + l)(sqrt s_a + sqrt e_a)^2
/// + (p_b - l)(sqrt s_b + sgn(p_b - l) sqrt e_b)^2, the second term 0 where Proposition 3.3 says
/// so.
double paper_objective(const RobustProblem& problem, double s0, double s1) {
  const auto j = [&](double pa, double sa, double ea, double pb, double sb, double eb) {
    const double l = problem.lambda;
    const double first = (pa + l) * std::pow(std::sqrt(sa) + std::sqrt(ea), 2);
    if (pb - l < 0 && sb < eb) return first;
    const double sign = pb - l >= 0 ? 1 : -1;
    return first + (pb - l) * std::pow(std::sqrt(sb) + sign * std::sqrt(eb), 2);
  };
  const double p0 = problem.shares(0), p1 = problem.shares(1);
  const double e0 = problem.radii(0), e1 = problem.radii(1);
  return std::max(j(p0, s0, e0, p1, s1, e1), j(p1, s1, e1, p0, s0, e0));
}

double objective_at(const RobustProblem& problem, const Matrix& v) {
  const Matrix& m0 = problem.second_moments[0];
  const Matrix& m1 = problem.second_moments[1];
  return paper_objective(problem, std::max(m0.trace() - trace_in(m0, v), 0.0),
                         std::max(m1.trace() - trace_in(m1, v), 0.0));
}

/// The best over many directions of the boundary, each by Eigen.
double swept(const RobustProblem& problem, Index d, int steps) {
  double best = 1e300;
  for (int step = 0; step <= steps; ++step) {
    const double angle = -std::numbers::pi / 4 + step * std::numbers::pi / steps;
    const Matrix combined = std::cos(angle) * problem.second_moments[0].get() +
                            std::sin(angle) * problem.second_moments[1].get();
    best = std::min(best, objective_at(problem, largest_vectors(combined, d)));
  }
  return best;
}

void expect_optimal(const ProjectionSolution& robust, const RobustProblem& problem, Index d) {
  expect_orthonormal(robust.components, problem.second_moments[0].get().rows(), d);
  EXPECT_EQ(robust.status, Status::kOptimal);
  EXPECT_TRUE(robust.certified);
  EXPECT_NEAR(robust.objective, objective_at(problem, robust.components), 1e-12 * robust.objective);
  EXPECT_LE(robust.bound, robust.objective);
  EXPECT_LE(robust.objective - robust.bound, 1.01e-9 * robust.objective);
}

ProjectionSolution solve(const RobustProblem& problem, Index d,
                         const RobustFairPcaOptions& options = {}) {
  SpectralSolver spectral;
  return solve_robust_fair_pca(problem, d, options, spectral);
}

TEST(RobustFairPcaTest, TheObjectiveIsThePapersInEveryBranch) {
  const Matrix m = Matrix::Identity(2, 2);
  for (const double lambda : {0.0, 0.1, 0.3, 0.5, 0.9, 2.5}) {
    for (const double radius : {0.0, 0.01, 1.0}) {
      const RobustProblem problem = problem_of(m, m, 0.3, radius, 0.5 * radius, lambda);
      for (const double s0 : {0.0, 0.2, 0.9, 2.0}) {
        for (const double s1 : {0.0, 0.4, 1.0}) {
          EXPECT_NEAR(robust_objective(problem, Vector{{s0, s1}}), paper_objective(problem, s0, s1),
                      1e-14);
        }
      }
    }
  }
}

TEST(RobustFairPcaTest, InThePlaneNoDirectionIsBetter) {
  for (unsigned seed = 0; seed < 12; ++seed) {
    for (const double lambda : {0.0, 0.4, 2.0}) {
      SCOPED_TRACE(fmt::format("{} {}", seed, lambda));
      const Matrix m0 = random_moment(2, 2 * seed), m1 = random_moment(2, 2 * seed + 1);
      const RobustProblem problem = problem_of(m0, m1, 0.7, 0.02, 0.05, lambda);
      const ProjectionSolution robust = solve(problem, 1);
      expect_optimal(robust, problem, 1);
      double best = 1e300;
      for (int step = 0; step < 20000; ++step) {
        const double angle = step * std::numbers::pi / 20000;
        best = std::min(best, objective_at(problem, Vector{{std::cos(angle), std::sin(angle)}}));
      }
      EXPECT_LE(robust.objective, best + 1e-13);
      EXPECT_GE(best, robust.bound);
    }
  }
}

TEST(RobustFairPcaTest, InSpaceNoLineIsBetter) {
  const Matrix m0 = random_moment(3, 50), m1 = random_moment(3, 51);
  for (const double lambda : {0.3, 1.5}) {
    const RobustProblem problem = problem_of(m0, m1, 0.4, 0.01, 0.03, lambda);
    const ProjectionSolution robust = solve(problem, 1);
    expect_optimal(robust, problem, 1);
    for (int i = 0; i <= 100; ++i) {
      for (int j = 0; j < 200; ++j) {
        const double polar = i * std::numbers::pi / 200, around = j * std::numbers::pi / 100;
        const Vector u{{std::sin(polar) * std::cos(around), std::sin(polar) * std::sin(around),
                        std::cos(polar)}};
        EXPECT_GE(objective_at(problem, u), robust.bound - 1e-13);
      }
    }
  }
}

TEST(RobustFairPcaTest, NoDirectionOfAFineSweepIsBetter) {
  for (unsigned seed = 0; seed < 8; ++seed) {
    for (const double lambda : {0.0, 0.2, 0.6, 2.5}) {
      for (const double radius : {0.0, 0.02, 0.5}) {
        SCOPED_TRACE(fmt::format("{} {} {}", seed, lambda, radius));
        const Matrix m0 = random_moment(8, 100 + 2 * seed), m1 = random_moment(8, 101 + 2 * seed);
        const RobustProblem problem = problem_of(m0, m1, 0.65, radius, 2 * radius, lambda);
        const ProjectionSolution robust = solve(problem, 3);
        expect_optimal(robust, problem, 3);
        const double best = swept(problem, 3, 2000);
        EXPECT_LE(robust.objective, best * (1 + 1e-9));
        EXPECT_GE(best, robust.bound);
      }
    }
  }
}

TEST(RobustFairPcaTest, CommutingMomentsAreSolvedOnTheirFaces) {
  for (unsigned seed = 0; seed < 10; ++seed) {
    for (const double lambda : {0.3, 1.0, 2.5}) {
      SCOPED_TRACE(fmt::format("{} {}", seed, lambda));
      const Matrix m0 = rotated(random_matrix(7, 1, 2 * seed).cwiseAbs2(), seed);
      const Matrix m1 = rotated(random_matrix(7, 1, 2 * seed + 1).cwiseAbs2(), seed);
      const RobustProblem problem = problem_of(m0, m1, 0.5, 0.01, 0.02, lambda);
      const ProjectionSolution robust = solve(problem, 3);
      expect_optimal(robust, problem, 3);
      EXPECT_LE(robust.objective, swept(problem, 3, 500) * (1 + 1e-9));
    }
  }
}

TEST(RobustFairPcaTest, RandomFramesAreNeverBelowTheBound) {
  const Matrix m0 = random_moment(6, 300), m1 = random_moment(6, 301);
  for (const double lambda : {0.2, 1.2}) {
    const RobustProblem problem = problem_of(m0, m1, 0.3, 0.1, 0.2, lambda);
    const ProjectionSolution robust = solve(problem, 2);
    for (unsigned seed = 0; seed < 500; ++seed) {
      const Matrix frame = dense::thin_q(random_matrix(6, 2, 1000 + seed));
      EXPECT_GE(objective_at(problem, frame), robust.bound);
    }
  }
}

TEST(RobustFairPcaTest, WithoutPenaltyAndRadiusItIsPca) {
  for (unsigned seed = 0; seed < 5; ++seed) {
    const Matrix m0 = random_moment(9, 400 + 2 * seed), m1 = random_moment(9, 401 + 2 * seed);
    const double share = 0.2 + 0.1 * seed;
    const ProjectionSolution robust = solve(problem_of(m0, m1, share, 0, 0, 0), 3);
    const Matrix s = share * m0 + (1 - share) * m1;
    const Matrix v = largest_vectors(s, 3);
    EXPECT_LT((robust.components * robust.components.transpose() - v * v.transpose()).norm(),
              1e-12);
    EXPECT_NEAR(robust.objective, s.trace() - largest_sum(s, 3), 1e-13);
    EXPECT_EQ(robust.status, Status::kOptimal);
  }
}

TEST(RobustFairPcaTest, AHighPenaltyWeightMakesErrorsEqualWhereThatCanBe) {
  const Matrix m0 = random_moment(8, 420), m1 = random_moment(8, 421);
  const ProjectionSolution robust = solve(problem_of(m0, m1, 0.5, 0, 0, 1e6), 3);
  EXPECT_NEAR(m0.trace() - trace_in(m0, robust.components),
              m1.trace() - trace_in(m1, robust.components), 1e-5);
}

TEST(RobustFairPcaTest, AViolatedConditionIsReportedAndStillSolved) {
  const Matrix m0 = random_moment(6, 430), m1 = 0.01 * random_moment(6, 431);
  const RobustProblem violated = problem_of(m0, m1, 0.8, 0.01, 1.0, 0.9);
  const ProjectionSolution robust = solve(violated, 2);
  expect_optimal(robust, violated, 2);
  ASSERT_THAT(codes_of(robust.warnings), ElementsAre("theorem-condition"));
  EXPECT_EQ(robust.warnings[0].argument("theorem"), "3.2");
  EXPECT_EQ(robust.warnings[0].argument("group"), "1");
  EXPECT_LE(robust.objective, swept(violated, 2, 2000) * (1 + 1e-9));
  EXPECT_THAT(solve(problem_of(m0, m1, 0.8, 0.01, 1.0, 0.1), 2).warnings, IsEmpty());
}

TEST(RobustFairPcaTest, AGridGivesEachSettingItsOwnOptimumFromOneBoundary) {
  const Matrix m0 = random_moment(30, 440), m1 = random_moment(30, 441);
  std::vector<RobustProblem> problems;
  for (const double lambda : {0.0, 0.5, 1.0, 1.5, 2.0, 2.5}) {
    for (const double radius : {0.001, 0.002, 0.003}) {
      problems.push_back(problem_of(m0, m1, 0.6, radius, 1.5 * radius, lambda));
    }
  }
  SpectralSolver spectral;
  const auto grid = solve_robust_fair_pca_grid(problems, 3, {}, spectral);
  EXPECT_LE(spectral.solves(), 60);
  ASSERT_EQ(grid.size(), problems.size());
  for (std::size_t i = 0; i < grid.size(); ++i) {
    SCOPED_TRACE(i);
    expect_optimal(grid[i], problems[i], 3);
    EXPECT_NEAR(grid[i].objective, solve(problems[i], 3).objective, 2e-9 * grid[i].objective);
  }
}

TEST(RobustFairPcaTest, WithoutTheInertiaCheckNothingIsCertified) {
  const Matrix m0 = random_moment(7, 450), m1 = random_moment(7, 451);
  SpectralSolver spectral({.inertia_check = false});
  const ProjectionSolution robust =
      solve_robust_fair_pca(problem_of(m0, m1, 0.5, 0.1, 0.1, 0.5), 2, {}, spectral);
  EXPECT_FALSE(robust.certified);
  EXPECT_EQ(robust.status, Status::kConverged);
}

TEST(RobustFairPcaTest, StoppingShortGivesTheBestPointAndAnHonestGap) {
  const Matrix m0 = random_moment(9, 460), m1 = random_moment(9, 461);
  const RobustProblem problem = problem_of(m0, m1, 0.5, 0.1, 0.2, 1.5);
  const double best = solve(problem, 3).objective;
  const ProjectionSolution short_run = solve(problem, 3, {.max_iterations = 1});
  EXPECT_EQ(short_run.status, Status::kMaxIterations);
  EXPECT_GE(short_run.objective, best);
  EXPECT_LE(short_run.bound, best);
  SpectralSolver spectral;
  const ProjectionSolution stopped =
      solve_robust_fair_pca(problem, 3, {}, spectral, [] { return Flow::kStop; });
  EXPECT_EQ(stopped.status, Status::kStopped);
  EXPECT_LE(stopped.bound, best);
}

/// Errors that all but vanish: their square roots turn rounding into far more than the tolerance.
TEST(RobustFairPcaTest, WhereRoundingLimitsTheGapItIsSaidAndTheSearchEnds) {
  const Index p = 12;
  const Vector spectrum =
      Vector::LinSpaced(p, 5, 1).array() * (Vector::LinSpaced(p, 1, p).array() < p).cast<double>();
  for (const double least : {0.0, 1e-15, 1e-12, 1e-10}) {
    SCOPED_TRACE(least);
    Vector values = spectrum;
    values(p - 1) = least;
    const Matrix q = largest_vectors(random_moment(p, 470), p);
    const Matrix m0 = q * values.asDiagonal() * q.transpose();
    const Matrix m1 = m0 + least * random_moment(p, 471);
    const RobustProblem problem = problem_of(m0, m1, 0.4, 0.02, 0.03, 0.1);
    const ProjectionSolution robust = solve(problem, p - 1);
    EXPECT_LT(robust.iterations, 100);
    EXPECT_NEAR(robust.objective, objective_at(problem, q.leftCols(p - 1)), 1e-5);
    const bool within = robust.objective - robust.bound <= 1.01e-9 * robust.objective + 1e-12;
    EXPECT_EQ(robust.status, within ? Status::kOptimal : Status::kConverged);
    EXPECT_EQ(robust.warnings.empty(), within);
    if (!within) {
      ASSERT_THAT(codes_of(robust.warnings), ElementsAre("rounding-limits-gap"));
      EXPECT_NEAR(std::stod(robust.warnings[0].argument("gap")), robust.optimality_gap(),
                  1e-12 * robust.objective);
    }
  }
}

TEST(RobustFairPcaTest, TheFitTakesItsRadiiFromTheRows) {
  const GroupedRows data = random_groups({400, 100}, 6, 4);
  const auto fit_with = [&](const OptionValues& options) {
    return fit(
        data,
        {.method = "robust-fair-pca", .options = options, .dimensions = {.wanted = Index{2}}});
  };
  const Fit by_alpha = fit_with({{"alpha", 2.0}});
  const Fit by_epsilon = fit_with({{"epsilon", std::vector<double>{0.1, 0.2}}});
  EXPECT_EQ(by_alpha.report.status, Status::kOptimal);
  EXPECT_NEAR(by_alpha.report.objective, by_epsilon.report.objective,
              1e-9 * by_alpha.report.objective);
  const double e0 = by_alpha.report.groups[0].reconstruction_error.value();
  const double e1 = by_alpha.report.groups[1].reconstruction_error.value();
  const Matrix unused = Matrix::Identity(6, 6);
  EXPECT_NEAR(by_alpha.report.objective,
              paper_objective(problem_of(unused, unused, 0.8, 0.1, 0.2, 0.5), e0, e1),
              1e-9 * by_alpha.report.objective);
}

TEST(RobustFairPcaTest, TheSlopeOfATermIsItsDerivative) {
  for (const double u : {-1.5, -0.2, 0.0, 0.3, 2.0}) {
    for (const double radius : {0.0, 0.01, 0.5}) {
      for (const double x : {0.1, 0.4, 0.9, 3.0}) {
        const double h = 1e-6;
        const double slope =
            (robust_term(u, x + h, radius) - robust_term(u, x - h, radius)) / (2 * h);
        EXPECT_NEAR(robust_term_slope(u, x, radius), slope, 1e-8);
      }
      EXPECT_TRUE(std::isfinite(robust_term_slope(u, 0, radius)));
    }
  }
}

TEST(RobustFairPcaTest, AsManyRadiiAsGroupsAreTakenOrOne) {
  const GroupedRows data = random_groups({50, 50}, 4, 5);
  const auto fit_with = [&](std::vector<double> radii) {
    return fit(data, {.method = "robust-fair-pca",
                      .options = {{"epsilon", std::move(radii)}},
                      .dimensions = {.wanted = Index{2}}});
  };
  const Message rejection = rejection_of([&] { fit_with({1, 2, 3}); });
  EXPECT_EQ(rejection.code(), "radii-per-group");
  EXPECT_EQ(rejection.option(), "epsilon");
  EXPECT_EQ(rejection.argument("groups"), "2");
  EXPECT_EQ(rejection.argument("given"), "3");
  EXPECT_EQ(fit_with({0.5}).report.objective, fit_with({0.5, 0.5}).report.objective);
}

TEST(RobustFairPcaTest, OptionsAndProblemsFilledByHandAreChecked) {
  const Matrix m = random_moment(4, 1);
  const auto rejection = [&](const RobustProblem& problem, const RobustFairPcaOptions& options = {},
                             Index d = 2) {
    return rejection_of([&] { solve(problem, d, options); });
  };
  const RobustProblem good = problem_of(m, m, 0.5, 0, 0, 1);
  EXPECT_EQ(rejection(problem_of(m, m, 0.5, 0, 0, -1)).option(), "lambda");
  EXPECT_EQ(rejection(problem_of(m, m, 0.5, 0, std::nan(""), 1)).option(), "epsilon");
  EXPECT_EQ(rejection(good, {.tolerance = 0}).option(), "tolerance");
  EXPECT_EQ(rejection(good, {.starts = -1}).option(), "starts");
  EXPECT_EQ(rejection(good, {}, 4).code(), "dimensions-out-of-range");
  RobustProblem bad = good;
  bad.radii = Vector::Zero(3);
  EXPECT_EQ(rejection(bad).code(), "robust-problem-size");
  bad = good;
  bad.attributes = {0};
  EXPECT_EQ(rejection(bad).code(), "robust-problem-attributes");
  bad = good;
  bad.second_moments = {m};
  EXPECT_EQ(rejection(bad).code(), "too-few-groups");
  const Matrix other = m;
  SpectralSolver spectral;
  EXPECT_EQ(
      rejection_of([&] {
        solve_robust_fair_pca_grid({good, problem_of(other, m, 0.5, 0, 0, 1)}, 2, {}, spectral);
      }).code(),
      "grid-of-different-moments");
  EXPECT_EQ(rejection_of([&] { fit_robust_fair_pca({}, {.steps = 0}); }).option(), "steps");
}

}  // namespace robust_fair_pca_test
}  // namespace fairpca
