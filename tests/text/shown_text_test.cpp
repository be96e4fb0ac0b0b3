// SPDX-License-Identifier: BSD-3-Clause
#include "text/shown_text.h"

#include <gmock/gmock.h>

#include "text/quoted.h"

namespace fairpca {
namespace shown_text_test {

TEST(ShownTextTest, TextOfPeopleStaysAsItIs) {
  for (const std::string text : {"", "age", "caf\xc3\xa9", "\xe6\xbc\xa2\xe5\xad\x97", "a\\x1b",
                                 "\xf0\x9f\x98\x80", "\xc2\xa0"}) {
    EXPECT_EQ(shown_text(text), text);
    EXPECT_EQ(shown_message(text), text);
    EXPECT_TRUE(is_utf8(text));
  }
}

TEST(ShownTextTest, WhatATerminalObeysOrNobodySeesIsEscaped) {
  EXPECT_EQ(shown_text("a\x1b[31m\n\r\t\x7f"), "a\\x1b[31m\\x0a\\x0d\\x09\\x7f");
  EXPECT_EQ(shown_text("\xc2\x9b"), "\\x9b");                // the one-character form of ESC [
  EXPECT_EQ(shown_text("\xe2\x80\xae"), "\\u202e");          // right-to-left override
  EXPECT_EQ(shown_text("\xe2\x80\xa8"), "\\u2028");          // line separator
  EXPECT_EQ(shown_text("\xef\xbb\xbf"), "\\ufeff");          // byte order mark
  EXPECT_EQ(shown_text("\xf3\xa0\x80\x81"), "\\U000e0001");  // a tag
  EXPECT_EQ(shown_text(std::string("a\0b", 3)), "a\\x00b");
}

TEST(ShownTextTest, BytesThatAreNotUtf8AreShownAsBytes) {
  for (const std::string bytes : {"\xff", "\xc3", "\xe2\x80", "\xc0\x80", "\xed\xa0\x80",
                                  "\xf4\x90\x80\x80", "\xe0\x80\x80", "\x80"}) {
    EXPECT_FALSE(is_utf8(bytes));
    for (const char c : shown_text(bytes)) EXPECT_TRUE(c >= ' ' && c < 0x7f) << bytes;
  }
  EXPECT_EQ(shown_text("K\xf6ln"), "K\\xf6ln");
}

TEST(ShownTextTest, LongTextsAreCutBetweenCharacters) {
  std::string text;
  for (int i = 0; i < 1000; ++i) text += "\xc3\xa9";
  EXPECT_EQ(shown_text(text), text.substr(0, 400) + "...");
  EXPECT_TRUE(is_utf8(shown_message(text)));
  EXPECT_LE(shown_message(text).size(), 610U);
  EXPECT_EQ(shown_text(text.substr(0, 400)), text.substr(0, 400));
  EXPECT_LE(in_quotes(text).size(), 130U);
}

TEST(ShownTextTest, ALongMessageKeepsWhatIsWrongAndWhatToDo) {
  const std::string message =
      "there is no column '" + std::string(1'000'000, '\n') + "'; rename it";
  const std::string shown = shown_message(message);
  EXPECT_LE(shown.size(), 610U);
  EXPECT_THAT(shown, testing::StartsWith("there is no column '\\x0a"));
  EXPECT_THAT(shown, testing::EndsWith("\\x0a'; rename it"));
}

}  // namespace shown_text_test
}  // namespace fairpca
