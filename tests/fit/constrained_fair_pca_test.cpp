// SPDX-License-Identifier: BSD-3-Clause
#include "fairpca/fit/constrained_fair_pca.h"

#include <cmath>
#include <limits>
#include <map>
#include <numbers>
#include <string>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "files/message_of.h"
#include "fit/eigen_oracles.h"
#include "fit/grouped_rows.h"

namespace fairpca {
namespace constrained_fair_pca_test {

using testing::HasSubstr;

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
  const double before = zero.report.measures.at("mean_difference_before");
  EXPECT_LT(zero.report.measures.at("mean_difference"), 1e-12 * before);
  const Fit half = fit_with({{"relative_delta", 0.5}});
  EXPECT_LE(half.report.measures.at("mean_difference"), 0.5 * before * (1 + 1e-9));
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
  EXPECT_LT(zero.report.measures.at("mean_difference"), 1e-12);
  for (const double share : {0.3, 0.7}) {
    const Fit some = fit(data, {.method = "constrained-fair-pca",
                                .options = {{"relative_delta", share}},
                                .dimensions = {.wanted = Index{3}}});
    const double before = some.report.measures.at("mean_difference_before");
    EXPECT_TRUE(some.report.converged());
    EXPECT_LE(some.report.measures.at("mean_difference"), share * before);
    EXPECT_LE(some.report.objective, zero.report.objective * (1 + 1e-9));
    EXPECT_GE(some.report.gap(), 0);
    // Each group's mean against that of all rows, from the rows themselves.
    const Matrix& v = some.model.projection.components;
    for (int g = 0; g < 3; ++g) {
      const Vector mean = prepared_rows(data.of_group(g), some.model).colwise().mean();
      EXPECT_LE((v.transpose() * mean).norm(), share * before * (1 + 1e-9));
    }
  }
}

TEST(ConstrainedFairPcaTest, ThePriceOfCovariancesMakesThemAlike) {
  for (const std::vector<Index>& sizes : {std::vector<Index>{80, 90}, {70, 60, 80}}) {
    const GroupedRows data = random_groups(sizes, 6, 8);
    double last = std::numeric_limits<double>::infinity();
    for (const double mu : {0.01, 1.0, 100.0}) {
      const Fit some = fit(data, {.method = "constrained-fair-pca",
                                  .options = {{"mu", mu}},
                                  .dimensions = {.wanted = Index{2}}});
      const std::map<std::string, double>& measures = some.report.measures;
      EXPECT_TRUE(some.report.converged());
      EXPECT_TRUE(some.report.certified);
      EXPECT_LT(measures.at("mean_difference"), 1e-8);
      EXPECT_LE(measures.at("relaxation_gap"), 1e-7 * some.model.total_variance);
      EXPECT_GE(measures.at("leaked_variance"), 0);
      EXPECT_LE(measures.at("covariance_difference"), measures.at("covariance_difference_before"));
      EXPECT_LE(measures.at("covariance_difference"), last * 1.01);
      last = measures.at("covariance_difference");
    }
  }
}

TEST(ConstrainedFairPcaTest, ThePriceOfCovariancesLeavesTheMeansWithinDelta) {
  for (const std::vector<Index>& sizes : {std::vector<Index>{80, 90}, {70, 60, 80}}) {
    const GroupedRows data = random_groups(sizes, 6, 8);
    for (const double share : {0.1, 0.5}) {
      const Fit some = fit(data, {.method = "constrained-fair-pca",
                                  .options = {{"mu", 0.2}, {"relative_delta", share}},
                                  .dimensions = {.wanted = Index{2}}});
      const std::map<std::string, double>& measures = some.report.measures;
      EXPECT_TRUE(some.report.converged());
      EXPECT_LE(measures.at("mean_difference"), measures.at("delta") * (1 + 1e-12));
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
  EXPECT_THAT(missed.report.missed,
              testing::AllOf(HasSubstr("more than delta 0.001"), HasSubstr("--delta"),
                             HasSubstr("fewer dimensions")));
  EXPECT_THAT(missed.report.warnings, testing::Contains(missed.report.missed));
  EXPECT_THAT(run({{"relative_delta", 1e-3}, {"mu", 0.1}}, 3).report.missed,
              HasSubstr("--relative-delta"));
  EXPECT_THAT(
      run({{"delta", 1e-3}, {"mu", 0.1}, {"formulation", std::string("authors")}}, 3).report.missed,
      HasSubstr("--formulation default"));
  EXPECT_EQ(message_of<InvalidArgument>([&] {
              run({{"delta", 0.0}}, 3);
            }),
            "dimensions: 3 is too many with delta 0; equal means take all 4 directions; ask for a "
            "delta > 0 or fewer groups");
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
    const double equal = run(0).report.measures.at("relaxation_objective");
    for (const double share : {1e-6, 1e-3, 0.1}) {
      const Fit some = run(share);
      const std::map<std::string, double>& measures = some.report.measures;
      EXPECT_LE(measures.at("mean_difference"), measures.at("delta"));
      EXPECT_EQ(some.report.missed, "");
      EXPECT_LE(measures.at("relaxation_objective"), (1 + 1e-6) * equal) << share;
      EXPECT_GE(measures.at("relaxation_gap"), 0);
      EXPECT_LE(measures.at("relaxation_gap"), 2e-3 * equal) << share;
      EXPECT_TRUE(some.report.converged() ||
                  testing::Value(some.report.warnings, testing::Contains(HasSubstr("delta 0"))));
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
    EXPECT_EQ(found.report.missed, "") << share;
    EXPECT_NE(found.report.status, Status::kInfeasible) << share;
    EXPECT_LE(found.report.reconstruction_error, (1 + 1e-5) * equal) << share;
    EXPECT_TRUE(found.report.converged() || !found.report.warnings.empty()) << share;
  }
}

TEST(ConstrainedFairPcaTest, ColumnsWithoutVarianceAreNoObstacleToAPrice) {
  GroupedRows data = random_groups({40, 50}, 2, 4);
  data.rows.col(1).setConstant(3.3);
  for (const double share : {0.0, 0.01}) {
    for (const char* formulation : {"default", "authors"}) {
      const Fit found = fit(data, {.method = "constrained-fair-pca",
                                   .options = {{"mu", 1.0},
                                               {"relative_delta", share},
                                               {"formulation", std::string(formulation)}},
                                   .dimensions = {.wanted = Index{1}}});
      EXPECT_TRUE(std::isfinite(found.report.measures.at("relaxation_gap"))) << share;
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
      EXPECT_EQ(found.report.measures.at("delta"), delta);
    }
  }
}

TEST(ConstrainedFairPcaTest, WrongOptionsAreRefusedByName) {
  const GroupedRows data = random_groups({50, 50}, 4, 9);
  const auto refusal = [&](const OptionValues& options, Index d) {
    return message_of<InvalidArgument>([&] {
      fit(data,
          {.method = "constrained-fair-pca", .options = options, .dimensions = {.wanted = d}});
    });
  };
  EXPECT_EQ(refusal({{"delta", -0.1}}, 2), "delta of constrained-fair-pca must be >= 0, got -0.1");
  EXPECT_EQ(refusal({{"relative_delta", 1.5}}, 2),
            "relative_delta of constrained-fair-pca must be 0 to 1 (-1: use delta), got 1.5");
  EXPECT_THAT(
      refusal({{"relative_delta", 0.5}, {"delta", 0.5}}, 2),
      HasSubstr("delta of constrained-fair-pca cannot be given together with relative_delta"));
  EXPECT_THAT(refusal({}, 4), HasSubstr("dimensions: 4 is out of range"));
  EXPECT_THAT(refusal({{"mu", 1e308}}, 2), HasSubstr("mu must be 0 to 1e+100, got 1e+308"));
}

}  // namespace constrained_fair_pca_test
}  // namespace fairpca
