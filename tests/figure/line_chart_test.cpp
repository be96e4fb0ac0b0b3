// SPDX-License-Identifier: BSD-3-Clause
#include "figure/line_chart.h"

#include <limits>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace fairpca {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

Figure rising() {
  return {.id = "figure-1",
          .title = "Rising",
          .x_label = "step",
          .y_label = "value",
          .lines = {{"one", 0, 0}, {"two", 1, 1}},
          .x = Vector{{0, 5, 10}},
          .values = Matrix{{0, 4}, {1, 4}, {2, 4}}};
}

int count(const std::string& text, const std::string& part) {
  int found = 0;
  for (std::size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) {
    ++found;
  }
  return found;
}

TEST(LineChartTest, DrawsALinePerColumnAtItsPlaceInTheFrame) {
  const std::string svg = line_chart_svg(rising());
  EXPECT_EQ(count(svg, "<polyline"), 2);
  // The frame is 560 x 360 from (80, 48); x goes from 0 to 10, y from 0 to 4.
  EXPECT_THAT(svg, HasSubstr("points=\"80.0,408.00 360.0,318.00 640.0,228.00 \""));
  EXPECT_THAT(svg, HasSubstr("points=\"80.0,48.00 360.0,48.00 640.0,48.00 \""));
}

TEST(LineChartTest, BreaksALineWhereThereIsNoNumber) {
  Figure figure = rising();
  figure.values(1, 0) = std::numeric_limits<double>::quiet_NaN();
  EXPECT_EQ(count(line_chart_svg(figure), "<polyline"), 3);
  EXPECT_THAT(line_chart_svg(figure), Not(HasSubstr("nan")));
}

TEST(LineChartTest, EscapesNames) {
  Figure figure = rising();
  figure.title = "a < b & \"c\"";
  figure.lines[0].name = std::string("<script>\x01");
  const std::string svg = line_chart_svg(figure);
  EXPECT_THAT(svg, HasSubstr("a &lt; b &amp; &quot;c&quot;"));
  EXPECT_THAT(svg, HasSubstr("&lt;script&gt;\xEF\xBF\xBD"));
  EXPECT_THAT(svg, Not(HasSubstr("<script")));
}

TEST(LineChartTest, DrawsOneValueAndNoneAtAll) {
  Figure figure = rising();
  figure.values.setConstant(3);
  EXPECT_EQ(count(line_chart_svg(figure), "<polyline"), 2);
  figure.values.setConstant(std::numeric_limits<double>::quiet_NaN());
  EXPECT_EQ(count(line_chart_svg(figure), "<polyline"), 0);
  figure.x.resize(0);
  figure.values.resize(0, 2);
  EXPECT_THAT(line_chart_svg(figure), HasSubstr("</svg>"));
}

TEST(LineChartTest, TicksOfLargeAndTinyNumbersAreRound) {
  Figure figure = rising();
  figure.values *= 1e-9;
  EXPECT_THAT(line_chart_svg(figure), HasSubstr(">5e-10<"));
  figure.values *= 1e18;
  EXPECT_THAT(line_chart_svg(figure), HasSubstr(">5e+08<"));
}

}  // namespace
}  // namespace fairpca
