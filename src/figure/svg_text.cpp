// SPDX-License-Identifier: BSD-3-Clause
#include "figure/svg_text.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "figure/legend.h"
#include "figure/panel_frame.h"
#include "figure/panel_labels.h"
#include "figure/panel_marks.h"
#include "figure/series_style.h"
#include "figure/xml_text.h"

namespace fairpca {
namespace {

constexpr double kPanelGap = 26, kNarrowestPanel = 215, kWidestPlot = 700;
constexpr int kPassesOverLabels = 3;
constexpr std::size_t kNamesInDescription = 12;

/// Lines of a text, one below another; returns where the next may begin.
double draw_lines(const std::vector<std::string>& lines, double left, double top,
                  const TextStyle& style, Canvas& canvas) {
  for (const std::string& line : lines) {
    canvas.text(left, top + kAscent * style.size, line, style);
    top += kLineHeight * style.size;
  }
  return top;
}

/// Panels in rows of as many as fit, as equal as possible.
std::size_t panel_columns(const Figure& figure, double width) {
  const std::size_t count = std::max<std::size_t>(1, figure.panels.size());
  const bool has_wide =
      std::any_of(figure.panels.begin(), figure.panels.end(),
                  [](const Panel& panel) { return panel.y.kind == AxisKind::kCategories; });
  const double narrowest = has_wide ? 1.4 * kNarrowestPanel : kNarrowestPanel;
  const auto most = static_cast<std::size_t>(
      std::max(1.0, std::floor((width + kPanelGap) / (narrowest + kPanelGap))));
  const std::size_t rows = (count + most - 1) / most;
  return (count + rows - 1) / rows;
}

/// Shared sizes of all panels of a figure.
struct Grid {
  std::size_t columns = 1;
  double margin = 0, slot_width = 0, left = 0, right = 0, top = 0;
  bool has_y_row = false;  ///< some panel has a label of its vertical axis
};

/// Right ends of the plots leave room for half a label of a tick.
Grid grid_of(const Figure& figure, const std::vector<PanelRanges>& ranges, double width,
             bool names_lines) {
  Grid grid{.columns = panel_columns(figure, width)};
  const auto columns = static_cast<double>(grid.columns);
  grid.slot_width = (width - kPanelGap * (columns - 1)) / columns;
  grid.right = names_lines ? line_names_width(figure, 0.34 * width) : 6;
  grid.top = top_room(figure);
  for (const Panel& panel : figure.panels) grid.has_y_row |= !panel.y.label.empty();
  // Labels take room from the plot, whose height follows its width and decides on the ticks.
  for (int pass = 0; pass < kPassesOverLabels; ++pass) {
    const double plot_width = std::min(kWidestPlot, grid.slot_width - grid.left - grid.right);
    std::vector<double> heights;
    for (std::size_t i = 0; i < figure.panels.size(); ++i) {
      heights.push_back(plot_height(figure, figure.panels[i], ranges[i], plot_width));
    }
    for (std::size_t i = 0; i < figure.panels.size(); ++i) {
      for (const double height : heights) {  // those of a row are as high as the highest
        const Ticks ticks = vertical_ticks(figure.panels[i], ranges[i], height);
        grid.left = std::max(grid.left, left_room(figure.panels[i], ticks, 0.42 * grid.slot_width));
      }
    }
  }
  return grid;
}

/// `data-panel`, `data-x-name`, `data-y-name`: what a script calls the numbers of its points.
std::string panel_attributes(const Panel& panel) {
  std::string text;
  const auto add = [&](std::string_view name, const std::string& value) {
    if (!value.empty()) text += fmt::format(" data-{}=\"{}\"", name, xml_text(value));
  };
  add("panel", panel.title);
  add("x-name", panel.x.label);
  add("y-name", panel.y.label);
  return text;
}

/// Draws one row of panels; returns its lower end.
double draw_row(const Figure& figure, const std::vector<PanelRanges>& ranges, const Grid& grid,
                std::size_t first, double top, Canvas& canvas) {
  const std::size_t last = std::min(figure.panels.size(), first + grid.columns);
  const double plot_width = std::min(kWidestPlot, grid.slot_width - grid.left - grid.right);
  double height = 0, below = 0;
  for (std::size_t i = first; i < last; ++i) {
    height = std::max(height, plot_height(figure, figure.panels[i], ranges[i], plot_width));
    below = std::max(below, bottom_room(figure.panels[i], plot_width));
  }
  for (std::size_t i = first; i < last; ++i) {
    const Panel& panel = figure.panels[i];
    const double left =
        grid.margin + static_cast<double>(i - first) * (grid.slot_width + kPanelGap);
    const Box slot{left, top, left + grid.slot_width, top + grid.top + height + below};
    const double own = panel.y.kind == AxisKind::kCategories
                           ? plot_height(figure, panel, ranges[i], plot_width)
                           : height;
    const Box plot{left + grid.left, top + grid.top, left + grid.left + plot_width,
                   top + grid.top + own};
    Box room = slot;
    room.bottom = plot.bottom + bottom_room(panel, plot_width);
    PanelFrame frame = framed(panel, ranges[i], room, plot);
    frame.has_y_row = grid.has_y_row;
    frame.names_y = i == first || panel.y.label != figure.panels[i - 1].y.label;
    const std::string clip = fmt::format("{}.clip{}", xml_id(figure.id), i);
    const Box edge = frame.plot.grown(7);
    canvas.add(
        fmt::format("<clipPath id=\"{}\"><rect x=\"{}\" y=\"{}\" width=\"{}\" "
                    "height=\"{}\"/></clipPath>\n<g class=\"fp-panel\"{}>\n",
                    clip, length_text(edge.left), length_text(edge.top), length_text(edge.width()),
                    length_text(edge.height()), panel_attributes(panel)));
    draw_axes(panel, frame, canvas);
    draw_marks(figure, panel, frame, clip, canvas);
    if (grid.right > 6) draw_line_names(figure, panel, frame, canvas);
    canvas.add("</g>\n");
  }
  return top + grid.top + height + below;
}

/// What a figure without a description of its own says to those who cannot see it.
std::string description_of(const Figure& figure) {
  if (!figure.description.empty()) return figure.description;
  std::string text;
  for (const Panel& panel : figure.panels) {
    if (!panel.title.empty()) text += panel.title + ": ";
    text += fmt::format("{} against {}. ", panel.y.label.empty() ? "values" : panel.y.label,
                        panel.x.label.empty() ? "categories" : panel.x.label);
  }
  for (std::size_t i = 0; i < figure.series.size(); ++i) {
    if (i == kNamesInDescription) {
      text += fmt::format(" and {} more", figure.series.size() - i);
      break;
    }
    text += (i == 0 ? "Shown: " : ", ") + figure.series[i].name;
  }
  return text;
}

/// Ids inside the drawing are its own and a point, which no other id of a page has (xml_id).
std::string opening(const Figure& figure, const SvgOptions& options, double height) {
  const std::string id = xml_id(figure.id);
  std::string svg = fmt::format(
      "<svg xmlns=\"http://www.w3.org/2000/svg\" id=\"{0}\" class=\"fp-figure\" viewBox=\"0 0 {1} "
      "{2}\" width=\"{1}\" height=\"{2}\" role=\"img\" aria-labelledby=\"{0}.title {0}.desc\" "
      "font-family=\"sans-serif\" color=\"{3}\">\n"
      "<title id=\"{0}.title\">{4}</title>\n<desc id=\"{0}.desc\">{5}</desc>\n",
      id, length_text(options.width), length_text(height), kInk.light, xml_text(figure.title),
      xml_text(description_of(figure)));
  if (options.embeds_style) svg += "<style>\n" + figure_style() + "</style>\n";
  return svg + "<rect class=\"fp-paper\" width=\"100%\" height=\"100%\" fill=\"#FFFFFF\"/>\n";
}

}  // namespace

Drawing draw_figure(const Figure& figure, const SvgOptions& options) {
  Canvas canvas;
  const double margin = options.margin;
  const double width = options.width - 2 * margin;
  double y = margin;
  if (options.shows_title) {
    y = draw_lines(wrapped_text(figure.title, width, kTitleSize, true, 3), margin, y,
                   {.size = kTitleSize, .is_bold = true}, canvas) +
        4;
  }
  const std::vector<PanelRanges> ranges = panel_ranges(figure);
  const bool names_lines = options.names_lines && can_name_lines(figure);
  const Legend legend = legend_of(figure, width);
  const bool has_legend = options.shows_legend && !names_lines && legend.series.size() > 1;
  if (heat_range(figure).has_cells) {
    draw_heat_legend(figure, margin, y, canvas);
    y += heat_legend_height() + 4;
  } else if (has_legend && legend.is_flow) {
    draw_legend(figure, legend, margin, y, canvas);
    y += legend.height() + 4;
  }
  Grid grid = grid_of(figure, ranges, width, names_lines);
  grid.margin = margin;
  for (std::size_t i = 0; i < figure.panels.size(); i += grid.columns) {
    y = draw_row(figure, ranges, grid, i, y, canvas) + 16;
  }
  if (has_legend && !legend.is_flow) {
    draw_legend(figure, legend, margin, y, canvas);
    y += legend.height() + 6;
  }
  if (options.shows_caption && !figure.caption.empty()) {
    y = draw_lines(wrapped_text(figure.caption, width, kTextSize), margin, y + 2,
                   {.classes = "fp-pale"}, canvas);
  }
  const double height = std::ceil(y + margin / 2);
  return {opening(figure, options, height) + canvas.svg() + "</svg>\n", options.width, height,
          canvas.texts()};
}

std::string svg_text(const Figure& figure, const SvgOptions& options) {
  return draw_figure(figure, options).svg;
}

}  // namespace fairpca
