// SPDX-License-Identifier: BSD-3-Clause
#include "experiments/rfpca/rfpca.h"

#include <cmath>
#include <limits>
#include <set>

#include "experiments/rfpca/radius_effect.h"
#include "experiments/rfpca/rfpca_numbers.h"
#include "experiments/rfpca/rfpca_reasons.h"
#include "experiments/rfpca/rfpca_table_claims.h"
#include "experiments/rfpca/trade_off_points.h"
#include "fairpca/fit/methods.h"

namespace fairpca {
namespace {

constexpr double kNone = std::numeric_limits<double>::quiet_NaN();

TEST(RfpcaTest, EveryTableAndFigureOfThePaperIsThereOnceInItsOrder) {
  std::vector<std::string> ids;
  for (const Experiment& experiment : rfpca_experiments()) {
    ids.push_back(experiment.id);
    EXPECT_EQ(experiment.paper, Paper::kRfpca) << experiment.id;
    EXPECT_TRUE(experiment.present) << experiment.id;
  }
  std::vector<std::string> expected = {"rfpca-table1", "rfpca-table3", "rfpca-table4"};
  for (int number = 1; number <= 16; ++number) {
    expected.push_back(fmt::format("rfpca-figure{}", number));
  }
  EXPECT_EQ(ids, expected);
}

TEST(RfpcaTest, ArmsHaveMethodsAndOptionsOfTheRegistry) {
  for (const Experiment& experiment : rfpca_experiments()) {
    for (const PaperStudy& study : experiment.studies) {
      SCOPED_TRACE(study.key);
      std::set<std::string> names;
      for (const PaperArm& one : study.arms) {
        EXPECT_TRUE(names.insert(one.arm.name).second) << one.arm.name;
        EXPECT_TRUE(one.arm.like.empty() || names.contains(one.arm.like)) << one.arm.name;
        const Method& method = find_method(one.arm.method);
        std::vector<OptionValues> given = one.arm.grid;
        given.push_back(one.arm.options);
        given.push_back(one.quick_options);
        for (const OptionValues& options : given) {
          for (const auto& [name, value] : options) {
            const OptionSpec* option = find_option(method, name);
            ASSERT_NE(option, nullptr) << one.arm.name << ' ' << name;
            EXPECT_NO_THROW(checked_value(*option, value)) << one.arm.name << ' ' << name;
          }
        }
      }
    }
  }
}

TEST(RfpcaTest, GridsAreThoseOfSection5) {
  EXPECT_EQ(rfpca_grid().size(), 18U);
  EXPECT_EQ(eta_grid().size(), 18U);
  EXPECT_EQ(std::get<double>(eta_grid()[1].at("eta")), 0.25);
  EXPECT_EQ(std::get<double>(eta_grid().back().at("eta")), 4.25);
  EXPECT_EQ(delta_grid().size(), 8U);
  EXPECT_EQ(rfpca_dimensions_study(rfpca_set("ecoli")).dimensions, "2,4,6");
  EXPECT_EQ(rfpca_dimensions_study(rfpca_set("wine-quality")).dimensions, "2,4,6,8,10");
}

TEST(RfpcaTest, TheLowestOfWhatThereIsCounts) {
  const std::vector<SetMeans> sets = {{{1, 2, 3, 4}, {1, 2, 3, 4}},
                                      {{1, 2, kNone, kNone}, {3, 2, kNone, kNone}},
                                      {{5, 5, 6, 7}, {1, 0.5, 3, 3}}};
  const LowestCounts counts = lowest_counts(sets);
  EXPECT_EQ(counts.gap, 3);  // a tie counts for the first
  EXPECT_EQ(counts.error, 1);
  EXPECT_EQ(counts.both, 1);
  EXPECT_EQ(counts.sets, 3);
}

TEST(RfpcaTest, AClaimOfTableOneHoldsByTheNumbersHere) {
  const RfpcaErrorTable table{.id = "t", .title = "t", .file = "f"};
  const std::vector<SetMeans> good(15, {{1, 2, 3, 4}, {1, 2, 3, 4}}),
      bad(15, {{2, 1, 3, 4}, {2, 1, 3, 4}});
  EXPECT_TRUE(error_claims(table, {bad, good, good}).front().holds);
  EXPECT_FALSE(error_claims(table, {good, bad, good}).front().holds);
}

TEST(RfpcaTest, ASmallGapIsOneOfBothErrors) {
  const RfpcaErrorTable table{.id = "t", .title = "t", .file = "f"};
  const std::vector<SetMeans> near = {{{1.1, 1}, {1.1, 1}, "A"}}, far = {{{2, 1}, {1.1, 1}, "B"}};
  EXPECT_TRUE(error_claims(table, {far, near, near}).at(1).holds);
  const Claim claim = error_claims(table, {near, far, far}).at(1);
  EXPECT_FALSE(claim.holds);
  EXPECT_NE(claim.here.find("ABDiff: printed 10.0 % (A), here 100.0 % (B)"), std::string::npos)
      << claim.here;
}

TEST(RfpcaTest, TheNumberOfSetsOfFairPcaIsComparedWithThatOfRfpca) {
  const RfpcaErrorTable table{.id = "t", .title = "t", .file = "f", .rows = MeasuredRows::kTrain};
  const std::vector<SetMeans> even = {{{1, 2}, {1, 2}}, {{1, 2}, {2, 1}}},
                              odd = {{{1, 2}, {2, 1}}, {{1, 2}, {2, 1}}};
  EXPECT_TRUE(error_claims(table, {odd, even, even}).at(1).holds);
  EXPECT_FALSE(error_claims(table, {even, odd, odd}).at(1).holds);
}

TEST(RfpcaTest, DeltaZeroIsAReasonOnlyWhereItHasThePublishedNumber) {
  const RfpcaMethod& method = rfpca_methods()[2];
  ComparedCell cell{.row = "Magic", .method = "CFPCA-Mean", .measure = "ARE"};
  cell.published.mean = 2;
  cell.ours.mean = 1;
  cell.own.mean = 2;
  const std::string known = reason_of(cell, rfpca_set("magic"), method, {});
  cell.own.mean = 2.1;
  const std::string unknown = reason_of(cell, rfpca_set("magic"), method, {});
  EXPECT_EQ(known.find("cause not found"), std::string::npos);
  EXPECT_NE(unknown.find("cause not found"), std::string::npos);
  EXPECT_NE(unknown, reason_of(cell, rfpca_set("ecoli"), method, {}));
}

TEST(RfpcaTest, BothVersionsOfCfpcaMustBeLowest) {
  const std::vector<std::vector<double>> both = {{3, 4, 1, 2}}, one = {{3, 4, 1, 3.5}};
  EXPECT_TRUE(unfairness_claims(one, both).front().holds);
  EXPECT_FALSE(unfairness_claims(both, one).front().holds);
}

TEST(RfpcaTest, ReasonsStandBesideCellsThatDiffer) {
  const RfpcaSet& set = rfpca_set("magic");
  ComparedCell cell{.row = "Magic", .method = "RFPCA", .measure = "ARE"};
  cell.published.mean = 2;
  cell.ours.mean = 2;
  EXPECT_EQ(reason_of(cell, set, rfpca_methods()[0], {1, 3}), "");
  cell.ours.mean = 2.5;
  const std::string inside = reason_of(cell, set, rfpca_methods()[0], {1, 3});
  EXPECT_NE(inside, "");
  EXPECT_NE(inside, reason_of(cell, set, rfpca_methods()[0], {2.1, 3}));
  EXPECT_NE(inside, reason_of(cell, rfpca_set("lfw"), rfpca_methods()[0], {1, 3}));
}

TEST(TradeOffTest, APointDominatesWhereNothingIsLostAndSomethingWon) {
  const TradeOff point{1, 1};
  EXPECT_TRUE(point.dominates({1, 2}));
  EXPECT_TRUE(point.dominates({2, 1}));
  EXPECT_FALSE(point.dominates({1, 1}));
  EXPECT_FALSE(point.dominates({0.5, 2}));
  EXPECT_EQ(count_dominated({{1, 2}, {0.5, 2}, {3, 3}}, {point}), 2);
}

TEST(TradeOffTest, HeightIsMeasuredFromTheLineBetweenPoints) {
  const std::vector<TradeOff> front = {{1, 4}, {2, 2}, {4, 0}};
  EXPECT_DOUBLE_EQ(height_above(front, {1.5, 3.5}), 0.5);
  EXPECT_DOUBLE_EQ(height_above(front, {3, 1}), 0);
  EXPECT_TRUE(std::isnan(height_above(front, {5, 1})));
}

TEST(TradeOffTest, RunsAreAveragedPointByPoint) {
  const std::vector<TradeOff> means = mean_trade_offs({{{1, 2}, {3, 4}}, {{3, 2}, {5, 8}}});
  ASSERT_EQ(means.size(), 2U);
  EXPECT_DOUBLE_EQ(means[0].error, 2);
  EXPECT_DOUBLE_EQ(means[1].gap, 6);
}

TEST(RadiusEffectTest, NumberOfThreadsAndOfOtherRadiiDoNotChangeACurve) {
  RadiusRequest request{.simulations = 3, .alphas = 4, .first_radii = {0, 0.01}, .threads = 1};
  const std::vector<RadiusCurve> curves = radius_curves(request);
  request.threads = 3;
  request.first_radii = {0.01};
  const RadiusCurve again = radius_curves(request).front();
  ASSERT_EQ(curves.size(), 2U);
  EXPECT_EQ(curves[1].means, again.means);
  EXPECT_EQ(curves[1].deviations, again.deviations);
  EXPECT_NE(curves[0].means, curves[1].means);
  EXPECT_EQ(again.alphas, (std::vector<double>{0, 10.0 / 3, 20.0 / 3, 10}));
}

TEST(RadiusEffectTest, WithoutRadiiTheCriterionIsNearThatOfTheDistributions) {
  // At lambda 0.1 and radii 0 the direction is that of 4/3 + ... of the two covariances: its error
  // and gap follow from them, and 12,000 test rows are within a few percent.
  RadiusRequest request{.simulations = 20, .alphas = 2, .first_radii = {0}};
  Matrix first(2, 2), second(2, 2);
  first << 4, 0, 0, 0.2;
  second << 0.2, 0.4, 0.4, 3;
  double least = std::numeric_limits<double>::infinity(), expected = 0;
  for (int i = 0; i < 3600; ++i) {
    const double angle = i * 3.14159265358979 / 3600;
    const Vector across = (Vector(2) << -std::sin(angle), std::cos(angle)).finished();
    const double e0 = across.dot(first * across), e1 = across.dot(second * across);
    const double error = (2 * e0 + e1) / 3, gap = std::abs(e0 - e1);
    if (error + 0.1 * gap >= least) continue;
    least = error + 0.1 * gap;
    expected = error + gap;
  }
  EXPECT_NEAR(radius_curves(request).front().means.front(), expected, 0.1 * expected);
}

}  // namespace
}  // namespace fairpca
