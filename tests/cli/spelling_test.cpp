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

TEST(SpellingTest, AnOptionAloneIsItsFlagAndAColumnHasAPlaceholder) {
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

TEST(SpellingTest, UserTextIsWrittenAsAShellTakesIt) {
  EXPECT_EQ(spelled_as_flags({"drop", "age"}), "--drop age");
  EXPECT_EQ(spelled_as_flags({"drop", "hours per week"}), "--drop 'hours per week'");
  EXPECT_EQ(spelled_as_flags({"na", "?"}), "--na '?'");
  EXPECT_EQ(spelled_as_flags({"drop", "it's"}), "--drop 'it'\\''s'");
  EXPECT_EQ(spelled_as_flags({"drop", "a=b"}), "--drop a=b");
  EXPECT_EQ(spelled_as_flags({"drop", "gr\u00f6\u00dfe"}), "--drop gr\u00f6\u00dfe");
}

TEST(SpellingTest, AValueThatLooksLikeAnOptionIsTiedToItsFlag) {
  EXPECT_EQ(spelled_as_flags({"drop", "--drop me"}), "--drop='--drop me'");
  EXPECT_EQ(spelled_as_flags({"drop", "-x"}), "--drop=-x");
}

TEST(SpellingTest, TheQuotesOfAMessageAreReplacedByThoseOfTheShell) {
  EXPECT_EQ(spelled_as_flags({"drop", "'age'"}), "--drop age");
  EXPECT_EQ(spelled_as_flags({"drop", "'x (--drop me)'"}), "--drop 'x (--drop me)'");
}

}  // namespace spelling_test
}  // namespace fairpca::cli
