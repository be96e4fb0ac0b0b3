// SPDX-License-Identifier: BSD-3-Clause
#include "optimize/projection_minimax.h"

#include <cmath>
#include <limits>
#include <numbers>
#include <random>

#include <gtest/gtest.h>

#include "dense_oracles.h"
#include "optimize/matrix_families.h"
#include "optimize/weighted_dual.h"

namespace fairpca {
namespace projection_minimax_test {

/// Pieces offsets_j - v_j: the losses of fair PCA.
auto losses(const Vector& offsets) {
  return [offsets](const Vector& captured) {
    const Index count = captured.size();
    return CapturedPieces{offsets - captured, -Matrix::Identity(count, count)};
  };
}

double value_at(const std::vector<Matrix>& family, const Vector& offsets, const Matrix& frame) {
  return (offsets - inner_products(family, frame * frame.transpose())).maxCoeff();
}

TEST(ProjectionMinimaxTest, TheResultIsAFrameWithTheValueItClaimsBetterThanTheStart) {
  for (int trial = 0; trial < 24; ++trial) {
    SCOPED_TRACE(trial);
    const Index p = 4 + 5 * (trial % 6), count = 2 + trial % 6, d = 1 + trial % 3;
    const std::vector<Matrix> family =
        trial % 2 == 0 ? smooth_family(p, count, trial) : commuting_family(p, count, trial);
    const Vector offsets = top_sums(family, d);
    std::mt19937_64 engine(1000 +
                           trial);  // not that of the family: its eigenvectors are stationary
    const Matrix start = random_orthogonal(p, engine).leftCols(d);
    const ProjectionMinimaxResult result =
        minimize_over_projections(refs(family), losses(offsets), start);
    EXPECT_LT((result.frame.transpose() * result.frame - Matrix::Identity(d, d)).norm(), 1e-12);
    EXPECT_NEAR(result.value, value_at(family, offsets, result.frame), 1e-11 * offsets.maxCoeff());
    EXPECT_LT(result.value, value_at(family, offsets, start));
    EXPECT_NEAR(result.weights.sum(), 1, 1e-12);
    EXPECT_GE(result.weights.minCoeff(), 0);
  }
}

TEST(ProjectionMinimaxTest, AStationaryStartIsReturnedAsItIs) {
  std::mt19937_64 engine(3);
  const Matrix basis = random_orthogonal(9, engine);
  const std::vector<Matrix> family = commuting_family(9, 3, 3);  // with the same eigenvectors
  const Vector offsets = top_sums(family, 2);
  const ProjectionMinimaxResult result =
      minimize_over_projections(refs(family), losses(offsets), basis.leftCols(2));
  EXPECT_EQ(result.frame, basis.leftCols(2));
  EXPECT_TRUE(result.converged);
}

TEST(ProjectionMinimaxTest, NoSmallRotationOfTheResultIsBetter) {
  for (int trial = 0; trial < 12; ++trial) {
    SCOPED_TRACE(trial);
    const Index p = 5 + trial, count = 3, d = 1 + trial % 3;
    const std::vector<Matrix> family = smooth_family(p, count, 40 + trial);
    const Vector offsets = top_sums(family, d);
    std::mt19937_64 engine(trial);
    const ProjectionMinimaxResult result = minimize_over_projections(
        refs(family), losses(offsets), random_orthogonal(p, engine).leftCols(d));
    ASSERT_TRUE(result.converged);
    for (int turn = 0; turn < 200; ++turn) {
      const Matrix moved = dense::thin_q(result.frame + 1e-3 * gaussian(p, d, engine));
      EXPECT_GE(value_at(family, offsets, moved), result.value - 1e-9 * offsets.maxCoeff());
    }
  }
}

TEST(ProjectionMinimaxTest, OnePieceIsPlainPca) {
  for (const Index p : {6, 40, 200}) {  // 200: steps in a subspace
    SCOPED_TRACE(p);
    const std::vector<Matrix> family = smooth_family(p, 1, 3);
    std::mt19937_64 engine(1);
    const ProjectionMinimaxResult result =
        minimize_over_projections(refs(family), losses(Vector::Zero(1)),
                                  random_orthogonal(p, engine).leftCols(3), {.tolerance = 1e-13});
    EXPECT_NEAR(-result.value, top_sum(family.front(), 3), 1e-9 * family.front().trace());
  }
}

TEST(ProjectionMinimaxTest, InThePlaneTheBestOfAFewStartsIsTheBestOfAllAngles) {
  for (int trial = 0; trial < 20; ++trial) {
    SCOPED_TRACE(trial);
    const std::vector<Matrix> family = smooth_family(2, 3 + trial % 4, 60 + trial);
    const Vector offsets = top_sums(family, 1);
    const auto frame = [](double angle) {
      return Matrix(Vector{{std::cos(angle), std::sin(angle)}});
    };
    double best = std::numeric_limits<double>::infinity();
    for (int step = 0; step < 20000; ++step) {
      best = std::min(best, value_at(family, offsets, frame(step * std::numbers::pi / 20000)));
    }
    double found = std::numeric_limits<double>::infinity();
    for (int start = 0; start < 6; ++start) {
      found = std::min(found, minimize_over_projections(refs(family), losses(offsets),
                                                        frame(0.1 + start * std::numbers::pi / 6))
                                  .value);
    }
    EXPECT_LE(found, best + 1e-8);
    EXPECT_GE(found, best - 1e-3 * offsets.maxCoeff());
  }
}

TEST(ProjectionMinimaxTest, ASubspaceOfALargeProblemLeadsToTheRelaxationsValue) {
  const std::vector<Matrix> family = smooth_family(220, 4, 11);
  const FantopeProblem problem{.matrices = refs(family), .d = 5, .offsets = top_sums(family, 5)};
  SpectralSolver spectral;
  const WeightedDualResult relaxed = solve_weighted_dual(problem, spectral);
  std::mt19937_64 engine(2);
  const Matrix start =
      dense::thin_q(relaxed.point.basis.leftCols(5) + 0.01 * gaussian(220, 5, engine));
  const ProjectionMinimaxResult result =
      minimize_over_projections(refs(family), losses(problem.offsets), start);
  EXPECT_LT(result.value - relaxed.bound, 1e-4 * relaxed.bound);
}

/// Covariances of Gaussian rows: with many of them the relaxation's optimum is no projection.
std::vector<Matrix> wishart_family(Index p, Index count, int seed) {
  std::mt19937_64 engine(seed);
  std::vector<Matrix> family;
  for (Index j = 0; j < count; ++j) {
    const Matrix rows = gaussian(2 * p, p, engine);
    family.emplace_back(rows.transpose() * rows / static_cast<double>(2 * p));
  }
  return family;
}

TEST(ProjectionMinimaxTest, WithManyGroupsTheWeightedGradientVanishesAndWeightsAreOfTheWorst) {
  for (int trial = 0; trial < 6; ++trial) {
    SCOPED_TRACE(trial);
    const std::vector<Matrix> family = wishart_family(24, 18, 200 + trial);
    const Vector offsets = top_sums(family, 3);
    std::mt19937_64 engine(trial);
    const ProjectionMinimaxResult result = minimize_over_projections(
        refs(family), losses(offsets), random_orthogonal(24, engine).leftCols(3));
    ASSERT_TRUE(result.converged);
    const Matrix image = weighted_sum(family, result.weights) * result.frame;
    const Matrix gradient = image - result.frame * (result.frame.transpose() * image);
    EXPECT_LT(gradient.norm(), 1e-4 * offsets.maxCoeff());
    const Vector at = offsets - inner_products(family, result.frame * result.frame.transpose());
    for (Index j = 0; j < at.size(); ++j) {
      if (result.weights(j) <= 1e-6) continue;
      EXPECT_NEAR(at(j), result.value, 1e-6 * result.value);
    }
  }
}

TEST(ProjectionMinimaxTest, NearAMinimumOfManyGroupsTheErrorIsSquared) {
  const std::vector<Matrix> family = wishart_family(40, 20, 5);
  const Vector offsets = top_sums(family, 4);
  std::mt19937_64 engine(3);
  const ProjectionMinimaxResult minimum = minimize_over_projections(
      refs(family), losses(offsets), random_orthogonal(40, engine).leftCols(4));
  ASSERT_TRUE(minimum.converged);
  const Matrix nearby = dense::thin_q(minimum.frame + 1e-3 * gaussian(40, 4, engine));
  const ProjectionMinimaxResult again = minimize_over_projections(
      refs(family), losses(offsets), nearby, {.first_slopes = minimum.slopes});
  EXPECT_TRUE(again.converged);
  EXPECT_LE(again.iterations, 6);
  EXPECT_NEAR(again.value, minimum.value, 1e-8 * minimum.value);
}

TEST(ProjectionMinimaxTest, ADescentTowardsAnEarlierMinimumIsGivenUp) {
  const std::vector<Matrix> family = wishart_family(20, 8, 9);
  const Vector offsets = top_sums(family, 2);
  std::mt19937_64 engine(4);
  const ProjectionMinimaxResult minimum = minimize_over_projections(
      refs(family), losses(offsets), random_orthogonal(20, engine).leftCols(2));
  const Matrix nearby = dense::thin_q(minimum.frame + 1e-4 * gaussian(20, 2, engine));
  const ProjectionMinimaxResult again =
      minimize_over_projections(refs(family), losses(offsets), nearby,
                                {.earlier_value = minimum.value, .earlier_frame = minimum.frame});
  EXPECT_TRUE(again.met_earlier);
  EXPECT_EQ(again.iterations, 0);
  // A value that no descent reaches ends it as well, but the frame is not the earlier one.
  const ProjectionMinimaxResult hopeless =
      minimize_over_projections(refs(family), losses(offsets), nearby, {.earlier_value = -1e6});
  EXPECT_FALSE(hopeless.met_earlier);
  EXPECT_FALSE(hopeless.converged);
}

TEST(ProjectionMinimaxTest, AnObserverStopsItAtOnce) {
  const std::vector<Matrix> family = smooth_family(8, 2, 5);
  const Vector offsets = top_sums(family, 2);
  const Matrix start = Matrix::Identity(8, 2);
  const ProjectionMinimaxResult result = minimize_over_projections(
      refs(family), losses(offsets), start, {}, [] { return Flow::kStop; });
  EXPECT_EQ(result.iterations, 0);
  EXPECT_FALSE(result.converged);
  EXPECT_LT((result.frame - start).norm(), 1e-14);
}

}  // namespace projection_minimax_test
}  // namespace fairpca
