// SPDX-License-Identifier: BSD-3-Clause
#include "fairpca/fit/fit_plan.h"

#include <algorithm>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace fairpca {
namespace {

using testing::ElementsAre;

ColumnDescription column(const std::string& name, DescribedKind kind, Index distinct) {
  ColumnDescription made;
  made.name = name;
  made.kind = kind;
  made.distinct = distinct;
  return made;
}

Description sample() {
  Description table;
  table.rows = 500;
  table.columns = {
      column("age", DescribedKind::kNumber, 60), column("job", DescribedKind::kCategory, 4),
      column("race", DescribedKind::kCategory, 5), column("Gender", DescribedKind::kCategory, 2),
      column("when", DescribedKind::kDate, 400)};
  table.columns[4].advice = ColumnAdvice::kRejected;
  return table;
}

const SuggestedCommand& fit_of(const FitPlan& plan) {
  return plan.next.back();
}

std::vector<std::string> values(const SuggestedCommand& command, const std::string& option) {
  std::vector<std::string> found;
  for (const Setting& setting : command.settings) {
    if (setting.option == option) found.push_back(setting.value);
  }
  return found;
}

TEST(FitPlanTest, ColumnsNamedAsProtectedAttributesAreSuggestedInTheirOrder) {
  const FitPlan plan = plan_fit(sample());
  EXPECT_THAT(plan.likely_protected, ElementsAre("Gender", "race"));
  ASSERT_EQ(plan.next.size(), 3U);
  EXPECT_EQ(plan.next[0].command, "describe");
  EXPECT_EQ(plan.next[1].command, "compare");
  EXPECT_THAT(values(plan.next[1], "group"), ElementsAre("Gender", "race"));
  EXPECT_THAT(values(plan.next[1], "dimensions"), ElementsAre("2,4"));
  EXPECT_THAT(values(plan.next[0], "group"), ElementsAre("Gender", "race"));
  EXPECT_THAT(values(fit_of(plan), "group"), ElementsAre("Gender", "race"));
  EXPECT_THAT(values(fit_of(plan), "combine"), ElementsAre("per-attribute"));
  EXPECT_THAT(fit_of(plan).features, ElementsAre("age", "job"));
  EXPECT_THAT(fit_of(plan).left_out, ElementsAre("when"));
  EXPECT_THAT(values(fit_of(plan), "drop"), ElementsAre("when"));
}

TEST(FitPlanTest, EncodedColumnsAndDimensionsFollowFromTheFeatures) {
  const FitPlan plan = plan_fit(sample());
  EXPECT_EQ(plan.encoded_columns, 5);
  EXPECT_EQ(plan.encoded_columns_of_all, 1 + 4 + 5 + 2);
  EXPECT_THAT(plan.rejected, ElementsAre("when"));
  EXPECT_THAT(values(fit_of(plan), "dimensions"), ElementsAre("4"));
  EXPECT_EQ(plan.memory_bytes, 8.0 * 5 * 5 * (2 * 10 + 3));
}

TEST(FitPlanTest, MissingCellsAreFilledOnlyWhereThereAreSome) {
  EXPECT_TRUE(values(fit_of(plan_fit(sample())), "missing").empty());
  Description table = sample();
  table.columns[0].missing = 3;
  table.columns[1].missing = 2;
  table.incomplete_rows = 400;
  table.missing_patterns = {{{0}, 3}, {{1, 4}, 2}, {{4}, 395}};
  const FitPlan plan = plan_fit(table);
  EXPECT_THAT(values(fit_of(plan), "missing"), ElementsAre("mean"));
  EXPECT_THAT(values(fit_of(plan), "missing_category"), ElementsAre("level"));
  EXPECT_EQ(plan.incomplete_rows, 5);
  EXPECT_EQ(plan.encoded_columns, 6);
}

TEST(FitPlanTest, OneGroupOrVeryManyGetPlainPca) {
  for (const Index groups : {1, 60}) {
    SCOPED_TRACE(groups);
    Description table = sample();
    table.columns[2].role = ColumnRole::kProtected;
    DescribedGroups attribute{.columns = {"race"}, .groups = {}};
    attribute.groups.resize(static_cast<std::size_t>(groups));
    table.attributes.push_back(attribute);
    EXPECT_THAT(values(fit_of(plan_fit(table)), "method"), ElementsAre("pca"));
  }
}

TEST(FitPlanTest, WithoutAUsableColumnThereIsNoFit) {
  Description table;
  table.rows = 3;
  table.columns = {column("a", DescribedKind::kEmpty, 0)};
  table.columns[0].advice = ColumnAdvice::kRejected;
  const FitPlan plan = plan_fit(table);
  EXPECT_TRUE(plan.next.empty());
  ASSERT_TRUE(plan.no_suggestion);
  EXPECT_EQ(plan.no_suggestion->code(), "no-usable-column");
}

TEST(FitPlanTest, ANumberThatWouldMeetAnEncodedColumnIsLeftOut) {
  Description table = sample();
  table.columns.push_back(column("job=clerk", DescribedKind::kNumber, 2));
  EXPECT_THAT(fit_of(plan_fit(table)).left_out, ElementsAre("when", "job=clerk"));
}

}  // namespace
}  // namespace fairpca
