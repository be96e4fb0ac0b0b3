// SPDX-License-Identifier: BSD-3-Clause
#include "page/figure_html.h"

#include <fmt/format.h>

#include "figure/legend.h"
#include "figure/mark_words.h"
#include "figure/panel_labels.h"
#include "figure/svg_text.h"
#include "figure/xml_text.h"
#include "page/table_html.h"

namespace fairpca {
namespace {

constexpr double kWideDrawing = 720, kNarrowDrawing = 310;
constexpr std::size_t kManySeries = 16;    ///< of a legend in narrow columns
constexpr std::size_t kMostNumbers = 600;  ///< points of a table; of more, the file is named

std::string drawing_html(Figure figure, bool is_narrow, std::string_view classes, PageIds& ids) {
  figure.id = ids.take(figure.id);
  const SvgOptions options{.width = is_narrow ? kNarrowDrawing : kWideDrawing,
                           .margin = 0,
                           .embeds_style = false,
                           .shows_title = false,
                           .shows_caption = false,
                           .shows_legend = false,
                           .names_lines = !is_narrow};
  return fmt::format("<div class=\"drawing {}\">\n{}</div>\n", classes, svg_text(figure, options));
}

/// The series as a list: it breaks its lines as the page does, and a script makes switches of it.
/// Names at the ends of lines say the same on a desk.
std::string legend_html(const Figure& figure) {
  const std::vector<int> series = legend_of(figure, kWideDrawing).series;
  if (series.size() < 2) return {};
  std::string html =
      fmt::format("<ul class=\"legend fp-figure{}{}>\n", can_name_lines(figure) ? " is-named" : "",
                  series.size() > kManySeries ? " is-long\" tabindex=\"0\"" : "\"");
  for (const int number : series) {
    const std::string_view name = series_name(figure, number);
    html += fmt::format("<li data-series=\"{}\">{}<span>{}</span></li>\n", xml_text(name),
                        swatch_svg(figure, number), html_text(name));
  }
  return html + "</ul>\n";
}

std::string numbers_html(const FigureBlock& block, PageIds& ids) {
  const std::size_t points = point_count(block.figure);
  std::string html;
  const std::string file = block.csv_file.empty() ? ""
                                                  : fmt::format("in the file <code>{}</code>",
                                                                html_text(block.csv_file));
  if (points > kMostNumbers) {
    html = fmt::format("<p class=\"note\">This figure has {} points{}.</p>\n", points,
                       file.empty() ? "" : "; their numbers are " + file);
  } else {
    html = table_html(numbers_table(block.figure), ids);
    if (!file.empty()) {
      html +=
          fmt::format("<p class=\"note\">The same numbers, with all digits, are {}.</p>\n", file);
    }
  }
  return fmt::format(
      "<details class=\"numbers\"><summary>Numbers of this figure</summary>\n{}"
      "</details>\n",
      html);
}

}  // namespace

std::size_t point_count(const Figure& figure) {
  std::size_t count = 0;
  for (const Panel& panel : figure.panels) {
    for (const Mark& mark : panel.marks) count += mark.points.size();
  }
  return count;
}

std::string figure_html(const FigureBlock& block, bool has_narrow, PageIds& ids) {
  const Figure& figure = block.figure;
  std::string html = fmt::format("<figure id=\"{}\">\n<figcaption><h3>{}</h3></figcaption>\n",
                                 ids.take("figure-" + figure.id), html_text(figure.title));
  html += legend_html(figure);
  html += drawing_html(figure, false, has_narrow ? "wide" : "only", ids);
  if (has_narrow) html += drawing_html(figure, true, "narrow", ids);
  if (!figure.caption.empty()) {
    html += fmt::format("<p class=\"note\">{}</p>\n", html_text(figure.caption));
  }
  return html + numbers_html(block, ids) + "</figure>\n";
}

}  // namespace fairpca
