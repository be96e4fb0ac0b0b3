// SPDX-License-Identifier: BSD-3-Clause
#include "fairpca/moments/groups.h"

#include <optional>

#include <gmock/gmock.h>

#include "moments/random_rows.h"
#include "text/rejection_of.h"

namespace fairpca {
namespace groups_test {

using testing::ElementsAre;
using testing::IsEmpty;

using Level = std::optional<std::string>;

/// One row in each of the cells given, in a table with one numeric feature.
GroupMoments cells(std::vector<std::string> columns,
                   const std::vector<std::pair<std::vector<Level>, Level>>& keys) {
  std::map<CellKey, Moments> by_key;
  Moments one_row(1);
  one_row.add(random_rows(1, 1, 1));
  for (const auto& [levels, label] : keys) by_key.emplace(CellKey{levels, label}, one_row);
  return GroupMoments::from_parts(
      Encoding(std::vector<EncodedColumn>{{{"x", ColumnKind::kNumeric}, {}}}), std::move(columns),
      "label", std::move(by_key));
}

std::vector<std::string> names(const std::vector<Group>& groups) {
  std::vector<std::string> result;
  for (const Group& group : groups) result.push_back(group.name);
  return result;
}

const GroupMoments kPeople = cells({"sex", "race"}, {{{"Female", "White"}, "0"},
                                                     {{"Female", "White"}, "1"},
                                                     {{"Male", "White"}, "1"},
                                                     {{"Male", "Black"}, "0"}});

TEST(GroupsTest, CrossedGroupsAreTheCombinationsThatOccurAcrossLabels) {
  const std::vector<Group> groups = form_groups(kPeople);
  EXPECT_THAT(names(groups), ElementsAre("Female, White", "Male, Black", "Male, White"));
  EXPECT_THAT(groups[0].levels,
              ElementsAre(std::pair("sex", "Female"), std::pair("race", "White")));
  EXPECT_THAT(groups[0].cells,
              ElementsAre(CellKey{{"Female", "White"}, "0"}, CellKey{{"Female", "White"}, "1"}));
}

TEST(GroupsTest, TheColumnsAskedForDecideNamesAndOrder) {
  EXPECT_THAT(names(form_groups(kPeople, {.columns = {"sex"}})), ElementsAre("Female", "Male"));
  const std::vector<Group> groups = form_groups(kPeople, {.columns = {"race", "sex"}});
  EXPECT_THAT(names(groups), ElementsAre("Black, Male", "White, Female", "White, Male"));
  EXPECT_THAT(groups[0].levels, ElementsAre(std::pair("race", "Black"), std::pair("sex", "Male")));
}

TEST(GroupsTest, PerAttributeEachColumnHasItsOwnGroups) {
  const std::vector<Group> groups = form_groups(kPeople, {.combine = Combine::kPerAttribute});
  EXPECT_THAT(names(groups), ElementsAre("sex=Female", "sex=Male", "race=Black", "race=White"));
  EXPECT_THAT(groups[3].levels, ElementsAre(std::pair("race", "White")));
  EXPECT_EQ(groups[3].cells.size(), 3U);
}

TEST(GroupsTest, TheGroupsOfOneColumnAreNamedByTheirLevelsAlone) {
  EXPECT_THAT(names(form_groups(kPeople, {.columns = {"sex"}, .combine = Combine::kPerAttribute})),
              ElementsAre("Female", "Male"));
}

TEST(GroupsTest, NumbersAreOrderedAsNumbersAndOtherLevelsByBytes) {
  const auto order = [](const std::vector<Level>& levels) {
    std::vector<std::pair<std::vector<Level>, Level>> keys;
    for (const Level& level : levels) keys.push_back({{level}, std::nullopt});
    return names(form_groups(cells({"g"}, keys), {.missing = MissingGroup::kGroup}));
  };
  EXPECT_THAT(order({"10", "9", "-1", "1e1", "+3"}), ElementsAre("-1", "+3", "9", "10", "1e1"));
  EXPECT_THAT(order({"10", "9", "x"}), ElementsAre("10", "9", "x"));
  EXPECT_THAT(order({"10", "9", "nan"}), ElementsAre("10", "9", "nan"));
  EXPECT_THAT(order({"b", "B", "a", "\xc3\xa9"}), ElementsAre("B", "a", "b", "\xc3\xa9"));
  EXPECT_THAT(order({std::nullopt, "10", "9"}), ElementsAre("9", "10", "(missing)"));
  EXPECT_THAT(order({std::nullopt, "a", "!"}), ElementsAre("!", "a", "(missing)"));
}

const GroupMoments kWithMissing = cells({"sex", "race"}, {{{"Female", "White"}, "0"},
                                                          {{std::nullopt, "White"}, "0"},
                                                          {{"Male", std::nullopt}, "1"},
                                                          {{std::nullopt, std::nullopt}, "1"}});

TEST(GroupsTest, MissingProtectedCellsMakeAGroupOnRequest) {
  EXPECT_THAT(
      names(form_groups(kWithMissing, {.missing = MissingGroup::kGroup})),
      ElementsAre("Female, White", "Male, (missing)", "(missing), White", "(missing), (missing)"));
  EXPECT_THAT(
      names(form_groups(kWithMissing,
                        {.combine = Combine::kPerAttribute, .missing = MissingGroup::kGroup})),
      ElementsAre("sex=Female", "sex=Male", "sex=(missing)", "race=White", "race=(missing)"));
}

TEST(GroupsTest, UnconstrainedRowsBelongToNoGroup) {
  EXPECT_THAT(names(form_groups(kWithMissing, {.missing = MissingGroup::kUnconstrained})),
              ElementsAre("Female, White"));
  const std::vector<Group> groups = form_groups(
      kWithMissing, {.combine = Combine::kPerAttribute, .missing = MissingGroup::kUnconstrained});
  EXPECT_THAT(names(groups), ElementsAre("sex=Female", "sex=Male", "race=White"));
  EXPECT_EQ(groups[2].cells.size(), 2U);
}

TEST(GroupsTest, WithoutProtectedColumnsThereAreNoGroups) {
  EXPECT_THAT(form_groups(cells({}, {{{}, "0"}, {{}, "1"}})), IsEmpty());
}

TEST(GroupsRejectionTest, ColumnsAndMissingCellsAreNamed) {
  const auto rejection = [](const GroupMoments& moments, const GroupingOptions& options) {
    return rejection_of([&] { form_groups(moments, options); });
  };
  const Message misspelt = rejection(kPeople, {.columns = {"rase"}});
  EXPECT_EQ(misspelt.code(), "unknown-column");
  EXPECT_EQ(misspelt.place().column, "rase");
  EXPECT_EQ(misspelt.argument("advice"), "there are 'race'");
  const Message none = rejection(cells({}, {{{}, "0"}}), {.columns = {"sex"}});
  EXPECT_EQ(none.code(), "unknown-column");
  EXPECT_EQ(none.argument("advice"), "the data have no protected column");
  const Message twice = rejection(kPeople, {.columns = {"sex", "sex"}});
  EXPECT_EQ(twice.code(), "repeated-role");
  EXPECT_EQ(twice.place().column, "sex");
  const Message missing = rejection(kWithMissing, {});
  EXPECT_EQ(missing.code(), "missing-protected-cell");
  EXPECT_EQ(missing.place().column, "sex");
  EXPECT_THAT(missing.ways_out(), ElementsAre(Setting{"missing_group", "group"},
                                              Setting{"missing_group", "unconstrained"}));
  EXPECT_EQ(rejection(kWithMissing, {.columns = {"race"}}).place().column, "race");
}

}  // namespace groups_test
}  // namespace fairpca
