// SPDX-License-Identifier: BSD-3-Clause
#include "fit/fair_pca/fair_pca_groups.h"

#include <cmath>
#include <limits>
#include <numbers>
#include <random>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "dense_oracles.h"
#include "fit/fair_pca/fantope_rounding.h"
#include "optimize/matrix_families.h"
#include "text/codes_of.h"

namespace fairpca {
namespace fair_pca_groups_test {

using ::testing::ElementsAre;

ProjectionSolution solve(const std::vector<Matrix>& family, Index d,
                         const FairPcaOptions& options = {}) {
  SpectralSolver spectral;
  return solve_fair_pca(refs(family), d, options, spectral);
}

std::vector<Matrix> three_directions() {
  std::vector<Matrix> family;
  for (const double degrees : {0.0, 60.0, 120.0}) {
    const double t = degrees * std::numbers::pi / 180;
    const Vector direction{{std::cos(t), std::sin(t)}};
    family.emplace_back(direction * direction.transpose());
  }
  return family;
}

/// Losses of the reconstruction x -> V diag(weights) V'x, from the definition.
Vector losses_of_reconstruction(const std::vector<Matrix>& family, Index d,
                                const ProjectionSolution& solution) {
  const Index p = family.front().rows();
  const Vector weights = solution.weights.size() > 0
                             ? solution.weights
                             : Vector(Vector::Ones(solution.components.cols()));
  const Matrix rest = Matrix::Identity(p, p) -
                      solution.components * weights.asDiagonal() * solution.components.transpose();
  Vector losses(static_cast<Index>(family.size()));
  for (Index g = 0; g < losses.size(); ++g) {
    const Matrix& moment = family[static_cast<std::size_t>(g)];
    losses(g) = (rest * moment * rest).trace() - (moment.trace() - top_sum(moment, d));
  }
  return losses;
}

double recomputed_bound(const std::vector<Matrix>& family, Index d,
                        const std::vector<double>& dual_weights) {
  const Vector w =
      Eigen::Map<const Vector>(dual_weights.data(), static_cast<Index>(dual_weights.size()));
  return top_sums(family, d).dot(w) - top_sum(weighted_sum(family, w), d);
}

Index allowed_rank(Index d, Index groups) {
  return d +
         static_cast<Index>(std::floor(std::sqrt(2.0 * static_cast<double>(groups) + 0.25) - 1.5));
}

TEST(FairPcaGroupsTest, ThreeDirectionsNeedASecondDimensionForAHalfAndLoseThreeQuartersWithout) {
  const std::vector<Matrix> family = three_directions();
  const ProjectionSolution allowed =
      solve(family, 1, {.extra_dimensions = ExtraDimensions::kAllow});
  EXPECT_EQ(allowed.status, Status::kOptimal);
  EXPECT_NEAR(allowed.objective, 0.5, 1e-6);
  EXPECT_EQ(allowed.components.cols(), 2);
  EXPECT_LT((losses_of_reconstruction(family, 1, allowed).array() - 0.5).abs().maxCoeff(), 1e-6);

  const ProjectionSolution forbidden = solve(family, 1);
  EXPECT_EQ(forbidden.status, Status::kConverged);
  EXPECT_EQ(forbidden.components.cols(), 1);
  EXPECT_NEAR(forbidden.objective, 0.75, 1e-9);
  EXPECT_NEAR(forbidden.bound, 0.5, 1e-6);
  ASSERT_THAT(codes_of(forbidden.warnings), ElementsAre("extra-dimensions-help"));
  const Message& help = forbidden.warnings.front();
  EXPECT_EQ(help.argument("more"), "2");
  EXPECT_NEAR(std::stod(help.argument("reached")), 0.5, 1e-6);
  EXPECT_EQ(help.ways_out(), (std::vector<Setting>{{"extra_dimensions", "allow"}}));
}

TEST(FairPcaGroupsTest, AllowedDimensionsReachTheBoundWithinTheRankTheTheoryPromises) {
  for (int trial = 0; trial < 36; ++trial) {
    SCOPED_TRACE(trial);
    const Index p = 8 + 6 * (trial % 6), groups = trial % 9 == 8 ? 16 : 3 + trial % 6;
    const Index d = 1 + trial % 5;
    const std::vector<Matrix> family = trial % 3 == 0   ? commuting_family(p, groups, trial)
                                       : trial % 3 == 1 ? smooth_family(p, groups, trial)
                                                        : integer_family(p, groups, trial);
    const double scale = weighted_sum(family, Vector::Ones(groups)).trace();
    SpectralSolver spectral;
    const ProjectionSolution fair =
        solve_fair_pca(refs(family), d, {.extra_dimensions = ExtraDimensions::kAllow}, spectral);
    ASSERT_EQ(fair.status, Status::kOptimal);
    EXPECT_TRUE(fair.certified);
    EXPECT_LE(fair.components.cols(), allowed_rank(d, groups));
    EXPECT_LE(fair.components.cols(), d + groups - 1);
    const Vector losses = losses_of_reconstruction(family, d, fair);
    EXPECT_NEAR(losses.maxCoeff(), fair.objective, 1e-11 * scale);
    EXPECT_NEAR(fair.bound, recomputed_bound(family, d, fair.dual_weights), 1e-11 * scale);
    EXPECT_LE(fair.objective - fair.bound, 1e-6 * fair.objective + 1e-11 * scale);
    if (groups > 8) continue;
    EXPECT_LE(spectral.solves(), groups + (trial % 3 == 1 ? 8 : 35));
  }
}

TEST(FairPcaGroupsTest, ExactlyDDimensionsAreNeverWorseThanRandomOrSpectralProjections) {
  for (int trial = 0; trial < 18; ++trial) {
    SCOPED_TRACE(trial);
    const Index p = 4 + 2 * (trial % 5), groups = 3 + trial % 4, d = 1 + trial % 3;
    const std::vector<Matrix> family =
        trial % 2 == 0 ? commuting_family(p, groups, trial) : smooth_family(p, groups, trial);
    const ProjectionSolution fair = solve(family, d);
    ASSERT_EQ(fair.components.cols(), d);
    EXPECT_EQ(fair.weights.size(), 0);
    EXPECT_LE(fair.bound, fair.objective + 1e-12);
    const Vector sums = top_sums(family, d);
    EXPECT_NEAR(losses_of_reconstruction(family, d, fair).maxCoeff(), fair.objective, 1e-10);
    std::mt19937_64 engine(trial);
    for (int draw = 0; draw < 300; ++draw) {
      Vector weights = gaussian(groups, 1, engine).cwiseAbs2();
      const Matrix sum = weighted_sum(family, weights);
      const Matrix frame = draw % 2 == 0 ? Matrix(random_orthogonal(p, engine).leftCols(d))
                                         : dense::largest_vectors(sum, d);
      const Vector losses = sums - inner_products(family, frame * frame.transpose());
      EXPECT_GE(losses.maxCoeff(), fair.objective - 1e-10);
    }
  }
}

TEST(FairPcaGroupsTest, StartsInVainEndTheSearchOnlyWhereLittleIsLeftToGain) {
  for (int trial = 0; trial < 6; ++trial) {
    SCOPED_TRACE(trial);
    const Index p = 24, groups = 12 + 2 * trial, d = 4;
    const std::vector<Matrix> family = smooth_family(p, groups, 40 + trial);
    const ProjectionSolution fair = solve(family, d);
    const Vector sums = top_sums(family, d);
    const auto losses = [&](const Vector& captured) {
      return CapturedPieces{sums - captured, -Matrix::Identity(groups, groups)};
    };
    std::mt19937_64 engine(trial);
    for (int start = 0; start < 40; ++start) {
      const ProjectionMinimaxResult found =
          minimize_over_projections(refs(family), losses, random_orthogonal(p, engine).leftCols(d));
      EXPECT_LE(fair.objective, found.value * (1 + 2e-4)) << start;
    }
  }
}

TEST(FairPcaGroupsTest, InSpaceNoLineOfAFineGridIsFairer) {
  for (int trial = 0; trial < 8; ++trial) {
    SCOPED_TRACE(trial);
    const std::vector<Matrix> family = smooth_family(3, 3 + trial % 3, 200 + trial);
    const Vector sums = top_sums(family, 1);
    const ProjectionSolution fair = solve(family, 1);
    double best = std::numeric_limits<double>::infinity();
    for (int i = 0; i <= 200; ++i) {
      for (int j = 0; j < 400; ++j) {
        const double polar = i * std::numbers::pi / 400, azimuth = j * std::numbers::pi / 200;
        const Vector v{{std::sin(polar) * std::cos(azimuth), std::sin(polar) * std::sin(azimuth),
                        std::cos(polar)}};
        best = std::min(best, (sums - inner_products(family, v * v.transpose())).maxCoeff());
      }
    }
    EXPECT_LE(fair.objective, best + 1e-10);
    EXPECT_NEAR(fair.objective, best, 0.03 * sums.maxCoeff());
  }
}

TEST(FairPcaGroupsTest, TwoGroupsGiveTheValueOfTheTradeOffBoundary) {
  for (int trial = 0; trial < 16; ++trial) {
    SCOPED_TRACE(trial);
    const Index p = 3 + 4 * (trial % 5), d = 1 + trial % 2;
    const std::vector<Matrix> family =
        trial % 2 == 0 ? commuting_family(p, 2, trial) : smooth_family(p, 2, trial);
    for (const FairPcaCriterion criterion :
         {FairPcaCriterion::kLoss, FairPcaCriterion::kError, FairPcaCriterion::kNash}) {
      SpectralSolver spectral;
      const FairPcaOptions options{.criterion = criterion, .tolerance = 1e-9};
      const ProjectionSolution boundary = solve_fair_pca(refs(family), d, options, spectral);
      const ProjectionSolution groups =
          solve_fair_pca_groups(refs(family), d, options, spectral, {});
      EXPECT_EQ(groups.status, Status::kOptimal);
      EXPECT_EQ(groups.components.cols(), d);
      EXPECT_NEAR(groups.objective, boundary.objective, 1e-8 * (1 + std::abs(boundary.objective)));
    }
  }
}

TEST(FairPcaGroupsTest, ErrorsAndProductsAreOptimizedToo) {
  for (int trial = 0; trial < 10; ++trial) {
    SCOPED_TRACE(trial);
    const std::vector<Matrix> family = smooth_family(2, 3 + trial % 3, 300 + trial);
    double least_error = std::numeric_limits<double>::infinity(), least_nash = least_error;
    for (int step = 0; step < 20000; ++step) {
      const double angle = step * std::numbers::pi / 20000;
      const Vector v{{std::cos(angle), std::sin(angle)}};
      const Vector captured = inner_products(family, v * v.transpose());
      double error = 0;
      for (std::size_t g = 0; g < family.size(); ++g) {
        error = std::max(error, family[g].trace() - captured(static_cast<Index>(g)));
      }
      least_error = std::min(least_error, error);
      least_nash = std::min(least_nash, -captured.array().log().sum());
    }
    EXPECT_NEAR(solve(family, 1, {.criterion = FairPcaCriterion::kError}).objective, least_error,
                1e-3);
    const ProjectionSolution nash = solve(family, 1, {.criterion = FairPcaCriterion::kNash});
    EXPECT_NEAR(nash.objective, least_nash, 1e-5);
    EXPECT_LE(nash.bound, least_nash + 1e-12);
  }
}

TEST(FairPcaGroupsTest, ReconstructionWeightsLeaveTheShareOfVarianceTheRelaxationLeaves) {
  const Vector eigenvalues{{1.0, 0.9, 0.5, 0.1, 0.0}};
  const Vector weights = reconstruction_weights(eigenvalues);
  for (Index i = 0; i < 5; ++i) {
    EXPECT_NEAR((1 - weights(i)) * (1 - weights(i)), 1 - eigenvalues(i), 1e-15);
  }
}

TEST(FairPcaGroupsTest, TheCertificateIsLostWithTheInertiaCheckAndTheStatusWithTheSteps) {
  const std::vector<Matrix> family = commuting_family(60, 8, 8);
  SpectralSolver unchecked({.inertia_check = false});
  EXPECT_FALSE(solve_fair_pca(refs(family), 2, {}, unchecked).certified);

  const ProjectionSolution cut =
      solve(family, 20, {.extra_dimensions = ExtraDimensions::kAllow, .max_iterations = 2});
  EXPECT_EQ(cut.status, Status::kMaxIterations);
  EXPECT_GT(cut.objective, cut.bound);
  EXPECT_TRUE(cut.certified);

  SpectralSolver spectral;
  int asked = 0;
  const ProjectionSolution stopped = solve_fair_pca(
      refs(family), 20, {}, spectral, [&] { return ++asked > 2 ? Flow::kStop : Flow::kContinue; });
  EXPECT_EQ(stopped.status, Status::kStopped);
  EXPECT_EQ(stopped.components.cols(), 20);
}

}  // namespace fair_pca_groups_test
}  // namespace fairpca
