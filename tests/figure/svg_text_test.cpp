// SPDX-License-Identifier: BSD-3-Clause
#include "figure/svg_text.h"

#include <array>
#include <cmath>
#include <sstream>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "figure/figures_for_tests.h"
#include "figure/series_style.h"
#include "figure/xml_text.h"

namespace fairpca {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

SvgOptions page_options(double width) {
  return {.width = width,
          .margin = 0,
          .shows_title = false,
          .shows_caption = false,
          .shows_legend = false,
          .names_lines = width > 400};
}

/// Every text inside the drawing, none over another.
void expect_room_for_texts(const Drawing& drawing) {
  const Box page{0, 0, drawing.width, drawing.height};
  for (std::size_t i = 0; i < drawing.texts.size(); ++i) {
    const DrawnText& text = drawing.texts[i];
    EXPECT_TRUE(page.grown(0.01).contains(text.box)) << text.text;
    for (std::size_t j = 0; j < i; ++j) {
      EXPECT_FALSE(text.box.overlaps(drawing.texts[j].box))
          << '"' << text.text << "\" over \"" << drawing.texts[j].text << '"';
    }
  }
}

void expect_room_for_texts(const Figure& figure, double width) {
  SCOPED_TRACE(figure.id + " at " + std::to_string(width));
  expect_room_for_texts(draw_figure(figure, {.width = width}));
}

TEST(SvgTextTest, NoTwoTextsOverlapWhateverTheFigure) {
  for (const int groups : {1, 2, 4, 6, 60}) {
    for (const Figure& figure : every_kind(numbered_names(groups))) {
      for (const double width : {340.0, 760.0, 1200.0}) expect_room_for_texts(figure, width);
    }
  }
}

TEST(SvgTextTest, NoTwoTextsOverlapAsPagesDrawThem) {
  for (const int groups : {1, 2, 4, 6, 60}) {
    for (const Figure& figure : every_kind(numbered_names(groups))) {
      for (const double width : {310.0, 720.0}) {
        const Drawing drawing = draw_figure(figure, page_options(width));
        expect_room_for_texts(drawing);
      }
    }
  }
}

TEST(SvgTextTest, LabelsOfTicksHaveRoomWhateverTheirRange) {
  Figure figure = lines_figure({"a", "b"});
  figure.panels.resize(2, figure.panels.front());
  figure.panels[1].is_square = true;
  for (int i = 0; i < 200; ++i) {
    for (Panel& panel : figure.panels) {
      panel.y.low = 0;
      panel.y.high = 0.01 * std::exp(0.05 * i);
    }
    for (const double width : {310.0, 500.0, 720.0}) {
      SCOPED_TRACE(i);
      expect_room_for_texts(draw_figure(figure, page_options(width)));
    }
  }
}

TEST(SvgTextTest, NamesOfColumnsOfFewCellsAreInsideTheDrawing) {
  Figure figure = every_kind({"fair-pca", "mean-matching-pca"}).at(5);
  for (const double width : {310.0, 720.0}) {
    expect_room_for_texts(draw_figure(figure, page_options(width)));
  }
}

TEST(SvgTextTest, APageMayHoldTheLegend) {
  const Figure few = lines_figure({"a", "b"}), many = lines_figure(numbered_names(9));
  EXPECT_THAT(svg_text(many), HasSubstr("fp-legend"));
  EXPECT_THAT(svg_text(many, page_options(310)), Not(HasSubstr("fp-legend")));
  EXPECT_THAT(svg_text(few, {.shows_legend = false}), HasSubstr(">b</text>"));
  EXPECT_THAT(svg_text(few, page_options(310)), Not(HasSubstr(">b</text>")));
  EXPECT_THAT(svg_text(every_kind({"a"}).at(5), page_options(310)), HasSubstr("fp-legend"))
      << "the scale of colours stays";
}

TEST(SvgTextTest, PanelsSayWhatTheirAxesAreCalledAndLabelsWhoseTheyAre) {
  EXPECT_THAT(svg_text(lines_figure({"a"})),
              HasSubstr("<g class=\"fp-panel\" data-x-name=\"dimensions\" data-y-name=\"error\">"));
  EXPECT_THAT(svg_text(every_kind({"<a>"}).at(1)),
              HasSubstr("<g data-series=\"&lt;a&gt;\">\n<text"));
}

TEST(SvgTextTest, NoTwoTextsOverlapUnderHostileNames) {
  for (const Figure& figure : every_kind(hostile_names())) {
    for (const double width : {340.0, 760.0}) expect_room_for_texts(figure, width);
  }
}

TEST(SvgTextTest, TheSameFigureGivesTheSameBytes) {
  for (const Figure& figure : every_kind(numbered_names(6))) {
    EXPECT_EQ(svg_text(figure), svg_text(figure));
  }
}

TEST(SvgTextTest, NamesAreTextWhateverTheyHold) {
  for (const Figure& figure : every_kind(hostile_names())) {
    const std::string svg = svg_text(figure);
    EXPECT_THAT(svg, Not(HasSubstr("<script")));
    EXPECT_THAT(svg, Not(HasSubstr("]]>")));
    for (const char c : svg) {
      EXPECT_TRUE(c == '\n' || static_cast<unsigned char>(c) >= 0x20) << figure.id;
    }
    EXPECT_THAT(svg, Not(HasSubstr("\u202e")));
  }
}

TEST(SvgTextTest, ALongNameIsShortenedInSightAndWholeOnHover) {
  const std::string name = std::string(150, 'n') + std::string(150, 'm');
  const std::string svg = svg_text(lines_figure({name, "other"}));
  EXPECT_THAT(svg, HasSubstr("<title>" + name + "</title>"));
  EXPECT_THAT(svg, HasSubstr("nnn…mmm"));
}

TEST(SvgTextTest, TitleAndDescriptionAreThereForThoseWhoCannotSeeIt) {
  Figure figure = lines_figure({"Female", "Male"});
  figure.id = "who pays";
  const std::string svg = svg_text(figure);
  EXPECT_THAT(svg, HasSubstr("role=\"img\" aria-labelledby=\"who-pays.title who-pays.desc\""));
  EXPECT_THAT(svg, HasSubstr("<title id=\"who-pays.title\">All of lines</title>"));
  EXPECT_THAT(svg, HasSubstr("error against dimensions. Shown: Female, Male</desc>"));
  figure.description = "Two falling lines.";
  EXPECT_THAT(svg_text(figure), HasSubstr(">Two falling lines.</desc>"));
}

TEST(SvgTextTest, MarksCarryTheirNumbers) {
  const std::string svg = svg_text(lines_figure({"Female", "Male"}, 2));
  EXPECT_THAT(svg, HasSubstr("data-mark=\"line\" data-series=\"Female\""));
  EXPECT_THAT(svg, HasSubstr("data-x=\"2\" data-y=\"1.5\" data-low=\"1.35\" data-high=\"1.65\""));
  EXPECT_THAT(svg, HasSubstr("<title>Female, dimensions: 2, error: 1.5 (1.35 to 1.65)</title>"));
}

TEST(SvgTextTest, FewLinesAreNamedAtTheirEndsAndManyInALegend) {
  const auto entries = [](int lines) {
    return count_of(svg_text(lines_figure(numbered_names(lines))), "class=\"fp-entry\"");
  };
  EXPECT_EQ(entries(4), 0);
  EXPECT_EQ(entries(5), 5);
  EXPECT_EQ(entries(60), 60);
  EXPECT_THAT(svg_text(lines_figure(numbered_names(4))), HasSubstr(">group 3</text>"));
}

TEST(SvgTextTest, BandsThatAreNotDrawnTakeNoRoom) {
  const auto svg_of = [](std::size_t lines) {
    Figure figure{.id = "lines", .title = "t", .description = ""};
    Panel& panel = figure.panels.emplace_back();
    for (std::size_t i = 0; i < lines; ++i) {
      figure.series.push_back({"line " + std::to_string(i)});
      panel.marks.push_back({.series = static_cast<int>(i),
                             .points = {{.x = 0, .y = 1, .low = 0, .high = 7000},
                                        {.x = 1, .y = 2, .low = 0, .high = 7000}}});
    }
    return svg_text(figure);
  };
  EXPECT_THAT(svg_of(4), HasSubstr("fp-band\""));
  EXPECT_THAT(svg_of(4), HasSubstr(">6000<"));
  EXPECT_THAT(svg_of(5), Not(HasSubstr("fp-band\"")));
  EXPECT_THAT(svg_of(5), Not(HasSubstr(">6000<")));
}

TEST(SvgTextTest, ALineIsBrokenWhereThereIsNoNumber) {
  Figure figure = lines_figure({"one"});
  EXPECT_EQ(count_of(svg_text(figure), "<polyline"), 1);
  figure.panels[0].marks[0].points[2].y = kNoNumber;
  const std::string svg = svg_text(figure);
  EXPECT_EQ(count_of(svg, "<polyline"), 2);
  EXPECT_THAT(svg, Not(HasSubstr("nan")));
}

TEST(SvgTextTest, AFigureWithoutNumbersIsStillAFigure) {
  Figure figure = lines_figure({"one", "two"});
  for (Mark& mark : figure.panels[0].marks) {
    for (MarkPoint& point : mark.points) point = {};
  }
  EXPECT_THAT(svg_text(figure), HasSubstr("</svg>"));
  for (Mark& mark : figure.panels[0].marks) mark.points.clear();
  EXPECT_THAT(svg_text(figure), Not(HasSubstr("nan")));
  figure.panels.clear();
  figure.series.clear();
  EXPECT_THAT(svg_text(figure), HasSubstr("</svg>"));
}

TEST(SvgTextTest, ALineGoesThroughItsNumbers) {
  // x from 1 to 3 and y from 0 to 4 without padding: the middle of the line is its middle.
  Figure figure = lines_figure({"one"}, 3);
  Panel& panel = figure.panels[0];
  panel.x.low = 1;
  panel.x.high = 3;
  panel.y.low = 0;
  panel.y.high = 4;
  for (std::size_t i = 0; i < 3; ++i)
    panel.marks[0].points[i] = {.x = 1.0 + static_cast<double>(i),
                                .y = 2.0 * static_cast<double>(i)};
  const std::string svg = svg_text(figure);
  const std::size_t at = svg.find("points=\"") + 8;
  std::istringstream points(svg.substr(at, svg.find('"', at) - at));
  std::array<double, 3> x{}, y{};
  char comma = 0;
  for (std::size_t i = 0; i < 3; ++i) points >> x[i] >> comma >> y[i];
  ASSERT_TRUE(points) << "three points";
  EXPECT_NEAR(x[1], (x[0] + x[2]) / 2, 0.11);
  EXPECT_NEAR(y[1], (y[0] + y[2]) / 2, 0.11);
  EXPECT_LT(y[2], y[0]);  // upwards
  EXPECT_LT(x[0], x[2]);
}

TEST(SvgTextTest, ManyPointsOfAScatterShareAPath) {
  Figure figure = lines_figure({"one", "two"}, 400);
  for (Mark& mark : figure.panels[0].marks) mark.kind = MarkKind::kScatter;
  figure.panels[0].marks[0].hull_share = 0.9;
  const std::string svg = svg_text(figure);
  EXPECT_EQ(count_of(svg, "class=\"fp-cloud\""), 2);
  EXPECT_EQ(count_of(svg, "class=\"fp-hull\""), 1);
  EXPECT_EQ(count_of(svg, "class=\"fp-mark\""), 0);
  EXPECT_LT(svg.size(), 40000U);
}

TEST(SvgTextTest, APageMayHoldTheStyleAndTheTitleItself) {
  const Figure figure = lines_figure({"one", "two"});
  const std::string bare =
      svg_text(figure, {.embeds_style = false, .shows_title = false, .shows_caption = false});
  EXPECT_THAT(bare, Not(HasSubstr("<style>")));
  EXPECT_THAT(bare, Not(HasSubstr(">All of lines</text>")));
  EXPECT_THAT(bare, Not(HasSubstr(">A caption.</text>")));
  EXPECT_THAT(bare, HasSubstr(">All of lines</title>"));
  EXPECT_THAT(bare, Not(HasSubstr("style=\"")));  // a strict page allows no style attribute
  EXPECT_THAT(svg_text(figure), HasSubstr(figure_style()));
}

TEST(SvgTextTest, TheNameOfAVerticalRuleStandsAboveTheCategories) {
  Figure figure = every_kind({"a", "b"}).at(3);
  figure.panels[0].marks.push_back(
      {.kind = MarkKind::kRule, .points = {{.x = 0.3, .label = "chance"}}});
  const Drawing drawing = draw_figure(figure, {.shows_legend = false});
  const auto box_of = [&](const std::string& text) {
    for (const DrawnText& drawn : drawing.texts) {
      if (drawn.text == text) return drawn.box;
    }
    return Box{};
  };
  ASSERT_GT(box_of("chance").width(), 0);
  EXPECT_LE(box_of("chance").bottom, box_of("a").bottom - 12);
}

TEST(SvgTextTest, LogarithmicAxesLeaveOutWhatIsNotPositive) {
  Figure figure = lines_figure({"one"});
  figure.panels[0].y.kind = AxisKind::kLogarithmic;
  figure.panels[0].marks[0].points[0].y = -1;
  const std::string svg = svg_text(figure);
  EXPECT_EQ(count_of(svg, "<path class=\"fp-mark\""), 4);
  EXPECT_THAT(svg, Not(HasSubstr("nan")));
}

TEST(XmlTextTest, EscapesAndReplaces) {
  EXPECT_EQ(xml_text("a < b & \"c\" 'd' >"), "a &lt; b &amp; &quot;c&quot; &#39;d&#39; &gt;");
  EXPECT_EQ(xml_text(std::string("\x01\0", 2)), "\uFFFD\uFFFD");
  EXPECT_EQ(xml_text("\xff"), "\uFFFD");
  EXPECT_EQ(xml_text("\u00e4\u4e2d"), "\u00e4\u4e2d");
  EXPECT_EQ(xml_id("a b/c<d"), "a-b-c-d");
  EXPECT_EQ(length_text(1.04), "1");
  EXPECT_EQ(length_text(-0.01), "0");
  EXPECT_EQ(number_text(1.0 / 3), "0.333333");
}

}  // namespace
}  // namespace fairpca
