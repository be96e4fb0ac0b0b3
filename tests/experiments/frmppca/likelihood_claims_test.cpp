// SPDX-License-Identifier: BSD-3-Clause
#include "experiments/frmppca/likelihood_claims.h"

#include <algorithm>
#include <filesystem>
#include <limits>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "experiments/frmppca/likelihood_run.h"
#include "experiments/frmppca/likelihood_tables.h"
#include "experiments/frmppca/step_figure.h"
#include "experiments/frmppca/values_file.h"

namespace fairpca {
namespace {

using ::testing::HasSubstr;
constexpr auto kMeasure = LikelihoodMeasure::kLogLikelihood;

ModelValues likelihoods(double first, double second) {
  ModelValues values;
  values[kMeasure] = GroupValues::mean_of({first, second}, {0.25, 0.75});
  return values;
}

/// Two methods, five steps of the second.
MethodValues two_methods() {
  MethodValues values;
  values.groups = {"a", "b"};
  values.methods = {{"MPPCA", likelihoods(1, 5)}, {"FR-MPPCA", likelihoods(2, 3)}};
  values.steps = {likelihoods(0, 5), likelihoods(1, 4), likelihoods(2, 3), likelihoods(2, 3),
                  likelihoods(2, 3)};
  return values;
}

MethodValues two_methods_reversed() {
  MethodValues values = two_methods();
  std::reverse(values.steps.begin(), values.steps.end());
  return values;
}

TEST(MethodValuesTest, OverallIsTheMeanByShareAndGapTheRangeOfTheGroups) {
  GroupValues values = GroupValues::mean_of({1, 5}, {0.25, 0.75});
  EXPECT_EQ(values.overall, 4);
  EXPECT_EQ(values.gap(), 4);
  EXPECT_EQ(values.worst(), 1);
  values.groups.push_back(std::numeric_limits<double>::quiet_NaN());  // one class: no ROC-AUC
  EXPECT_EQ(values.gap(), 4);
}

TEST(LikelihoodClaimsTest, HoldOrNot) {
  MethodValues values = two_methods();
  EXPECT_TRUE(order_check(kMeasure, {{"MPPCA", "FR-MPPCA"}})(values).holds);
  EXPECT_FALSE(order_check(kMeasure, {{"FR-MPPCA", "MPPCA"}})(values).holds);
  EXPECT_TRUE(worst_check(kMeasure, {{"FR-MPPCA", "MPPCA"}})(values).holds);
  EXPECT_FALSE(worst_check(kMeasure, {{"MPPCA", "FR-MPPCA"}})(values).holds);
  EXPECT_TRUE(gap_check(kMeasure, {{"MPPCA", "FR-MPPCA"}}, 3)(values).holds);  // 4 against 1
  EXPECT_FALSE(gap_check(kMeasure, {{"MPPCA", "FR-MPPCA"}}, 4)(values).holds);
  EXPECT_TRUE(settling_check()(values).holds);
  EXPECT_TRUE(gap_along_steps_check(kMeasure, true)(values).holds);
  EXPECT_FALSE(gap_along_steps_check(kMeasure, false)(values).holds);
  EXPECT_FALSE(growth_check(kMeasure)(values).holds);  // of the second group it falls
  EXPECT_TRUE(group_order_check(kMeasure, "MPPCA", "b", "a")(values).holds);
  EXPECT_FALSE(group_order_at_step_check(kMeasure, StepEnd::kLast, "a", "b")(values).holds);
  values.steps.back() = likelihoods(9, 9);
  EXPECT_FALSE(settling_check()(values).holds);
  EXPECT_TRUE(growth_check(kMeasure)(values).holds);
}

TEST(LikelihoodClaimsTest, OfSingleGroupsAndStretchesOfStepsHoldOrNot) {
  MethodValues values = two_methods();
  EXPECT_TRUE(gap_after_check(kMeasure, 1)(values).holds);  // 4 on average, then 1
  EXPECT_FALSE(gap_after_check(kMeasure, 2)(two_methods_reversed()).holds);
  EXPECT_TRUE(group_order_after_check(kMeasure, 1, "b", "a")(values).holds);
  EXPECT_FALSE(group_order_after_check(kMeasure, 1, "a", "b")(values).holds);
  EXPECT_TRUE(group_value_check(kMeasure, "a", {{"FR-MPPCA", "MPPCA"}})(values).holds);
  EXPECT_FALSE(group_value_check(kMeasure, "b", {{"FR-MPPCA", "MPPCA"}})(values).holds);
  EXPECT_TRUE(largest_check(kMeasure, "MPPCA", "b")(values).holds);
  const ClaimFinding other = largest_check(kMeasure, "FR-MPPCA", "b")(values);
  EXPECT_FALSE(other.holds);
  EXPECT_THAT(other.here, HasSubstr("the largest of all: MPPCA, b 5"));
}

TEST(LikelihoodClaimsTest, FluctuationIsMovingToAndFroMoreThanOn) {
  MethodValues values = two_methods();
  values.steps.clear();
  for (int i = 0; i < 40; ++i) values.steps.push_back(likelihoods(i % 2, -(i % 2)));
  EXPECT_TRUE(fluctuation_check(kMeasure)(values).holds);
  for (int i = 0; i < 40; ++i) values.steps[static_cast<std::size_t>(i)] = likelihoods(i, 2 * i);
  EXPECT_FALSE(fluctuation_check(kMeasure)(values).holds);
}

TEST(LikelihoodClaimsTest, AreJudgedOnEverySeedAndAgainstBothMixtures) {
  const LikelihoodClaim claim{8, "said", gap_check(kMeasure, {{"MPPCA", "FR-MPPCA"}}), "because"};
  SeedValues seeds = {two_methods(), two_methods()};
  const Claim both = judged_claim(claim, seeds);
  EXPECT_TRUE(both.holds);
  EXPECT_EQ(both.here,
            "seed 0: gap of the log-likelihood: MPPCA 4, FR-MPPCA 1; holds in 2 of 2 seeds");
  EXPECT_EQ(both.why, "");
  for (MethodValues& values : seeds) {
    values.methods.insert(values.methods.begin(), {"Gaussian mixture", likelihoods(4, 4.5)});
  }
  const Claim theirs = judged_claim(claim, seeds);  // "MPPCA" is the dissertation's
  EXPECT_FALSE(theirs.holds);
  EXPECT_EQ(theirs.why, "because");
  EXPECT_THAT(theirs.here, HasSubstr("MPPCA (full) 0.5, FR-MPPCA 1; holds in 0 of 2 seeds"));
  EXPECT_THAT(theirs.here, HasSubstr("MPPCA (same q) 4, FR-MPPCA 1; 2 of 2"));
}

TEST(LikelihoodClaimsTest, GiveTheNumbersThatTheirReasonRestsOnWhereTheyDoNotHold) {
  LikelihoodClaim claim{8, "said", gap_check(kMeasure, {{"FR-MPPCA", "MPPCA"}}), "because of "};
  claim.measured = [](const SeedValues& seeds) { return seeds.front().groups.front(); };
  claim.threshold = "half";
  const SeedValues seeds = {two_methods()};
  EXPECT_EQ(judged_claim(claim, seeds).why, "because of a");
  EXPECT_EQ(judged_claim(claim, seeds).threshold, "half");
  claim.check = gap_check(kMeasure, {{"MPPCA", "FR-MPPCA"}});
  EXPECT_EQ(judged_claim(claim, seeds).why, "");
}

TEST(LikelihoodClaimsTest, GapsOfTheRocAucAreHeldAgainstTheirStandardErrors) {
  MethodValues values = two_methods();
  for (MethodValues::Entry& entry : values.methods) {
    entry.values[LikelihoodMeasure::kAuc] = GroupValues::mean_of({0.6, 0.7}, {0.5, 0.5});
    entry.decisions[kAucGapError] = 0.06;
  }
  EXPECT_THAT(auc_gap_errors({values}), HasSubstr("no gap exceeds twice its own"));
  values.methods.back().decisions[kAucGapError] = 0.04;
  EXPECT_THAT(auc_gap_errors({values}), HasSubstr("is the gap of FR-MPPCA"));
  EXPECT_THAT(group_order_counts({values, values}, LikelihoodMeasure::kAuc, "b", "a"),
              HasSubstr("above that of a in 4 of 4 runs"));
}

TEST(StepFigureTest, ShowsTheSearchAndTheMixtureOfItsClassNearerWhereTheOtherIsThere) {
  SeedValues seeds = {two_methods()};
  EXPECT_EQ(steps_of_methods(seeds, kMeasure, "figure-2", "t").panels.size(), 1U);
  seeds[0].methods.insert(seeds[0].methods.begin(), {"Gaussian mixture", likelihoods(90, 91)});
  const Figure figure = steps_of_methods(seeds, kMeasure, "figure-2", "t");
  ASSERT_EQ(figure.panels.size(), 2U);
  EXPECT_EQ(figure.panels[0].marks.size(), 9U);
  ASSERT_EQ(figure.panels[1].marks.size(), 6U);
  for (const Mark& mark : figure.panels[1].marks) {
    EXPECT_LT(mark.points.front().y, 90);
  }
}

TEST(StepFigureTest, HasALinePerGroupAndMethodWithTheRangeOfSeeds) {
  SeedValues seeds = {two_methods(), two_methods()};
  seeds[1].steps[2] = likelihoods(1, 7);
  const Figure groups = steps_of_groups(seeds, kMeasure, "figure-1", "t");
  ASSERT_EQ(groups.series.size(), 2U);
  const MarkPoint& point = groups.panels[0].marks[1].points[2];
  EXPECT_EQ(point.y, 3);
  EXPECT_EQ(point.low, 3);
  EXPECT_EQ(point.high, 7);
  const Figure methods = steps_of_methods(seeds, kMeasure, "figure-2", "t");
  ASSERT_EQ(methods.series.size(), 6U);
  EXPECT_EQ(methods.series[2].name, "MPPCA, b");
  ASSERT_EQ(methods.panels[0].marks[2].points.size(), 2U);  // level: it has no steps
  EXPECT_EQ(methods.panels[0].marks[2].points[1].y, 5);
  EXPECT_EQ(methods.panels[0].marks[5].points[1].y, 4);
}

TEST(LikelihoodTablesTest, HaveMeansOverSeedsAndTheOtherMixtureBesideOurs) {
  SeedValues seeds = {two_methods(), two_methods()};
  seeds[1].methods[0].values = likelihoods(3, 5);
  for (MethodValues& values : seeds) {
    values.methods.insert(values.methods.begin(), {"Gaussian mixture", likelihoods(4, 4.5)});
  }
  ComparedTable table = measure_table(seeds, kMeasure, "t", "t");
  ASSERT_EQ(table.cells.size(), 8U);  // all rows, a, b, gap; MPPCA and FR-MPPCA
  EXPECT_EQ(table.cells[2].row, "a");
  EXPECT_EQ(table.cells[2].ours.mean, 2);
  EXPECT_NEAR(table.cells[2].ours.deviation, std::sqrt(2.0), 1e-15);
  EXPECT_EQ(table.cells[2].own.mean, 4);
  put_published({15, "MPPCA", "a", 0.74}, table);
  EXPECT_EQ(table.cells[2].published.mean, 0.74);
  EXPECT_TRUE(std::isnan(table.cells[3].published.mean));
}

TEST(ValuesFileTest, GivesBackWhatWasKeptOfTheSameSettingAlone) {
  const std::filesystem::path file =
      std::filesystem::path(::testing::TempDir()) / "fairpca-values" / "seed0.json";
  MethodValues values = two_methods();
  values.methods[0].decisions["accuracy/value"] = 0.75;
  values.steps[1][LikelihoodMeasure::kAuc].groups = {std::numeric_limits<double>::quiet_NaN(), 1};
  values.training_rows = 7;
  values.status = "optimal";
  values.seconds = 1.5;
  write_values(values, "K 5", file);
  EXPECT_FALSE(read_values("K 4", file));
  EXPECT_FALSE(read_values("K 5", file.parent_path() / "seed1.json"));
  const std::optional<MethodValues> read = read_values("K 5", file);
  ASSERT_TRUE(read);
  EXPECT_EQ(read->training_rows, 7);
  EXPECT_EQ(read->seconds, 1.5);
  EXPECT_EQ(read->entry("MPPCA").decisions.at("accuracy/value"), 0.75);
  EXPECT_TRUE(std::isnan(read->steps[1][LikelihoodMeasure::kAuc].groups[0]));
  EXPECT_EQ(read->steps[1][kMeasure].overall, values.steps[1][kMeasure].overall);
  std::filesystem::remove_all(file.parent_path());
}

}  // namespace
}  // namespace fairpca
