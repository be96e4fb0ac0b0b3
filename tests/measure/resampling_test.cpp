// SPDX-License-Identifier: BSD-3-Clause
#include "measure/resampling.h"

#include <numeric>

#include <gtest/gtest.h>

#include "measure/intervals.h"
#include "model/random_model.h"

namespace fairpca {
namespace resampling_test {

/// Strata of 30, 20 and 7 rows, mixed, and three rows in none.
std::vector<std::int32_t> some_strata() {
  std::vector<std::int32_t> strata;
  for (int i = 0; i < 30; ++i) strata.push_back(0);
  for (int i = 0; i < 20; ++i) strata.insert(strata.begin() + 2 * i, 1);
  for (int i = 0; i < 7; ++i) strata.insert(strata.begin() + 3 * i, 2);
  for (int i = 0; i < 3; ++i) strata.insert(strata.begin() + 11 * i, -1);
  return strata;
}

std::vector<std::int32_t> counts_of(const Resampling& resampling, int draw, std::size_t rows) {
  std::vector<std::int32_t> counts(rows);
  resampling.counts(draw, counts);
  return counts;
}

TEST(ResamplingTest, EachStratumIsDrawnAsOftenAsItHasRows) {
  const std::vector<std::int32_t> strata = some_strata();
  const Resampling resampling(strata, 50, 3);
  EXPECT_EQ(resampling.strata(), 3);
  for (int k = 0; k < 50; ++k) {
    const std::vector<std::int32_t> counts = counts_of(resampling, k, strata.size());
    std::vector<int> drawn(3, 0);
    for (std::size_t i = 0; i < strata.size(); ++i) {
      if (strata[i] < 0) {
        EXPECT_EQ(counts[i], 0);
      } else {
        drawn[static_cast<std::size_t>(strata[i])] += counts[i];
      }
    }
    EXPECT_EQ(drawn, (std::vector<int>{30, 20, 7}));
  }
}

TEST(ResamplingTest, SumsAreThoseOfTheCountedRowsForAnyNumberOfThreads) {
  const std::vector<std::int32_t> strata = some_strata();
  const RowMatrix columns = random_rows(static_cast<Index>(strata.size()), 2, 5);
  const Resampling resampling(strata, 20, 3), on_threads(strata, 20, 3, 4);
  const Matrix sums = resampling.sums(columns);
  EXPECT_EQ(sums, on_threads.sums(columns));
  for (int k = 0; k < 20; ++k) {
    const std::vector<std::int32_t> counts = counts_of(resampling, k, strata.size());
    Matrix expected = Matrix::Zero(3, 2);
    for (std::size_t i = 0; i < strata.size(); ++i) {
      if (strata[i] < 0) continue;
      expected.row(strata[i]) += counts[i] * columns.row(static_cast<Index>(i));
    }
    for (Index s = 0; s < 3; ++s) {
      for (Index j = 0; j < 2; ++j) EXPECT_NEAR(sums(k, 2 * s + j), expected(s, j), 1e-12);
    }
  }
}

TEST(ResamplingTest, ADrawDependsOnSeedNumberAndStratumAlone) {
  const std::vector<std::int32_t> together = {0, 1, 0, 1, 0, 1}, apart = {0, 0, 0, 1, 1, 1};
  const Resampling one(together, 5, 9), other(apart, 5, 9), otherwise(apart, 5, 10);
  const auto a = counts_of(one, 2, 6), b = counts_of(other, 2, 6);
  EXPECT_EQ((std::vector{a[0], a[2], a[4], a[1], a[3], a[5]}), b);
  bool differs = false;
  for (int k = 0; k < 5; ++k) {
    differs = differs || counts_of(otherwise, k, 6) != counts_of(other, k, 6);
  }
  EXPECT_TRUE(differs);
}

/// Mean 1 and variance 1 - 1/n of a count in a draw of n out of n: to five standard errors.
TEST(ResamplingTest, CountsHaveTheMeanAndVarianceOfDrawsWithReplacement) {
  constexpr int kRows = 40, kDraws = 4000;
  const Resampling resampling(std::vector<std::int32_t>(kRows, 0), kDraws, 1);
  Vector sum = Vector::Zero(kRows), squares = Vector::Zero(kRows);
  for (int k = 0; k < kDraws; ++k) {
    const std::vector<std::int32_t> counts = counts_of(resampling, k, kRows);
    for (int i = 0; i < kRows; ++i) {
      const double count = counts[static_cast<std::size_t>(i)];
      sum(i) += count;
      squares(i) += count * count;
    }
  }
  const Vector mean = sum / kDraws;
  const Vector variance = squares / kDraws - mean.cwiseAbs2();
  EXPECT_LT((mean.array() - 1).abs().maxCoeff(), 5 / std::sqrt(1.0 * kDraws));
  EXPECT_NEAR(variance.mean(), 1 - 1.0 / kRows, 5 * std::sqrt(3.0 / (kDraws * kRows)));
}

TEST(IntervalsTest, QuantilesAreLinearBetweenOrderStatistics) {
  // numpy.quantile(range(11), [0.025, 0.975]) = 0.25, 9.75
  const Interval interval = percentile_interval(Vector::LinSpaced(11, 0, 10));
  EXPECT_NEAR(interval.low, 0.25, 1e-14);
  EXPECT_NEAR(interval.high, 9.75, 1e-14);
  const Interval basic = basic_interval(3, Vector::LinSpaced(11, 0, 10));
  EXPECT_NEAR(basic.low, 6 - 9.75, 1e-14);
  EXPECT_NEAR(basic.high, 6 - 0.25, 1e-14);
}

TEST(IntervalsTest, DrawsThatAreNotNumbersAreLeftOutUnlessTheyAreMany) {
  Vector draws = Vector::LinSpaced(200, 0, 199);
  draws(7) = draws(100) = std::numeric_limits<double>::quiet_NaN();
  EXPECT_FALSE(std::isnan(percentile_interval(draws).low));
  draws(8) = draws(7);
  EXPECT_TRUE(std::isnan(percentile_interval(draws).low));
}

TEST(IntervalsTest, AnIntervalIsFoldedAtZero) {
  EXPECT_EQ(folded({-3, 2}).low, 0);
  EXPECT_EQ(folded({-3, 2}).high, 3);
  EXPECT_EQ(folded({-3, -1}).low, 1);
  EXPECT_EQ(folded({-3, -1}).high, 3);
  EXPECT_EQ(folded({1, 4}).low, 1);
  EXPECT_TRUE(std::isnan(folded({}).low));
}

TEST(IntervalsTest, NormalQuantilesAreThoseOfTables) {
  EXPECT_NEAR(normal_quantile(0.975), 1.959963984540054, 1e-12);
  EXPECT_NEAR(normal_quantile(0.5), 0, 1e-12);
  EXPECT_NEAR(normal_quantile(1e-9), -5.997807015007686, 1e-8);
}

TEST(IntervalsTest, TheDifferenceOfTwoGroupsIsThatOfTheSignedDifferenceFolded) {
  const Matrix draws = random_rows(400, 2, 8);
  const Vector values{{1, 0.25}};
  const LargestDifference found = largest_difference(values, draws, {{0, 1}});
  const Vector difference = draws.col(1) - draws.col(0);
  EXPECT_EQ(found.value, 0.75);
  EXPECT_EQ(found.signed_value, -0.75);
  EXPECT_EQ(found.signed_interval.low, percentile_interval(difference).low);
  EXPECT_EQ(found.interval.high, folded(percentile_interval(difference)).high);
  EXPECT_EQ(found.draws, difference.cwiseAbs());
}

TEST(IntervalsTest, SeveralPairsAreCoveredTogether) {
  const Matrix draws = random_rows(500, 3, 9);
  const Vector values = draws.colwise().mean().transpose();
  const std::vector<std::pair<std::size_t, std::size_t>> pairs = {{0, 1}, {0, 2}, {1, 2}};
  const LargestDifference found = largest_difference(values, draws, pairs);
  // By the definition: q S around each pair, q the 95 % quantile of the largest ratio.
  Matrix differences(500, 3);
  Vector at(3), deviation(3);
  for (Index j = 0; j < 3; ++j) {
    const auto [g, h] = pairs[static_cast<std::size_t>(j)];
    differences.col(j) = draws.col(static_cast<Index>(h)) - draws.col(static_cast<Index>(g));
    at(j) = values(static_cast<Index>(h)) - values(static_cast<Index>(g));
    deviation(j) =
        std::sqrt((differences.col(j).array() - differences.col(j).mean()).square().sum() / 499);
  }
  std::vector<double> largest;
  for (Index k = 0; k < 500; ++k) {
    largest.push_back(
        ((differences.row(k).transpose() - at).array().abs() / deviation.array()).maxCoeff());
  }
  std::sort(largest.begin(), largest.end());
  const double q = largest[474] + 0.05 * (largest[475] - largest[474]);
  EXPECT_NEAR(found.interval.high, (at.cwiseAbs() + q * deviation).maxCoeff(), 1e-12);
  EXPECT_NEAR(found.interval.low, std::max(0.0, (at.cwiseAbs() - q * deviation).maxCoeff()), 1e-12);
  EXPECT_TRUE(std::isnan(found.signed_value));
}

TEST(IntervalsTest, AGroupWithoutAValueIsLeftOutOfTheLargestDifference) {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  const LargestDifference found =
      largest_difference(Vector{{1, nan, 4}}, Matrix(), {{0, 1}, {0, 2}, {1, 2}});
  EXPECT_EQ(found.value, 3);
  EXPECT_TRUE(std::isnan(largest_difference(Vector{{1, nan}}, Matrix(), {{0, 1}}).value));
}

}  // namespace resampling_test
}  // namespace fairpca
