// SPDX-License-Identifier: BSD-3-Clause
#include "optimize/cluster_saddle.h"

#include <random>

#include <gtest/gtest.h>

#include "optimize/matrix_families.h"

namespace fairpca {
namespace cluster_saddle_test {

ClusterSaddle random_saddle(Index count, Index m, Index q, bool diagonal, bool curved,
                            std::mt19937_64& engine) {
  ClusterSaddle saddle;
  saddle.q = q;
  saddle.offsets = gaussian(count, 1, engine);
  saddle.center = Vector::Constant(count, 1.0 / static_cast<double>(count));
  const Matrix root = gaussian(count, count, engine);
  saddle.curvature = curved ? Matrix(root * root.transpose()) : Matrix::Zero(count, count);
  for (Index j = 0; j < count; ++j) {
    const Matrix matrix = symmetric_part(gaussian(m, m, engine));
    saddle.matrices.push_back(diagonal ? Matrix(matrix.diagonal().asDiagonal()) : matrix);
  }
  return saddle;
}

void expect_in_fantope(const Matrix& q, double trace) {
  const Vector eigenvalues = dense_eigenvalues(q);
  EXPECT_NEAR(q.trace(), trace, 1e-10);
  EXPECT_GT(eigenvalues.minCoeff(), -1e-13);
  EXPECT_LT(eigenvalues.maxCoeff(), 1 + 1e-13);
}

TEST(ClusterSaddleTest, NeitherSideCanImproveOnTheSaddlePoint) {
  std::mt19937_64 engine(1);
  for (int trial = 0; trial < 48; ++trial) {
    SCOPED_TRACE(trial);
    const Index count = 1 + trial % 16, m = 2 + trial % 13, q = 1 + trial % (m - 1);
    const ClusterSaddle saddle = random_saddle(count, m, q, trial % 2 == 0, trial % 3 == 0, engine);
    const ClusterSaddlePoint point = solve_cluster_saddle(saddle, 1e-10);
    EXPECT_NEAR(point.weights.sum(), 1, 1e-12);
    EXPECT_GT(point.weights.minCoeff(), 0);
    expect_in_fantope(point.fantope, static_cast<double>(q));
    // Best reply of w: the gradient's largest component against its mean under w.
    const Vector gradient = saddle.offsets - inner_products(saddle.matrices, point.fantope) -
                            saddle.curvature * (point.weights - saddle.center);
    EXPECT_LT(gradient.maxCoeff() - gradient.dot(point.weights), 1e-8);
    // Best reply of Q: the top eigenvalues against what Q captures.
    const Matrix sum = weighted_sum(saddle.matrices, point.weights);
    EXPECT_LT(top_sum(sum, q) - sum.cwiseProduct(point.fantope).sum(), 1e-8);
  }
}

TEST(ClusterSaddleTest, LogarithmsHaveAVanishingGradientAtTheSaddlePoint) {
  std::mt19937_64 engine(2);
  for (int trial = 0; trial < 30; ++trial) {
    SCOPED_TRACE(trial);
    const Index count = 1 + trial % 9, m = 2 + trial % 8, q = 1 + trial % (m - 1);
    ClusterSaddle saddle = random_saddle(count, m, q, trial % 2 == 0, trial % 3 == 0, engine);
    saddle.criterion = FantopeCriterion::kLogarithms;
    saddle.offsets = -saddle.offsets.cwiseAbs();
    for (Matrix& matrix : saddle.matrices) matrix = (matrix * matrix).eval();
    const ClusterSaddlePoint point = solve_cluster_saddle(saddle, 1e-10);
    expect_in_fantope(point.fantope, static_cast<double>(q));
    const Vector gradient = point.weights.cwiseInverse() + saddle.offsets -
                            inner_products(saddle.matrices, point.fantope) -
                            saddle.curvature * (point.weights - saddle.center);
    EXPECT_LT(gradient.cwiseProduct(point.weights).cwiseAbs().maxCoeff(), 1e-7);
    const Matrix sum = weighted_sum(saddle.matrices, point.weights);
    EXPECT_LT(top_sum(sum, q) - sum.cwiseProduct(point.fantope).sum(), 1e-8 * (1 + sum.norm()));
  }
}

TEST(ClusterSaddleTest, EqualMatricesHaveTheSaddlePointOfOneAlone) {
  // One of distinct eigenvalues, whose Q is the projection on the leading two, and one of equal
  // eigenvalues, for which any Q will do; both capture what PCA does.
  const Matrix distinct = Vector{{5.0, 3.0, 2.0, 1.0}}.asDiagonal();
  const Matrix projection = Vector{{1.0, 1.0, 0.0, 0.0}}.asDiagonal();
  for (const Matrix& matrix : {distinct, Matrix(2 * Matrix::Identity(4, 4))}) {
    ClusterSaddle saddle;
    saddle.offsets = Vector::Zero(3);
    saddle.curvature = Matrix::Zero(3, 3);
    saddle.center = Vector::Constant(3, 1.0 / 3);
    saddle.matrices.assign(3, matrix);
    saddle.q = 2;
    const ClusterSaddlePoint point = solve_cluster_saddle(saddle, 1e-10);
    expect_in_fantope(point.fantope, 2);
    EXPECT_NEAR(matrix.cwiseProduct(point.fantope).sum(), top_sum(matrix, 2), 1e-8);
    EXPECT_NEAR(point.weights.sum(), 1, 1e-14);  // which ones does not matter
    EXPECT_GT(point.weights.minCoeff(), 0);
    if (matrix(0, 0) == 5) {
      EXPECT_LT((point.fantope - projection).norm(), 1e-8);
    }
  }
}

}  // namespace cluster_saddle_test
}  // namespace fairpca
