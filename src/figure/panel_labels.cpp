// SPDX-License-Identifier: BSD-3-Clause
#include "figure/panel_labels.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "figure/label_places.h"
#include "figure/mark_words.h"
#include "figure/series_style.h"
#include "figure/xml_text.h"

namespace fairpca {
namespace {

constexpr std::size_t kMostLineNames = 4;
constexpr double kNameDistance = 16;  ///< between the end of a line and its name
constexpr double kLabelWidth = 150;   ///< of the longest label inside a plot

/// Small boxes along a polyline and around points: where a label would hide something.
std::vector<Box> occupied(const Panel& panel, const PanelFrame& frame) {
  std::vector<Box> boxes;
  const auto add = [&](double x, double y, double radius) {
    boxes.push_back(Box{x, y, x, y}.grown(radius));
  };
  for (const Mark& mark : panel.marks) {
    if (mark.is_background || mark.points.size() > 600) continue;
    double last_x = kNoNumber, last_y = kNoNumber;
    for (const MarkPoint& point : mark.points) {
      const double x = frame.x.at(point.x), y = frame.y.at(point.y);
      if (!std::isfinite(x) || !std::isfinite(y)) continue;
      add(x, y, 4);
      const bool is_arrow = mark.kind == MarkKind::kArrow;
      const double from_x = is_arrow ? frame.x.at(0) : last_x;
      const double from_y = is_arrow ? frame.y.at(0) : last_y;
      if (is_arrow || (mark.kind == MarkKind::kLine && std::isfinite(last_x))) {
        const int steps = static_cast<int>(std::hypot(x - from_x, y - from_y) / 5);
        for (int i = 1; i < steps; ++i) {
          add(from_x + (x - from_x) * i / steps, from_y + (y - from_y) * i / steps, 1.5);
        }
      }
      last_x = x;
      last_y = y;
    }
  }
  return boxes;
}

WantedLabel rule_label(const PanelFrame& frame, const MarkPoint& point, const std::string& text) {
  const double y = frame.y.at(point.y);
  if (!std::isfinite(y)) {
    return {
        .text = text, .x = frame.x.at(point.x), .y = frame.plot.top + kRuleRow / 2, .distance = 4};
  }
  const double half = text_width(text, kTextSize) / 2;
  return {.text = text, .x = frame.plot.right - half - 2, .y = y, .distance = 2, .away_y = -1};
}

/// A group that goes with the marks of its series where a script hides them.
std::string opened_series(std::string_view name) {
  return fmt::format("<g data-series=\"{}\">\n", xml_text(name));
}

}  // namespace

void draw_labels(const Figure& figure, const Panel& panel, const PanelFrame& frame,
                 Canvas& canvas) {
  std::vector<WantedLabel> wanted;
  std::vector<std::string_view> full, series;
  for (const bool of_rules : {true, false}) {
    for (const Mark& mark : panel.marks) {
      const bool is_rule = mark.kind == MarkKind::kRule;
      if (is_rule != of_rules || (!is_rule && !mark.labelled)) continue;
      for (const MarkPoint& point : mark.points) {
        const double x = frame.x.at(point.x), y = frame.y.at(point.y);
        if (point.label.empty() || (!is_rule && !(std::isfinite(x) && std::isfinite(y)))) continue;
        const std::string text = fitted_text(point.label, kLabelWidth, kTextSize);
        const bool is_arrow = mark.kind == MarkKind::kArrow;
        wanted.push_back(is_rule ? rule_label(frame, point, text)
                                 : WantedLabel{.text = text,
                                               .x = x,
                                               .y = y,
                                               .distance = is_arrow ? 5.0 : 7.0,
                                               .away_x = is_arrow ? x - frame.x.at(0) : 0,
                                               .away_y = is_arrow ? y - frame.y.at(0) : 0});
        full.push_back(point.label);
        series.push_back(series_name(figure, mark.series));
      }
    }
  }
  if (wanted.empty()) return;
  const std::vector<std::optional<PlacedLabel>> places =
      place_labels(wanted, kTextSize, frame.plot.grown(2), {}, occupied(panel, frame));
  canvas.add("<g class=\"fp-labels\">\n");
  for (std::size_t i = 0; i < places.size(); ++i) {
    if (!places[i]) continue;
    if (!series[i].empty()) canvas.add(opened_series(series[i]));
    canvas.text(places[i]->x, places[i]->y, wanted[i].text, {.classes = "fp-halo"}, full[i]);
    if (!series[i].empty()) canvas.add("</g>\n");
  }
  canvas.add("</g>\n");
}

bool can_name_lines(const Figure& figure) {
  if (figure.panels.size() != 1 || figure.series.empty() || figure.series.size() > kMostLineNames) {
    return false;
  }
  std::vector<bool> has_line(figure.series.size(), false);
  for (const Mark& mark : figure.panels.front().marks) {
    if (mark.series < 0) continue;
    if (mark.kind != MarkKind::kLine) return false;
    has_line[static_cast<std::size_t>(mark.series)] = true;
  }
  return std::find(has_line.begin(), has_line.end(), false) == has_line.end();
}

double line_names_width(const Figure& figure, double most) {
  double widest = 0;
  for (const Series& series : figure.series) {
    widest = std::max(widest, text_width(series.name, kTextSize));
  }
  return std::min(most, widest + kNameDistance + 2);
}

bool draw_line_names(const Figure& figure, const Panel& panel, const PanelFrame& frame,
                     Canvas& canvas) {
  struct End {
    int series;
    double x, y;
  };
  std::vector<End> ends;
  std::vector<double> wanted;
  for (const Mark& mark : panel.marks) {
    if (mark.series < 0) continue;
    for (auto point = mark.points.rbegin(); point != mark.points.rend(); ++point) {
      const double x = frame.x.at(point->x), y = frame.y.at(point->y);
      if (!std::isfinite(x) || !std::isfinite(y)) continue;
      ends.push_back({mark.series, x, y});
      wanted.push_back(y);
      break;
    }
  }
  const double line = kTextSize * (kAscent + kDescent) + 2;
  const std::vector<double> places =
      spread(wanted, line, frame.plot.top + line / 2, frame.plot.bottom - line / 2);
  if (places.empty()) return ends.empty();
  const double room = frame.slot.right - frame.plot.right - kNameDistance;
  for (std::size_t i = 0; i < ends.size(); ++i) {
    const std::string name(series_name(figure, ends[i].series));
    const double right = frame.plot.right;
    canvas.add(opened_series(name));
    canvas.add(fmt::format("<g {}>\n", colour_attributes(style_of(figure, ends[i].series).colour)));
    canvas.line(
        std::max(ends[i].x, right) + 3, std::abs(places[i] - ends[i].y) < 3 ? places[i] : ends[i].y,
        right + kNameDistance - 3, places[i], "stroke=\"currentColor\" stroke-width=\"1.2\"");
    canvas.add("</g>\n");
    canvas.text(right + kNameDistance, places[i] + kTextSize * (kAscent - kDescent) / 2,
                fitted_text(name, room, kTextSize), {}, name);
    canvas.add("</g>\n");
  }
  return true;
}

}  // namespace fairpca
