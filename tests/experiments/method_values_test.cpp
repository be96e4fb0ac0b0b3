// SPDX-License-Identifier: BSD-3-Clause
#include "experiments/method_values.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace fairpca {
namespace {

using Kind = ClaimSpec::Kind;

ModelValues likelihoods(double first, double second) {
  ModelValues values;
  values[LikelihoodMeasure::kLogLikelihood] = GroupValues::mean_of({first, second}, {0.25, 0.75});
  return values;
}

/// Two methods, five steps of the second.
MethodValues two_methods() {
  MethodValues values;
  values.groups = {"a", "b"};
  values.methods = {{"plain", likelihoods(1, 5)}, {"fair", likelihoods(2, 3)}};
  values.steps = {likelihoods(0, 5), likelihoods(1, 4), likelihoods(2, 3), likelihoods(2, 3),
                  likelihoods(2, 3)};
  return values;
}

bool holds(Kind kind, const MethodValues& values,
           std::vector<std::pair<std::string, std::string>> pairs = {}) {
  return check_claim({"1", "", LikelihoodMeasure::kLogLikelihood, kind, std::move(pairs)}, values)
      .holds;
}

TEST(MethodValuesTest, OverallIsTheMeanByShareAndGapTheRangeOfTheGroups) {
  const GroupValues values = GroupValues::mean_of({1, 5}, {0.25, 0.75});
  EXPECT_EQ(values.overall, 4);
  EXPECT_EQ(values.gap(), 4);
  EXPECT_EQ(values.worst(), 1);
}

TEST(MethodValuesTest, ClaimsHoldOrNot) {
  MethodValues values = two_methods();
  EXPECT_TRUE(holds(Kind::kOrder, values, {{"plain", "fair"}}));
  EXPECT_FALSE(holds(Kind::kOrder, values, {{"fair", "plain"}}));
  EXPECT_TRUE(holds(Kind::kWorst, values, {{"fair", "plain"}}));
  EXPECT_FALSE(holds(Kind::kWorst, values, {{"plain", "fair"}}));
  EXPECT_TRUE(holds(Kind::kGap, values, {{"plain", "fair"}}));
  EXPECT_TRUE(holds(Kind::kSettles, values));
  ClaimSpec three{"1", "", LikelihoodMeasure::kLogLikelihood, Kind::kGap, {{"plain", "fair"}}, 3};
  EXPECT_TRUE(check_claim(three, values).holds);  // 4 against 1
  three.times = 4;
  EXPECT_FALSE(check_claim(three, values).holds);
  values.methods.back().values = likelihoods(0, 4);  // the same gap is not a smaller one
  EXPECT_FALSE(holds(Kind::kGap, values, {{"plain", "fair"}}));
  values.steps.back() = likelihoods(9, 9);
  EXPECT_FALSE(holds(Kind::kSettles, values));
}

TEST(MethodValuesTest, AClaimShowsTheNumbersItRestsOn) {
  const Claim claim =
      check_claim({"5.8", "said", LikelihoodMeasure::kLogLikelihood, Kind::kGap}, two_methods());
  EXPECT_EQ(claim.figure, "5.8");
  EXPECT_EQ(claim.paper, "said");
  EXPECT_EQ(claim.here, "gap of the log-likelihood: plain 4, fair 1");
}

TEST(MethodValuesTest, FiguresHaveALinePerGroupAndMethod) {
  const MethodValues values = two_methods();
  const LineFigure groups = steps_of_groups(values, LikelihoodMeasure::kLogLikelihood, "1", "t");
  EXPECT_EQ(groups.id, "figure-1");
  ASSERT_EQ(groups.lines.size(), 2U);
  EXPECT_EQ(groups.values.col(0), (Vector{{0, 1, 2, 2, 2}}));
  const LineFigure methods = steps_of_methods(values, LikelihoodMeasure::kLogLikelihood, "2", "t");
  ASSERT_EQ(methods.lines.size(), 6U);
  EXPECT_EQ(methods.lines[2].name, "plain, b");
  EXPECT_EQ(methods.values.col(2), Vector::Constant(5, 5));     // level: it has no steps
  EXPECT_EQ(methods.values.col(5), (Vector{{5, 4, 3, 3, 3}}));  // fair, b
  EXPECT_EQ(methods.values.col(3), (Vector{{3.75, 3.25, 2.75, 2.75, 2.75}}));
}

TEST(MethodValuesTest, TheSummaryLeavesOutMeasuresNotTaken) {
  const Summary summary = summary_of(two_methods());
  EXPECT_THAT(summary.columns, ::testing::ElementsAre("log-likelihood", "worst group", "gap"));
  EXPECT_THAT(summary.lines.back().values, ::testing::ElementsAre(2.75, 2, 1));
}

}  // namespace
}  // namespace fairpca
