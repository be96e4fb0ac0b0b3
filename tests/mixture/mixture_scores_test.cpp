// SPDX-License-Identifier: BSD-3-Clause
#include "mixture/mixture_scores.h"

#include <cmath>
#include <limits>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "mixture/random_mixture.h"
#include "mixture/rows_under_mixture.h"

namespace fairpca {
namespace mixture_scores_test {

/// Rows in two cells by turns; those with missing cells as prepare_block() keeps them.
PreparedBlock block_of(const RowMatrix& rows) {
  PreparedBlock block;
  block.rows = rows;
  for (Index i = 0; i < rows.rows(); ++i) {
    block.cells.push_back(static_cast<std::int32_t>(i % 2));
    if (!rows.row(i).hasNaN()) continue;
    block.incomplete.push_back(i);
    block.rows.row(i).setZero();
  }
  block.incomplete_rows = rows(block.incomplete, Eigen::all);
  return block;
}

MixtureScores scores_of(std::vector<PreparedBlock> blocks, const PpcaMixture& mixture,
                        const Vector& scale, int threads = 1) {
  PassOptions pass;
  pass.threads = threads;
  PreparedRows rows(std::move(blocks), mixture.dim(), 2, pass);
  return score(rows, mixture, scale);
}

void expect_same(const MixtureScores& a, const MixtureScores& b, double tolerance) {
  for (const Index cell : {0, 1}) {
    SCOPED_TRACE(cell);
    EXPECT_DOUBLE_EQ(a.weight[cell], b.weight[cell]);
    EXPECT_NEAR(a.log_likelihood[cell], b.log_likelihood[cell],
                tolerance * std::abs(b.log_likelihood[cell]));
    EXPECT_NEAR(a.squared_error[cell], b.squared_error[cell], tolerance * b.squared_error[cell]);
  }
}

/// Full covariances, and reconstructions by the definition: sum_k P(k | x) (mean + F F'(x - mean)).
MixtureScores oracle(const RowMatrix& rows, const PpcaMixture& mixture, const Vector& scale,
                     const Vector& weights) {
  MixtureScores scores{Vector::Zero(2), Vector::Zero(2), Vector::Zero(2)};
  for (Index i = 0; i < rows.rows(); ++i) {
    const Vector x = rows.row(i).transpose();
    const double total = mixture_log_density(mixture, x);
    Vector reconstruction = Vector::Zero(mixture.dim());
    for (const PpcaComponent& component : mixture.components) {
      const double share =
          component.weight *
          std::exp(gaussian_log_density(x, component.mean, covariance_of(component)) - total);
      reconstruction +=
          share *
          (component.mean + component.frame * (component.frame.transpose() * (x - component.mean)));
    }
    scores.weight[i % 2] += weights[i];
    scores.log_likelihood[i % 2] += weights[i] * (total - scale.array().log().sum());
    scores.squared_error[i % 2] += weights[i] * (x - reconstruction).squaredNorm();
  }
  return scores;
}

TEST(MixtureScoresTest, EqualTheDefinitionWithFullCovariances) {
  const PpcaMixture mixture = random_mixture(3, 6, 2, 5);
  const RowMatrix rows = rows_of(mixture, 700, 6);
  const Vector scale = Vector::LinSpaced(6, 0.5, 3);
  Vector weights = Vector::LinSpaced(700, 0.1, 2);
  weights[3] = 0;
  PreparedBlock block = block_of(rows);
  block.weights.assign(weights.begin(), weights.end());
  expect_same(scores_of({block}, mixture, scale), oracle(rows, mixture, scale, weights), 1e-11);
}

TEST(MixtureScoresTest, RowsWithMissingCellsAreScoredOneByOneAmongTheOthers) {
  const PpcaMixture mixture = random_mixture(2, 5, 2, 7);
  const RowMatrix rows = with_missing_cells(rows_of(mixture, 300, 8), 11, 9);
  const Vector scale = Vector::LinSpaced(5, 0.5, 3);
  const PreparedBlock block = block_of(rows);
  ASSERT_GT(block.incomplete.size(), 20U);
  ASSERT_LT(block.incomplete.size(), 280U);
  MixtureScores wanted{Vector::Zero(2), Vector::Zero(2), Vector::Zero(2)};
  RowUnderMixture row(mixture);
  for (Index i = 0; i < rows.rows(); ++i) {
    wanted.weight[i % 2] += 1;
    wanted.log_likelihood[i % 2] += row.read(rows.row(i).data());
    const Vector reconstruction = row.reconstruction();
    for (Index j = 0; j < rows.cols(); ++j) {
      if (std::isnan(rows(i, j))) continue;
      wanted.log_likelihood[i % 2] -= std::log(scale[j]);
      wanted.squared_error[i % 2] += std::pow(rows(i, j) - reconstruction[j], 2);
    }
  }
  expect_same(scores_of({block}, mixture, scale), wanted, 1e-12);
}

TEST(MixtureScoresTest, AnySplitIntoBlocksAddsUp) {
  const PpcaMixture mixture = random_mixture(3, 6, 2, 15);
  const RowMatrix rows = rows_of(mixture, 500, 16);
  const Vector scale = Vector::Ones(6);
  const MixtureScores whole = scores_of({block_of(rows)}, mixture, scale);
  for (const Index cut : {2, 250, 498}) {
    SCOPED_TRACE(cut);
    const std::vector<PreparedBlock> blocks = {block_of(rows.topRows(cut)),
                                               block_of(rows.bottomRows(500 - cut))};
    const MixtureScores parts = scores_of(blocks, mixture, scale);
    expect_same(parts, whole, 1e-13);
    const MixtureScores threads = scores_of(blocks, mixture, scale, 2);
    EXPECT_EQ(parts.log_likelihood, threads.log_likelihood);
    EXPECT_EQ(parts.squared_error, threads.squared_error);
  }
}

TEST(MixtureScoresTest, RowsNearASubspaceFarFromZeroKeepTheirDigits) {
  PpcaMixture mixture = random_mixture(2, 4, 2, 25);
  for (PpcaComponent& component : mixture.components) {
    component.mean.array() += 1e4;
    component.noise_variance = 1e-6;
  }
  const RowMatrix rows = rows_of(mixture, 50, 26);
  RowsUnderMixture together(mixture);
  together.read(rows);
  RowUnderMixture one(mixture);
  for (Index i = 0; i < rows.rows(); ++i) {
    const double log_density = one.read(rows.row(i).data());
    const double error = (rows.row(i).transpose() - one.reconstruction()).squaredNorm();
    EXPECT_NEAR(together.log_density(i), log_density, 1e-5);  // eps 1e4 / s, times |r| / s
    EXPECT_NEAR(together.squared_error(i), error, 1e-11);
  }
}

TEST(MixtureScoresTest, ARowThatNoComponentKnowsHasNoDensity) {
  const PpcaMixture mixture = random_mixture(2, 4, 1, 35);
  const RowMatrix rows = RowMatrix::Constant(1, 4, 1e200);
  RowsUnderMixture together(mixture);
  together.read(rows);
  EXPECT_EQ(together.log_density(0), -std::numeric_limits<double>::infinity());
}

}  // namespace mixture_scores_test
}  // namespace fairpca
