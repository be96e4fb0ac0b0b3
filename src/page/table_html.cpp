// SPDX-License-Identifier: BSD-3-Clause
#include "page/table_html.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "figure/xml_text.h"

namespace fairpca {
namespace {

constexpr std::size_t kLongName = 80, kLongDetail = 32;  ///< bytes

/// Whether a column holds numbers: more cells sort by one than say something else.
bool is_number_column(const DocumentTable& table, std::size_t column) {
  std::ptrdiff_t numbers = 0;
  for (const std::vector<TableCell>& row : table.rows) {
    if (column >= row.size()) continue;
    if (std::isfinite(row[column].sort_by)) {
      ++numbers;
    } else if (!row[column].text.empty()) {
      --numbers;
    }
  }
  return numbers > 0;
}

std::string mark_html(CellMark mark) {
  switch (mark) {
    case CellMark::kBest:
      return "<span class=\"mark\">*</span>";
    case CellMark::kLikeBest:
      return "<span class=\"mark\">~</span>";
    case CellMark::kNone:
      break;
  }
  return {};
}

/// The text of a cell; the whole of a very long name is there but only its start is shown.
std::string cell_text(const TableCell& cell, bool is_header) {
  if (!is_header || cell.text.size() <= kLongName) return html_text(cell.text);
  return fmt::format("<span class=\"long\" title=\"{}\">{}</span>", xml_text(cell.text),
                     html_text(cell.text));
}

std::string cell_content(const TableCell& cell, bool is_header) {
  std::string text = cell_text(cell, is_header);
  if (cell.mark == CellMark::kBest) text = fmt::format("<b>{}</b>", text);
  text += mark_html(cell.mark);
  if (!cell.detail.empty()) {
    text += fmt::format(" <small{}>{}</small>",
                        cell.detail.size() > kLongDetail ? " class=\"long-detail\"" : "",
                        html_text(cell.detail));
  }
  return text;
}

std::string cell_html(const TableCell& cell, bool is_header, bool is_number) {
  // A number alone is what the script reads by itself.
  const bool says_number =
      number_text(cell.sort_by) == cell.text && cell.detail.empty() && cell.mark == CellMark::kNone;
  const std::string sorted = std::isfinite(cell.sort_by) && !says_number
                                 ? fmt::format(" data-sort=\"{}\"", number_text(cell.sort_by))
                                 : "";
  const std::string_view number = is_number ? " class=\"n\"" : "";
  return is_header ? fmt::format("<th scope=\"row\"{}{}>{}</th>", number, sorted,
                                 cell_content(cell, true))
                   : fmt::format("<td{}{}>{}</td>", number, sorted, cell_content(cell, false));
}

std::string header_html(const DocumentTable& table, const std::vector<bool>& is_number) {
  std::string html = "<thead><tr>";
  for (std::size_t i = 0; i < table.header.size(); ++i) {
    const std::string_view number = is_number[i] ? " class=\"n\"" : "";
    html += table.header[i].empty()
                ? std::string("<td></td>")
                : fmt::format("<th scope=\"col\"{}>{}</th>", number, html_text(table.header[i]));
  }
  return html + "</tr></thead>\n";
}

}  // namespace

std::string table_html(const DocumentTable& table, PageIds& ids) {
  std::vector<bool> is_number;
  for (std::size_t i = 0; i < table.header.size(); ++i) {
    is_number.push_back(is_number_column(table, i));
  }
  const std::string caption = ids.take("table");
  std::string html = fmt::format(
      "<div class=\"table\"><div class=\"scroll\" role=\"region\" aria-labelledby=\"{0}\" "
      "tabindex=\"0\">\n<table>\n<caption><span id=\"{0}\">{1}</span></caption>\n",
      caption, html_text(table.caption));
  html += header_html(table, is_number) + "<tbody>\n";
  for (const std::vector<TableCell>& row : table.rows) {
    html += "<tr>";
    for (std::size_t i = 0; i < table.header.size(); ++i) {
      html += cell_html(i < row.size() ? row[i] : TableCell{}, i == 0, is_number[i]);
    }
    html += "</tr>\n";
  }
  html += "</tbody>\n</table>\n</div>\n";
  if (!table.legend.empty()) {
    html += fmt::format("<p class=\"note\">{}</p>\n", html_text(table.legend));
  }
  return html + "</div>\n";
}

}  // namespace fairpca
