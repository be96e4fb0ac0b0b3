// SPDX-License-Identifier: BSD-3-Clause
#include <array>
#include <cmath>
#include <functional>

#include "figure/mark_words.h"
#include "figure/xml_text.h"
#include "page/figure_html.h"

namespace fairpca {
namespace {

/// A label that all panels' axes have; otherwise `other`.
std::string common_label(const Figure& figure, FigureAxis Panel::*axis, const std::string& other) {
  std::string label;
  for (const Panel& panel : figure.panels) {
    const std::string& own = (panel.*axis).label;
    if (own.empty() || (!label.empty() && own != label)) return other;
    label = own;
  }
  return label.empty() ? other : label;
}

TableCell name_cell(std::string_view name) {
  return {.text = std::string(name)};
}

TableCell number_cell(double number) {
  if (!std::isfinite(number)) return {};
  return {.text = number_text(number), .sort_by = number};
}

TableCell coordinate_cell(const FigureAxis& axis, double number) {
  return axis.kind == AxisKind::kCategories ? name_cell(category_name(axis, number))
                                            : number_cell(number);
}

void drop_empty_columns(DocumentTable& table) {
  for (std::size_t column = table.header.size(); column-- > 0;) {
    bool is_empty = true;
    for (const auto& row : table.rows) is_empty &= row[column].text.empty();
    if (!is_empty) continue;
    const auto offset = static_cast<std::ptrdiff_t>(column);
    table.header.erase(table.header.begin() + offset);
    for (auto& row : table.rows) row.erase(row.begin() + offset);
  }
}

}  // namespace

DocumentTable numbers_table(const Figure& figure) {
  DocumentTable table{.caption = "Numbers of “" + figure.title + "”",
                      .header = {"panel", "series", "label", common_label(figure, &Panel::x, "x"),
                                 common_label(figure, &Panel::y, "y"), "from", "to",
                                 "lower quartile", "upper quartile", "value"},
                      .rows = {}};
  for (const Panel& panel : figure.panels) {
    for (const Mark& mark : panel.marks) {
      for (const MarkPoint& point : mark.points) {
        table.rows.push_back({name_cell(panel.title), name_cell(series_name(figure, mark.series)),
                              name_cell(point.label), coordinate_cell(panel.x, point.x),
                              coordinate_cell(panel.y, point.y), number_cell(point.low),
                              number_cell(point.high), number_cell(point.box_low),
                              number_cell(point.box_high), number_cell(point.value)});
      }
    }
  }
  drop_empty_columns(table);
  return table;
}

}  // namespace fairpca
