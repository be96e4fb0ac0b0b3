// SPDX-License-Identifier: BSD-3-Clause
#include "figure/text_box.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "figure/figures_for_tests.h"

namespace fairpca {
namespace {

TEST(TextWidthTest, GrowsWithSizeAndText) {
  EXPECT_DOUBLE_EQ(text_width("0", 1000), 636);
  EXPECT_DOUBLE_EQ(text_width("00", 20), 2 * text_width("0", 20));
  EXPECT_GT(text_width("m", 10), text_width("i", 10));
  EXPECT_GT(text_width("m", 10, true), text_width("m", 10));
  EXPECT_GE(text_width("\u4e2d", 10), 10);                           // wide
  EXPECT_DOUBLE_EQ(text_width("e\u0301", 10), text_width("e", 10));  // combines
}

TEST(FittedTextTest, KeepsStartAndEndOfWhatIsTooWide) {
  const std::string name = "Female, between 25 and 45 years";
  EXPECT_EQ(fitted_text(name, 1000, 11), name);
  const std::string cut = fitted_text(name, 100, 11);
  EXPECT_LE(text_width(cut, 11), 100);
  EXPECT_THAT(cut, ::testing::StartsWith("Female"));
  EXPECT_THAT(cut, ::testing::HasSubstr("…"));
  EXPECT_THAT(cut, ::testing::EndsWith("rs"));
}

TEST(FittedTextTest, FitsWhateverTheTextIs) {
  for (const std::string& name : hostile_names()) {
    for (const double width : {12.0, 40.0, 100.0, 333.0}) {
      EXPECT_LE(text_width(fitted_text(name, width, 11), 11), width) << name;
    }
  }
}

TEST(WrappedTextTest, LosesNoWordAndNoLineIsTooWide) {
  const std::string text = "No projection lies below or left of the front on the training rows";
  const std::vector<std::string> lines = wrapped_text(text, 120, 11);
  EXPECT_GT(lines.size(), 2U);
  std::string joined;
  for (const std::string& line : lines) {
    EXPECT_LE(text_width(line, 11), 120);
    joined += (joined.empty() ? "" : " ") + line;
  }
  EXPECT_EQ(joined, text);
  const std::vector<std::string> few = wrapped_text(text, 120, 11, false, 2);
  ASSERT_EQ(few.size(), 2U);
  EXPECT_THAT(few.back(), ::testing::HasSubstr("…"));
}

TEST(BoxTest, TouchingIsNotOverlapping) {
  const Box box{0, 0, 10, 10};
  EXPECT_FALSE(box.overlaps({10, 0, 20, 10}));
  EXPECT_TRUE(box.overlaps({9, 9, 20, 20}));
  EXPECT_TRUE(box.contains({0, 0, 10, 5}));
  EXPECT_FALSE(box.contains({0, 0, 11, 5}));
}

}  // namespace
}  // namespace fairpca
