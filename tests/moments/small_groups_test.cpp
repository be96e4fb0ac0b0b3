// SPDX-License-Identifier: BSD-3-Clause
#include "moments/small_groups.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace fairpca {
namespace small_groups_test {

using testing::IsEmpty;

TEST(SmallGroupsTest, GroupsBelowTheMinimumAreNamedWithWhatIsDoneWithThem) {
  const std::vector<Message> warnings =
      small_group_warnings({{"a", 10}, {"b", 9}, {"c", 1}}, 10, "left out");
  ASSERT_EQ(warnings.size(), 2U);
  EXPECT_EQ(warnings[0].code(), "small-group");
  EXPECT_EQ(warnings[0].argument("group"), "b");
  EXPECT_EQ(warnings[0].argument("rows"), "9");
  EXPECT_EQ(warnings[0].argument("minimum"), "10");
  EXPECT_EQ(warnings[0].argument("consequence"), ": its statistics are left out");
  EXPECT_EQ(warnings[1].code(), "single-row-group");
  EXPECT_EQ(warnings[1].argument("group"), "c");
  EXPECT_EQ(warnings[1].argument("consequence"), "; they are left out");
  EXPECT_THAT(small_group_warnings({{"a", 10}}, 10, "left out"), IsEmpty());
}

TEST(SmallGroupsTest, ASingleRowIsWarnedOfWhateverTheMinimum) {
  const std::vector<Message> warnings = small_group_warnings({{"a", 1}, {"b", 2}}, 0, "left out");
  ASSERT_EQ(warnings.size(), 1U);
  EXPECT_EQ(warnings[0].code(), "single-row-group");
  EXPECT_EQ(warnings[0].argument("group"), "a");
  EXPECT_EQ(warnings[0].argument("consequence"), "");
}

TEST(SmallGroupsTest, AfterFiveTheRestIsCounted) {
  std::vector<std::pair<std::string, Index>> groups;
  for (int i = 0; i < 4000; ++i) groups.emplace_back("few " + std::to_string(i), 3);
  groups.emplace_back("many", 50);
  const std::vector<Message> warnings = small_group_warnings(groups, 10, "");
  ASSERT_EQ(warnings.size(), 6U);
  EXPECT_EQ(warnings[4].argument("group"), "few 4");
  EXPECT_EQ(warnings[4].argument("consequence"), "");
  EXPECT_EQ(warnings[5].code(), "more-small-groups");
  EXPECT_EQ(warnings[5].argument("more"), "3995");
  EXPECT_EQ(warnings[5].argument("groups"), "4001");
  EXPECT_EQ(warnings[5].argument("minimum"), "10");
}

TEST(SmallGroupsTest, GroupsOfOneNameAndSizeAreWarnedOfOnce) {
  const std::vector<std::pair<std::string, Index>> groups = {{"1", 3}, {"0", 50}, {"1", 3}};
  EXPECT_EQ(small_group_warnings(groups, 10, "").size(), 1U);
}

}  // namespace small_groups_test
}  // namespace fairpca
