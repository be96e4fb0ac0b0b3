// SPDX-License-Identifier: BSD-3-Clause
#include "fairpca/fit/fair_pca.h"

#include <cmath>
#include <numbers>
#include <string>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "fit/eigen_oracles.h"
#include "fit/grouped_rows.h"
#include "text/rejection_of.h"

namespace fairpca {
namespace fair_pca_test {

double loss(const Matrix& m, const Matrix& v) {
  return largest_sum(m, v.cols()) - trace_in(m, v);
}

/// The dual function w sigma_d(M_0) + (1 - w) sigma_d(M_1) - sigma_d(w M_0 + (1 - w) M_1).
double dual(const Matrix& m0, const Matrix& m1, Index d, double w) {
  return w * largest_sum(m0, d) + (1 - w) * largest_sum(m1, d) -
         largest_sum(w * m0 + (1 - w) * m1, d);
}

/// Orthonormal, rank d, losses as claimed, the bound recomputed from the weights.
void expect_certified(const ProjectionSolution& fair, const Matrix& m0, const Matrix& m1, Index d,
                      double relative_gap = 1e-10) {
  const double scale = m0.trace() + m1.trace();
  expect_orthonormal(fair.components, m0.rows(), d);
  EXPECT_EQ(fair.status, Status::kOptimal);
  EXPECT_TRUE(fair.certified);
  const double loss0 = loss(m0, fair.components), loss1 = loss(m1, fair.components);
  EXPECT_NEAR(fair.objective, std::max(loss0, loss1), 1e-13 * scale);
  ASSERT_EQ(fair.dual_weights.size(), 2U);
  EXPECT_NEAR(fair.dual_weights[0] + fair.dual_weights[1], 1, 1e-14);
  EXPECT_NEAR(fair.bound, dual(m0, m1, d, fair.dual_weights[0]), 1e-13 * scale);
  EXPECT_LE(fair.bound, fair.objective);
  EXPECT_LE(fair.objective - fair.bound, relative_gap * fair.objective + 1e-14 * scale);
  EXPECT_NEAR(loss0, loss1, 1e-9 * fair.objective + 1e-13 * scale);  // Theorem 4.5
}

ProjectionSolution solve(const Matrix& m0, const Matrix& m1, Index d,
                         const FairPcaOptions& options = {}) {
  SpectralSolver spectral;
  return solve_fair_pca({m0, m1}, d, options, spectral);
}

TEST(FairPcaTest, InThePlaneNoDirectionIsFairer) {
  for (unsigned seed = 0; seed < 40; ++seed) {
    SCOPED_TRACE(seed);
    const Matrix m0 = random_moment(2, 2 * seed), m1 = random_moment(2, 2 * seed + 1);
    const ProjectionSolution fair = solve(m0, m1, 1);
    expect_certified(fair, m0, m1, 1);
    double best = 1e300;
    for (int step = 0; step < 20000; ++step) {
      const double angle = step * std::numbers::pi / 20000;
      const Matrix v = Vector{{std::cos(angle), std::sin(angle)}};
      best = std::min(best, std::max(loss(m0, v), loss(m1, v)));
    }
    EXPECT_LE(fair.objective, best + 1e-13);
    EXPECT_NEAR(fair.objective, best, 2e-3 * (m0.trace() + m1.trace()));
  }
}

TEST(FairPcaTest, InSpaceNoLineOrPlaneIsFairer) {
  for (unsigned seed = 0; seed < 6; ++seed) {
    for (const Index d : {1, 2}) {
      SCOPED_TRACE(fmt::format("{} {}", seed, d));
      const Matrix m0 = random_moment(3, 100 + 2 * seed), m1 = random_moment(3, 101 + 2 * seed);
      const ProjectionSolution fair = solve(m0, m1, d);
      expect_certified(fair, m0, m1, d);
      const double best0 = largest_sum(m0, d), best1 = largest_sum(m1, d);
      double best = 1e300;
      for (int i = 0; i <= 150; ++i) {
        for (int j = 0; j < 300; ++j) {
          const double polar = i * std::numbers::pi / 300, around = j * std::numbers::pi / 150;
          const Vector u{{std::sin(polar) * std::cos(around), std::sin(polar) * std::sin(around),
                          std::cos(polar)}};
          // A plane is known by its normal.
          const double v0 = d == 1 ? u.dot(m0 * u) : m0.trace() - u.dot(m0 * u);
          const double v1 = d == 1 ? u.dot(m1 * u) : m1.trace() - u.dot(m1 * u);
          best = std::min(best, std::max(best0 - v0, best1 - v1));
        }
      }
      EXPECT_LE(fair.objective, best + 1e-13);
      EXPECT_NEAR(fair.objective, best, 0.03 * (m0.trace() + m1.trace()));
    }
  }
}

TEST(FairPcaTest, TheValueIsTheMaximumOfTheDual) {
  for (unsigned seed = 0; seed < 10; ++seed) {
    for (const Index p : {4, 9, 20}) {
      for (const Index d : {Index{1}, p / 2, p - 1}) {
        SCOPED_TRACE(fmt::format("{} {} {}", seed, p, d));
        const Matrix m0 = random_moment(p, 200 + 2 * seed), m1 = random_moment(p, 201 + 2 * seed);
        const ProjectionSolution fair = solve(m0, m1, d);
        expect_certified(fair, m0, m1, d);
        const double best = largest_concave([&](double w) { return dual(m0, m1, d, w); }, 0.0, 1.0);
        EXPECT_NEAR(fair.objective, best, 1e-9 * best + 1e-13);
      }
    }
  }
}

TEST(FairPcaTest, CommutingMomentsNeedTheRotationAndGetIt) {
  for (unsigned seed = 0; seed < 20; ++seed) {
    for (const Index d : {1, 3, 6}) {
      SCOPED_TRACE(fmt::format("{} {}", seed, d));
      const Vector s0 = random_matrix(7, 1, 300 + 2 * seed).cwiseAbs2();
      const Vector s1 = random_matrix(7, 1, 301 + 2 * seed).cwiseAbs2();
      const Matrix m0 = s0.asDiagonal(), m1 = s1.asDiagonal();
      expect_certified(solve(m0, m1, d), m0, m1, d);
      const Matrix r0 = rotated(s0, seed), r1 = rotated(s1, seed);
      const ProjectionSolution fair = solve(r0, r1, d);
      expect_certified(fair, r0, r1, d);
      const double best = largest_concave([&](double w) { return dual(r0, r1, d, w); }, 0.0, 1.0);
      EXPECT_NEAR(fair.objective, best, 1e-9 * best + 1e-13);
    }
  }
}

TEST(FairPcaTest, RepeatedEigenvaluesAreNoObstacle) {
  const Matrix m0 = rotated(eightfold(20), 1), m1 = rotated(eightfold(20), 2);
  for (const Index d : {1, 4, 8, 10, 16, 19}) {
    SCOPED_TRACE(d);
    expect_certified(solve(m0, m1, d), m0, m1, d);
  }
  const Matrix identity = Matrix::Identity(20, 20);
  for (const Index d : {1, 10, 19}) expect_certified(solve(m0, identity, d), m0, identity, d);
}

TEST(FairPcaTest, RankDeficientAndTinyGroupsAreServed) {
  for (const Index rows : {1, 2, 3}) {
    for (const Index d : {1, 2, 5, 9}) {
      SCOPED_TRACE(fmt::format("{} {}", rows, d));
      const Matrix m0 = random_moment(10, 400), m1 = random_moment(10, 401, rows);
      expect_certified(solve(m0, m1, d), m0, m1, d);
      expect_certified(solve(m1, m0, d), m1, m0, d);
      const Matrix both = random_moment(10, 402, rows + 1);
      expect_certified(solve(m1, both, d), m1, both, d);
    }
  }
}

TEST(FairPcaTest, IdenticalGroupsLoseNothing) {
  const Matrix m = random_moment(8, 500);
  const ProjectionSolution fair = solve(m, m, 3);
  expect_certified(fair, m, m, 3);
  EXPECT_NEAR(fair.objective, 0, 1e-13);
}

TEST(FairPcaTest, AGroupWithoutVarianceLeavesTheOtherItsOwnPca) {
  const Matrix m = random_moment(6, 501), zero = Matrix::Zero(6, 6);
  const ProjectionSolution fair = solve(m, zero, 2);
  expect_certified(fair, m, zero, 2);
  EXPECT_NEAR(trace_in(m, fair.components), largest_sum(m, 2), 1e-12);
  EXPECT_EQ(solve(zero, zero, 2).objective, 0);
}

TEST(FairPcaTest, WhereOneGroupsPcaServesTheOtherNobodyLoses) {
  // Group 1 varies in two directions only, which are among group 0's first three.
  const Matrix m0 = Vector{{5.0, 4.0, 3.0, 2.0, 1.0}}.asDiagonal();
  const Matrix m1 = Vector{{0.0, 2.0, 1.0, 0.0, 0.0}}.asDiagonal();
  const ProjectionSolution fair = solve(m0, m1, 3);
  expect_certified(fair, m0, m1, 3);
  EXPECT_NEAR(fair.objective, 0, 1e-14);
}

TEST(FairPcaTest, TheUnitOfTheDataDoesNotMatter) {
  const Matrix m0 = random_moment(9, 502), m1 = random_moment(9, 503);
  const double value = solve(m0, m1, 3).objective;
  for (const double unit : {1e-12, 1e-6, 1e6, 1e12}) {
    SCOPED_TRACE(unit);
    const Matrix a = unit * m0, b = unit * m1;
    const ProjectionSolution fair = solve(a, b, 3);
    EXPECT_EQ(fair.status, Status::kOptimal);
    EXPECT_NEAR(fair.objective / unit, value, 1e-10 * value);
  }
}

TEST(FairPcaTest, GroupsOfVeryDifferentSpreadAreBalanced) {
  for (const double ratio : {1e-8, 1e-4, 1e4, 1e8}) {
    SCOPED_TRACE(ratio);
    const Matrix m0 = random_moment(9, 504), m1 = ratio * random_moment(9, 505);
    expect_certified(solve(m0, m1, 3), m0, m1, 3);
  }
}

TEST(FairPcaTest, ManyFeaturesGoThroughASubspaceToTheSameValue) {
  const Matrix m0 = random_moment(90, 506), m1 = random_moment(90, 507);
  for (const Index d : {1, 4, 13}) {
    SCOPED_TRACE(d);
    SpectralSolver spectral;
    const ProjectionSolution fair = solve_fair_pca({m0, m1}, d, {}, spectral);
    expect_certified(fair, m0, m1, d);
    EXPECT_LE(spectral.solves(), 8);
    const double best = largest_concave([&](double w) { return dual(m0, m1, d, w); }, 0.0, 1.0);
    EXPECT_NEAR(fair.objective, best, 1e-9 * best);
  }
}

TEST(FairPcaTest, LargeMatricesTakeTwoSolvesBeyondTheEnds) {
  const Matrix m0 = rotated(power_law(620, 0.75), 1);
  const Matrix other = rotated(power_law(620, 0.55), 2);
  for (const double share : {0.0, 0.3, 0.9}) {
    SCOPED_TRACE(share);
    const Matrix m1 = share * m0 + (1 - share) * other;
    SpectralSolver spectral;
    const ProjectionSolution fair = solve_fair_pca({m0, m1}, 6, {}, spectral);
    expect_certified(fair, m0, m1, 6);
    EXPECT_LE(spectral.solves(), 4);  // a rough one and a full one
  }
}

TEST(FairPcaTest, LargeMatricesOfEveryUnitAndOfLowRankAreServed) {
  const Matrix low = random_moment(610, 510, 8);
  const Matrix m0 = rotated(power_law(610, 2), 3), m1 = random_moment(610, 511, 30);
  for (const double unit : {1e-90, 1.0, 1e90}) {
    SCOPED_TRACE(unit);
    expect_certified(solve(unit * m0, unit * m1, 4), unit * m0, unit * m1, 4);
  }
  expect_certified(solve(low, m1, 4), low, m1, 4);
  expect_certified(solve(low, m0, 12), low, m0, 12);
}

TEST(FairPcaTest, CommutingMomentsWithManyFeaturesAreRotatedInTheSubspace) {
  const Matrix m0 = rotated(random_matrix(80, 1, 508).cwiseAbs2(), 3);
  const Matrix m1 = rotated(random_matrix(80, 1, 509).cwiseAbs2(), 3);
  for (const Index d : {2, 5}) {
    SCOPED_TRACE(d);
    expect_certified(solve(m0, m1, d), m0, m1, d);
  }
}

TEST(FairPcaTest, EqualErrorsAreReachedWhereTheyCan) {
  FairPcaOptions options{.criterion = FairPcaCriterion::kError};
  for (unsigned seed = 0; seed < 10; ++seed) {
    SCOPED_TRACE(seed);
    const Matrix m0 = random_moment(8, 600 + 2 * seed), m1 = random_moment(8, 601 + 2 * seed);
    const ProjectionSolution fair = solve(m0, m1, 3, options);
    const double error0 = m0.trace() - trace_in(m0, fair.components);
    const double error1 = m1.trace() - trace_in(m1, fair.components);
    EXPECT_EQ(fair.status, Status::kOptimal);
    EXPECT_NEAR(fair.objective, std::max(error0, error1), 1e-13);
    const double best = largest_concave(
        [&](double w) {
          const Matrix m = w * m0 + (1 - w) * m1;
          return m.trace() - largest_sum(m, 3);
        },
        0.0, 1.0);
    EXPECT_NEAR(fair.objective, best, 1e-9 * best);
  }
}

TEST(FairPcaTest, AGroupThatIsAlwaysWorseGetsItsOwnPca) {
  const Matrix m0 = random_moment(8, 620), m1 = 0.01 * random_moment(8, 621);
  for (const bool swapped : {false, true}) {
    const Matrix& worse = swapped ? m1 : m0;
    const Matrix& better = swapped ? m0 : m1;
    const ProjectionSolution fair =
        solve(worse, better, 3, {.criterion = FairPcaCriterion::kError});
    EXPECT_EQ(fair.status, Status::kOptimal);
    EXPECT_NEAR(fair.objective, m0.trace() - largest_sum(m0, 3), 1e-12);
  }
}

TEST(FairPcaTest, WhereTheWorseGroupLeavesAChoiceTheOtherIsServedToo) {
  // Beyond its first direction group 0 varies alike in all; the second dimension is group 1's.
  const Matrix m0 = Vector{{9.0, 4.0, 4.0, 4.0}}.asDiagonal();
  const Matrix m1 = Vector{{0.0, 1.0, 2.0, 0.5}}.asDiagonal();
  const ProjectionSolution fair = solve(m0, m1, 2, {.criterion = FairPcaCriterion::kError});
  EXPECT_NEAR(trace_in(m0, fair.components), 13, 1e-12);
  EXPECT_NEAR(trace_in(m1, fair.components), 2, 1e-12);
}

TEST(FairPcaTest, NashWelfareIsTheLargestOnTheBoundary) {
  for (unsigned seed = 0; seed < 10; ++seed) {
    SCOPED_TRACE(seed);
    const bool commuting = seed % 2 == 1;
    const Matrix m0 = commuting ? rotated(power_law(7, 1), seed) : random_moment(7, 700 + seed);
    const Matrix m1 =
        commuting ? rotated(power_law(7, 1).reverse(), seed) : random_moment(7, 800 + seed);
    const ProjectionSolution fair = solve(m0, m1, 2, {.criterion = FairPcaCriterion::kNash});
    EXPECT_EQ(fair.status, Status::kOptimal);
    const double v0 = trace_in(m0, fair.components), v1 = trace_in(m1, fair.components);
    EXPECT_NEAR(fair.objective, -std::log(v0) - std::log(v1), 1e-12);
    EXPECT_LE(fair.objective - fair.bound, 1.1e-10);
    // The bound holds for every weight: ln w_0 + ln w_1 - 2 ln(sigma_d(sum w_g M_g) / 2).
    const double best = largest_concave(
        [&](double w) {
          return std::log(w) + std::log(1 - w) -
                 2 * std::log(largest_sum(w * m0 + (1 - w) * m1, 2) / 2);
        },
        1e-6, 1 - 1e-6);
    EXPECT_NEAR(fair.objective, best, 1e-9);
  }
}

TEST(FairPcaTest, WithoutTheInertiaCheckNothingIsCertified) {
  const Matrix m0 = random_moment(9, 900), m1 = random_moment(9, 901);
  SpectralSolver spectral({.inertia_check = false});
  const ProjectionSolution fair = solve_fair_pca({m0, m1}, 3, {}, spectral);
  EXPECT_FALSE(fair.certified);
  EXPECT_EQ(fair.status, Status::kConverged);
  EXPECT_NEAR(fair.objective, solve(m0, m1, 3).objective, 1e-12);
}

TEST(FairPcaTest, StoppingShortGivesTheBestPointAndAnHonestGap) {
  const Matrix m0 = random_moment(9, 902), m1 = random_moment(9, 903);
  const double best = solve(m0, m1, 4).objective;
  const ProjectionSolution short_run = solve(m0, m1, 4, {.max_iterations = 1});
  EXPECT_EQ(short_run.status, Status::kMaxIterations);
  EXPECT_GT(short_run.objective, best);
  EXPECT_LT(short_run.bound, best);
  expect_orthonormal(short_run.components, 9, 4);
  SpectralSolver spectral;
  const ProjectionSolution stopped =
      solve_fair_pca({m0, m1}, 4, {}, spectral, [] { return Flow::kStop; });
  EXPECT_EQ(stopped.status, Status::kStopped);
  EXPECT_GE(stopped.objective, best);
  expect_orthonormal(stopped.components, 9, 4);
}

TEST(FairPcaTest, TheFitReportsEqualLossesAndItsCertificate) {
  const GroupedRows data = random_groups({300, 80}, 7, 1);
  const Fit fair = fit(data, {.method = "fair-pca", .dimensions = {.wanted = Index{2}}});
  const FitReport& report = fair.report;
  EXPECT_EQ(report.status, Status::kOptimal);
  EXPECT_TRUE(report.certified);
  EXPECT_EQ(fair.model.dimensions(), 2);
  EXPECT_LE(report.optimality_gap(), 1e-10 * report.objective);
  ASSERT_EQ(report.groups.size(), 2U);
  EXPECT_NEAR(report.groups[0].loss.value(), report.objective, 1e-9 * report.objective);
  EXPECT_NEAR(report.groups[1].loss.value(), report.objective, 1e-9 * report.objective);
  // Losses from the rows themselves.
  for (int g = 0; g < 2; ++g) {
    const RowMatrix rows = prepared_rows(data.of_group(g), fair.model);
    const Matrix moment = rows.transpose() * rows / static_cast<double>(rows.rows());
    EXPECT_NEAR(loss(moment, fair.model.projection.components), report.objective,
                1e-9 * moment.trace());
  }
  // Components are uncorrelated and ordered by overall variance.
  const Vector& variance = fair.model.projection.component_variance;
  EXPECT_GE(variance(0), variance(1));
}

TEST(FairPcaTest, AnyNumberOfThreadsGivesTheSameBits) {
  for (const auto& tried : {std::pair{"fair-pca", 40}, {"pca", 40}, {"fair-pca", 600}}) {
    const GroupedRows data = random_groups({300, 80}, tried.second, 3);
    SCOPED_TRACE(tried.first);
    const auto with_threads = [&](int threads) {
      return fit(data, {.method = tried.first,
                        .dimensions = {.wanted = Index{3}},
                        .pass = {.threads = threads, .observer = {}}});
    };
    const Fit one = with_threads(1);
    for (const int threads : {2, 5}) {
      const Fit many = with_threads(threads);
      EXPECT_EQ(many.model.projection.components, one.model.projection.components);
      EXPECT_EQ(many.report.objective, one.report.objective);
      EXPECT_EQ(many.report.bound, one.report.bound);
      EXPECT_EQ(many.report.certified, one.report.certified);
      EXPECT_EQ(many.report.eigensolves, one.report.eigensolves);
      EXPECT_EQ(many.model.bandwidth, one.model.bandwidth);
      for (std::size_t g = 0; g < 2; ++g) {
        EXPECT_EQ(many.report.groups[g].loss, one.report.groups[g].loss);
      }
    }
  }
}

TEST(FairPcaTest, PlainPcaIsNeverFairer) {
  const GroupedRows data = random_groups({200, 200}, 6, 2);
  const Fit fair = fit(data, {.method = "fair-pca", .dimensions = {.wanted = Index{3}}});
  const Fit plain = fit(data, {.method = "pca", .dimensions = {.wanted = Index{3}}});
  const double worst =
      std::max(plain.report.groups[0].loss.value(), plain.report.groups[1].loss.value());
  EXPECT_LE(fair.report.objective, worst);
  EXPECT_GE(fair.report.reconstruction_error, plain.report.reconstruction_error - 1e-12);
}

TEST(FairPcaTest, OptionsFilledByHandAreCheckedAsThoseGivenByName) {
  const auto rejection = [](const FairPcaOptions& options) {
    return rejection_of([&] { fit_fair_pca({}, options); });
  };
  for (const double tolerance : {-1.0, 1.0, 2.0, std::nan("")}) {
    EXPECT_EQ(rejection({.tolerance = tolerance}).code(), "option-value");
    EXPECT_EQ(rejection({.tolerance = tolerance}).option(), "tolerance");
  }
  EXPECT_EQ(rejection({.max_iterations = 0}).option(), "max_iterations");
  EXPECT_EQ(rejection({.eta = -1}).option(), "eta");
  EXPECT_EQ(rejection({.criterion = static_cast<FairPcaCriterion>(7)}).option(), "criterion");
  const auto weights = FairPcaSolver::kMultiplicativeWeights;
  EXPECT_EQ(rejection({.solver = weights, .nested = true}).code(),
            "nested-with-multiplicative-weights");
  EXPECT_EQ(rejection({.solver = weights, .criterion = FairPcaCriterion::kNash}).code(),
            "nash-with-multiplicative-weights");
  EXPECT_EQ(rejection({.extra_dimensions = ExtraDimensions::kAllow, .nested = true}).code(),
            "nested-with-extra-dimensions");
}

TEST(FairPcaTest, AllDimensionsLoseNothingAndTheFitSaysSo) {
  const Matrix first = random_moment(4, 1), second = random_moment(4, 2);
  SpectralSolver spectral;
  for (const FairPcaSolver solver :
       {FairPcaSolver::kExact, FairPcaSolver::kMultiplicativeWeights}) {
    for (const FairPcaCriterion criterion : {FairPcaCriterion::kLoss, FairPcaCriterion::kError}) {
      const ProjectionSolution all =
          solve_fair_pca({first, second}, 4, {.solver = solver, .criterion = criterion}, spectral);
      EXPECT_EQ(all.objective, 0);
      EXPECT_EQ(all.bound, 0);
      EXPECT_TRUE(all.certified);
      EXPECT_EQ(all.status, Status::kOptimal);
      EXPECT_EQ(all.components.cols(), 4);
      EXPECT_LT((all.components * all.components.transpose() - Matrix::Identity(4, 4)).norm(),
                1e-14);
      ASSERT_EQ(all.notes.size(), 1U);
      EXPECT_EQ(all.notes.front().code(), "all-dimensions-kept");
    }
  }
  // The only point there is has the objective that is computed just below d = p, and more.
  const FairPcaOptions nash{.criterion = FairPcaCriterion::kNash};
  EXPECT_LT(solve_fair_pca({first, second}, 4, nash, spectral).objective,
            solve_fair_pca({first, second}, 3, nash, spectral).objective);
  const GroupedRows rows = random_groups({50, 40}, 4, 3);
  const Fit whole = fit(rows, {.method = "fair-pca", .dimensions = {.wanted = Index{4}}});
  EXPECT_LT(whole.report.reconstruction_error, 1e-13);
  for (const GroupSummary& group : whole.report.groups) EXPECT_LT(group.loss.value(), 1e-13);
}

TEST(FairPcaTest, TooFewGroupsRowsOrVarianceAreRejected) {
  const Matrix m = random_moment(4, 1), zero = Matrix::Zero(4, 4);
  SpectralSolver spectral;
  const auto rejection = [&](const MatrixRefs& moments, Index d, const FairPcaOptions& options) {
    return rejection_of([&] { solve_fair_pca(moments, d, options, spectral); });
  };
  EXPECT_EQ(rejection({m}, 1, {}).code(), "too-few-groups");
  EXPECT_EQ(rejection({}, 1, {}).code(), "too-few-groups");
  const Message beyond = rejection({m, m}, 5, {});
  EXPECT_EQ(beyond.code(), "dimensions-out-of-range");
  EXPECT_EQ(beyond.argument("value"), "5");
  EXPECT_EQ(beyond.argument("most"), "4");
  EXPECT_EQ(rejection({m, m}, 4, {.nested = true}).argument("most"), "3");
  const Message flat = rejection({m, zero}, 1, {.criterion = FairPcaCriterion::kNash});
  EXPECT_EQ(flat.code(), "nash-without-variance");
  EXPECT_EQ(flat.argument("group"), "1");
  const GroupedRows lonely = random_groups({50, 1}, 4, 3);
  const Message alone = rejection_of(
      [&] { fit(lonely, {.method = "fair-pca", .dimensions = {.wanted = Index{2}}}); });
  EXPECT_EQ(alone.code(), "group-of-one-row");
  EXPECT_EQ(alone.argument("group"), "level 1");
  EXPECT_EQ(alone.argument("method"), "fair-pca");
}

}  // namespace fair_pca_test
}  // namespace fairpca
