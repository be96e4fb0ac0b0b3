// SPDX-License-Identifier: BSD-3-Clause
#include "figure/panel_frame.h"

#include <algorithm>
#include <cmath>

#include "figure/mark_words.h"

namespace fairpca {
namespace {

constexpr double kPadding = 0.04;    ///< of a range, on each side
constexpr double kTickDistance = 7;  ///< between plot and labels of ticks
constexpr double kBelow = 8;         ///< the same below: clear of the vertical axis' lowest label
constexpr double kLongestVertical = 120;  ///< of labels written from bottom to top
constexpr double kArrowRoom = 1.15;       ///< beyond the tips of arrows, for their names
constexpr double kWidestCell = 96, kCellHeight = 20;

/// The least range around what it has seen.
struct Range {
  double low = std::numeric_limits<double>::infinity(), high = -low;
  bool starts_at_zero = false;  ///< bars stand on it
  void add(double number, AxisKind kind) {
    if (!std::isfinite(number) || (kind == AxisKind::kLogarithmic && !(number > 0))) return;
    low = std::min(low, number);
    high = std::max(high, number);
  }
};

Range range_of(const Panel& panel, bool of_x) {
  const FigureAxis& axis = of_x ? panel.x : panel.y;
  Range range;
  const bool has_intervals = is_lying(panel) == of_x;
  for (const Mark& mark : panel.marks) {
    const bool shows_intervals =
        has_intervals && (mark.kind != MarkKind::kLine || has_band(panel, mark));
    for (const MarkPoint& point : mark.points) {
      const double number = of_x ? point.x : point.y;
      range.add(number, axis.kind);
      if (mark.kind == MarkKind::kArrow) range.add(kArrowRoom * number, axis.kind);
      if (!shows_intervals) continue;
      for (const double end : {point.low, point.high}) range.add(end, axis.kind);
    }
    if (mark.kind == MarkKind::kArrow) range.add(0, axis.kind);
    if (mark.kind == MarkKind::kBar && has_intervals) range.starts_at_zero = true;
  }
  if (axis.has_zero) range.starts_at_zero = true;
  if (range.starts_at_zero) range.add(0, axis.kind);
  return range;
}

void join(Range& range, const Range& other) {
  range.low = std::min(range.low, other.low);
  range.high = std::max(range.high, other.high);
  range.starts_at_zero |= other.starts_at_zero;
}

/// Wider by the padding, except where it starts at zero or the axis says otherwise.
void set_range(const FigureAxis& axis, Range range, double& low, double& high) {
  if (axis.kind == AxisKind::kCategories) {
    low = -0.5;
    high = std::max(1.0, static_cast<double>(axis.categories.size())) - 0.5;
    return;
  }
  const bool is_log = axis.kind == AxisKind::kLogarithmic;
  if (range.low > range.high) range = {is_log ? 1.0 : 0.0, is_log ? 10.0 : 1.0};
  if (is_log) {
    const double factor = range.low < range.high ? std::pow(range.high / range.low, kPadding) : 3;
    low = range.low / factor;
    high = range.high * factor;
  } else {
    const double length = range.high - range.low;
    // A range of no length still has a middle; half a unit, or a tenth of a tiny or huge number.
    const double padding = length > 1e-12 * std::max(std::abs(range.low), std::abs(range.high))
                               ? kPadding * length
                           : range.low == 0 || axis.is_whole ? 0.5
                                                             : 0.1 * std::abs(range.low);
    low = range.starts_at_zero && range.low == 0 ? 0 : range.low - padding;
    high = range.starts_at_zero && range.high == 0 && range.low < 0 ? 0 : range.high + padding;
  }
  const double given_low = axis.low.value_or(low), given_high = axis.high.value_or(high);
  if (given_low < given_high && (!is_log || given_low > 0)) {
    low = given_low;
    high = given_high;
  }
}

Ticks inside(const Ticks& ticks, double low, double high) {
  Ticks kept;
  const double slack = 1e-9 * (high - low);
  for (std::size_t i = 0; i < ticks.at.size(); ++i) {
    if (ticks.at[i] < low - slack || ticks.at[i] > high + slack) continue;
    kept.at.push_back(ticks.at[i]);
    kept.labels.push_back(ticks.labels[i]);
  }
  return kept;
}

/// The finest ticks of which at most `most` are inside; a few more where that would leave one.
Ticks ticks_of(const FigureAxis& axis, double low, double high, int most) {
  if (axis.kind == AxisKind::kLogarithmic) {
    Ticks ticks = logarithmic_ticks(low, high, most);
    if (ticks.at.size() > 1) return ticks;
  }
  Ticks finer;
  for (int count = 2 * most + 2; count >= 2; --count) {
    Ticks ticks = inside(linear_ticks(low, high, count, axis.is_whole), low, high);
    if (ticks.at.size() < 2 && finer.at.size() > 1) break;  // rather some more than a single one
    finer = std::move(ticks);
    if (finer.at.size() <= static_cast<std::size_t>(most)) break;
  }
  return finer;
}

/// Boxes of the labels below the plot, moved inside the slot at its ends.
std::vector<double> label_centres(const Ticks& ticks, const Scale& scale, const Box& slot) {
  std::vector<double> centres;
  for (std::size_t i = 0; i < ticks.at.size(); ++i) {
    const double half = text_width(ticks.labels[i], kTextSize) / 2;
    centres.push_back(std::clamp(scale.at(ticks.at[i]), slot.left + half,
                                 std::max(slot.left + half, slot.right - half)));
  }
  return centres;
}

bool has_overlap(const Ticks& ticks, const std::vector<double>& centres) {
  for (std::size_t i = 1; i < centres.size(); ++i) {
    const double halves =
        (text_width(ticks.labels[i - 1], kTextSize) + text_width(ticks.labels[i], kTextSize)) / 2;
    if (centres[i] - centres[i - 1] < halves + 6) return true;
  }
  return false;
}

Ticks horizontal_ticks(const Panel& panel, const Scale& scale, const Box& slot) {
  Ticks ticks;
  for (int most = 12; most >= 2; --most) {
    ticks = ticks_of(panel.x, scale.low, scale.high, most);
    if (!has_overlap(ticks, label_centres(ticks, scale, slot))) break;
  }
  return ticks;
}

/// Whether the names of horizontal categories fit side by side.
bool categories_fit(const FigureAxis& axis, double plot_width) {
  const double room = plot_width / std::max<double>(1, static_cast<double>(axis.categories.size()));
  return std::all_of(axis.categories.begin(), axis.categories.end(), [&](const std::string& name) {
    return text_width(name, kTextSize) + 6 <= room;
  });
}

void draw_category_labels(const Panel& panel, const PanelFrame& frame, Canvas& canvas) {
  const Box& plot = frame.plot;
  const double middle = kTextSize * (kAscent - kDescent) / 2;
  if (panel.y.kind == AxisKind::kCategories) {
    const double room = plot.left - frame.slot.left - kTickDistance;
    for (std::size_t i = 0; i < panel.y.categories.size(); ++i) {
      const std::string& name = panel.y.categories[i];
      canvas.text(plot.left - kTickDistance, frame.y.at(static_cast<double>(i)) + middle,
                  fitted_text(name, room, kTextSize), {.anchor = Anchor::kEnd}, name);
    }
  }
  if (panel.x.kind != AxisKind::kCategories) return;
  // Where even turned names would overlap, every second or third is written.
  const double line = kTextSize * (kAscent + kDescent) + 1;
  const auto every = static_cast<std::size_t>(std::max(1.0, std::ceil(line / frame.x.band())));
  for (std::size_t i = 0; i < panel.x.categories.size(); ++i) {
    const std::string& name = panel.x.categories[i];
    const double x = frame.x.at(static_cast<double>(i));
    if (!frame.has_vertical_labels) {
      canvas.text(x, plot.bottom + kBelow + kAscent * kTextSize, name, {.anchor = Anchor::kMiddle});
    } else if (i % every == 0) {
      canvas.text(x + middle, plot.bottom + kTickDistance,
                  fitted_text(name, kLongestVertical, kTextSize),
                  {.anchor = Anchor::kEnd, .is_vertical = true}, name);
    }
  }
}

void draw_titles(const Panel& panel, const PanelFrame& frame, Canvas& canvas) {
  const Box &slot = frame.slot, &plot = frame.plot;
  double y = plot.top - 9 - kDescent * kTextSize;
  if (frame.names_y) {
    canvas.text(slot.left, y, fitted_text(panel.y.label, slot.width(), kTextSize),
                {.classes = "fp-pale"}, panel.y.label);
  }
  if (frame.has_y_row) y -= kLineHeight * kTextSize + 1;
  canvas.text(slot.left, y, fitted_text(panel.title, slot.width(), kPanelTitleSize, true),
              {.size = kPanelTitleSize, .is_bold = true}, panel.title);
  const double below = slot.bottom - kDescent * kTextSize;
  const std::string label = fitted_text(panel.x.label, slot.width(), kTextSize);
  const double half = text_width(label, kTextSize) / 2;
  canvas.text(std::clamp((plot.left + plot.right) / 2, slot.left + half,
                         std::max(slot.left + half, slot.right - half)),
              below, label, {.anchor = Anchor::kMiddle, .classes = "fp-pale"}, panel.x.label);
}

/// Whether there is a point to draw.
bool has_numbers(const Panel& panel) {
  for (const Mark& mark : panel.marks) {
    for (const MarkPoint& point : mark.points) {
      if (std::isfinite(point.x) && std::isfinite(point.y)) return true;
    }
  }
  return false;
}

/// Grid, ticks and their labels.
void draw_ticks(const Panel& panel, const PanelFrame& frame, Canvas& canvas) {
  const Box& plot = frame.plot;
  const bool lies = is_lying(panel);
  const double middle = kTextSize * (kAscent - kDescent) / 2;
  for (std::size_t i = 0; i < frame.y_ticks.at.size(); ++i) {
    const double y = frame.y.at(frame.y_ticks.at[i]);
    canvas.line(plot.left, y, plot.right, y, "class=\"fp-grid\" stroke=\"#DFE3E8\"");
    canvas.text(plot.left - kTickDistance, y + middle, frame.y_ticks.labels[i],
                {.anchor = Anchor::kEnd, .classes = "fp-pale"});
  }
  const std::vector<double> centres = label_centres(frame.x_ticks, frame.x, frame.slot);
  for (std::size_t i = 0; i < frame.x_ticks.at.size(); ++i) {
    const double x = frame.x.at(frame.x_ticks.at[i]);
    if (lies || panel.is_square) {
      canvas.line(x, plot.top, x, plot.bottom, "class=\"fp-grid\" stroke=\"#DFE3E8\"");
    } else {
      canvas.line(x, plot.bottom, x, plot.bottom + 4, "stroke=\"currentColor\" class=\"fp-pale\"");
    }
    canvas.text(centres[i], plot.bottom + kBelow + kAscent * kTextSize, frame.x_ticks.labels[i],
                {.anchor = Anchor::kMiddle, .classes = "fp-pale"});
  }
  if (!lies && !panel.is_square && panel.y.kind != AxisKind::kCategories) {
    canvas.line(plot.left, plot.bottom, plot.right, plot.bottom,
                "stroke=\"currentColor\" class=\"fp-pale\"");
  }
  if (lies && frame.x.low < 0 && frame.x.high > 0 && panel.x.kind == AxisKind::kLinear) {
    const double zero = frame.x.at(0);
    canvas.line(zero, plot.top, zero, plot.bottom, "stroke=\"currentColor\" class=\"fp-pale\"");
  }
}

/// Width of a plot that may have `width`: cells of a heat map are narrow enough for the eye to take
/// them together.
double shown_width(const Panel& panel, double width) {
  const bool is_heat =
      panel.x.kind == AxisKind::kCategories && panel.y.kind == AxisKind::kCategories;
  return is_heat ? std::min(width, kWidestCell * static_cast<double>(panel.x.categories.size()))
                 : width;
}

/// Room of one category of the vertical axis; series that stand beside each other need more.
double category_height(const Figure& figure, const Panel& panel) {
  std::vector<int> bars;
  for (const Mark& mark : panel.marks) {
    if (mark.kind != MarkKind::kBar && mark.kind != MarkKind::kInterval) continue;
    if (std::find(bars.begin(), bars.end(), mark.series) == bars.end()) bars.push_back(mark.series);
  }
  const double series = std::clamp<double>(static_cast<double>(bars.size()), 1,
                                           static_cast<double>(figure.series.size()) + 1);
  return is_lying(panel) ? std::max(kCellHeight, 9 * series + 8) : kCellHeight;
}

/// Whether some panel names a vertical rule: all keep a row for such names, and stay level.
bool has_rule_names(const Figure& figure) {
  for (const Panel& panel : figure.panels) {
    for (const Mark& mark : panel.marks) {
      if (mark.kind != MarkKind::kRule || !is_lying(panel)) continue;
      for (const MarkPoint& point : mark.points) {
        if (std::isfinite(point.x) && !point.label.empty()) return true;
      }
    }
  }
  return false;
}

}  // namespace

bool is_lying(const Panel& panel) {
  return panel.y.kind == AxisKind::kCategories && panel.x.kind != AxisKind::kCategories;
}

std::vector<PanelRanges> panel_ranges(const Figure& figure) {
  std::vector<Range> x, y;
  Range all_x, all_y;
  for (const Panel& panel : figure.panels) {
    x.push_back(range_of(panel, true));
    y.push_back(range_of(panel, false));
    join(all_x, x.back());
    join(all_y, y.back());
  }
  std::vector<PanelRanges> ranges(figure.panels.size());
  for (std::size_t i = 0; i < ranges.size(); ++i) {
    set_range(figure.panels[i].x, figure.shares_x ? all_x : x[i], ranges[i].x_low,
              ranges[i].x_high);
    set_range(figure.panels[i].y, figure.shares_y ? all_y : y[i], ranges[i].y_low,
              ranges[i].y_high);
    if (is_lying(figure.panels[i]) && has_rule_names(figure)) {
      ranges[i].y_low -= kRuleRow / category_height(figure, figure.panels[i]);
    }
  }
  return ranges;
}

double plot_height(const Figure& figure, const Panel& panel, const PanelRanges& ranges,
                   double width) {
  if (panel.y.kind != AxisKind::kCategories) {
    if (!panel.is_square) return std::clamp(0.6 * width, 150.0, 340.0);
    const double aspect = (ranges.y_high - ranges.y_low) / (ranges.x_high - ranges.x_low);
    return std::min(420.0, width * std::clamp(aspect, 0.7, 1.1));
  }
  return category_height(figure, panel) * (ranges.y_high - ranges.y_low);
}

Ticks vertical_ticks(const Panel& panel, const PanelRanges& ranges, double height) {
  if (panel.y.kind == AxisKind::kCategories) return {};
  return ticks_of(panel.y, ranges.y_low, ranges.y_high,
                  std::clamp(static_cast<int>(height / 38), 3, 9));
}

double left_room(const Panel& panel, const Ticks& ticks, double most) {
  double widest = 0;
  const auto& labels = panel.y.kind == AxisKind::kCategories ? panel.y.categories : ticks.labels;
  for (const std::string& label : labels) widest = std::max(widest, text_width(label, kTextSize));
  return std::min(most, widest + kTickDistance + 1);
}

double top_room(const Figure& figure) {
  double room = 9;
  const auto any = [&](const auto& has) {
    return std::any_of(figure.panels.begin(), figure.panels.end(), has);
  };
  if (any([](const Panel& panel) { return !panel.y.label.empty(); })) {
    room += kLineHeight * kTextSize + 1;
  }
  if (any([](const Panel& panel) { return !panel.title.empty(); })) {
    room += kLineHeight * kPanelTitleSize + 1;
  }
  return room;
}

double bottom_room(const Panel& panel, double plot_width) {
  double room = kBelow + kLineHeight * kTextSize;
  if (panel.x.kind == AxisKind::kCategories &&
      !categories_fit(panel.x, shown_width(panel, plot_width))) {
    double longest = 0;
    for (const std::string& name : panel.x.categories) {
      longest = std::max(longest, text_width(name, kTextSize));
    }
    room = kTickDistance + std::min(longest, kLongestVertical) + 2;
  }
  return room + (panel.x.label.empty() ? 0 : kLineHeight * kTextSize + 3);
}

PanelFrame framed(const Panel& panel, const PanelRanges& ranges, const Box& slot, Box plot) {
  plot.right = plot.left + shown_width(panel, plot.width());
  PanelRanges shown = ranges;
  if (panel.is_square) {
    // No wider than the data need, with some room for labels at the sides.
    const double aspect = (shown.x_high - shown.x_low) / (shown.y_high - shown.y_low);
    plot.right = std::min(plot.right, plot.left + std::max(200.0, 1.3 * plot.height() * aspect));
    const double unit = std::max((shown.x_high - shown.x_low) / plot.width(),
                                 (shown.y_high - shown.y_low) / plot.height());
    const double more_x = (unit * plot.width() - (shown.x_high - shown.x_low)) / 2;
    const double more_y = (unit * plot.height() - (shown.y_high - shown.y_low)) / 2;
    shown = {shown.x_low - more_x, shown.x_high + more_x, shown.y_low - more_y,
             shown.y_high + more_y};
  }
  PanelFrame frame{.slot = slot, .plot = plot, .x = {}, .y = {}, .x_ticks = {}, .y_ticks = {}};
  frame.x = {panel.x.kind, shown.x_low, shown.x_high, plot.left, plot.right};
  frame.y = {panel.y.kind, shown.y_low, shown.y_high, plot.bottom, plot.top};
  if (panel.y.kind == AxisKind::kCategories) std::swap(frame.y.from, frame.y.to);
  frame.y_ticks = vertical_ticks(panel, shown, plot.height());
  if (panel.x.kind == AxisKind::kCategories) {
    frame.has_vertical_labels = !categories_fit(panel.x, plot.width());
  } else {
    frame.x_ticks = horizontal_ticks(panel, frame.x, slot);
  }
  return frame;
}

void draw_axes(const Panel& panel, const PanelFrame& frame, Canvas& canvas) {
  canvas.add("<g class=\"fp-axes\">\n");
  if (has_numbers(panel)) {
    draw_ticks(panel, frame, canvas);
    draw_category_labels(panel, frame, canvas);
  } else {
    canvas.text((frame.plot.left + frame.plot.right) / 2, (frame.plot.top + frame.plot.bottom) / 2,
                "no numbers to show", {.anchor = Anchor::kMiddle, .classes = "fp-pale"});
  }
  draw_titles(panel, frame, canvas);
  canvas.add("</g>\n");
}

}  // namespace fairpca
