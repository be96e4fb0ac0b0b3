// SPDX-License-Identifier: BSD-3-Clause
#include "figure/legend.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "figure/mark_words.h"
#include "figure/panel_marks.h"
#include "figure/series_style.h"
#include "figure/xml_text.h"

namespace fairpca {
namespace {

constexpr double kSwatch = 24, kSwatchGap = 6, kEntryGap = 18, kWidestEntry = 300;
constexpr double kRow = kLineHeight * kTextSize + 3;
constexpr double kHeatWidth = 160, kHeatBar = 10;

/// How marks of a series look.
struct SeriesLook {
  bool has_line = false, has_shape = false, has_area = false;
};

SeriesLook look_of(const Figure& figure, int series) {
  SeriesLook look;
  for (const Panel& panel : figure.panels) {
    for (const Mark& mark : panel.marks) {
      if (mark.series != series) continue;
      look.has_line |= mark.kind == MarkKind::kLine || mark.kind == MarkKind::kArrow ||
                       mark.kind == MarkKind::kRule || mark.hull_share > 0;
      look.has_shape |=
          mark.kind == MarkKind::kScatter || mark.kind == MarkKind::kInterval || mark.with_shapes;
      look.has_area |= mark.kind == MarkKind::kBar;
    }
  }
  return look;
}

double entry_width(const Figure& figure, int series) {
  return std::min(kWidestEntry,
                  kSwatch + kSwatchGap + text_width(series_name(figure, series), kTextSize) + 1);
}

void lay_in_flow(const Figure& figure, double width, Legend& legend) {
  double x = 0;
  legend.rows = 1;
  for (const int series : legend.series) {
    const double wide = std::min(width, entry_width(figure, series));
    if (x > 0 && x + wide > width) {
      x = 0;
      ++legend.rows;
    }
    legend.left.push_back(x);
    legend.row.push_back(legend.rows - 1);
    x += wide + kEntryGap;
  }
}

void lay_in_columns(double width, Legend& legend) {
  legend.left.clear();
  legend.row.clear();
  legend.is_flow = false;
  const auto columns = static_cast<std::size_t>(
      std::max(1.0, std::floor((width + kEntryGap) / (legend.entry_width + kEntryGap))));
  legend.rows = (legend.series.size() + columns - 1) / columns;
  for (std::size_t i = 0; i < legend.series.size(); ++i) {
    const std::size_t column = i / legend.rows;
    legend.left.push_back(static_cast<double>(column) * (legend.entry_width + kEntryGap));
    legend.row.push_back(i % legend.rows);
  }
}

}  // namespace

double Legend::height() const {
  return static_cast<double>(rows) * kRow;
}

Legend legend_of(const Figure& figure, double width) {
  Legend legend;
  for (int i = 0; i < static_cast<int>(figure.series.size()); ++i) {
    const SeriesLook look = look_of(figure, i);
    if (series_name(figure, i).empty() || !(look.has_line || look.has_shape || look.has_area)) {
      continue;
    }
    legend.series.push_back(i);
    legend.entry_width = std::max(legend.entry_width, std::min(width, entry_width(figure, i)));
  }
  if (legend.series.empty()) return legend;
  lay_in_flow(figure, width, legend);
  if (legend.rows > 2) lay_in_columns(width, legend);
  return legend;
}

std::string swatch_marks(const Figure& figure, int series, double left, double middle) {
  const SeriesStyle style = style_of(figure, series);
  const SeriesLook look = look_of(figure, series);
  Canvas canvas;
  canvas.add(fmt::format("<g {}>\n", colour_attributes(style.colour)));
  if (look.has_line) {
    canvas.line(left, middle, left + kSwatch, middle,
                "stroke=\"currentColor\" stroke-width=\"2\"" + dash_attribute(style.dash));
  }
  if (look.has_shape) {
    const std::string paint = is_filled(style.shape)
                                  ? "fill=\"currentColor\""
                                  : "fill=\"none\" stroke=\"currentColor\" stroke-width=\"1.8\"";
    canvas.add(fmt::format("<path d=\"{}\" {}/>\n",
                           shape_path(style.shape, left + kSwatch / 2, middle, 4), paint));
  }
  if (look.has_area) {
    canvas.add(
        fmt::format("<rect x=\"{}\" y=\"{}\" width=\"12\" height=\"10\" "
                    "fill=\"currentColor\" fill-opacity=\"0.85\"/>\n",
                    length_text(left + kSwatch - 12), length_text(middle - 5)));
  }
  canvas.add("</g>\n");
  return canvas.svg();
}

std::string swatch_svg(const Figure& figure, int series) {
  return fmt::format(
      "<svg viewBox=\"0 0 24 14\" width=\"24\" height=\"14\" aria-hidden=\"true\" "
      "focusable=\"false\">{}</svg>",
      swatch_marks(figure, series, 0, 7));
}

void draw_legend(const Figure& figure, const Legend& legend, double left, double top,
                 Canvas& canvas) {
  canvas.add("<g class=\"fp-legend\">\n");
  for (std::size_t i = 0; i < legend.series.size(); ++i) {
    const int series = legend.series[i];
    const std::string name(series_name(figure, series));
    const double x = left + legend.left[i];
    const double y = top + kRow * (static_cast<double>(legend.row[i]) + 0.5);
    canvas.add(fmt::format("<g class=\"fp-entry\" data-series=\"{}\">{}", xml_text(name),
                           swatch_marks(figure, series, x, y)));
    const double room = legend.entry_width - kSwatch - kSwatchGap;
    canvas.text(x + kSwatch + kSwatchGap, y + kTextSize * (kAscent - kDescent) / 2,
                fitted_text(name, room, kTextSize), {}, name);
    canvas.add("</g>\n");
  }
  canvas.add("</g>\n");
}

double heat_legend_height() {
  return kRow + 2;
}

void draw_heat_legend(const Figure& figure, double left, double top, Canvas& canvas) {
  const HeatRange range = heat_range(figure);
  if (!range.has_cells) return;
  const double low = range.has_negative ? -range.largest : 0;
  const double y = top + kRow / 2, baseline = y + kTextSize * (kAscent - kDescent) / 2;
  const auto shown = [](double number) {
    const std::string text = fmt::format("{:.2g}", std::abs(number));
    return number < 0 ? "−" + text : text;
  };
  const std::string first = shown(low), last = shown(range.largest);
  const double start = left + text_width(first, kTextSize) + 6;
  canvas.add("<g class=\"fp-legend\">\n");
  canvas.text(left, baseline, first, {.classes = "fp-pale"});
  constexpr int kSteps = 16;
  for (int i = 0; i < kSteps; ++i) {
    const double value = low + (range.largest - low) * (i + 0.5) / kSteps;
    canvas.add(fmt::format("<rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" {}/>\n",
                           length_text(start + kHeatWidth * i / kSteps),
                           length_text(y - kHeatBar / 2), length_text(kHeatWidth / kSteps),
                           length_text(kHeatBar), heat_attributes(value, range)));
  }
  canvas.text(start + kHeatWidth + 6, baseline, last, {.classes = "fp-pale"});
  canvas.add("</g>\n");
}

}  // namespace fairpca
