// SPDX-License-Identifier: BSD-3-Clause
#include "moments/disclosure.h"

#include <cmath>
#include <cstdint>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "fairpca/rows/matrix_rows.h"
#include "moments/random_rows.h"

namespace fairpca {
namespace disclosure_test {

using testing::ElementsAre;
using testing::IsEmpty;

/// So many rows with these levels of the protected columns `a` and `b`.
struct Count {
  std::int32_t a, b;
  Index rows;
};

GroupMoments moments_of(const std::vector<Count>& counts) {
  Table table;
  table.schema.features = {{"x", ColumnKind::kNumeric}, {"y", ColumnKind::kNumeric}};
  table.schema.protected_columns = {"a", "b"};
  table.protected_levels = {{{"a0", "a1", "a2", "a3"}, {}}, {{"b0", "b1", "b2"}, {}}};
  for (const Count& count : counts) {
    table.protected_levels[0].codes.insert(table.protected_levels[0].codes.end(),
                                           static_cast<std::size_t>(count.rows), count.a);
    table.protected_levels[1].codes.insert(table.protected_levels[1].codes.end(),
                                           static_cast<std::size_t>(count.rows), count.b);
    table.rows += count.rows;
  }
  const RowMatrix rows = random_rows(table.rows, 2, 5);
  table.numeric = rows;
  MatrixRows source(table);
  return accumulate_moments(source);
}

std::vector<std::string> hidden_names(const Disclosure& disclosure,
                                      const std::vector<Group>& groups) {
  std::vector<std::string> names;
  for (std::size_t g = 0; g < groups.size(); ++g) {
    if (disclosure.hides(g)) names.push_back(groups[g].levels.back().second);
  }
  return names;
}

TEST(DisclosureTest, NothingIsHiddenWhereAllGroupsAreLargeOrAllAreAskedFor) {
  const GroupMoments moments = moments_of({{0, 0, 20}, {1, 0, 3}});
  const std::vector<Group> groups = form_groups(moments, {.columns = {"a"}});
  EXPECT_FALSE(Disclosure(moments, groups, 3).hides_any());
  const Disclosure all(moments, groups, 0);
  EXPECT_FALSE(all.hides_any());
  EXPECT_FALSE(all.leaves_rows_out());
  EXPECT_THAT(all.reason(), IsEmpty());
  EXPECT_THAT(all.warnings(), IsEmpty());
}

TEST(DisclosureTest, ASingleHiddenGroupLosesItsRowsInNumbersOfAllRows) {
  const GroupMoments moments = moments_of({{0, 0, 20}, {1, 0, 15}, {2, 0, 3}});
  const std::vector<Group> groups = form_groups(moments, {.columns = {"a"}});
  const Disclosure disclosure(moments, groups, 10);
  EXPECT_THAT(hidden_names(disclosure, groups), ElementsAre("a2"));
  EXPECT_TRUE(disclosure.leaves_rows_out());
  EXPECT_EQ(disclosure.cells().size(), 2U);
  EXPECT_EQ(disclosure.reason(), "group 'a2' has 3 rows");
  const std::vector<Message> warnings = disclosure.warnings();
  ASSERT_EQ(warnings.size(), 2U);
  EXPECT_EQ(warnings[0].code(), "small-group");
  EXPECT_EQ(warnings[0].argument("group"), "a2");
  EXPECT_EQ(warnings[1].code(), "overall-rows");
  EXPECT_EQ(warnings[1].argument("rows"), "35");

  const PreparedMoments all = prepare(moments, groups);
  const PreparedMoments published = published_moments(moments, all, disclosure, Center::kOverall);
  EXPECT_EQ(published.rows, 35);
  EXPECT_EQ(published.groups[2].rows, 3);
  EXPECT_EQ(published.groups[2].second_moment.size(), 0);
  const Matrix mean = (20 * all.groups[0].second_moment + 15 * all.groups[1].second_moment) / 35;
  EXPECT_LT((published.covariance - mean).norm(), 1e-13 * mean.norm());
  EXPECT_EQ(published.groups[0].second_moment, all.groups[0].second_moment);
}

TEST(DisclosureTest, TwoHiddenGroupsAreNotToldApartByNumbersOfAllRows) {
  const GroupMoments moments = moments_of({{0, 0, 20}, {1, 0, 5}, {2, 0, 3}});
  const std::vector<Group> groups = form_groups(moments, {.columns = {"a"}});
  const Disclosure disclosure(moments, groups, 10);
  EXPECT_THAT(hidden_names(disclosure, groups), ElementsAre("a1", "a2"));
  EXPECT_FALSE(disclosure.leaves_rows_out());
  EXPECT_EQ(disclosure.cells().size(), 1U);
}

TEST(DisclosureTest, OtherAttributesLoseTheRowsOfASingleHiddenGroupToo) {
  const GroupMoments moments = moments_of({{0, 0, 20}, {1, 1, 20}, {2, 1, 3}});
  const std::vector<Group> groups = form_groups(moments, {.combine = Combine::kPerAttribute});
  const Disclosure disclosure(moments, groups, 10);
  EXPECT_EQ(disclosure.attributes(), 2U);
  EXPECT_THAT(hidden_names(disclosure, groups), ElementsAre("a2"));
  EXPECT_EQ(disclosure.published(groups[4]).cells.size(), 1U);
  const PreparedMoments all = prepare(moments, groups);
  const PreparedMoments published = published_moments(moments, all, disclosure, Center::kOverall);
  EXPECT_EQ(published.groups[4].rows, 23);
  EXPECT_EQ(published.groups[4].weight, 20);
  EXPECT_EQ(published.groups[4].second_moment, published.groups[1].second_moment);
}

TEST(DisclosureTest, AGroupWithTooFewRowsOutsideTheHiddenOnesIsHiddenAsWell) {
  // b1 has 12 rows, 7 of them in a2; hidden with it, b1 is the only hidden group of its attribute.
  const GroupMoments moments = moments_of({{0, 0, 30}, {1, 0, 30}, {1, 1, 5}, {2, 1, 7}});
  const std::vector<Group> groups = form_groups(moments, {.combine = Combine::kPerAttribute});
  const Disclosure disclosure(moments, groups, 10);
  EXPECT_THAT(hidden_names(disclosure, groups), ElementsAre("a2", "b1"));
  EXPECT_EQ(disclosure.cells().size(), 2U);
  EXPECT_EQ(disclosure.published(groups[1]).cells.size(), 1U);
  const std::vector<Message> warnings = disclosure.warnings();
  ASSERT_EQ(warnings.size(), 3U);
  EXPECT_EQ(warnings[1].code(), "groups-hidden-too");
  EXPECT_EQ(warnings[1].argument("groups"), "'b=b1'");
}

TEST(DisclosureTest, OfTwoHiddenGroupsOneIsSingleOnceTheOthersRowsAreLeftOut) {
  // a2 is inside b1: with the rows of b1 left out, a3 would follow by subtraction.
  const GroupMoments moments = moments_of({{0, 0, 30}, {1, 0, 30}, {2, 1, 5}, {3, 0, 4}});
  const std::vector<Group> groups = form_groups(moments, {.combine = Combine::kPerAttribute});
  const Disclosure disclosure(moments, groups, 10);
  EXPECT_THAT(hidden_names(disclosure, groups), ElementsAre("a2", "a3", "b1"));
  EXPECT_EQ(disclosure.cells().size(), 2U);  // (a0, b0) and (a1, b0)
}

TEST(DisclosureTest, DifferencesAreBetweenPublishedGroupsOfAnAttribute) {
  const GroupMoments moments = moments_of({{0, 0, 30}, {1, 1, 30}, {2, 1, 5}});
  const std::vector<Group> groups = form_groups(moments, {.combine = Combine::kPerAttribute});
  EXPECT_EQ(Disclosure(moments, groups, 10).largest_difference({1, 2, 50, 6, 9}), 3);
  EXPECT_EQ(Disclosure(moments, groups, 0).largest_difference({1, 2, 50, 6, 9}), 49);
  EXPECT_TRUE(std::isnan(Disclosure(moments, groups, 40).largest_difference({1, 2, 50, 6, 9})));
}

}  // namespace disclosure_test
}  // namespace fairpca
