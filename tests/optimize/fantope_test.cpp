// SPDX-License-Identifier: BSD-3-Clause
#include "optimize/fantope.h"

#include <cmath>
#include <random>

#include <gtest/gtest.h>

#include "optimize/matrix_families.h"

namespace fairpca {
namespace fantope_test {

Matrix dense(const FantopePoint& point) {
  return point.basis * point.weights.asDiagonal() * point.basis.transpose();
}

/// A square root of the mean of `count` random projections on d dimensions.
Matrix random_factor(Index p, Index d, Index count, std::mt19937_64& engine) {
  Matrix factor(p, d * count);
  for (Index i = 0; i < count; ++i) {
    factor.middleCols(i * d, d) =
        random_orthogonal(p, engine).leftCols(d) / std::sqrt(static_cast<double>(count));
  }
  return factor;
}

void expect_in_fantope(const FantopePoint& point, Index d) {
  const Index rank = point.rank();
  EXPECT_LT((point.basis.transpose() * point.basis - Matrix::Identity(rank, rank)).norm(), 1e-12);
  EXPECT_NEAR(point.weights.sum(), static_cast<double>(d), 1e-12 * static_cast<double>(d));
  EXPECT_GT(point.weights.minCoeff(), 0);
  EXPECT_LE(point.weights.maxCoeff(), 1);
}

TEST(FantopeTest, APointIsTheProductOfItsFactor) {
  std::mt19937_64 engine(1);
  for (Index count : {1, 2, 3, 7}) {
    SCOPED_TRACE(count);
    const Matrix factor = random_factor(9, 3, count, engine);
    const FantopePoint point = fantope_point(factor, 3);
    expect_in_fantope(point, 3);
    EXPECT_EQ(point.rank(), std::min<Index>(3 * count, 9));
    EXPECT_LT((dense(point) - factor * factor.transpose()).norm(), 1e-12);
  }
}

TEST(FantopeTest, EigenvaluesAlmostZeroOrOneBecomeZeroOrOne) {
  std::mt19937_64 engine(2);
  const Matrix basis = random_orthogonal(6, engine);
  Vector weights(6);
  weights << 1 - 1e-12, 0.7, 0.3, 1e-12, 0, 0;
  const FantopePoint point = fantope_point(basis * weights.cwiseSqrt().asDiagonal(), 2);
  expect_in_fantope(point, 2);
  EXPECT_EQ(point.rank(), 3);
  EXPECT_EQ(point.weights(0), 1);
}

TEST(FantopeTest, CapturedIsTheInnerProductWithEachMatrix) {
  std::mt19937_64 engine(3);
  const std::vector<Matrix> family = smooth_family(8, 4, 3);
  const FantopePoint point = fantope_point(random_factor(8, 2, 3, engine), 2);
  EXPECT_LT((captured(refs(family), point) - inner_products(family, dense(point))).norm(), 1e-12);
}

TEST(FantopeTest, ReducedRankKeepsTheBoundAndMovesAllCapturedValuesByTheirRates) {
  std::mt19937_64 engine(4);
  for (int trial = 0; trial < 60; ++trial) {
    SCOPED_TRACE(trial);
    const Index p = 6 + trial % 15, d = 1 + trial % 4, count = 1 + trial % 16;
    const std::vector<Matrix> family =
        trial % 2 == 0 ? smooth_family(p, count, trial) : commuting_family(p, count, trial);
    const FantopePoint point = fantope_point(random_factor(p, d, 2 + trial % 5, engine), d);
    const Vector before = captured(refs(family), point);
    const Vector rates = trial % 3 == 0 ? before : Vector(Vector::Ones(count));
    const FantopePoint reduced = reduce_rank(refs(family), point, rates);
    expect_in_fantope(reduced, d);
    const Vector moves = (captured(refs(family), reduced) - before).cwiseQuotient(rates);
    EXPECT_GE(moves.minCoeff(), -1e-8);
    EXPECT_LT(moves.maxCoeff() - moves.minCoeff(), 1e-8);
    const double extra = std::floor(std::sqrt(2.0 * static_cast<double>(count) + 0.25) - 1.5);
    EXPECT_LE(reduced.rank(), d + std::max<Index>(static_cast<Index>(extra), 0));
  }
}

TEST(FantopeTest, AProjectionStaysAsItIs) {
  std::mt19937_64 engine(5);
  const std::vector<Matrix> family = smooth_family(7, 3, 5);
  const FantopePoint point{random_orthogonal(7, engine).leftCols(2), Vector::Ones(2)};
  const FantopePoint reduced = reduce_rank(refs(family), point, Vector::Ones(3));
  EXPECT_EQ(reduced.rank(), 2);
  EXPECT_LT((dense(reduced) - dense(point)).norm(), 1e-13);
}

}  // namespace fantope_test
}  // namespace fairpca
