// SPDX-License-Identifier: BSD-3-Clause
#include "fairpca/fit/constrained_fair_pca.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>
#include <string>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "fit/eigen_oracles.h"
#include "fit/grouped_rows.h"
#include "text/codes_of.h"
#include "text/rejection_of.h"

namespace fairpca {
namespace constrained_fair_pca_test {

using testing::Contains;

ProjectionSolution solve(const Matrix& s, const Vector& f, double delta, Index d) {
  SpectralSolver spectral;
  return solve_mean_constraint(s, f, delta, d, {}, spectral);
}

/// The least error by the dual: tr S - min over nu >= 0 of sigma_d(S - nu ff') + nu delta^2.
double dual_value(const Matrix& s, const Vector& f, double delta, Index d) {
  const Matrix outer = f * f.transpose();
  return largest_concave(
      [&](double log_nu) {
        const double nu = std::exp(log_nu);
        return s.trace() - largest_sum(s - nu * outer, d) - nu * delta * delta;
      },
      -14.0, 14.0);
}

void expect_optimal(const ProjectionSolution& constrained, const Matrix& s, const Vector& f,
                    double delta, Index d) {
  expect_orthonormal(constrained.components, s.rows(), d);
  EXPECT_EQ(constrained.status, Status::kOptimal);
  EXPECT_TRUE(constrained.certified);
  EXPECT_LE((constrained.components.transpose() * f).norm(), delta * (1 + 1e-9) + 1e-12);
  EXPECT_NEAR(constrained.objective, s.trace() - trace_in(s, constrained.components), 1e-12);
  EXPECT_LE(constrained.objective - constrained.bound,
            1e-10 * constrained.objective + 1e-13 * s.trace());
}

TEST(ConstrainedFairPcaTest, TheValueIsThatOfTheDual) {
  for (unsigned seed = 0; seed < 10; ++seed) {
    for (const double share : {0.02, 0.3, 0.7}) {
      for (const Index d : {1, 3, 7}) {
        SCOPED_TRACE(fmt::format("{} {} {}", seed, share, d));
        const Matrix s = random_moment(9, 2 * seed);
        const Vector f = random_matrix(9, 1, 2 * seed + 1);
        const double delta = share * (largest_vectors(s, d).transpose() * f).norm();
        const ProjectionSolution constrained = solve(s, f, delta, d);
        expect_optimal(constrained, s, f, delta, d);
        EXPECT_NEAR(constrained.objective, dual_value(s, f, delta, d), 1e-7 * s.trace());
        EXPECT_NEAR((constrained.components.transpose() * f).norm(), delta, 1e-6 * delta);
      }
    }
  }
}

TEST(ConstrainedFairPcaTest, ASmallDeltaIsKeptAsItIs) {
  const Matrix s = random_moment(8, 500);
  const Vector f = random_matrix(8, 1, 501);
  const double exact = solve(s, f, 0, 3).objective;
  for (const double delta : {1e-2, 1e-4, 1e-6, 1e-7, 1e-8, 1e-10, 1e-12}) {
    SCOPED_TRACE(delta);
    const ProjectionSolution constrained = solve(s, f, delta, 3);
    expect_orthonormal(constrained.components, 8, 3);
    EXPECT_EQ(constrained.status, delta > 1e-7 ? Status::kOptimal : Status::kConverged);
    EXPECT_EQ(constrained.warnings.empty(), delta > 1e-7);
    EXPECT_LE(constrained.objective - constrained.bound, 1e-6);
    const double kept = (constrained.components.transpose() * f).norm();
    EXPECT_LE(kept, delta * (1 + 1e-12) + 1e-15 * f.norm());
    EXPECT_NEAR(constrained.objective, s.trace() - trace_in(s, constrained.components), 1e-13);
    EXPECT_LE(constrained.objective, exact + 1e-12);
    EXPECT_GE(constrained.objective, constrained.bound);
  }
}

TEST(ConstrainedFairPcaTest, InThePlaneNoDirectionKeepsMore) {
  const Matrix s = random_moment(2, 30);
  const Vector f = random_matrix(2, 1, 31);
  const double delta = 0.4 * (largest_vectors(s, 1).transpose() * f).norm();
  const ProjectionSolution constrained = solve(s, f, delta, 1);
  expect_optimal(constrained, s, f, delta, 1);
  for (int step = 0; step < 20000; ++step) {
    const double angle = step * std::numbers::pi / 20000;
    const Vector u{{std::cos(angle), std::sin(angle)}};
    if (std::abs(u.dot(f)) <= delta) {
      EXPECT_GE(s.trace() - u.dot(s * u), constrained.objective - 1e-12);
    }
  }
}

TEST(ConstrainedFairPcaTest, WithDeltaZeroItIsPcaAcrossTheDifference) {
  const Matrix s = random_moment(7, 40);
  const Vector f = random_matrix(7, 1, 41);
  const ProjectionSolution constrained = solve(s, f, 0, 3);
  expect_optimal(constrained, s, f, 0, 3);
  const Matrix across = Matrix::Identity(7, 7) - f * f.transpose() / f.squaredNorm();
  EXPECT_NEAR(trace_in(s, constrained.components), largest_sum(across * s * across, 3), 1e-12);
  // Small deltas approach it: what they allow is captured at first order.
  for (const double delta : {1e-3, 1e-5, 1e-7}) {
    const double gain = constrained.objective - solve(s, f, delta, 3).objective;
    EXPECT_GE(gain, 0);
    EXPECT_LE(gain, delta);
  }
}

TEST(ConstrainedFairPcaTest, AConstraintThatPcaMeetsChangesNothing) {
  const Matrix s = random_moment(6, 42);
  const Vector f = random_matrix(6, 1, 43);
  const ProjectionSolution constrained = solve(s, f, 10 * f.norm(), 2);
  expect_optimal(constrained, s, f, 10 * f.norm(), 2);
  EXPECT_NEAR(constrained.objective, s.trace() - largest_sum(s, 2), 1e-12);
  EXPECT_NEAR(solve(s, Vector::Zero(6), 0.5, 2).objective, constrained.objective, 1e-12);
}

TEST(ConstrainedFairPcaTest, ADifferenceAlongAComponentIsRotatedAway) {
  // The difference is an eigenvector of S: all angles give the same projections but at a tie.
  const Matrix s = Vector{{4.0, 3.0, 2.0, 1.0}}.asDiagonal();
  const Vector f{{1.0, 0.0, 0.0, 0.0}};
  for (const double delta : {0.1, 0.5, 0.9}) {
    SCOPED_TRACE(delta);
    const ProjectionSolution constrained = solve(s, f, delta, 1);
    expect_optimal(constrained, s, f, delta, 1);
    EXPECT_NEAR(constrained.objective, 7 - delta * delta, 1e-10);
  }
}

TEST(ConstrainedFairPcaTest, TheFitKeepsTheMeansWithinDelta) {
  const GroupedRows data = random_groups({200, 150}, 6, 7);
  const auto fit_with = [&](const OptionValues& options) {
    return fit(
        data,
        {.method = "constrained-fair-pca", .options = options, .dimensions = {.wanted = Index{3}}});
  };
  const Fit zero = fit_with({});
  const double before = zero.report.means->mean_difference_before;
  EXPECT_LT(zero.report.means->mean_difference, 1e-12 * before);
  const Fit half = fit_with({{"relative_delta", 0.5}});
  EXPECT_LE(half.report.means->mean_difference, 0.5 * before * (1 + 1e-9));
  EXPECT_LE(half.report.objective, zero.report.objective);
  const Fit absolute = fit_with({{"delta", 0.5 * before}});
  EXPECT_NEAR(absolute.report.objective, half.report.objective, 1e-9 * half.report.objective);
  // From the rows themselves.
  const Vector mean0 = prepared_rows(data.of_group(0), half.model).colwise().mean();
  const Vector mean1 = prepared_rows(data.of_group(1), half.model).colwise().mean();
  EXPECT_LE((half.model.projection.components.transpose() * (mean1 - mean0)).norm(),
            0.5 * (mean1 - mean0).norm() * (1 + 1e-9));
}

TEST(ConstrainedFairPcaTest, ManyGroupsAreMatchedExactlyOrWithinDelta) {
  const GroupedRows data = random_groups({80, 90, 100}, 6, 8);
  const Fit zero =
      fit(data, {.method = "constrained-fair-pca", .dimensions = {.wanted = Index{3}}});
  EXPECT_LT(zero.report.means->mean_difference, 1e-12);
  for (const double share : {0.3, 0.7}) {
    const Fit some = fit(data, {.method = "constrained-fair-pca",
                                .options = {{"relative_delta", share}},
                                .dimensions = {.wanted = Index{3}}});
    const double before = some.report.means->mean_difference_before;
    EXPECT_TRUE(some.report.converged());
    EXPECT_LE(some.report.means->mean_difference, share * before);
    EXPECT_LE(some.report.objective, zero.report.objective * (1 + 1e-9));
    EXPECT_GE(some.report.optimality_gap(), 0);
    // Each group's mean against that of all rows, from the rows themselves.
    const Matrix& v = some.model.projection.components;
    for (int g = 0; g < 3; ++g) {
      const Vector mean = prepared_rows(data.of_group(g), some.model).colwise().mean();
      EXPECT_LE((v.transpose() * mean).norm(), share * before * (1 + 1e-9));
    }
  }
}

TEST(ConstrainedFairPcaTest, ThePenaltyOnCovariancesMakesThemAlike) {
  for (const std::vector<Index>& sizes : {std::vector<Index>{80, 90}, {70, 60, 80}}) {
    const GroupedRows data = random_groups(sizes, 6, 8);
    double last = std::numeric_limits<double>::infinity();
    for (const double mu : {0.01, 1.0, 100.0}) {
      const Fit some = fit(data, {.method = "constrained-fair-pca",
                                  .options = {{"mu", mu}},
                                  .dimensions = {.wanted = Index{2}}});
      EXPECT_TRUE(some.report.converged());
      EXPECT_TRUE(some.report.certified);
      EXPECT_LT(some.report.means->mean_difference, 1e-8);
      EXPECT_LE(some.report.covariances->relaxation_gap, 1e-7 * some.model.total_variance);
      EXPECT_GE(some.report.covariances->leaked_variance, 0);
      EXPECT_LE(some.report.covariances->covariance_difference,
                some.report.covariances->covariance_difference_before);
      EXPECT_LE(some.report.covariances->covariance_difference, last * 1.01);
      last = some.report.covariances->covariance_difference;
    }
  }
}

TEST(ConstrainedFairPcaTest, ThePenaltyOnCovariancesLeavesTheMeansWithinDelta) {
  for (const std::vector<Index>& sizes : {std::vector<Index>{80, 90}, {70, 60, 80}}) {
    const GroupedRows data = random_groups(sizes, 6, 8);
    for (const double share : {0.1, 0.5}) {
      const Fit some = fit(data, {.method = "constrained-fair-pca",
                                  .options = {{"mu", 0.2}, {"relative_delta", share}},
                                  .dimensions = {.wanted = Index{2}}});
      EXPECT_TRUE(some.report.converged());
      EXPECT_LE(some.report.means->mean_difference, some.report.means->delta * (1 + 1e-12));
      EXPECT_GE(some.report.objective, some.report.bound);
    }
  }
}

TEST(ConstrainedFairPcaTest, MeansThatCannotBeBroughtTogetherAreReportedWithAWayOut) {
  const GroupedRows data = random_groups({50, 50, 50, 50, 50}, 4, 9);
  const auto run = [&](const OptionValues& options, Index d) {
    return fit(data,
               {.method = "constrained-fair-pca", .options = options, .dimensions = {.wanted = d}});
  };
  const Fit missed = run({{"delta", 1e-3}}, 3);
  EXPECT_EQ(missed.report.status, Status::kInfeasible);
  ASSERT_TRUE(missed.report.missed);
  EXPECT_EQ(missed.report.missed->code(), "means-apart");
  EXPECT_EQ(missed.report.missed->argument("delta"), "0.001");
  EXPECT_GT(missed.report.means->mean_difference, 1e-3);
  EXPECT_THAT(missed.report.missed->ways_out(),
              testing::ElementsAre(Setting{"delta"}, Setting{"dimensions"}));
  EXPECT_THAT(codes_of(missed.report.warnings), Contains("means-apart"));
  EXPECT_THAT(run({{"relative_delta", 1e-3}, {"mu", 0.1}}, 3).report.missed->ways_out(),
              Contains(Setting{"relative_delta"}));
  EXPECT_THAT(run({{"delta", 1e-3}, {"mu", 0.1}, {"formulation", std::string("authors")}}, 3)
                  .report.missed->ways_out(),
              Contains(Setting{"formulation", "default"}));
  const Message none_left = rejection_of([&] { run({{"delta", 0.0}}, 3); });
  EXPECT_EQ(none_left.code(), "no-direction-left");
  EXPECT_EQ(none_left.option(), "dimensions");
  EXPECT_EQ(none_left.argument("columns"), "4");
}

bool offers_equal_means(const std::vector<Message>& warnings) {
  return std::any_of(warnings.begin(), warnings.end(), [](const Message& warning) {
    const std::vector<Setting> ways = warning.ways_out();
    return std::find(ways.begin(), ways.end(), Setting{"delta", "0"}) != ways.end();
  });
}

TEST(ConstrainedFairPcaTest, SmallDeltasAreWorthAsMuchAsEqualMeansAtLeast) {
  for (const std::vector<Index>& sizes : {std::vector<Index>{80, 60}, {50, 60, 70}}) {
    GroupedRows data = random_groups(sizes, 6, 8);
    for (Index i = 0; i < data.rows.rows(); ++i) {
      data.rows(i, 1) += 5.0 * data.codes[static_cast<std::size_t>(i)];
    }
    const auto run = [&](double share) {
      return fit(data, {.method = "constrained-fair-pca",
                        .options = {{"mu", 0.2}, {"relative_delta", share}},
                        .dimensions = {.wanted = Index{2}}});
    };
    const double equal = run(0).report.covariances->relaxation_objective;
    for (const double share : {1e-6, 1e-3, 0.1}) {
      const Fit some = run(share);
      EXPECT_LE(some.report.means->mean_difference, some.report.means->delta);
      EXPECT_FALSE(some.report.missed);
      EXPECT_LE(some.report.covariances->relaxation_objective, (1 + 1e-6) * equal) << share;
      EXPECT_GE(some.report.covariances->relaxation_gap, 0);
      EXPECT_LE(some.report.covariances->relaxation_gap, 2e-3 * equal) << share;
      if (some.report.converged()) continue;
      ASSERT_THAT(codes_of(some.report.warnings), Contains("relaxation-not-solved"));
      EXPECT_EQ(offers_equal_means(some.report.warnings), share < 1e-2) << share;
    }
  }
}

TEST(ConstrainedFairPcaTest, TinyDeltasOfSeveralGroupsGiveWayToEqualMeans) {
  const GroupedRows data = random_groups({40, 50, 60}, 6, 4);
  const auto run = [&](double share) {
    return fit(data, {.method = "constrained-fair-pca",
                      .options = {{"relative_delta", share}},
                      .dimensions = {.wanted = Index{3}}});
  };
  const double equal = run(0).report.reconstruction_error;
  for (const double share : {1e-15, 1e-12, 1e-9, 1e-6}) {
    const Fit found = run(share);
    EXPECT_FALSE(found.report.missed) << share;
    EXPECT_NE(found.report.status, Status::kInfeasible) << share;
    EXPECT_LE(found.report.reconstruction_error, (1 + 1e-5) * equal) << share;
    EXPECT_TRUE(found.report.converged() || !found.report.warnings.empty()) << share;
  }
}

TEST(ConstrainedFairPcaTest, WithAPenaltyAColumnWithoutVarianceTakesWhatTheMeansRuleOut) {
  GroupedRows data = random_groups({40, 50}, 2, 4);
  data.rows.col(1).setConstant(3.3);
  for (const double share : {0.0, 0.01}) {
    for (const char* formulation : {"default", "authors"}) {
      const Fit found = fit(data, {.method = "constrained-fair-pca",
                                   .options = {{"mu", 1.0},
                                               {"relative_delta", share},
                                               {"formulation", std::string(formulation)}},
                                   .dimensions = {.wanted = Index{1}}});
      SCOPED_TRACE(formulation);
      // The means differ in the first column alone: v_1 <= delta / |f|.
      EXPECT_LE(std::abs(found.model.projection.components(0, 0)), share + 1e-6);
      EXPECT_LE(found.report.means->mean_difference, found.report.means->delta + 1e-6);
      EXPECT_GE(found.report.covariances->relaxation_gap, -1e-12 * found.model.total_variance);
      EXPECT_LE(found.report.covariances->relaxation_gap, 1e-6 * found.model.total_variance);
    }
  }
}

TEST(ConstrainedFairPcaTest, ADeltaBeyondTheDifferenceIsPlainPca) {
  for (const std::vector<Index>& sizes : {std::vector<Index>{50, 50}, {50, 50, 50}}) {
    const GroupedRows data = random_groups(sizes, 4, 9);
    const Fit pca = fit(data, {.method = "pca", .dimensions = {.wanted = Index{2}}});
    for (const double delta : {1e3, 1e308}) {
      const Fit found = fit(data, {.method = "constrained-fair-pca",
                                   .options = {{"delta", delta}},
                                   .dimensions = {.wanted = Index{2}}});
      EXPECT_TRUE(found.report.converged());
      EXPECT_THAT(found.report.warnings, testing::IsEmpty());
      EXPECT_NEAR(found.report.reconstruction_error, pca.report.reconstruction_error,
                  1e-6 * pca.report.reconstruction_error);
      EXPECT_EQ(found.report.means->delta, delta);
    }
  }
}

TEST(ConstrainedFairPcaTest, WrongOptionsAreRejectedByName) {
  const GroupedRows data = random_groups({50, 50}, 4, 9);
  const auto expect_rejected = [&](const OptionValues& options, Index d, const char* code,
                                   const char* option, const char* value) {
    const Message rejection = rejection_of([&] {
      fit(data,
          {.method = "constrained-fair-pca", .options = options, .dimensions = {.wanted = d}});
    });
    EXPECT_EQ(rejection.code(), code);
    EXPECT_EQ(rejection.option(), option);
    EXPECT_EQ(rejection.argument("value"), value);
  };
  expect_rejected({{"delta", -0.1}}, 2, "option-value", "delta", "-0.1");
  expect_rejected({{"relative_delta", 1.5}}, 2, "option-value", "relative_delta", "1.5");
  expect_rejected({{"relative_delta", 0.5}, {"delta", 0.5}}, 2, "option-exclusive", "delta", "");
  expect_rejected({}, 4, "dimensions-out-of-range", "dimensions", "4");
  expect_rejected({{"mu", 1e308}}, 2, "penalty-weight-too-large", "mu", "1e+308");
}

TEST(ConstrainedFairPcaTest, TwoDeltasAreRejectedWithoutData) {
  const ConstrainedFairPcaOptions both{.delta = 0.5, .relative_delta = 0.5};
  EXPECT_EQ(rejection_of([&] { both.validate(); }).code(), "option-exclusive");
}

}  // namespace constrained_fair_pca_test
}  // namespace fairpca
