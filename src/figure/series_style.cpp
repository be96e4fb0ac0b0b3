// SPDX-License-Identifier: BSD-3-Clause
#include "figure/series_style.h"

#include <cmath>

#include <fmt/format.h>

#include "figure/xml_text.h"

namespace fairpca {
namespace {

constexpr std::array<std::string_view, kDashes> kDashTexts = {
    "", "7 3", "2 3", "10 3 2 3", "14 4", "5 2 1 2 1 2", "1 2", "14 3 4 3", "4 2"};

/// `M x,y l dx,dy ...`: relative steps are short.
std::string stroke_path(double x, double y, std::string_view steps) {
  return fmt::format("M{} {}{}", length_text(x), length_text(y), steps);
}

std::string circle(double x, double y, double radius) {
  const std::string r = length_text(radius), width = length_text(2 * radius);
  return stroke_path(x - radius, y,
                     fmt::format("a{0} {0} 0 1 0 {1} 0a{0} {0} 0 1 0-{1} 0z", r, width));
}

std::string triangle(double x, double y, double r, double up) {
  return stroke_path(
      x - r, y + up * 0.75 * r,
      fmt::format("h{}l{} {}z", length_text(2 * r), length_text(-r), length_text(-up * 1.75 * r)));
}

std::string cross(double x, double y, double dx, double dy) {
  return stroke_path(x - dx, y - dy,
                     fmt::format("l{} {}", length_text(2 * dx), length_text(2 * dy))) +
         stroke_path(x + dy, y - dx,
                     fmt::format("l{} {}", length_text(-2 * dy), length_text(2 * dx)));
}

std::string theme_rules(std::string_view of, std::string_view ThemeColour::*theme) {
  std::string variables = fmt::format("--fp-ink:{};--fp-pale:{};--fp-paper:{};--fp-grid:{}",
                                      kInk.*theme, kPale.*theme, kPaper.*theme, kGrid.*theme);
  for (std::size_t i = 0; i < kColours.size(); ++i) {
    variables += fmt::format(";--fp-c{}:{}", i, kColours[i].*theme);
  }
  variables += theme == &ThemeColour::light
                   ? ";--fp-t00:#000;--fp-t01:#000;--fp-t10:#FFF;--fp-t11:#FFF"
                   : ";--fp-t00:#000;--fp-t01:#FFF;--fp-t10:#000;--fp-t11:#FFF";
  return fmt::format("{}{{{}}}\n", of, variables);
}

}  // namespace

SeriesStyle style_of(const Figure& figure, int series) {
  if (series < 0 || series >= static_cast<int>(figure.series.size())) return {};
  const Series& given = figure.series[static_cast<std::size_t>(series)];
  const int colours = static_cast<int>(kColours.size());
  const auto choose = [&](int wanted, int count) { return (wanted < 0 ? series : wanted) % count; };
  return {choose(given.colour, colours), choose(given.shape, kShapes), choose(given.dash, kDashes)};
}

std::string colour_attributes(int colour) {
  if (colour < 0) return "class=\"fp-ink\"";
  return fmt::format("class=\"fp-c{}\" color=\"{}\"", colour,
                     kColours[static_cast<std::size_t>(colour)].light);
}

double blended_luminance(std::string_view colour, std::string_view ground, double opacity) {
  constexpr std::array<double, 3> kWeights = {0.2126, 0.7152, 0.0722};
  double luminance = 0;
  for (std::size_t i = 0; i < 3; ++i) {
    const auto channel = [&](std::string_view hex) {
      return std::stoi(std::string(hex.substr(1 + 2 * i, 2)), nullptr, 16) / 255.0;
    };
    const double value = opacity * channel(colour) + (1 - opacity) * channel(ground);
    luminance +=
        kWeights[i] * (value <= 0.04045 ? value / 12.92 : std::pow((value + 0.055) / 1.055, 2.4));
  }
  return luminance;
}

std::string dash_attribute(int dash) {
  const std::string_view text = kDashTexts[static_cast<std::size_t>(dash)];
  return text.empty() ? "" : fmt::format(" stroke-dasharray=\"{}\"", text);
}

bool is_filled(int shape) {
  return shape != 5 && shape != 6 && shape != 7;
}

std::string shape_path(int shape, double x, double y, double r) {
  const double side = 0.88 * r, long_side = 1.25 * r;
  switch (shape) {
    case 0:
      return circle(x, y, r);
    case 1:
      return stroke_path(x - side, y - side, fmt::format("h{0}v{0}h-{0}z", length_text(2 * side)));
    case 2:
      return triangle(x, y, 1.1 * r, 1);
    case 3:
      return stroke_path(x - long_side, y,
                         fmt::format("l{0}-{0}l{0} {0}l-{0} {0}z", length_text(long_side)));
    case 4:
      return triangle(x, y, 1.1 * r, -1);
    case 5:
      return cross(x, y, 0.95 * r, 0.95 * r);
    case 6:
      return cross(x, y, 1.2 * r, 0);
    case 7:
      return cross(x, y, 0.8 * r, 0.8 * r) + cross(x, y, 1.2 * r, 0);
    default:  // an hourglass
      return stroke_path(
          x - side, y - long_side,
          fmt::format("h{0}l-{0} {1}h{0}z", length_text(2 * side), length_text(2 * long_side)));
  }
}

std::string figure_style() {
  std::string rules = theme_rules(".fp-figure", &ThemeColour::light);
  rules +=
      "@media screen and (prefers-color-scheme:dark){\n" +
      theme_rules(
          ":root:not([data-theme=light]) .fp-figure,:root.fp-figure:not([data-theme=light])",
          &ThemeColour::dark) +
      "}\n@media screen{\n" +
      theme_rules("[data-theme=dark] .fp-figure,.fp-figure[data-theme=dark]", &ThemeColour::dark) +
      "}\n";
  rules +=
      ".fp-figure{color:var(--fp-ink);max-width:100%;height:auto;font-family:system-ui,"
      "\"Segoe UI\",Roboto,\"Helvetica Neue\",Arial,sans-serif}\n"
      ".fp-figure text{fill:currentColor}\n"
      ".fp-figure .fp-paper{fill:var(--fp-paper)}\n"
      ".fp-figure .fp-ink{color:var(--fp-ink)}\n"
      ".fp-figure .fp-pale{color:var(--fp-pale)}\n"
      ".fp-figure .fp-grid{stroke:var(--fp-grid)}\n"
      ".fp-figure .fp-band,.fp-figure .fp-hull,.fp-figure polyline{pointer-events:none}\n"
      ".fp-figure .fp-halo{paint-order:stroke;stroke:var(--fp-paper);stroke-width:3px;"
      "stroke-linejoin:round}\n"
      ".fp-figure .fp-mark[stroke=\"#FFFFFF\"]{stroke:var(--fp-paper)}\n";
  for (const std::string_view pair : {"00", "01", "10", "11"}) {
    rules += fmt::format(".fp-figure .fp-t{0}{{color:var(--fp-t{0})}}\n", pair);
  }
  for (std::size_t i = 0; i < kColours.size(); ++i) {
    rules += fmt::format(".fp-figure .fp-c{0}{{color:var(--fp-c{0})}}\n", i);
  }
  return rules;
}

}  // namespace fairpca
