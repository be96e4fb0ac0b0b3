// SPDX-License-Identifier: BSD-3-Clause
#include "rows/name_pattern.h"

#include <string>

#include <gtest/gtest.h>

namespace fairpca {
namespace name_pattern_test {

struct Case {
  const char* name;
  const char* pattern;
  bool matches;
};

TEST(NamePatternTest, AStarIsAnyTextAndAQuestionMarkOneCharacter) {
  for (const auto& [name, pattern, matches] : {Case{"decile_score", "decile_score", true},
                                               Case{"decile_score.1", "decile_score", false},
                                               Case{"decile_score.1", "decile*", true},
                                               Case{"decile_score", "*score", true},
                                               Case{"v_decile_score", "*decile*", true},
                                               Case{"", "*", true},
                                               Case{"", "?", false},
                                               Case{"x10", "x?", false},
                                               Case{"x1", "x?", true},
                                               Case{"x10", "x??", true},
                                               Case{"größe", "gr??e", true},
                                               Case{"größe", "gr?e", false},
                                               Case{"größe", "*?e", true},
                                               Case{"aab", "*ab", true},
                                               Case{"abcab", "*ab", true},
                                               Case{"abcabd", "*ab", false},
                                               Case{"abc", "a*b*c*", true},
                                               Case{"ABC", "a*", false},
                                               Case{"a*b", "a*b", true},
                                               Case{"mississippi", "m*iss*pi", true},
                                               Case{"mississippi", "m*iss*po", false}}) {
    EXPECT_EQ(matches_name_pattern(name, pattern), matches) << name << " " << pattern;
  }
}

TEST(NamePatternTest, ManyStarsTakeNoExponentialTime) {
  const std::string name(5000, 'a');
  std::string pattern;
  for (int i = 0; i < 100; ++i) pattern += "*a";
  EXPECT_FALSE(matches_name_pattern(name, pattern + "b"));
}

TEST(NamePatternTest, APatternHoldsAWildcard) {
  EXPECT_TRUE(is_name_pattern("a*"));
  EXPECT_TRUE(is_name_pattern("?"));
  EXPECT_FALSE(is_name_pattern("a.b[c]"));
  EXPECT_EQ(without_wildcards("*in?come*"), "income");
}

}  // namespace name_pattern_test
}  // namespace fairpca
