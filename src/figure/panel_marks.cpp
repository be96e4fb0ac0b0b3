// SPDX-License-Identifier: BSD-3-Clause
#include "figure/panel_marks.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "figure/convex_hull.h"
#include "figure/mark_attributes.h"
#include "figure/mark_words.h"
#include "figure/panel_labels.h"
#include "figure/series_style.h"
#include "figure/xml_text.h"

namespace fairpca {
namespace {

constexpr std::size_t kManyPoints = 150;  ///< of scatters: one path each
constexpr std::size_t kManyTitles = 400;  ///< points of a figure, above which none has a title
constexpr std::size_t kManyLines = 8;     ///< more are drawn thinner
constexpr double kShapeRadius = 3.6, kMiddleRadius = 2.8, kSmallRadius = 1.8, kTinyRadius = 1.3;

/// What drawing one mark needs to know.
struct MarkContext {
  const Figure& figure;
  const Panel& panel;
  const PanelFrame& frame;
  Canvas& canvas;
  std::vector<int> dodged;  ///< series that stand beside each other in a category
  std::size_t lines = 0, scattered = 0, points = 0;

  double x(const MarkPoint& point) const { return frame.x.at(point.x); }
  double y(const MarkPoint& point) const { return frame.y.at(point.y); }
  bool is_drawn(const MarkPoint& point) const {
    return std::isfinite(x(point)) && std::isfinite(y(point));
  }
  std::string place(double px, double py) const { return length_text(px) + ' ' + length_text(py); }
};

std::string opened_path(const MarkContext& context, const MarkPoint& point, const std::string& d,
                        std::string_view attributes) {
  return fmt::format("<path class=\"fp-mark\" d=\"{}\" {}{}>", d, attributes,
                     data_attributes(context.panel, point));
}

/// Where there are many points, what they stand for is in their attributes and in the CSV.
std::string title_of(const MarkContext& context, int series, const MarkPoint& point) {
  return context.points > kManyTitles ? ""
                                      : point_title(context.figure, context.panel, series, point);
}

/// A path with the numbers of its point.
void add_mark(const MarkContext& context, int series, const MarkPoint& point, const std::string& d,
              std::string_view attributes) {
  context.canvas.add(opened_path(context, point, d, attributes) + title_of(context, series, point) +
                     "</path>\n");
}

std::string shape_attributes(int shape, bool has_edge) {
  if (!is_filled(shape)) return "fill=\"none\" stroke=\"currentColor\" stroke-width=\"1.8\"";
  return has_edge ? "fill=\"currentColor\" stroke=\"#FFFFFF\" stroke-width=\"0.8\""
                  : "fill=\"currentColor\"";
}

void draw_band(const MarkContext& context, const Mark& mark) {
  std::string upper, lower;
  const auto end = [&] {
    if (!upper.empty()) {
      context.canvas.add(fmt::format(
          "<path class=\"fp-band\" d=\"M{}L{}z\" fill=\"currentColor\" fill-opacity=\"{}\"/>\n",
          upper.substr(1), lower.substr(1), context.lines > 4 ? 0.09 : 0.16));
    }
    upper.clear();
    lower.clear();
  };
  for (const MarkPoint& point : mark.points) {
    const double x = context.x(point), low = context.frame.y.at(point.low),
                 high = context.frame.y.at(point.high);
    if (std::isfinite(x) && std::isfinite(low) && std::isfinite(high)) {
      upper += 'L' + context.place(x, high);
      lower = fmt::format("L{}{}", context.place(x, low), lower);
    } else {
      end();
    }
  }
  end();
}

void draw_line(const MarkContext& context, const Mark& mark, const SeriesStyle& style) {
  if (has_band(context.panel, mark)) draw_band(context, mark);
  const double width = mark.is_background ? 1 : context.lines > kManyLines ? 1.3 : 2;
  std::string points;
  const auto end = [&] {
    if (!points.empty()) {
      context.canvas.add(fmt::format(
          "<polyline class=\"fp-mark\" points=\"{}\" fill=\"none\" stroke=\"currentColor\" "
          "stroke-width=\"{}\" stroke-linejoin=\"round\"{}{}/>\n",
          points.substr(1), width, dash_attribute(style.dash),
          mark.is_background ? " stroke-opacity=\"0.6\"" : ""));
    }
    points.clear();
  };
  for (const MarkPoint& point : mark.points) {
    if (context.is_drawn(point)) {
      points += ' ' + length_text(context.x(point)) + ',' + length_text(context.y(point));
    } else {
      end();
    }
  }
  end();
  if (!mark.with_shapes) return;
  for (const MarkPoint& point : mark.points) {
    if (!context.is_drawn(point)) continue;
    add_mark(context, mark.series, point,
             shape_path(style.shape, context.x(point), context.y(point),
                        context.lines > kManyLines ? 2.6 : kShapeRadius),
             shape_attributes(style.shape, false));
  }
}

void draw_hull(const MarkContext& context, const Mark& mark, const SeriesStyle& style) {
  std::vector<PlanePoint> points;
  for (const MarkPoint& point : mark.points) {
    if (context.is_drawn(point)) points.push_back({context.x(point), context.y(point)});
  }
  const std::vector<PlanePoint> corners = convex_hull(central_points(points, mark.hull_share));
  if (corners.size() < 3) return;
  std::string d;
  for (const PlanePoint& corner : corners) d += 'L' + context.place(corner.x, corner.y);
  context.canvas.add(
      fmt::format("<path class=\"fp-hull\" d=\"M{}z\" fill=\"currentColor\" fill-opacity=\"0.07\" "
                  "stroke=\"currentColor\" stroke-width=\"1.6\" stroke-linejoin=\"round\"{}/>\n",
                  d.substr(1), dash_attribute(style.dash)));
}

/// Many points of one series: one path, small and translucent.
void draw_cloud(const MarkContext& context, const Mark& mark, const SeriesStyle& style) {
  const double opacity = mark.is_background ? 0.22 : 0.5;
  // Behind other marks, and where there are more series than shapes, a dot says as much.
  const bool has_dots = style.shape == 0 || mark.is_background ||
                        context.figure.series.size() > static_cast<std::size_t>(kShapes);
  const bool is_crowded = context.scattered > 800 && context.frame.plot.width() < 260;
  const double radius = is_crowded ? kTinyRadius : kSmallRadius;
  std::string d;
  for (const MarkPoint& point : mark.points) {
    if (!context.is_drawn(point)) continue;
    const double x = context.x(point), y = context.y(point);
    d += has_dots ? fmt::format("M{}h0", context.place(x, y))
                  : shape_path(style.shape, x, y, radius);
  }
  if (d.empty()) return;
  const std::string paint =
      has_dots ? fmt::format("stroke-width=\"{}\" stroke-linecap=\"round\" stroke", 2 * radius)
      : is_filled(style.shape) ? "fill"
                               : "fill=\"none\" stroke";
  context.canvas.add(
      fmt::format("<path class=\"fp-cloud\" d=\"{0}\" {1}=\"currentColor\" "
                  "opacity=\"{2}\"/>\n",
                  d, paint, opacity));
}

void draw_scatter(const MarkContext& context, const Mark& mark, const SeriesStyle& style) {
  if (context.scattered > kManyPoints || mark.is_background) {
    draw_cloud(context, mark, style);
    return;
  }
  const bool is_crowded = context.scattered > 30 && context.frame.plot.width() < 320;
  const double radius = is_crowded ? kMiddleRadius : kShapeRadius + 1;
  for (const MarkPoint& point : mark.points) {
    if (!context.is_drawn(point)) continue;
    add_mark(context, mark.series, point,
             shape_path(style.shape, context.x(point), context.y(point), radius),
             shape_attributes(style.shape, true));
  }
}

/// Middle and thickness of a series' place in a category.
struct Lane {
  double middle = 0, thickness = 0;
};

Lane lane_of(const MarkContext& context, const Mark& mark, const MarkPoint& point) {
  const bool lies = is_lying(context.panel);
  const Scale& scale = lies ? context.frame.y : context.frame.x;
  const double middle = lies ? context.y(point) : context.x(point);
  if (scale.kind != AxisKind::kCategories) return {middle, 10};
  const auto found = std::find(context.dodged.begin(), context.dodged.end(), mark.series);
  const auto count = static_cast<double>(std::max<std::size_t>(1, context.dodged.size()));
  const auto number = static_cast<double>(found - context.dodged.begin());
  const double room = std::min(0.76 * scale.band(), 26 * count);
  return {middle + room * ((number + 0.5) / count - 0.5), room / count};
}

/// A segment of a mark's numbers at `lane`, from one number to another.
std::string segment(const MarkContext& context, double lane, double from, double to) {
  return is_lying(context.panel)
             ? fmt::format("M{}H{}", context.place(from, lane), length_text(to))
             : fmt::format("M{}V{}", context.place(lane, from), length_text(to));
}

/// A rectangle over the lane, between two numbers.
std::string lane_rectangle(const MarkContext& context, const Lane& lane, double from, double to) {
  const double half = lane.thickness / 2 - (lane.thickness > 6 ? 0.75 : 0);
  const double low = std::min(from, to), length = std::abs(to - from);
  if (is_lying(context.panel)) {
    return fmt::format("M{}h{}v{}h-{}z", context.place(low, lane.middle - half),
                       length_text(length), length_text(2 * half), length_text(length));
  }
  return fmt::format("M{}h{}v{}h-{}z", context.place(lane.middle - half, low),
                     length_text(2 * half), length_text(length), length_text(2 * half));
}

void draw_whiskers(const MarkContext& context, const Lane& lane, const MarkPoint& point,
                   std::string_view attributes) {
  const Scale& scale = is_lying(context.panel) ? context.frame.x : context.frame.y;
  const double low = scale.at(point.low), high = scale.at(point.high);
  if (!std::isfinite(low) || !std::isfinite(high)) return;
  context.canvas.add(
      fmt::format("<path d=\"{}\" {}/>\n", segment(context, lane.middle, low, high), attributes));
}

void draw_bar(const MarkContext& context, const Mark& mark) {
  const Scale& scale = is_lying(context.panel) ? context.frame.x : context.frame.y;
  const double zero = scale.kind == AxisKind::kLogarithmic ? scale.from : scale.at(0);
  const double base =
      std::clamp(zero, std::min(scale.from, scale.to), std::max(scale.from, scale.to));
  for (const MarkPoint& point : mark.points) {
    if (!context.is_drawn(point)) continue;
    const Lane lane = lane_of(context, mark, point);
    const double number = is_lying(context.panel) ? context.x(point) : context.y(point);
    add_mark(context, mark.series, point, lane_rectangle(context, lane, base, number),
             "fill=\"currentColor\" fill-opacity=\"0.85\"");
    draw_whiskers(context, lane, point,
                  "class=\"fp-ink\" stroke=\"currentColor\" stroke-width=\"1.4\"");
  }
}

void draw_interval(const MarkContext& context, const Mark& mark, const SeriesStyle& style) {
  const bool lies = is_lying(context.panel);
  const Scale& scale = lies ? context.frame.x : context.frame.y;
  for (const MarkPoint& point : mark.points) {
    if (!context.is_drawn(point)) continue;
    const Lane lane = lane_of(context, mark, point);
    draw_whiskers(context, lane, point, "stroke=\"currentColor\" stroke-width=\"1.6\"");
    const double low = scale.at(point.box_low), high = scale.at(point.box_high);
    const double number = lies ? context.x(point) : context.y(point);
    if (std::isfinite(low) && std::isfinite(high)) {
      context.canvas.add(
          fmt::format("<path class=\"fp-box\" d=\"{}\" fill=\"currentColor\" fill-opacity=\"0.25\" "
                      "stroke=\"currentColor\"/>\n",
                      lane_rectangle(context, lane, low, high)));
    }
    const double radius = std::min(kShapeRadius + 0.6, std::max(2.0, lane.thickness / 2));
    add_mark(context, mark.series, point,
             lies ? shape_path(style.shape, number, lane.middle, radius)
                  : shape_path(style.shape, lane.middle, number, radius),
             shape_attributes(style.shape, true));
  }
}

double heat_opacity(double value, const HeatRange& range) {
  return 0.04 + 0.96 * (range.largest > 0 ? std::abs(value) / range.largest : 0);
}

void draw_cells(const MarkContext& context, const Mark& mark) {
  const HeatRange range = heat_range(context.figure);
  const double width = context.frame.x.band(), height = context.frame.y.band();
  const std::string format = range.largest < 10 ? "{:.2f}" : "{:.3g}";
  for (const MarkPoint& point : mark.points) {
    if (!context.is_drawn(point) || !std::isfinite(point.value)) continue;
    const double left = context.x(point) - width / 2, top = context.y(point) - height / 2;
    context.canvas.add(
        fmt::format("<rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" {}{}>{}</rect>\n",
                    length_text(left), length_text(top), length_text(width - 1),
                    length_text(height - 1), heat_attributes(point.value, range),
                    data_attributes(context.panel, point), title_of(context, mark.series, point)));
  }
  for (const MarkPoint& point : mark.points) {  // numbers above all cells
    if (!context.is_drawn(point) || !std::isfinite(point.value)) continue;
    const std::string size = fmt::format(fmt::runtime(format), std::abs(point.value));
    const std::string number = point.value < 0 ? fmt::format("−{}", size) : size;
    constexpr double kSize = kTextSize - 1;
    if (text_width(number, kSize) > width - 4) continue;
    const std::string classes = heat_text_class(point.value, range);
    context.canvas.text(context.x(point), context.y(point) + kSize * (kAscent - kDescent) / 2,
                        number, {.size = kSize, .anchor = Anchor::kMiddle, .classes = classes});
  }
}

void draw_arrow(const MarkContext& context, const Mark& mark) {
  const double x0 = context.frame.x.at(0), y0 = context.frame.y.at(0);
  for (const MarkPoint& point : mark.points) {
    if (!context.is_drawn(point)) continue;
    const double x = context.x(point), y = context.y(point), length = std::hypot(x - x0, y - y0);
    std::string d = fmt::format("M{}L{}", context.place(x0, y0), context.place(x, y));
    if (length > 1) {  // two strokes back from the tip
      const double ux = (x - x0) / length, uy = (y - y0) / length;
      const double head = std::min(8.0, length / 2), wing = 0.45 * head;
      d += fmt::format(
          "M{}L{}L{}", context.place(x - head * ux + wing * uy, y - head * uy - wing * ux),
          context.place(x, y), context.place(x - head * ux - wing * uy, y - head * uy + wing * ux));
    }
    add_mark(context, mark.series, point, d,
             "fill=\"none\" stroke=\"currentColor\" stroke-width=\"1.8\" "
             "stroke-linejoin=\"round\"");
  }
}

void draw_rule(const MarkContext& context, const Mark& mark) {
  const Box& plot = context.frame.plot;
  for (const MarkPoint& point : mark.points) {
    const double x = context.x(point), y = context.y(point);
    const std::string d =
        std::isfinite(y)
            ? fmt::format("M{}H{}", context.place(plot.left, y), length_text(plot.right))
        : std::isfinite(x)
            ? fmt::format("M{}V{}", context.place(x, plot.top), length_text(plot.bottom))
            : "";
    if (d.empty()) continue;
    add_mark(context, mark.series, point, d,
             "stroke=\"currentColor\" stroke-width=\"1.2\" stroke-dasharray=\"4 3\"");
  }
}

/// A group in the colour of the mark's series, and inside what `draw` draws.
template <class Draw>
void draw_group(const MarkContext& context, const Mark& mark, std::string_view word,
                const Draw& draw) {
  const SeriesStyle style = style_of(context.figure, mark.series);
  std::string attributes = colour_attributes(mark.is_background ? -1 : style.colour);
  if (mark.series < 0) attributes = "class=\"fp-pale\"";
  context.canvas.add(fmt::format("<g {} data-mark=\"{}\" data-series=\"{}\">\n", attributes, word,
                                 xml_text(series_name(context.figure, mark.series))));
  draw(context, mark, style);
  context.canvas.add("</g>\n");
}

void draw_one(const MarkContext& context, const Mark& mark, const SeriesStyle& style) {
  switch (mark.kind) {
    case MarkKind::kLine:
      draw_line(context, mark, style);
      break;
    case MarkKind::kScatter:
      draw_scatter(context, mark, style);
      break;
    case MarkKind::kInterval:
      draw_interval(context, mark, style);
      break;
    case MarkKind::kBar:
      draw_bar(context, mark);
      break;
    case MarkKind::kHeat:
      draw_cells(context, mark);
      break;
    case MarkKind::kArrow:
      draw_arrow(context, mark);
      break;
    case MarkKind::kRule:
      draw_rule(context, mark);
      break;
  }
}

void draw_mark(const MarkContext& context, const Mark& mark) {
  draw_group(context, mark, mark_word(mark.kind), draw_one);
}

MarkContext context_of(const Figure& figure, const Panel& panel, const PanelFrame& frame,
                       Canvas& canvas) {
  MarkContext context{figure, panel, frame, canvas, {}};
  for (const Panel& other : figure.panels) {
    for (const Mark& mark : other.marks) context.points += mark.points.size();
  }
  for (const Mark& mark : panel.marks) {
    context.lines += mark.kind == MarkKind::kLine && !mark.is_background;
    context.scattered += mark.kind == MarkKind::kScatter ? mark.points.size() : 0;
    if (mark.kind != MarkKind::kBar && mark.kind != MarkKind::kInterval) continue;
    if (std::find(context.dodged.begin(), context.dodged.end(), mark.series) ==
        context.dodged.end()) {
      context.dodged.push_back(mark.series);
    }
  }
  return context;
}

}  // namespace

HeatRange heat_range(const Figure& figure) {
  HeatRange range;
  for (const Panel& panel : figure.panels) {
    for (const Mark& mark : panel.marks) {
      if (mark.kind != MarkKind::kHeat) continue;
      range.has_cells = true;
      for (const MarkPoint& point : mark.points) {
        if (!std::isfinite(point.value)) continue;
        range.largest = std::max(range.largest, std::abs(point.value));
        range.has_negative |= point.value < 0;
      }
    }
  }
  return range;
}

std::string heat_attributes(double value, const HeatRange& range) {
  return fmt::format("{} fill=\"currentColor\" fill-opacity=\"{:.3g}\"",
                     colour_attributes(value < 0 ? 1 : 0), heat_opacity(value, range));
}

std::string heat_text_class(double value, const HeatRange& range) {
  const ThemeColour& colour = kColours[value < 0 ? 1 : 0];
  const double opacity = heat_opacity(value, range);
  // At this luminance black and white have the same contrast, 4.58.
  const auto is_dark = [&](std::string_view ThemeColour::*theme) {
    return blended_luminance(colour.*theme, kPaper.*theme, opacity) < 0.1791;
  };
  return fmt::format("fp-t{}{}", is_dark(&ThemeColour::light) ? 1 : 0,
                     is_dark(&ThemeColour::dark) ? 1 : 0);
}

void draw_marks(const Figure& figure, const Panel& panel, const PanelFrame& frame,
                std::string_view clip, Canvas& canvas) {
  const MarkContext context = context_of(figure, panel, frame, canvas);
  canvas.add(fmt::format("<g clip-path=\"url(#{})\">\n", clip));
  for (const Mark& mark : panel.marks) {
    if (mark.is_background) draw_mark(context, mark);
  }
  for (const Mark& mark : panel.marks) {
    if (!mark.is_background) draw_mark(context, mark);
  }
  for (const Mark& mark : panel.marks) {  // outlines above all points
    if (mark.hull_share > 0) draw_group(context, mark, "hull", draw_hull);
  }
  canvas.add("</g>\n");
  draw_labels(figure, panel, frame, canvas);
}

}  // namespace fairpca
