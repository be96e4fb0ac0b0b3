// SPDX-License-Identifier: BSD-3-Clause
#include "rows/text_codes.h"

#include <map>
#include <random>
#include <string>

#include <gtest/gtest.h>

namespace fairpca {
namespace text_codes_test {

TEST(TextCodesTest, EveryTextHasItsOwnCodeAsInAnOrderedMap) {
  std::mt19937_64 engine(5);
  TextCodes codes;
  std::map<std::string, std::int32_t> expected;
  for (int trial = 0; trial < 50'000; ++trial) {
    // Few letters and lengths around the sizes of words: many texts come again or nearly.
    std::string text(engine() % 40, 'a');
    for (char& letter : text) letter = engine() % 8 == 0 ? "\0b"[engine() % 2] : 'a';
    const auto known = expected.find(text);
    const std::int32_t* const found = codes.find(text);
    ASSERT_EQ(found != nullptr, known != expected.end()) << text;
    if (found != nullptr) {
      ASSERT_EQ(*found, known->second) << text;
    } else {
      codes.add(text, trial);
      expected.emplace(text, trial);
    }
  }
  EXPECT_GT(expected.size(), 1000U);
  for (const auto& [text, code] : expected) EXPECT_EQ(*codes.find(text), code) << text;
}

TEST(TextCodesTest, ATextNeverAddedIsNotFound) {
  TextCodes codes;
  EXPECT_EQ(codes.find(""), nullptr);
  codes.add("", 7);
  EXPECT_EQ(*codes.find(""), 7);
  EXPECT_EQ(codes.find(std::string(1, '\0')), nullptr);
  EXPECT_EQ(codes.find("Married-civ-spouse"), nullptr);
}

}  // namespace text_codes_test
}  // namespace fairpca
