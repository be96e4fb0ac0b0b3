// SPDX-License-Identifier: BSD-3-Clause
#include "fairpca/moments/small_groups.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace fairpca {
namespace small_groups_test {

using testing::ElementsAre;
using testing::IsEmpty;

TEST(SmallGroupsTest, GroupsBelowTheMinimumAreNamedWithWhatBecomesOfThem) {
  EXPECT_THAT(small_group_warnings({{"a", 10}, {"b", 9}, {"c", 1}}, 10, "left out"),
              ElementsAre("group 'b' has 9 rows, fewer than the minimum group size of 10: its "
                          "statistics are left out",
                          "group 'c' has a single row: its statistics are that row's record; they "
                          "are left out"));
  EXPECT_THAT(small_group_warnings({{"a", 10}}, 10, "left out"), IsEmpty());
}

TEST(SmallGroupsTest, ASingleRowIsWarnedOfWhateverTheMinimum) {
  EXPECT_THAT(small_group_warnings({{"a", 1}, {"b", 2}}, 0, "left out"),
              ElementsAre("group 'a' has a single row: its statistics are that row's record"));
}

TEST(SmallGroupsTest, AfterFiveTheRestIsCounted) {
  std::vector<std::pair<std::string, Index>> groups;
  for (int i = 0; i < 4000; ++i) groups.emplace_back("few " + std::to_string(i), 3);
  groups.emplace_back("many", 50);
  const std::vector<std::string> warnings = small_group_warnings(groups, 10, "");
  ASSERT_EQ(warnings.size(), 6U);
  EXPECT_EQ(warnings[4], "group 'few 4' has 3 rows, fewer than the minimum group size of 10");
  EXPECT_EQ(warnings[5], "and 3995 more of the 4001 groups have fewer than 10 rows");
}

TEST(SmallGroupsTest, GroupsOfOneNameAndSizeAreWarnedOfOnce) {
  const std::vector<std::pair<std::string, Index>> groups = {{"1", 3}, {"0", 50}, {"1", 3}};
  EXPECT_EQ(small_group_warnings(groups, 10, "").size(), 1U);
}

}  // namespace small_groups_test
}  // namespace fairpca
