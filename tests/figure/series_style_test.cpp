// SPDX-License-Identifier: BSD-3-Clause
#include "figure/series_style.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <set>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "fairpca/matrix.h"
#include "figure/figures_for_tests.h"
#include "figure/panel_marks.h"

namespace fairpca {
namespace {

using Rgb = Eigen::Vector3d;

/// Linear light of `#RRGGBB`.
Rgb light_of(std::string_view colour) {
  Rgb light;
  for (int i = 0; i < 3; ++i) {
    int byte = 0;
    const char* const start = colour.data() + 1 + 2 * i;
    std::from_chars(start, start + 2, byte, 16);
    const double value = byte / 255.0;
    light(i) = value <= 0.04045 ? value / 12.92 : std::pow((value + 0.055) / 1.055, 2.4);
  }
  return light;
}

double luminance(const Rgb& light) {
  return light.dot(Rgb(0.2126, 0.7152, 0.0722));
}

/// WCAG's contrast ratio.
double contrast(std::string_view a, std::string_view b) {
  const double first = luminance(light_of(a)), second = luminance(light_of(b));
  return (std::max(first, second) + 0.05) / (std::min(first, second) + 0.05);
}

Rgb lab(const Rgb& light) {
  Eigen::Matrix3d to_xyz;
  to_xyz << 0.4124, 0.3576, 0.1805, 0.2126, 0.7152, 0.0722, 0.0193, 0.1192, 0.9505;
  const Rgb seen = light.cwiseMax(0).cwiseMin(1);
  const Rgb xyz = (to_xyz * seen).cwiseQuotient(Rgb(0.9505, 1, 1.089));
  Rgb f;
  for (int i = 0; i < 3; ++i) {
    f(i) = xyz(i) > 0.008856 ? std::cbrt(xyz(i)) : 7.787 * xyz(i) + 16.0 / 116;
  }
  return {116 * f(1) - 16, 500 * (f(0) - f(1)), 200 * (f(1) - f(2))};
}

/// What eyes with a missing kind of cone make of linear light (Machado et al. 2009, severity 1).
std::array<Eigen::Matrix3d, 4> eyes() {
  std::array<Eigen::Matrix3d, 4> all;
  all[0].setIdentity();
  all[1] << 0.152286, 1.052583, -0.204868, 0.114503, 0.786281, 0.099216, -0.003882, -0.048116,
      1.051998;
  all[2] << 0.367322, 0.860646, -0.227968, 0.280085, 0.672501, 0.047413, -0.011820, 0.042940,
      0.968881;
  all[3] << 1.255528, -0.076749, -0.178779, -0.078411, 0.930809, 0.147602, 0.004733, 0.691367,
      0.303900;
  return all;
}

TEST(SeriesStyleTest, EveryColourStandsOutFromItsGround) {
  for (const ThemeColour& colour : kColours) {
    EXPECT_GE(contrast(colour.light, kPaper.light), 3) << colour.light;
    EXPECT_GE(contrast(colour.dark, kPaper.dark), 3) << colour.dark;
  }
  for (const ThemeColour& text : {kInk, kPale}) {  // WCAG AA for text
    EXPECT_GE(contrast(text.light, kPaper.light), 4.5);
    EXPECT_GE(contrast(text.dark, kPaper.dark), 4.5);
  }
}

TEST(SeriesStyleTest, LuminanceOfBlendedColoursIsThatOfTheirMixture) {
  EXPECT_NEAR(blended_luminance("#2837A5", "#FFFFFF", 1), luminance(light_of("#2837A5")), 1e-12);
  EXPECT_NEAR(blended_luminance("#2837A5", "#14181D", 0), luminance(light_of("#14181D")), 1e-12);
  EXPECT_NEAR(blended_luminance("#000000", "#CCCCCC", 0.5), luminance(light_of("#666666")), 1e-12);
}

TEST(SeriesStyleTest, NumbersOnCellsAreReadableInBothThemes) {
  const HeatRange range{.largest = 2, .has_negative = true, .has_cells = true};
  for (int i = -200; i <= 200; ++i) {
    const double value = i / 100.0, opacity = 0.04 + 0.96 * std::abs(value) / range.largest;
    const std::string classes = heat_text_class(value, range);
    ASSERT_EQ(classes.size(), 6U);
    const ThemeColour& colour = kColours[value < 0 ? 1 : 0];
    const double light = blended_luminance(colour.light, kPaper.light, opacity);
    const double dark = blended_luminance(colour.dark, kPaper.dark, opacity);
    const auto contrast_of = [](char text, double ground) {
      return text == '1' ? 1.05 / (ground + 0.05) : (ground + 0.05) / 0.05;
    };
    EXPECT_GE(contrast_of(classes[4], light), 4.5) << value;
    EXPECT_GE(contrast_of(classes[5], dark), 4.5) << value;
  }
}

TEST(SeriesStyleTest, NoTwoColoursAreConfusedWhateverTheEyes) {
  for (const Eigen::Matrix3d& eye : eyes()) {
    for (std::size_t i = 0; i < kColours.size(); ++i) {
      for (std::size_t j = 0; j < i; ++j) {
        for (const auto theme : {&ThemeColour::light, &ThemeColour::dark}) {
          const Rgb a = lab(eye * light_of(kColours[i].*theme));
          const Rgb b = lab(eye * light_of(kColours[j].*theme));
          EXPECT_GT((a - b).norm(), 20) << kColours[i].*theme << ' ' << kColours[j].*theme;
        }
      }
    }
  }
}

TEST(SeriesStyleTest, SixtySeriesDifferInColourAndShapeAndInColourAndDash) {
  const Figure figure = lines_figure(numbered_names(60));
  std::set<std::pair<int, int>> shapes, dashes;
  for (int i = 0; i < 60; ++i) {
    const SeriesStyle style = style_of(figure, i);
    EXPECT_TRUE(shapes.insert({style.colour, style.shape}).second) << i;
    EXPECT_TRUE(dashes.insert({style.colour, style.dash}).second) << i;
  }
}

TEST(SeriesStyleTest, ASeriesMayChooseItsLook) {
  Figure figure = lines_figure(numbered_names(2));
  figure.series[0] = {.name = "a", .colour = 3, .shape = 2, .dash = 8};
  EXPECT_EQ(style_of(figure, 0).colour, 3);
  EXPECT_EQ(style_of(figure, 0).shape, 2);
  EXPECT_EQ(style_of(figure, 0).dash, 8);
  EXPECT_EQ(style_of(figure, -1).colour, -1);
}

TEST(SeriesStyleTest, ShapesDiffer) {
  std::set<std::string> paths;
  for (int shape = 0; shape < kShapes; ++shape) paths.insert(shape_path(shape, 10, 10, 4));
  EXPECT_EQ(paths.size(), static_cast<std::size_t>(kShapes));
}

TEST(SeriesStyleTest, TheStyleKnowsBothThemesAndPrint) {
  const std::string style = figure_style();
  EXPECT_THAT(style, ::testing::HasSubstr("screen and (prefers-color-scheme:dark)"));
  EXPECT_THAT(style, ::testing::HasSubstr("[data-theme=dark]"));
  EXPECT_THAT(style, ::testing::HasSubstr(std::string(kColours[0].dark)));
}

}  // namespace
}  // namespace fairpca
