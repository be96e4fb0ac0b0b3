// SPDX-License-Identifier: BSD-3-Clause
#include "fairpca/fit/gap_capped_pca.h"

#include <cmath>
#include <numbers>
#include <numeric>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "dense_oracles.h"
#include "fairpca/fit/fairness_path.h"
#include "fit/eigen_oracles.h"
#include "fit/gap/gap_errors.h"
#include "fit/grouped_rows.h"
#include "fit/number_of.h"
#include "optimize/matrix_families.h"
#include "text/codes_of.h"
#include "text/rejection_of.h"

namespace fairpca {
namespace gap_capped_pca_test {

using testing::Contains;

/// Groups of equal shares, which make up all rows.
struct Groups {
  std::vector<Matrix> moments;
  Matrix covariance;
  explicit Groups(std::vector<Matrix> given) : moments(std::move(given)) {
    covariance =
        weighted_sum(moments, Vector::Constant(count(), 1.0 / static_cast<double>(count())));
  }
  Index count() const { return static_cast<Index>(moments.size()); }
  GapProblem problem(double max_gap) const {
    return {.covariance = covariance, .second_moments = refs(moments), .max_gap = max_gap};
  }
  double pca_gap(Index d) const { return gap_at(largest_vectors(covariance, d)); }
  Vector errors_at(const Matrix& v) const {
    Vector errors(count());
    for (Index g = 0; g < count(); ++g) {
      const Matrix& moment = moments[static_cast<std::size_t>(g)];
      errors(g) = moment.trace() - trace_in(moment, v);
    }
    return errors;
  }
  double gap_at(const Matrix& v) const {
    const Vector errors = errors_at(v);
    return errors.maxCoeff() - errors.minCoeff();
  }
  double error_at(const Matrix& v) const { return covariance.trace() - trace_in(covariance, v); }
};

ProjectionSolution solve(const GapProblem& problem, Index d) {
  SpectralSolver spectral;
  return solve_gap_capped_pca(problem, d, {}, spectral);
}

/// tr A - sigma_d(A) - (cap / 2) sum |gamma|, by Eigen.
double dense_bound(const GapProblem& problem, Index d, const std::vector<double>& gamma) {
  Matrix sum = problem.covariance;
  double size = 0;
  for (std::size_t g = 0; g < gamma.size(); ++g) {
    sum += gamma[g] * problem.second_moments[g].get();
    size += std::abs(gamma[g]);
  }
  return sum.trace() - top_sum(sum, d) - problem.max_gap / 2 * size;
}

/// What every solution that meets the cap shows.
void expect_certificate(const ProjectionSolution& found, const Groups& groups,
                        const GapProblem& problem, Index d) {
  const double trace = problem.covariance.trace();
  expect_orthonormal(found.components, trace > 0 ? problem.covariance.rows() : 0, d);
  EXPECT_LE(groups.gap_at(found.components), problem.max_gap + 1e-12 * trace);
  EXPECT_NEAR(found.objective, groups.error_at(found.components), 1e-12 * trace);
  const std::vector<double>& gamma = found.multipliers.dual_weights;
  ASSERT_EQ(gamma.size(), groups.moments.size());
  EXPECT_LE(found.bound, dense_bound(problem, d, gamma) + 1e-11 * trace);
  EXPECT_GE(found.objective, found.bound);
}

TEST(GapCappedPcaTest, ACapThatPcaMeetsGivesPca) {
  for (const Index count : {2, 4}) {
    const Groups groups(smooth_family(7, count, 5));
    for (const double share : {1.0, 1.5}) {
      const GapProblem problem = groups.problem(share * groups.pca_gap(3));
      const ProjectionSolution found = solve(problem, 3);
      EXPECT_EQ(found.status, Status::kOptimal);
      const Matrix pca = largest_vectors(groups.covariance, 3);
      EXPECT_NEAR((found.components.transpose() * pca).squaredNorm(), 3, 1e-9);
      EXPECT_NEAR(found.bound, found.objective, 1e-11 * groups.covariance.trace());
    }
  }
}

TEST(GapCappedPcaTest, AsManyDimensionsAsColumnsKeepEverythingAndMeetAnyCap) {
  for (const Index count : {2, 3}) {
    const Groups groups(smooth_family(5, count, 5));
    const ProjectionSolution found = solve(groups.problem(0), 5);
    EXPECT_EQ(found.status, Status::kOptimal);
    EXPECT_NEAR(found.objective, 0, 1e-12 * groups.covariance.trace());
    expect_orthonormal(found.components, 5, 5);
  }
}

TEST(GapCappedPcaTest, TwoGroupsAreOptimalByADenseScanOfTheMultiplier) {
  int solved = 0;
  for (const std::uint64_t seed : {1U, 2U, 3U}) {
    for (const auto& family :
         {smooth_family(6, 2, seed), commuting_family(6, 2, seed), integer_family(6, 2, seed)}) {
      const Groups groups(family);
      for (const double share : {0.7, 0.2, 0.0}) {
        const GapProblem problem = groups.problem(share * groups.pca_gap(2));
        const ProjectionSolution found = solve(problem, 2);
        if (found.status == Status::kInfeasible) continue;
        ++solved;
        expect_certificate(found, groups, problem, 2);
        EXPECT_NEAR(found.objective, found.bound, 1e-8 * groups.covariance.trace());
        double scanned = -1e300;
        for (int step = -4000; step <= 4000; ++step) {
          const double k = 0.005 * step;
          scanned = std::max(scanned, dense_bound(problem, 2, {k, -k}));
        }
        EXPECT_LE(scanned, found.objective + 1e-10 * groups.covariance.trace());
        EXPECT_GE(scanned, found.objective - 2e-2 * groups.covariance.trace());
      }
    }
  }
  EXPECT_GT(solved, 15);
}

TEST(GapCappedPcaTest, TwoGroupsAgreeWithTheMarkOnThePath) {
  const GroupedRows data = random_groups({70, 40}, 6, 3);
  MatrixRows source(data.table());
  const double cap = 0.4;
  const TimedPath timed = path_rows(
      source, {.dimensions = {2}, .preparation = {.standardize = true}}, {.max_gap = cap});
  const PathMark& mark = timed.path.marks.back();
  ASSERT_EQ(mark.name, "max-gap");
  ASSERT_EQ(mark.status, Status::kOptimal);
  const Fit found = fit(data, {.method = "gap-capped-pca",
                               .options = {{"max_gap", cap}},
                               .dimensions = {2},
                               .preparation = {.standardize = true}});
  EXPECT_EQ(found.report.status, Status::kOptimal);
  EXPECT_NEAR(found.report.objective, mark.objective, 1e-9);
  EXPECT_NEAR(number_of(found.report, "gap"), mark.point.gap, 1e-9);
  for (std::size_t g = 0; g < 2; ++g) {
    EXPECT_NEAR(found.report.dual_weights[g], mark.point.weights[g], 1e-4);
  }
}

TEST(GapCappedPcaTest, RowsOfNoGroupCountInTheErrorAndTwoGroupsStayExact) {
  const std::vector<Matrix> family = smooth_family(6, 3, 9);
  const std::vector<Matrix> two = {family[0], family[1]};
  const Matrix covariance = 0.3 * family[0] + 0.2 * family[1] + 0.5 * family[2];
  GapProblem problem{.covariance = covariance, .second_moments = refs(two)};
  const GapErrors errors(problem);
  problem.max_gap = 0.3 * errors.gap(errors.errors_of(largest_vectors(covariance, 2)));
  const ProjectionSolution found = solve(problem, 2);
  ASSERT_EQ(found.status, Status::kOptimal);
  const double error = covariance.trace() - trace_in(covariance, found.components);
  EXPECT_NEAR(error, dense_bound(problem, 2, found.multipliers.dual_weights), 1e-9 * error);
  EXPECT_LE(errors.gap(errors.errors_of(found.components)), problem.max_gap * (1 + 1e-12));
}

TEST(GapCappedPcaTest, WhatNoProjectionMeetsIsInfeasibleAndTheSmallestCapIsNamed) {
  const Matrix base = smooth_family(6, 1, 4).front();
  const Matrix one = Matrix::Identity(6, 6);
  const Groups two({base + one, base}), three({base + one, base, base + 0.5 * one});
  for (const Groups& groups : {two, three}) {
    const ProjectionSolution found = solve(groups.problem(3.9), 2);
    EXPECT_EQ(found.status, Status::kInfeasible);
    ASSERT_TRUE(found.missed.has_value());
    const bool is_exact = groups.problem(3.9).second_moments.size() == 2;
    EXPECT_EQ(found.missed->code(), is_exact ? "cap-infeasible" : "cap-below-bound");
    EXPECT_NEAR(number_of(found, "smallest_gap"), 4, 1e-8);  // p - d directions, one each
    EXPECT_NEAR(groups.gap_at(found.components), 4, 1e-8);
    EXPECT_EQ(solve(groups.problem(4.1), 2).status, Status::kOptimal);
  }
}

TEST(GapCappedPcaTest, AtTheSmallestGapItselfTheBoundIsThatOfALargeMultiplier) {
  std::vector<Matrix> family = smooth_family(5, 2, 12);
  family[0] += 0.5 * family[0].trace() * Matrix::Identity(5, 5);
  const Groups groups(family);
  const double smallest = number_of(solve(groups.problem(0), 2), "smallest_gap");
  ASSERT_GT(smallest, 0);
  const ProjectionSolution found = solve(groups.problem(smallest), 2);
  EXPECT_TRUE(found.converged());
  EXPECT_GT(std::abs(found.multipliers.dual_weights.front()), 10);
  EXPECT_LE(found.bound, dense_bound(groups.problem(smallest), 2, found.multipliers.dual_weights) +
                             1e-9 * groups.covariance.trace());
  EXPECT_NEAR(groups.gap_at(found.components), smallest, 1e-12 * groups.covariance.trace());
  EXPECT_LE(found.objective - found.bound, 1e-3 * groups.covariance.trace());
}

/// The least error among all directions of a fine grid in space that meet the cap.
double scanned_line(const Groups& groups, double max_gap, int steps) {
  double best = 1e300;
  for (int i = 0; i <= steps; ++i) {
    for (int j = 0; j < 2 * steps; ++j) {
      const double polar = std::numbers::pi / 2 * i / steps;
      const double around = std::numbers::pi * j / steps;
      Matrix v(3, 1);
      v << std::sin(polar) * std::cos(around), std::sin(polar) * std::sin(around), std::cos(polar);
      if (groups.gap_at(v) <= max_gap) best = std::min(best, groups.error_at(v));
    }
  }
  return best;
}

TEST(GapCappedPcaTest, ThreeGroupsInSpaceAreAsGoodAsTheBestOfAGridOfDirections) {
  for (const std::uint64_t seed : {1U, 2U, 3U, 4U}) {
    const Groups groups(smooth_family(3, 3, seed));
    const double trace = groups.covariance.trace();
    const double cap = 0.5 * groups.pca_gap(1);
    const double scanned = scanned_line(groups, cap, 400);
    if (scanned > 1e100) continue;
    const GapProblem problem = groups.problem(cap);
    const ProjectionSolution found = solve(problem, 1);
    expect_certificate(found, groups, problem, 1);
    EXPECT_LE(found.objective, scanned + 1e-9 * trace) << seed;
    EXPECT_GE(found.objective, scanned - 0.03 * trace) << seed;
  }
}

TEST(GapCappedPcaTest, ManyGroupsMeetTheCapAndTheirBoundIsThatOfTheirMultipliers) {
  int met = 0, optimal = 0;
  for (const Index count : {3, 6}) {
    for (const double share : {0.6, 0.3}) {
      const Groups groups(smooth_family(9, count, 20));
      const GapProblem problem = groups.problem(share * groups.pca_gap(3));
      const ProjectionSolution found = solve(problem, 3);
      if (found.status == Status::kInfeasible || found.status == Status::kMaxIterations) continue;
      ++met;
      expect_certificate(found, groups, problem, 3);
      optimal += found.status == Status::kOptimal ? 1 : 0;
      const std::vector<double>& gamma = found.multipliers.dual_weights;
      EXPECT_NEAR(std::accumulate(gamma.begin(), gamma.end(), 0.0), 0, 1e-12);
    }
  }
  EXPECT_EQ(met, 4);
  EXPECT_GT(optimal, 0);
}

TEST(GapCappedPcaTest, OnlyGroupsOfOneAttributeAreCompared) {
  const Groups groups(smooth_family(7, 4, 31));
  GapProblem problem = groups.problem(0);
  problem.attributes = {0, 0, 1, 1};
  const Matrix pca = largest_vectors(groups.covariance, 3);
  const auto gap_of = [&](const Matrix& v) {
    const Vector errors = groups.errors_at(v);
    return std::max(std::abs(errors(0) - errors(1)), std::abs(errors(2) - errors(3)));
  };
  problem.max_gap = 0.5 * gap_of(pca);
  const ProjectionSolution found = solve(problem, 3);
  ASSERT_TRUE(found.converged());
  EXPECT_LE(gap_of(found.components), problem.max_gap * (1 + 1e-9));
  const std::vector<double>& gamma = found.multipliers.dual_weights;
  EXPECT_NEAR(gamma[0] + gamma[1], 0, 1e-12);
  EXPECT_NEAR(gamma[2] + gamma[3], 0, 1e-12);
}

TEST(GapCappedPcaTest, AFitTellsItsCapAndThatOfPca) {
  const GroupedRows data = random_groups({50, 60, 30}, 6, 8);
  const FitReport report = fit(data, {.method = "gap-capped-pca",
                                      .options = {{"relative_max_gap", 0.4}},
                                      .dimensions = {2},
                                      .preparation = {.standardize = true}})
                               .report;
  const double cap = number_of(report, "max_gap");
  EXPECT_DOUBLE_EQ(cap, 0.4 * number_of(report, "gap_pca"));
  EXPECT_LE(number_of(report, "gap"), cap + 1e-12);
  EXPECT_NEAR(std::accumulate(report.dual_weights.begin(), report.dual_weights.end(), 0.0), 1,
              1e-10);
}

TEST(GapCappedPcaTest, WrongOptionsAndProblemsAreRejected) {
  const GroupedRows data = random_groups({30, 20}, 4, 8);
  const auto code = [&](const OptionValues& options) {
    return rejection_of([&] {
             fit(data, {.method = "gap-capped-pca", .options = options, .dimensions = {2}});
           })
        .code();
  };
  EXPECT_EQ(code({{"max_gap", -1.0}}), "option-value");
  EXPECT_EQ(code({{"relative_max_gap", 1.5}}), "option-value");
  EXPECT_EQ(code({{"tolerance", 1.0}}), "option-value");
  EXPECT_EQ(code({{"max_gap", 1.0}, {"relative_max_gap", 0.5}}), "option-exclusive");
  const Groups groups(smooth_family(4, 2, 1));
  GapProblem apart = groups.problem(1);
  apart.attributes = {0, 1};
  EXPECT_EQ(rejection_of([&] { solve(apart, 2); }).code(), "too-few-groups");
  EXPECT_EQ(rejection_of([&] { solve(groups.problem(1), 5); }).code(), "dimensions-out-of-range");
}

}  // namespace gap_capped_pca_test
}  // namespace fairpca
