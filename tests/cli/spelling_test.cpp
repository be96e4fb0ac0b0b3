// SPDX-License-Identifier: BSD-3-Clause
#include "spelling.h"

#include <gtest/gtest.h>

namespace fairpca::cli {
namespace spelling_test {

TEST(SpellingTest, SettingsAreSpelledAsFlagsWithTheirValue) {
  EXPECT_EQ(spelled_as_flags({"missing", "drop-row"}), "--missing drop-row");
  EXPECT_EQ(spelled_as_flags({"missing_group", "group"}), "--missing-group group");
  EXPECT_EQ(spelled_as_flags({"dimensions", "3"}), "--dimensions 3");
}

TEST(SpellingTest, AnOptionAloneIsItsFlagAndThatOfAColumnNamesItsValue) {
  EXPECT_EQ(spelled_as_flags({"max_iterations"}), "--max-iterations");
  EXPECT_EQ(spelled_as_flags({"keep_protected"}), "--keep-protected");
  EXPECT_EQ(spelled_as_flags({"group"}), "--group COL");
  EXPECT_EQ(spelled_as_flags({"drop"}), "--drop COL");
}

TEST(SpellingTest, ASettingOfAnotherCommandNamesIt) {
  EXPECT_EQ(spelled_as_flags({"what", "reconstruction"}), "transform --what reconstruction");
}

TEST(SpellingTest, WhatIsNeededOfANumberIsNotQuoted) {
  EXPECT_EQ(spelled_as_flags({"lambda", "> 0"}), "--lambda > 0");
  EXPECT_EQ(spelled_as_flags({"solver", "exact or dual"}), "--solver exact or dual");
}

std::string dropped(const std::string& column) {
  return spelled_as_flags({"drop", column, /*is_user_text=*/true});
}

TEST(SpellingTest, UserTextIsWrittenAsAShellTakesIt) {
  EXPECT_EQ(dropped("age"), "--drop age");
  EXPECT_EQ(dropped("hours per week"), "--drop 'hours per week'");
  EXPECT_EQ(spelled_as_flags({"na", "?", true}), "--na '?'");
  EXPECT_EQ(dropped("it's"), "--drop 'it'\\''s'");
  EXPECT_EQ(dropped("'age'"), "--drop ''\\''age'\\'''");
  EXPECT_EQ(dropped("a=b"), "--drop a=b");
  EXPECT_EQ(dropped("gr\u00f6\u00dfe"), "--drop gr\u00f6\u00dfe");
}

TEST(SpellingTest, ATerminalObeysNothingInUserText) {
  EXPECT_EQ(dropped("a\x1b[2J"), "--drop $'a\\x1b[2J'");
  EXPECT_EQ(dropped("it's\t\\"), "--drop $'it\\'s\\x09\\\\'");
  EXPECT_EQ(dropped("\u202ex"), "--drop $'\\u202ex'");
}

TEST(SpellingTest, ANameTooLongToPasteIsNotWritten) {
  EXPECT_EQ(dropped(std::string(1000, 'x')), "--drop COL");
}

TEST(SpellingTest, AValueThatLooksLikeAnOptionIsTiedToItsFlag) {
  EXPECT_EQ(dropped("--drop me"), "--drop='--drop me'");
  EXPECT_EQ(dropped("-x"), "--drop=-x");
}

}  // namespace spelling_test
}  // namespace fairpca::cli
