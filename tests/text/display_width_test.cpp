// SPDX-License-Identifier: BSD-3-Clause
#include "text/display_width.h"

#include <sstream>

#include <gtest/gtest.h>

namespace fairpca {
namespace display_width_test {

TEST(DisplayWidthTest, CountsColumnsNotBytesNorCharacters) {
  EXPECT_EQ(display_width("Bern"), 4u);
  EXPECT_EQ(display_width("Zürich"), 6u);
  EXPECT_EQ(display_width("東京"), 4u);
  EXPECT_EQ(display_width("한국"), 4u);
  EXPECT_EQ(display_width("ｶﾅ"), 2u);         // half-width letters
  EXPECT_EQ(display_width("Ａ１"), 4u);       // full-width letters
  EXPECT_EQ(display_width("e\u0301te"), 3u);  // a combining accent
  EXPECT_EQ(display_width("हिन्दी"), 5u);      // two of its marks stand beside their letters
  EXPECT_EQ(display_width("😀"), 2u);
  EXPECT_EQ(display_width("\xff"), 1u);
  EXPECT_EQ(display_width(""), 0u);
}

TEST(ShortenedTest, KeepsWhatFitsAndBothEndsOfWhatDoesNot) {
  EXPECT_EQ(shortened("Female", 6), "Female");
  EXPECT_EQ(shortened("Female, 25 - 45", 10), "Female… 45");
  EXPECT_NE(shortened("Female, 25 - 45", 12), shortened("Female, over 99", 12));
  EXPECT_EQ(shortened("Female", 1), "…");
}

TEST(ShortenedTest, NeverIsWiderThanAskedNorCutsACharacter) {
  const std::string text = "東京都 e\u0301te\u0301 한국 😀 plain";
  for (std::size_t width = 1; width <= display_width(text) + 1; ++width) {
    const std::string cut = shortened(text, width);
    EXPECT_LE(display_width(cut), width) << cut;
    EXPECT_EQ(cut.find('\xff'), std::string::npos);
    // The end never begins with an accent that belongs to what was cut.
    const std::size_t dots = cut.find("…");
    if (dots != std::string::npos) {
      EXPECT_FALSE(cut.substr(dots + 3).starts_with("\u0301")) << cut;
    }
  }
}

TEST(WrappedTest, BreaksAtBlanksAndIndentsTheRest) {
  EXPECT_EQ(wrapped("one two three", 80, 2), "one two three");
  EXPECT_EQ(wrapped("one two three", 9, 2), "one two\n  three");
  EXPECT_EQ(wrapped("one two three", 1, 2), "one\n  two\n  three");
  EXPECT_EQ(wrapped("東京 東京 東京", 9), "東京 東京\n東京");
}

TEST(WrappedTest, WhatIsQuotedCanBeCopied) {
  EXPECT_EQ(wrapped("use --drop 'a b c d' or not", 12, 2), "use --drop\n  'a b c d'\n  or not");
  EXPECT_EQ(wrapped("see `fit --help` too", 8, 2), "see\n  `fit --help`\n  too");
  EXPECT_EQ(wrapped("the model's mean is", 12), "the model's\nmean is");  // an apostrophe
}

}  // namespace display_width_test
}  // namespace fairpca
