// SPDX-License-Identifier: BSD-3-Clause
#include "measure/kolmogorov.h"

#include <algorithm>
#include <cmath>

#include <gtest/gtest.h>

#include "measure/row_samples.h"

namespace fairpca {
namespace {

/// Over all ways to deal m + n ranks to two samples.
double share_of_deals(Index m, Index n, double distance) {
  std::vector<bool> deal(static_cast<std::size_t>(m + n), false);
  std::fill(deal.end() - m, deal.end(), true);
  double outside = 0, all = 0;
  do {
    double largest = 0, i = 0, j = 0;
    for (const bool is_first : deal) {
      (is_first ? i : j) += 1;
      largest =
          std::max(largest, std::abs(i / static_cast<double>(m) - j / static_cast<double>(n)));
    }
    ++all;
    if (largest >= distance - 1e-12) ++outside;
  } while (std::next_permutation(deal.begin(), deal.end()));
  return outside / all;
}

TEST(KolmogorovTest, IsTheShareOfAllDealsOfRanksThatAreAsFarApart) {
  for (const auto& [m, n] : {std::pair<Index, Index>{5, 7}, {6, 6}, {1, 9}, {4, 10}}) {
    for (const double distance : {0.0, 0.2, 1.0 / 3, 0.5, 0.6, 5.0 / 7, 0.9, 1.0}) {
      // Only multiples of 1 / (m n) are distances; others are rounded to the nearest.
      const double pairs = static_cast<double>(m * n);
      const double whole = std::round(distance * pairs) / pairs;
      EXPECT_NEAR(kolmogorov_p_value(whole, m, n), share_of_deals(m, n, whole), 1e-13)
          << m << " " << n << " " << whole;
    }
  }
}

TEST(KolmogorovTest, IsSmallestForSamplesThatDoNotMix) {
  // Two of the C(12, 5) deals.
  EXPECT_NEAR(kolmogorov_p_value(1, 5, 7), 2.0 / 792, 1e-15);
  EXPECT_EQ(kolmogorov_p_value(0, 5, 7), 1);
}

TEST(KolmogorovTest, TheLimitIsCloseWhereTheExactTailEnds) {
  const double exact = kolmogorov_p_value(0.02, 9000, 11000);
  EXPECT_NEAR(kolmogorov_tail(0.02, 9000.0 * 11000 / 20000), exact, 0.02 * exact);
  EXPECT_NEAR(kolmogorov_tail(1.3580986, 1e12), 0, 1e-15);
  EXPECT_NEAR(kolmogorov_tail(1.3580986e-6, 1e12), 0.05, 1e-6);  // Kolmogorov's 95 % point
  EXPECT_EQ(kolmogorov_tail(0, 100), 1);
}

TEST(KolmogorovTest, TheBandGrowsWithTheNumberOfStatements) {
  EXPECT_NEAR(kolmogorov_band(100, 400), std::sqrt(std::log(80.0) / 200) * 1.5, 1e-15);
  EXPECT_NEAR(kolmogorov_band(100, 100, 3), 2 * std::sqrt(std::log(240.0) / 200), 1e-15);
}

TEST(RowSamplesTest, ASampleKeepsTheSharesOfStrata) {
  std::vector<std::int32_t> strata;
  for (int i = 0; i < 1000; ++i) strata.push_back(i % 10 == 0 ? 1 : i % 10 == 1 ? -1 : 0);
  strata[5] = 2;
  const std::vector<Index> sample = stratified_sample(strata, 90, 3);
  std::vector<int> counts(3, 0);
  for (const Index row : sample) {
    ASSERT_GE(strata[static_cast<std::size_t>(row)], 0);
    ++counts[static_cast<std::size_t>(strata[static_cast<std::size_t>(row)])];
  }
  EXPECT_EQ(counts, (std::vector<int>{79, 10, 1}));  // floor(90 / 900 * 799), 100, all of 1
  EXPECT_TRUE(std::is_sorted(sample.begin(), sample.end()));
  EXPECT_EQ(std::adjacent_find(sample.begin(), sample.end()), sample.end());
  EXPECT_EQ(stratified_sample(strata, 90, 3), sample);
  EXPECT_NE(stratified_sample(strata, 90, 4), sample);
  EXPECT_EQ(stratified_sample(strata, 900, 3).size(), 900U);
}

TEST(RowSamplesTest, FoldsAreOfEqualSizeInEveryStratum) {
  std::vector<std::int32_t> strata;
  for (int i = 0; i < 503; ++i) strata.push_back(i % 7 == 6 ? -1 : i % 7);
  const std::vector<std::int32_t> folds = stratified_folds(strata, 5, 1);
  std::vector<std::vector<int>> counts(6, std::vector<int>(5, 0));
  std::vector<int> sizes(5, 0);
  for (std::size_t i = 0; i < strata.size(); ++i) {
    ASSERT_EQ(folds[i] < 0, strata[i] < 0);
    if (folds[i] < 0) continue;
    ++counts[static_cast<std::size_t>(strata[i])][static_cast<std::size_t>(folds[i])];
    ++sizes[static_cast<std::size_t>(folds[i])];
  }
  for (const std::vector<int>& of_stratum : counts) {
    const auto [least, most] = std::minmax_element(of_stratum.begin(), of_stratum.end());
    EXPECT_LE(*most - *least, 1);
  }
  const auto [least, most] = std::minmax_element(sizes.begin(), sizes.end());
  EXPECT_LE(*most - *least, 1);
  EXPECT_NE(stratified_folds(strata, 5, 2), folds);
}

}  // namespace
}  // namespace fairpca
