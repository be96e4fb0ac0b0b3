// SPDX-License-Identifier: BSD-3-Clause
#include <algorithm>
#include <cmath>
#include <limits>
#include <random>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "measure/roc_auc.h"
#include "text/rejection_of.h"

namespace fairpca {
namespace {

/// Rows of two kinds whose means differ; one in three is positive.
struct Kinds {
  RowMatrix rows;
  std::vector<bool> positive;

  Kinds(Index n, Index p, unsigned seed) : rows(n, p) {
    std::mt19937_64 engine(seed);
    std::normal_distribution<double> normal;
    for (double& entry : rows.reshaped()) entry = normal(engine);
    for (Index i = 0; i < n; ++i) {
      positive.push_back(i % 3 == 0);
      if (positive.back()) rows.row(i).array() += 0.7;
    }
  }
};

double share_of_pairs_won(const Vector& scores, const std::vector<bool>& positive) {
  double won = 0, pairs = 0;
  for (Index i = 0; i < scores.size(); ++i) {
    for (Index j = 0; j < scores.size(); ++j) {
      if (!positive[static_cast<std::size_t>(i)] || positive[static_cast<std::size_t>(j)]) continue;
      won += scores(i) > scores(j) ? 1 : scores(i) == scores(j) ? 0.5 : 0;
      ++pairs;
    }
  }
  return won / pairs;
}

TEST(RocAucTest, IsTheShareOfPairsWonWithTiesCountingHalf) {
  for (unsigned seed = 0; seed < 20; ++seed) {
    const Kinds data(60, 1, seed);
    const Vector whole = (2 * data.rows.col(0)).array().round();  // many ties
    EXPECT_DOUBLE_EQ(roc_auc(whole, data.positive), share_of_pairs_won(whole, data.positive));
    const Vector scores = data.rows.col(0);
    EXPECT_DOUBLE_EQ(roc_auc(scores, data.positive), share_of_pairs_won(scores, data.positive));
  }
}

TEST(RocAucTest, TurnsAroundWithTheScoresAndIsAHalfForEqualOnes) {
  const Kinds data(90, 1, 3);
  const Vector scores = data.rows.col(0);
  EXPECT_NEAR(roc_auc(scores, data.positive) + roc_auc(-scores, data.positive), 1, 1e-15);
  EXPECT_EQ(roc_auc(Vector::Zero(90), data.positive), 0.5);
  EXPECT_EQ(roc_auc(Vector{{1, 2, 3}}, {false, false, true}), 1);
}

TEST(RocAucTest, IsNotANumberForRowsOfOneKind) {
  EXPECT_TRUE(std::isnan(roc_auc(Vector{{1, 2}}, {true, true})));
  EXPECT_TRUE(std::isnan(roc_auc(Vector(), {})));
}

TEST(RocAucTest, RejectsNaNAndUnequalLengths) {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  const Message not_a_number = rejection_of([&] { roc_auc(Vector{{1, nan}}, {true, false}); });
  EXPECT_EQ(not_a_number.code(), "score-not-a-number");
  EXPECT_EQ(not_a_number.place().row, 2);
  const Message lengths = rejection_of([] { roc_auc(Vector{{1}}, {true, false}); });
  EXPECT_EQ(lengths.code(), "classes-per-row");
  EXPECT_EQ(lengths.argument("classes"), "2");
  EXPECT_EQ(lengths.argument("rows"), "1");
}

/// sup over t of |P(score >= t | one kind) - P(score >= t | other)|, at every score.
double largest_difference_of_shares(const Vector& scores, const std::vector<bool>& positive,
                                    const Vector& weights) {
  double largest = 0;
  for (const double t : scores) {
    double above = 0, all = 0, others_above = 0, others = 0;
    for (Index i = 0; i < scores.size(); ++i) {
      const bool is_positive = positive[static_cast<std::size_t>(i)];
      (is_positive ? all : others) += weights(i);
      if (scores(i) >= t) (is_positive ? above : others_above) += weights(i);
    }
    largest = std::max(largest, std::abs(above / all - others_above / others));
  }
  return largest;
}

TEST(RankedScoresTest, WeighsPairsByTheProductOfTheirWeights) {
  for (unsigned seed = 0; seed < 10; ++seed) {
    const Kinds data(50, 2, seed);
    const Vector scores = (2 * data.rows.col(0)).array().round(),
                 weights = data.rows.col(1).cwiseAbs();
    double won = 0, pairs = 0;
    for (Index i = 0; i < 50; ++i) {
      for (Index j = 0; j < 50; ++j) {
        if (!data.positive[static_cast<std::size_t>(i)] ||
            data.positive[static_cast<std::size_t>(j)]) {
          continue;
        }
        const double weight = weights(i) * weights(j);
        won += weight * (scores(i) > scores(j) ? 1 : scores(i) == scores(j) ? 0.5 : 0);
        pairs += weight;
      }
    }
    EXPECT_NEAR(roc_auc(scores, data.positive, weights), won / pairs, 1e-14);
  }
}

TEST(RankedScoresTest, WholeWeightsCountLikeRepeatedRows) {
  const Kinds data(40, 1, 4);
  Vector counts(40), repeated_scores(60);
  std::vector<bool> repeated;
  for (Index i = 0, at = 0; i < 40; ++i) {
    counts(i) = i % 2 == 0 ? 2 : 1;
    for (int c = 0; c < static_cast<int>(counts(i)); ++c) {
      repeated_scores(at++) = data.rows(i, 0);
      repeated.push_back(data.positive[static_cast<std::size_t>(i)]);
    }
  }
  const RankedScores weighted(data.rows.col(0), data.positive), rows(repeated_scores, repeated);
  EXPECT_DOUBLE_EQ(weighted.auc(counts), rows.auc());
  EXPECT_NEAR(weighted.kolmogorov_distance(counts), rows.kolmogorov_distance(), 1e-15);
}

TEST(RankedScoresTest, HasTheLargestDifferenceOfSharesOverAllThresholds) {
  for (unsigned seed = 0; seed < 10; ++seed) {
    const Kinds data(60, 2, seed);
    const Vector scores = (3 * data.rows.col(0)).array().round(),
                 weights = data.rows.col(1).cwiseAbs();
    EXPECT_NEAR(RankedScores(scores, data.positive).kolmogorov_distance(weights),
                largest_difference_of_shares(scores, data.positive, weights), 1e-14);
  }
}

TEST(RankedScoresTest, LooksAtTheRowsKeptOnly) {
  const Kinds data(30, 1, 8);
  std::vector<Index> kept;
  Vector some(15);
  std::vector<bool> positive;
  for (Index i = 0; i < 15; ++i) {
    kept.push_back(2 * i);
    some(i) = data.rows(2 * i, 0);
    positive.push_back(data.positive[static_cast<std::size_t>(2 * i)]);
  }
  EXPECT_EQ(RankedScores(data.rows.col(0), data.positive, kept).auc(), roc_auc(some, positive));
}

}  // namespace
}  // namespace fairpca
