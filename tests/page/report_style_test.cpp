// SPDX-License-Identifier: BSD-3-Clause
#include <algorithm>
#include <map>
#include <regex>

#include <gtest/gtest.h>

#include "figure/series_style.h"
#include "page/assets.h"

namespace fairpca {
namespace {

using Colours = std::map<std::string, std::string>;

/// `--name: #RRGGBB` of each rule that has any, in order: light, dark by the system, dark by
/// choice.
std::vector<Colours> themes() {
  const std::string style(kReportStyle);
  static const std::regex kRule("\\{([^{}]*--ink:[^{}]*)\\}");
  static const std::regex kColour("--([a-z-]+): (#[0-9A-F]{6});");
  std::vector<Colours> found;
  for (std::sregex_iterator rule(style.begin(), style.end(), kRule), end; rule != end; ++rule) {
    const std::string inside = (*rule)[1];
    Colours colours;
    for (std::sregex_iterator match(inside.begin(), inside.end(), kColour); match != end; ++match) {
      colours[(*match)[1]] = (*match)[2];
    }
    found.push_back(colours);
  }
  return found;
}

double contrast_between(const std::string& a, const std::string& b) {
  const double first = blended_luminance(a, b, 1), second = blended_luminance(b, a, 1);
  return (std::max(first, second) + 0.05) / (std::min(first, second) + 0.05);
}

TEST(ReportStyleTest, BlackOnWhiteHasContrast21) {
  EXPECT_NEAR(contrast_between("#000000", "#FFFFFF"), 21, 1e-9);
}

TEST(ReportStyleTest, TheDarkThemeIsTheSameByChoiceAndBySystem) {
  ASSERT_EQ(themes().size(), 3U);
  EXPECT_EQ(themes()[1], themes()[2]);
  EXPECT_EQ(themes()[0].size(), themes()[1].size());
}

TEST(ReportStyleTest, TextIsReadableOnItsGround) {
  for (const Colours& theme : themes()) {
    for (const char* ground : {"paper", "soft", "tint"}) {
      for (const char* text : {"ink", "pale", "accent"}) {
        EXPECT_GE(contrast_between(theme.at(text), theme.at(ground)), 4.5) << text << " " << ground;
      }
    }
    EXPECT_GE(contrast_between(theme.at("on-accent"), theme.at("accent")), 4.5);
  }
}

TEST(ReportStyleTest, EdgesOfControlsAndTheRingOfTheFocusAreSeen) {
  for (const Colours& theme : themes()) {
    for (const char* ground : {"paper", "soft"}) {
      EXPECT_GE(contrast_between(theme.at("edge"), theme.at(ground)), 3) << ground;
      EXPECT_GE(contrast_between(theme.at("accent"), theme.at(ground)), 3) << ground;
    }
  }
}

TEST(ReportStyleTest, ThePageHasTheGroundOfItsFigures) {
  EXPECT_EQ(themes()[0].at("paper"), kPaper.light);
  EXPECT_EQ(themes()[1].at("paper"), kPaper.dark);
}

TEST(ReportStyleTest, TheScriptWritesNoMarkupAndRunsNoText) {
  for (const char* word : {"innerHTML", "outerHTML", "insertAdjacentHTML", "document.write",
                           "eval(", "Function(", "fetch(", "XMLHttpRequest", "import("}) {
    EXPECT_EQ(kReportScript.find(word), std::string_view::npos) << word;
  }
  EXPECT_NE(kReportScript.find("\"use strict\";"), std::string_view::npos);
  EXPECT_EQ(kReportScript.find("</script"), std::string_view::npos);
  EXPECT_EQ(kReportStyle.find("</style"), std::string_view::npos);
}

}  // namespace
}  // namespace fairpca
