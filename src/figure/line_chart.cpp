// SPDX-License-Identifier: BSD-3-Clause
#include "figure/line_chart.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include <fmt/format.h>

namespace fairpca {
namespace {

constexpr double kLeft = 80, kTop = 48, kPlotWidth = 560, kPlotHeight = 360, kLegendWidth = 260;
// Colours that people who confuse red and green can tell apart (Okabe and Ito).
constexpr std::array kColours = {"#0072B2", "#E69F00", "#009E73", "#CC79A7",
                                 "#D55E00", "#56B4E9", "#000000"};
constexpr std::array kDashes = {"none", "7 3", "2 3", "9 3 2 3"};

/// Text for an attribute or element; what XML forbids becomes U+FFFD.
std::string escaped(const std::string& text) {
  std::string result;
  for (const char c : text) {
    switch (c) {
      case '&':
        result += "&amp;";
        break;
      case '<':
        result += "&lt;";
        break;
      case '>':
        result += "&gt;";
        break;
      case '"':
        result += "&quot;";
        break;
      default:
        if (static_cast<unsigned char>(c) < 0x20) {
          result += "\xEF\xBF\xBD";
        } else {
          result += c;
        }
    }
  }
  return result;
}

/// An axis with round ticks.
struct Axis {
  double low = 0, high = 1, tick = 1;

  double share(double value) const { return (value - low) / (high - low); }
};

constexpr double kRounding = 1e-9;  ///< in ticks: a value this near to one lies on it

Axis axis_over(double low, double high, int ticks) {
  if (!(high > low)) {  // one value, or none
    low -= 0.5;
    high = low + 1;
  }
  const double rough = (high - low) / ticks;
  const double power = std::pow(10.0, std::floor(std::log10(rough)));
  const double lead = rough / power - kRounding;
  const double tick = power * (lead <= 1 ? 1 : lead <= 2 ? 2 : lead <= 5 ? 5 : 10);
  return {std::floor(low / tick + kRounding) * tick, std::ceil(high / tick - kRounding) * tick,
          tick};
}

Axis value_axis(const Matrix& values) {
  double low = std::numeric_limits<double>::infinity(), high = -low;
  for (const double value : values.reshaped()) {
    if (!std::isfinite(value)) continue;
    low = std::min(low, value);
    high = std::max(high, value);
  }
  return low <= high ? axis_over(low, high, 8) : Axis{};
}

struct Frame {
  Axis x, y;
  double at_x(double value) const { return kLeft + kPlotWidth * x.share(value); }
  double at_y(double value) const { return kTop + kPlotHeight * (1 - y.share(value)); }
};

std::string text_at(double x, double y, const std::string& anchor, const std::string& text) {
  return fmt::format("<text x=\"{:.1f}\" y=\"{:.1f}\" text-anchor=\"{}\">{}</text>\n", x, y, anchor,
                     escaped(text));
}

/// Position of tick number i; whole multiples, so that 0 is 0.
double tick_at(const Axis& axis, int i) {
  return (std::round(axis.low / axis.tick) + i) * axis.tick;
}

std::string axes_svg(const Frame& frame) {
  std::string svg;
  const int columns = static_cast<int>(std::round((frame.x.high - frame.x.low) / frame.x.tick));
  for (int i = 0; i <= columns; ++i) {
    const double value = tick_at(frame.x, i);
    svg +=
        text_at(frame.at_x(value), kTop + kPlotHeight + 18, "middle", fmt::format("{:g}", value));
  }
  const int lines = static_cast<int>(std::round((frame.y.high - frame.y.low) / frame.y.tick));
  for (int i = 0; i <= lines; ++i) {
    const double value = tick_at(frame.y, i);
    svg += fmt::format(
        "<line x1=\"{0:.1f}\" x2=\"{1:.1f}\" y1=\"{2:.1f}\" y2=\"{2:.1f}\" stroke=\"#ddd\"/>\n",
        kLeft, kLeft + kPlotWidth, frame.at_y(value));
    svg += text_at(kLeft - 8, frame.at_y(value) + 4, "end", fmt::format("{:g}", value));
  }
  return svg + fmt::format(
                   "<rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" fill=\"none\" "
                   "stroke=\"#444\"/>\n",
                   kLeft, kTop, kPlotWidth, kPlotHeight);
}

std::string stroke(const FigureLine& line) {
  const auto pick = [](const auto& from, int i) {
    return from[static_cast<std::size_t>(i) % from.size()];
  };
  return fmt::format("fill=\"none\" stroke=\"{}\" stroke-dasharray=\"{}\" stroke-width=\"1.6\"",
                     pick(kColours, line.colour), pick(kDashes, line.dash));
}

std::string polyline(const std::string& points, const FigureLine& line) {
  return points.empty() ? "" : fmt::format("<polyline {} points=\"{}\"/>\n", stroke(line), points);
}

std::string line_svg(const Figure& figure, Index column, const Frame& frame) {
  const FigureLine& line = figure.lines[static_cast<std::size_t>(column)];
  std::string svg, points;
  for (Index i = 0; i < figure.x.size(); ++i) {
    const double value = figure.values(i, column);
    if (std::isfinite(value)) {
      points += fmt::format("{:.1f},{:.2f} ", frame.at_x(figure.x(i)), frame.at_y(value));
    } else {
      svg += polyline(points, line);
      points.clear();
    }
  }
  return svg + polyline(points, line);
}

std::string legend_svg(const Figure& figure) {
  std::string svg;
  double y = kTop + 10;
  for (const FigureLine& line : figure.lines) {
    const double x = kLeft + kPlotWidth + 16;
    svg += fmt::format("<line x1=\"{0:.1f}\" x2=\"{1:.1f}\" y1=\"{2:.1f}\" y2=\"{2:.1f}\" {3}/>\n",
                       x, x + 30, y, stroke(line));
    svg += text_at(x + 38, y + 4, "start", line.name);
    y += 20;
  }
  return svg;
}

}  // namespace

std::string line_chart_svg(const Figure& figure) {
  const double most = figure.x.size() > 0 ? figure.x.maxCoeff() : 1;
  const double least = figure.x.size() > 0 ? figure.x.minCoeff() : 0;
  const Frame frame{axis_over(least, most, 10), value_axis(figure.values)};
  const double width = kLeft + kPlotWidth + kLegendWidth, height = kTop + kPlotHeight + 56;
  std::string svg = fmt::format(
      "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {0} {1}\" width=\"{0}\" "
      "height=\"{1}\" font-family=\"sans-serif\" font-size=\"12\">\n"
      "<title>{2}</title>\n<rect width=\"100%\" height=\"100%\" fill=\"white\"/>\n",
      width, height, escaped(figure.title));
  svg += text_at(kLeft, 28, "start", figure.title);
  svg += axes_svg(frame);
  svg += text_at(kLeft + kPlotWidth / 2, height - 16, "middle", figure.x_label);
  svg += fmt::format("<g transform=\"translate(18 {:.1f}) rotate(-90)\">\n{}</g>\n",
                     kTop + kPlotHeight / 2, text_at(0, 0, "middle", figure.y_label));
  for (Index j = 0; j < static_cast<Index>(figure.lines.size()); ++j) {
    svg += line_svg(figure, j, frame);
  }
  return svg + legend_svg(figure) + "</svg>\n";
}

}  // namespace fairpca
