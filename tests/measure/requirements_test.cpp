// SPDX-License-Identifier: BSD-3-Clause
#include "fairpca/measure/requirements.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "text/rejection_of.h"

namespace fairpca {
namespace requirements_test {

using ::testing::HasSubstr;
using Comparison = Requirement::Comparison;

Evaluation some_evaluation() {
  Evaluation evaluation;
  evaluation.groups.resize(3);
  evaluation.groups[0].name = "Female";
  evaluation.groups[1].name = "a < b]";
  evaluation.groups[2].name = "hidden";
  evaluation.measures = {
      {.measure = "gap", .value = 0.03},
      {.measure = "loss", .group = "Female", .value = 1.25},
      {.measure = "loss", .group = "a < b]", .value = 0.5},
      {.measure = "loss", .statistic = Statistic::kWorst, .value = 1.25},
      {.measure = "accuracy", .value = 0.8},
      {.measure = "accuracy", .statistic = Statistic::kDifference, .value = 0.1},
  };
  return evaluation;
}

bool holds(const std::string& rule) {
  return check_requirement(parse_requirement(rule), some_evaluation()).is_met;
}

TEST(RequirementsTest, ARuleIsANameAComparisonAndANumber) {
  const Requirement rule = parse_requirement("  loss[Female] <= 1.5 ");
  EXPECT_EQ(rule.text, "loss[Female] <= 1.5");
  EXPECT_EQ(rule.measure, "loss");
  EXPECT_EQ(rule.group, "Female");
  EXPECT_EQ(rule.statistic, std::nullopt);
  EXPECT_EQ(rule.comparison, Comparison::kAtMost);
  EXPECT_EQ(rule.limit, 1.5);
  EXPECT_EQ(parse_requirement("gap<.02").comparison, Comparison::kBelow);
  EXPECT_EQ(parse_requirement("auc>0.5").comparison, Comparison::kAbove);
  EXPECT_EQ(parse_requirement("auc>=-1e-3").limit, -1e-3);
}

TEST(RequirementsTest, AStatisticIsPartOfTheNameUnlessAMeasureIsCalledSo) {
  EXPECT_EQ(parse_requirement("accuracy_difference<=0.1").statistic, Statistic::kDifference);
  EXPECT_EQ(parse_requirement("accuracy_difference<=0.1").measure, "accuracy");
  EXPECT_EQ(parse_requirement("loss_worst<=1").statistic, Statistic::kWorst);
  EXPECT_EQ(parse_requirement("demographic_parity_difference<=0.1").measure,
            "demographic_parity_difference");
  EXPECT_EQ(parse_requirement("demographic_parity_difference<=0.1").statistic, std::nullopt);
}

TEST(RequirementsTest, RulesHoldOrAreBroken) {
  EXPECT_FALSE(holds("gap<=0.02"));
  EXPECT_TRUE(holds("gap<=0.03"));
  EXPECT_FALSE(holds("gap<0.03"));
  EXPECT_TRUE(holds("gap>=0.03"));
  EXPECT_FALSE(holds("gap>0.03"));
  EXPECT_TRUE(holds("loss[Female]<=1.25"));
  EXPECT_TRUE(holds("loss[a < b]]<=0.5"));
  EXPECT_FALSE(holds("loss[a < b]]<0.5"));
  EXPECT_TRUE(holds("accuracy_difference<=0.1"));
}

TEST(RequirementsTest, AMeasureOfGroupsAloneIsThatOfTheWorstGroup) {
  EXPECT_TRUE(holds("loss<=1.25"));
  EXPECT_FALSE(holds("loss<=1.2"));
}

TEST(RequirementsTest, ABrokenRuleSaysValueAndLimit) {
  const RequirementResult result =
      check_requirement(parse_requirement("gap<=0.02"), some_evaluation());
  ASSERT_TRUE(result.problem);
  EXPECT_EQ(result.problem->code(), "rule-broken");
  EXPECT_EQ(result.problem->argument("rule"), "gap<=0.02");
  EXPECT_THAT(result.problem->text(), HasSubstr("the value is 0.03, the limit 0.02"));
}

TEST(RequirementsTest, ARuleOnANumberThatIsNotThereIsBroken) {
  for (const char* rule : {"auc>=0", "loss[hidden]<=9", "accuracy_worst>=0"}) {
    SCOPED_TRACE(rule);
    const RequirementResult result = check_requirement(parse_requirement(rule), some_evaluation());
    EXPECT_FALSE(result.is_met);
    ASSERT_TRUE(result.problem);
    EXPECT_EQ(result.problem->code(), "rule-without-value");
  }
}

TEST(RequirementsTest, WhatIsNoRuleIsRejectedWithTheNearestNames) {
  const auto rejection = [](const char* rule) {
    return rejection_of([&] { parse_requirement(rule); });
  };
  for (const char* rule : {"", "gap", "gap=0.1", "gap<=", "gap<=x", "gap[a<=1", "gap<=nan",
                           "gap<=inf", "loss[a]b<=1"}) {
    EXPECT_EQ(rejection(rule).code(), "rule-form") << rule;
  }
  EXPECT_EQ(rejection("gab<=1").code(), "rule-measure");
  EXPECT_THAT(rejection("gab<=1").text(), HasSubstr("did you mean gap"));
  EXPECT_THAT(rejection("acuracy_diference<=1").text(), HasSubstr("accuracy_difference"));
  const Message group = rejection_of(
      [] { check_requirement(parse_requirement("loss[female]<=1"), some_evaluation()); });
  EXPECT_EQ(group.code(), "rule-group");
  EXPECT_THAT(group.text(), HasSubstr("'Female'"));
}

TEST(MeasuresTest, IdsAreDistinctAndNoRuleNameMeansTwoThings) {
  std::vector<std::string> names;
  for (const Measure& measure : measures()) {
    names.push_back(measure.id);
    EXPECT_EQ(&find_measure(measure.id), &measure);
    EXPECT_FALSE(measure.summary.empty() || measure.definition.empty());
    EXPECT_FALSE(measure.uncertainty.empty()) << measure.id;
    EXPECT_LE(measure.definition.size(), 100u);
    for (const Statistic statistic : measure.statistics) {
      if (statistic == Statistic::kValue) continue;
      names.push_back(measure.id + "_" + std::string(to_string(statistic)));
    }
  }
  EXPECT_EQ(measures().size(), 29u);
  std::sort(names.begin(), names.end());
  EXPECT_EQ(std::adjacent_find(names.begin(), names.end()), names.end());
  EXPECT_EQ(rejection_of([] { find_measure("gaps"); }).code(), "measure-unknown");
}

}  // namespace requirements_test
}  // namespace fairpca
