// SPDX-License-Identifier: BSD-3-Clause
#include "page/page.h"

#include <fmt/format.h>

#include "figure/series_style.h"
#include "figure/xml_text.h"
#include "page/assets.h"
#include "page/blocks_html.h"
#include "page/figure_html.h"

namespace fairpca {
namespace {

/// Points of all figures above which clouds are drawn once: at 15 to 40 bytes each, two drawings
/// of as many stay below 1 MB.
constexpr std::size_t kMostPointsTwice = 12'000;

std::string head_html(const Document& document, const std::string& style) {
  return fmt::format(
      "<head>\n<meta charset=\"utf-8\"/>\n"
      "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; "
      "script-src {}; style-src {}; base-uri 'none'; form-action 'none'\"/>\n"
      "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\"/>\n"
      "<meta name=\"color-scheme\" content=\"light dark\"/>\n"
      "<title>{}</title>\n<style>{}</style>\n</head>\n",
      policy_hash(kReportScript), policy_hash(style), xml_text(document.title), style);
}

/// Id of a section, as its links and its element have it.
std::vector<std::string> section_ids(const Document& document, PageIds& ids) {
  std::vector<std::string> taken;
  for (const Section& section : document.sections) taken.push_back(ids.take(section.id));
  return taken;
}

std::string contents_html(const Document& document, const std::vector<std::string>& sections) {
  std::string html = "<nav aria-label=\"Contents\">\n<h2>Contents</h2>\n<ol>\n";
  for (std::size_t i = 0; i < sections.size(); ++i) {
    html += fmt::format("<li><a href=\"#{}\">{}</a></li>\n", sections[i],
                        html_text(document.sections[i].heading));
  }
  return html + "</ol>\n</nav>\n";
}

std::string section_html(const Section& section, const std::string& id, PageContext& context) {
  const std::string heading = context.ids.take(id + "-heading");
  return fmt::format(
      "<section id=\"{0}\" aria-labelledby=\"{1}\">\n<h2 id=\"{1}\">{2}</h2>\n{3}</section>\n", id,
      heading, html_text(section.heading), blocks_html(section.blocks, context));
}

std::size_t points_of(const Document& document) {
  std::size_t points = 0;
  for (const Section& section : document.sections) {
    for (const Block& block : section.blocks) {
      const auto* figure = std::get_if<FigureBlock>(&block.content);
      if (figure != nullptr) points += point_count(figure->figure);
    }
  }
  return points;
}

}  // namespace

std::string html_page(const Document& document) {
  PageContext context{document};
  context.draws_clouds_twice = points_of(document) <= kMostPointsTwice;
  const std::string contents = context.ids.take("contents"), main = context.ids.take("content"),
                    data = context.ids.take("report-data");
  const std::vector<std::string> sections = section_ids(document, context.ids);
  const std::string style = std::string(kReportStyle) + figure_style();
  std::string html = "<!DOCTYPE html>\n<html lang=\"en\">\n" + head_html(document, style);
  html += fmt::format(
      "<body>\n<a class=\"skip\" href=\"#{}\">Skip to the content</a>\n"
      "<header>\n<h1>{}</h1>\n<p>{}</p>\n</header>\n<div class=\"page\">\n{}<main id=\"{}\" "
      "tabindex=\"-1\">\n",
      main, html_text(document.title), html_text(document.subtitle),
      contents_html(document, sections), main);
  for (std::size_t i = 0; i < sections.size(); ++i) {
    html += section_html(document.sections[i], sections[i], context);
  }
  html +=
      fmt::format("</main>\n</div>\n<footer>\n<p>{}</p>\n</footer>\n", html_text(document.footer));
  if (!document.json.empty()) {
    html += fmt::format("<script type=\"application/json\" id=\"{}\">{}</script>\n", data,
                        json_block(document.json));
  }
  return html + fmt::format("<script>{}</script>\n</body>\n</html>\n", kReportScript);
}

}  // namespace fairpca
