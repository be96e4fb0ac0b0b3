// SPDX-License-Identifier: BSD-3-Clause
#include "figure/scale.h"

#include <cmath>
#include <random>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace fairpca {
namespace {

using ::testing::ElementsAre;
using ::testing::SizeIs;

TEST(TicksTest, AreMultiplesOf1Or2Or5TimesAPowerOfTen) {
  EXPECT_THAT(linear_ticks(0, 10, 6).at, ElementsAre(0, 2, 4, 6, 8, 10));
  EXPECT_THAT(linear_ticks(0.13, 0.48, 5).labels, ElementsAre("0.1", "0.2", "0.3", "0.4", "0.5"));
  EXPECT_THAT(linear_ticks(-1, 1, 3).labels, ElementsAre("−1", "0", "1"));
  EXPECT_THAT(linear_ticks(1, 4, 9, true).labels, ElementsAre("1", "2", "3", "4"));
}

TEST(TicksTest, EncloseAnyRangeWithRoundStepsAndDistinctLabels) {
  std::mt19937 engine(7);
  std::uniform_real_distribution<double> exponent(-30, 30), share(-1, 1);
  for (int i = 0; i < 2000; ++i) {
    const double size = std::pow(10.0, exponent(engine));
    double low = size * share(engine), high = size * share(engine);
    if (low > high) std::swap(low, high);
    const int most = 3 + i % 9;
    const Ticks ticks = linear_ticks(low, high, most);
    ASSERT_LE(ticks.at.size(), static_cast<std::size_t>(most));
    ASSERT_GE(ticks.at.size(), 2U);
    const double step = ticks.at[1] - ticks.at[0];
    EXPECT_LE(ticks.at.front(), low + 1e-8 * step);
    EXPECT_GE(ticks.at.back(), high - 1e-8 * step);
    const double lead = step / std::pow(10.0, std::floor(std::log10(step) + 1e-6));
    EXPECT_TRUE(std::abs(lead - 1) < 1e-6 || std::abs(lead - 2) < 1e-6 || std::abs(lead - 5) < 1e-6)
        << lead;
    for (std::size_t j = 1; j < ticks.at.size(); ++j) {
      EXPECT_NE(ticks.labels[j - 1], ticks.labels[j]) << low << ' ' << high;
    }
  }
}

TEST(TicksTest, OfOneNumberHaveItBetweenThem) {
  const Ticks ticks = linear_ticks(3, 3, 5);
  EXPECT_LE(ticks.at.front(), 2.5);
  EXPECT_GE(ticks.at.back(), 3.5);
}

TEST(TicksTest, OfNumbersThatDifferOnlyByRoundingAreFew) {
  const double low = 1e8, high = std::nextafter(low, 2e8);
  EXPECT_THAT(linear_ticks(low, high, 8).at, SizeIs(::testing::Le(8U)));
}

TEST(TicksTest, OfLogarithmsArePowersOfTen) {
  EXPECT_THAT(logarithmic_ticks(0.5, 2000, 8).at, ElementsAre(1, 10, 100, 1000));
  EXPECT_THAT(logarithmic_ticks(1, 20, 8).labels, ElementsAre("1", "2", "5", "10", "20"));
  EXPECT_THAT(logarithmic_ticks(1e-12, 1e12, 5).at, SizeIs(::testing::Le(6U)));
}

TEST(TickTextTest, IsShortAndHasTheTrueMinus) {
  EXPECT_EQ(tick_text(0.25, 0.05), "0.25");
  EXPECT_EQ(tick_text(-1500, 500), "−1500");
  EXPECT_EQ(tick_text(5e-10, 5e-10), "5e−10");
  EXPECT_EQ(tick_text(2.5e8, 5e7), "2.5e8");
  EXPECT_EQ(tick_text(1e-20, 1), "0");
}

TEST(ScaleTest, PutsNumbersWhereTheyBelong) {
  const Scale linear{AxisKind::kLinear, 0, 10, 100, 200};
  EXPECT_DOUBLE_EQ(linear.at(2.5), 125);
  const Scale log{AxisKind::kLogarithmic, 1, 100, 0, 50};
  EXPECT_DOUBLE_EQ(log.at(10), 25);
  EXPECT_TRUE(std::isnan(log.at(0)));
  EXPECT_TRUE(std::isnan(log.at(-3)));
  EXPECT_TRUE(std::isnan(linear.at(kNoNumber)));
  const Scale categories{AxisKind::kCategories, -0.5, 3.5, 0, 80};
  EXPECT_DOUBLE_EQ(categories.at(0), 10);
  EXPECT_DOUBLE_EQ(categories.band(), 20);
}

}  // namespace
}  // namespace fairpca
