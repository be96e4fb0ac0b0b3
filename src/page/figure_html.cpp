// SPDX-License-Identifier: BSD-3-Clause
#include "page/figure_html.h"

#include <array>
#include <cmath>

#include <fmt/format.h>

#include "figure/mark_words.h"
#include "figure/series_style.h"
#include "figure/svg_text.h"
#include "figure/xml_text.h"
#include "page/table_html.h"

namespace fairpca {
namespace {

constexpr double kWideDrawing = 720, kNarrowDrawing = 310;
constexpr std::size_t kMostNumbers = 600;  ///< points of a table; of more, the file is named

std::string drawing_html(Figure figure, double width, std::string_view classes, PageIds& ids) {
  figure.id = ids.take(figure.id);
  const SvgOptions options{
      .width = width, .embeds_style = false, .shows_title = false, .shows_caption = false};
  return fmt::format("<div class=\"drawing {}\">\n{}</div>\n", classes, svg_text(figure, options));
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
  html += drawing_html(figure, kWideDrawing, has_narrow ? "wide" : "only", ids);
  if (has_narrow) html += drawing_html(figure, kNarrowDrawing, "narrow", ids);
  if (!figure.caption.empty()) {
    html += fmt::format("<p class=\"note\">{}</p>\n", html_text(figure.caption));
  }
  return html + numbers_html(block, ids) + "</figure>\n";
}

}  // namespace fairpca
